"""A bank of slot machines on virtual time: machines, their wire, the host and its journal."""

from collections.abc import Callable, Iterable

from drivers.sas.exchange import transmission_ms
from firmware.shell.journal import (
    Journal,
    JournalCopy,
    JournalStamp,
    MemoryCopy,
    RetentionPolicy,
)
from firmware.slots.host import BankHost
from firmware.slots.journaled_bank import JournaledBank
from firmware.slots.state import BankState, MachineState
from firmware.slots.terms import BankTerms, MachineTerms, Progressive
from hal.ninth_bit import encode_message
from hal.ports import Millis
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from sim.slot_machine.wire import SimSlotWire

STAMP = JournalStamp("sim", "", "", "", "slot-machine")
SMALL = RetentionPolicy(segment_bytes=200_000)
BEGIN = 1_790_000_000_000
"""The time of day of the world's beginning."""
BASE = 1_000_000
REGISTERED = MachineTerms(denomination=25, coins=3, pay_table="PT9012", return_=9012, odds=1000)


def terms(count: int = 2, *, permille: int = 10, base: int = BASE, **more: object) -> BankTerms:
    """Return a bank whose machines all play for one lot."""
    machines = dict.fromkeys(range(1, count + 1), REGISTERED)
    lot = Progressive(tuple(machines), base, permille)
    return BankTerms("nord", "/dev/ttyUSB0", machines, lot, **more)


class BankWorld:
    """Moves time from one thing to the next. `bends` may change or hold back what machines say."""

    def __init__(
        self,
        bank: BankTerms,
        machines: Iterable[SimSlotMachine] = (),
        answer_ms: int = 4,
        policy: RetentionPolicy = SMALL,
    ) -> None:
        made = list(machines) or [SimSlotMachine(Cabinet(at)) for at in bank.machine]
        self.now = Millis(0)
        self.terms, self.answer_ms, self.policy = bank, answer_ms, policy
        self.wire = SimSlotWire(made, lambda: self.now)
        self.machines = {one.cabinet.address: one for one in made}
        self.copies: tuple[JournalCopy, JournalCopy] = MemoryCopy("a"), MemoryCopy("b")
        self.bends: Callable[[bytes], bytes] = lambda data: data
        self.sent: list[tuple[Millis, bytes]] = []
        self._arrives: list[tuple[Millis, bytes]] = []
        self.start()

    def start(self) -> None:
        """Start the host, from its journal."""
        self.bank = JournaledBank(self.terms, Journal.open(self.copies, STAMP, self.policy))
        self.host = BankHost(self.bank, lambda: BEGIN + self.now, self.now)
        self._arrives.clear()

    @property
    def state(self) -> BankState:
        return self.bank.state

    def machine(self, address: int = 1) -> MachineState:
        """Return what the host knows of a machine."""
        return self.state.machines[address]

    def run(self, passes: int, act: Callable[[Millis], None] = lambda now: None) -> None:
        """Let time pass; `act` is called at each of its steps."""
        until = Millis(self.now + passes)
        while self.now < until:
            act(self.now)
            self.turn()
            self.now = min(until, max(self._next(), Millis(self.now + 1)))

    def turn(self) -> None:
        """Deliver what has arrived, and send what is due."""
        come = b"".join(data for at, data in self._arrives if at <= self.now)
        self._arrives = [(at, data) for at, data in self._arrives if at > self.now]
        self.host.receive(come, self.now)
        if sent := self.host.next_message(self.now):
            self.sent.append((self.now, sent))
            self.wire.receive(encode_message(sent))
        if said := self.wire.transmit():
            later = transmission_ms(len(sent)) + self.answer_ms + transmission_ms(len(said))
            self._arrives.append((Millis(self.now + later), self.bends(said)))

    def _next(self) -> Millis:
        due = [at for at, _ in self._arrives]
        return min([self.host.due_at, *due])
