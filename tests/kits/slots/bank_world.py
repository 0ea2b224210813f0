"""A bank of slot machines on virtual time: machines, their wire, the host and its journal."""

from collections.abc import Callable, Iterable

from firmware.shell.journal import RetentionPolicy
from firmware.slots.machine_state import MachineState
from firmware.slots.terms import BankTerms, MachineTerms, Progressive
from hal.ports import Millis
from sim.play.virtual_bank import START_MS, VirtualBank
from sim.slot_machine.machine import Cabinet, SimSlotMachine
from sim.slot_machine.wire import SimSlotWire
from sim.world.virtual_clock import VirtualClock

SMALL = RetentionPolicy(segment_bytes=200_000)
BEGIN = START_MS
"""The time of day of the world's beginning."""
BASE = 1_000_000
REGISTERED = MachineTerms(denomination=25, coins=3, pay_table="PT9012", return_=9012, odds=1000)


def terms(count: int = 2, *, permille: int = 10, base: int = BASE, **more: object) -> BankTerms:
    """Return a bank whose machines all play for one lot."""
    machines = dict.fromkeys(range(1, count + 1), REGISTERED)
    lot = Progressive(tuple(machines), base, permille)
    return BankTerms("nord", "/dev/ttyUSB0", machines, lot, **more)


class BentWire(SimSlotWire):
    """A wire on which what machines say may be changed, or held back."""

    def __init__(self, machines: Iterable[SimSlotMachine], now: Callable[[], int]) -> None:
        super().__init__(machines, now)
        self.bends: Callable[[bytes], bytes] = lambda data: data

    def transmit(self) -> bytes:
        said = super().transmit()
        return self.bends(said) if said else b""


class BankWorld(VirtualBank):
    """Its wire can be bent, and what its host sends is kept."""

    wire: BentWire

    def __init__(
        self,
        bank: BankTerms,
        machines: Iterable[SimSlotMachine] = (),
        answer_ms: int = 4,
        policy: RetentionPolicy = SMALL,
    ) -> None:
        made = list(machines) or [SimSlotMachine(Cabinet(at)) for at in bank.machine]
        self.machines = {one.cabinet.address: one for one in made}
        self.sent: list[tuple[Millis, bytes]] = []
        clock = VirtualClock()
        super().__init__(bank, BentWire(made, clock.now), clock, policy, answer_ms)

    def machine(self, address: int = 1) -> MachineState:
        """Return what the host knows of a machine."""
        return self.state.machines[address]

    def acting(self, passes: int, act: Callable[[Millis], None]) -> None:
        """Let time pass; `act` is called at each of its steps."""

        def act_now() -> bool:
            act(self.now)
            return False

        self.run(passes, act_now)

    def exchange(self) -> bytes:
        if sent := super().exchange():
            self.sent.append((self.now, sent))
        return sent
