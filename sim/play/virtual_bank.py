"""A bank in one thread on virtual time: the host that serves one, its journal, and a SAS wire."""

from collections.abc import Callable
from typing import Final

from drivers.sas.exchange import transmission_ms
from firmware.core.games.slot_machine import GAME
from firmware.shell.journal import Journal, JournalCopy, JournalStamp, MemoryCopy, RetentionPolicy
from firmware.slots.config import BankConfig
from firmware.slots.host import BankHost
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.state import BankState
from firmware.slots.terms import BankTerms
from hal.ninth_bit import encode_message
from hal.ports import Millis
from sim.slot_machine.wire import SimSlotWire
from sim.world.virtual_clock import VirtualClock

START_MS: Final = 1_790_000_000_000
"""The Unix time at which the clock is 0."""
STAMP: Final = JournalStamp("sim", "", "", "", GAME)


class VirtualBank:
    """The host polls the machines on the wire; a reply begins `reply_delay_ms` after its poll."""

    def __init__(
        self,
        terms: BankTerms,
        wire: SimSlotWire,
        clock: VirtualClock,
        policy: RetentionPolicy | None = None,
        reply_delay_ms: int = 4,
    ) -> None:
        self.terms, self.wire, self.clock = terms, wire, clock
        self.policy, self.reply_delay_ms = policy or RetentionPolicy(), reply_delay_ms
        self.copies: tuple[JournalCopy, JournalCopy] = MemoryCopy("a"), MemoryCopy("b")
        self._replies_in_transit: list[tuple[Millis, bytes]] = []
        self.start()

    def start(self) -> None:
        """Start the host, from its journal."""
        self.journal = Journal.open(self.copies, STAMP, self.policy)
        self.bank = JournaledBank(BankConfig(self.terms), self.journal)
        self.host = BankHost(self.bank, self.wall_clock, self.now)
        self._replies_in_transit.clear()

    @property
    def now(self) -> Millis:
        return self.clock.now()

    @property
    def state(self) -> BankState:
        """The bank as its host knows it."""
        return self.bank.state

    def wall_clock(self) -> int:
        """Return the Unix time in milliseconds."""
        return START_MS + self.now

    def run(self, duration_ms: int, is_over: Callable[[], bool] = lambda: False) -> None:
        """Let time pass; no further once `is_over`."""
        end = Millis(self.now + duration_ms)
        while self.now < end and not is_over():
            self.exchange()
            next_arrival = min((at for at, _ in self._replies_in_transit), default=end)
            next_event = max(min(self.host.due_at, next_arrival), Millis(self.now + 1))
            # `is_over` may have moved the clock past the end
            self.clock.advance_to(max(self.now, min(end, next_event)))

    def exchange(self) -> bytes:
        """Deliver the replies that have arrived; return the host's message, if one was due."""
        arrived = b"".join(octets for at, octets in self._replies_in_transit if at <= self.now)
        self._replies_in_transit = [
            (at, octets) for at, octets in self._replies_in_transit if at > self.now
        ]
        self.host.receive(arrived, self.now)
        message = self.host.next_message(self.now)
        if message:
            self.wire.receive(encode_message(message))
        if reply := self.wire.transmit():
            wire_ms = transmission_ms(len(message)) + transmission_ms(len(reply))
            arrival = Millis(self.now + wire_ms + self.reply_delay_ms)
            self._replies_in_transit.append((arrival, reply))
        return message
