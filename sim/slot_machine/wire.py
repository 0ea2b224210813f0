"""A wire with simulated slot machines; octets in the encoding of `hal.ninth_bit`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from hal.ninth_bit import Octet, Unmarker, encode_octet
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.replies import reply_to_message
from sim.slot_machine.reply import SlotReply

LINK_TIMEOUT_MS: Final = 5000
CHIRP_INTERVAL_MS: Final = 200
TIMER_CHECK_MS: Final = 50
"""How often the machines check their timers."""
JACKPOT_BROADCAST: Final = b"\0\x80"
MAX_REPEATED_POLLS: Final = 3
_COMMANDS_WITH_LENGTH: Final = frozenset({0x6F, 0x7B})
_MESSAGE_SIZES: Final = {
    0x01: 4, 0x02: 4, 0x04: 4, 0x06: 4, 0x0B: 4, 0x0E: 5, 0xA8: 5, 0xAA: 5,
    0x53: 6, 0xA0: 6, 0x74: 8, 0x80: 11,
}  # fmt: skip


@dataclass
class WireTap:
    """A machine's connection to the wire; it receives every message, also those to other machines.

    A repeated poll gets the same reply; any other message of the host acknowledges it, but not
    after three repetitions, since the host may have given up. After 5 s without a message it
    chirps. Then, and after its power returns, it replies only once it has received a poll to
    another machine.
    """

    machine: SimSlotMachine
    receives: bool = True
    """Whether the host's octets reach the machine."""
    transmits: bool = True
    last_received_at: int = 0
    _chirped_at: int = 0
    _is_synchronized: bool = False
    _pending_poll: bytes = b""
    _times_answered: int = 0
    _pending_reply: SlotReply = SlotReply(b"")  # noqa: RUF009 - it does not change

    def receive_message(self, message: bytes, now: int) -> bytes:
        """Receive a complete message; return the reply's octets, if any."""
        if not (self.receives and self.machine.powered):
            self._is_synchronized = False
            return b""
        self._is_synchronized &= now - self.last_received_at < LINK_TIMEOUT_MS
        self.last_received_at = now
        if not self._is_synchronized:
            # after a break it forgets its reply, and not what it has to report (3.3)
            self._pending_poll, self._pending_reply = b"", SlotReply(b"")
        # any other message acknowledges, also one to another machine
        if self._pending_poll and message != self._pending_poll:
            self._acknowledge_reply()
        # seeing a poll to another machine synchronizes this one
        if message[0] & 0x7F != self.machine.cabinet.address:
            self._is_synchronized = True
            self._receive_broadcast(message, now)
            return b""
        if not self._pending_poll:
            self._pending_poll, self._pending_reply, self._times_answered = (
                message,
                self._reply_to_poll(message),
                0,
            )
        self._times_answered += 1
        return self._pending_reply.octets

    def is_chirp_due(self, now: int) -> bool:
        """Return whether a chirp is due, and record it."""
        is_silent = now - self.last_received_at >= LINK_TIMEOUT_MS and self.machine.powered
        is_due = is_silent and now - self._chirped_at >= CHIRP_INTERVAL_MS
        if is_due:
            self._chirped_at = now
        return is_due

    def _acknowledge_reply(self) -> None:
        if self._times_answered < MAX_REPEATED_POLLS:
            self._pending_reply.on_acknowledged()
        self._pending_poll, self._pending_reply = b"", SlotReply(b"")

    def _receive_broadcast(self, message: bytes, now: int) -> None:
        jackpot = self.machine.jackpot
        if (
            message[:2] == JACKPOT_BROADCAST
            and message[2] == self.machine.cabinet.progressive_group
        ):
            jackpot.shown_cents, jackpot.shown_since = int(message[4:9].hex()), now

    def _reply_to_poll(self, message: bytes) -> SlotReply:
        return reply_to_message(self.machine, message) if self._is_synchronized else SlotReply(b"")


class SimSlotWire:
    """Implements `sim.wires.far_end.FarEnd`. Not modelled: the time that a reply takes."""

    def __init__(self, machines: Iterable[SimSlotMachine], now: Callable[[], int]) -> None:
        self.taps = {
            machine.cabinet.address: WireTap(machine, last_received_at=now())
            for machine in machines
        }
        self._clock = now
        self._unmarker = Unmarker()
        self._message = b""
        self._outgoing_octets = bytearray()
        self._timers_checked_at = now()

    def receive(self, received_octets: bytes) -> None:
        """Receive octets of the host, in any portions; a marked octet begins a message."""
        for octet in self._unmarker.decode_octets(received_octets):
            if octet.is_marked:
                self._message = b""
            elif not self._message:
                continue
            self._message += bytes([octet.value])
            if is_complete_message(self._message):
                self._deliver_message(self._message)
                self._message = b""

    def transmit(self) -> bytes:
        """Return the machines' replies and chirps."""
        now = self._clock()
        if now - self._timers_checked_at >= TIMER_CHECK_MS:
            self._timers_checked_at = now
            self._check_timers(now)
        outgoing_octets = bytes(self._outgoing_octets)
        self._outgoing_octets.clear()
        return outgoing_octets

    def _check_timers(self, now: int) -> None:
        for address, tap in self.taps.items():
            tap.machine.check_timers(now)
            if tap.is_chirp_due(now) and tap.transmits:
                self._outgoing_octets += encode_octet(Octet(address, is_marked=True))

    def _deliver_message(self, message: bytes) -> None:
        now = self._clock()
        for tap in self.taps.values():
            reply_octets = tap.receive_message(message, now)
            if reply_octets and tap.transmits:
                self._outgoing_octets += b"".join(
                    encode_octet(Octet(octet_value)) for octet_value in reply_octets
                )


def is_complete_message(message: bytes) -> bool:
    """Return whether a message is complete."""
    if message[0] & 0x80:
        return True
    if len(message) < 3:
        return len(message) == 2 and message[1] not in _COMMANDS_WITH_LENGTH | _MESSAGE_SIZES.keys()
    if message[1] in _COMMANDS_WITH_LENGTH:
        return len(message) == 3 + message[2] + 2
    return len(message) == _MESSAGE_SIZES[message[1]]
