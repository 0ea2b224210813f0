"""A wire with slot machines on it, octets with their ninth bit as `hal.ninth_bit` writes them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from hal.ninth_bit import Octet, Unmarker, written
from sim.slot_machine.machine import SimSlotMachine
from sim.slot_machine.replies import Reply, reply

CUT_AFTER_MS: Final = 5000
CHIRP_MS: Final = 200
LOOK_MS: Final = 50
"""How often the machines look at their clocks."""
LOT: Final = b"\0\x80"
GIVEN_UP: Final = 3
_WITH_LENGTH: Final = frozenset({0x6F})
_SIZES: Final = {0x01: 4, 0x02: 4, 0x52: 6, 0x53: 6, 0x80: 11}


@dataclass
class Tap:
    """A machine's tap of the wire. It hears every message, its own and those to others.

    A poll that comes again is answered as before; any other message of the host's acknowledges,
    but not after a third time, since then the host may have given up.
    After a silence of 5 s it chirps; then, and when its power comes, it answers only once it has
    heard a poll to another.
    """

    machine: SimSlotMachine
    hears: bool = True
    """Whether the host's octets arrive."""
    is_heard: bool = True
    heard_at: int = 0
    _chirped_at: int = 0
    _in_step: bool = False
    _asked: bytes = b""
    _times: int = 0
    _said: Reply = Reply(b"")  # noqa: RUF009 - it does not change

    def take(self, message: bytes, now: int) -> bytes:
        """Hear a whole message; return the answer, if there is one."""
        if not (self.hears and self.machine.powered):
            self._in_step = False
            return b""
        self._in_step &= now - self.heard_at < CUT_AFTER_MS
        self.heard_at = now
        if self._asked and message != self._asked:
            self._acknowledged()
        if message[0] & 0x7F != self.machine.cabinet.address:
            self._in_step = True
            self._overhear(message, now)
            return b""
        if not self._asked:
            self._asked, self._said, self._times = message, self._answer(message), 0
        self._times += 1
        return self._said.octets

    def chirps(self, now: int) -> bool:
        """Return whether it chirps at this moment."""
        silent = now - self.heard_at >= CUT_AFTER_MS and self.machine.powered
        due = silent and now - self._chirped_at >= CHIRP_MS
        if due:
            self._chirped_at = now
        return due

    def _acknowledged(self) -> None:
        if self._times < GIVEN_UP:
            self._said.taken()
        self._asked, self._said = b"", Reply(b"")

    def _overhear(self, message: bytes, now: int) -> None:
        lot = self.machine.lot
        if message[:2] == LOT and message[2] == self.machine.cabinet.group:
            lot.heard, lot.heard_at = int(message[4:9].hex()), now

    def _answer(self, message: bytes) -> Reply:
        return reply(self.machine, message) if self._in_step else Reply(b"")


class SimSlotWire:
    """Implements `sim.wires.far_end.FarEnd`. Not modelled: how long an answer takes."""

    def __init__(self, machines: Iterable[SimSlotMachine], now: Callable[[], int]) -> None:
        self.taps = {one.cabinet.address: Tap(one, heard_at=now()) for one in machines}
        self._now = now
        self._unmarker = Unmarker()
        self._message = b""
        self._out = bytearray()
        self._looked_at = now()

    def receive(self, data: bytes) -> None:
        """Take octets of the host's, in any portions; a marked one begins a message."""
        for octet in self._unmarker.take(data):
            if octet.marked:
                self._message = b""
            elif not self._message:
                continue
            self._message += bytes([octet.value])
            if is_whole(self._message):
                self._told(self._message)
                self._message = b""

    def transmit(self) -> bytes:
        """Give what the machines have said, and their chirps."""
        now = self._now()
        if now - self._looked_at >= LOOK_MS:
            self._looked_at = now
            self._look(now)
        said = bytes(self._out)
        self._out.clear()
        return said

    def _look(self, now: int) -> None:
        for address, tap in self.taps.items():
            tap.machine.miss_lot(now)
            if tap.chirps(now) and tap.is_heard:
                self._out += written(Octet(address, marked=True))

    def _told(self, message: bytes) -> None:
        now = self._now()
        for tap in self.taps.values():
            answer = tap.take(message, now)
            if answer and tap.is_heard:
                self._out += b"".join(written(Octet(value)) for value in answer)


def is_whole(message: bytes) -> bool:
    """Return whether a message has all of its octets."""
    if message[0] & 0x80:
        return True
    if len(message) < 3:
        return len(message) == 2 and message[1] not in _WITH_LENGTH | _SIZES.keys()
    if message[1] in _WITH_LENGTH:
        return len(message) == 3 + message[2] + 2
    return len(message) == _SIZES[message[1]]
