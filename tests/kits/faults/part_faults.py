"""Every fault of every part of every example, injected in mid-round."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from drivers.i2c_chip import chips_of
from drivers.kind import PartKind
from firmware.core.vocabulary.keys import Key
from firmware.shell.config.config import load_config
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.config.settings import Config
from firmware.shell.parts.attached_part import START_GRACE_MS
from firmware.shell.words.words import Words
from sim.wires.impairments import DelayedWire
from sim.wires.memory_port import PerfectWire
from tests.kits import paths
from tests.kits.core.table_kit import STOPPED
from tests.kits.faults.faulty_table import FaultyTable

EXAMPLES = ("baccarat", "rfid", "odds-only", "budget")
NOTICED_MS = 3200
"""Longer than any part takes to be missed."""
MENDED_MS = 8000
"""Longer than the longest back-off and a start."""
SLOW_READS = 3


class Mute(PerfectWire):
    """A wire from which no bytes arrive any more."""

    def carry(self, sent: bytes) -> bytes:
        return b""


class Babble(PerfectWire):
    """A wire on which everything arrives as something else."""

    def carry(self, sent: bytes) -> bytes:
        return bytes(byte ^ 0x55 for byte in sent) + b"\x7f"


class Fault(NamedTuple):
    """A fault of a part: its name, how to inject it, how to end it."""

    name: str
    befall: Callable[[FaultyTable, str], None]
    mend: Callable[[FaultyTable, str], None]
    at_start: bool = False


def _chips(table: FaultyTable, section: str) -> list[object]:
    return list(table.sim.chips.get(section, ()))


def _unplug(table: FaultyTable, section: str) -> None:
    if section in table.virtual.ports:
        table.port(section).unplug()
    table.sim.i2c.unplugged.update(table.sim.chips.get(section, ()))


def _plug(table: FaultyTable, section: str) -> None:
    if section in table.virtual.ports:
        table.port(section).plug()
    table.sim.i2c.unplugged.clear()


def _reset(table: FaultyTable, section: str) -> None:
    for chip in table.sim.chips.get(section, ()):
        chip.reset()
    reset = getattr(table.sim.far_ends.get(section), "reset", None)
    if reset is not None:
        reset()


def _plug_reset(table: FaultyTable, section: str) -> None:
    _reset(table, section)
    _plug(table, section)


def _nothing(_table: FaultyTable, _section: str) -> None:
    """It mends itself."""


def _mute(table: FaultyTable, section: str) -> None:
    table.port(section).impairment = Mute()


def _slow(table: FaultyTable, section: str) -> None:
    table.port(section).impairment = DelayedWire(SLOW_READS)


def _babble(table: FaultyTable, section: str) -> None:
    if section in table.virtual.ports:
        table.port(section).impairment = Babble()
        return
    addresses = {chip.address for chip in _chips(table, section)}  # type: ignore[attr-defined]

    def mangle(address: int, data: bytes) -> bytes:
        return bytes(byte ^ 0x55 for byte in data) if address in addresses else data

    table.sim.i2c.damage = mangle


def _still(table: FaultyTable, section: str) -> None:
    table.sim.i2c.damage = None
    if section in table.virtual.ports:
        table.port(section).impairment = PerfectWire()


def _hold_bus(table: FaultyTable, _section: str) -> None:
    table.sim.i2c.is_stuck = True


def _free_bus(table: FaultyTable, _section: str) -> None:
    table.sim.i2c.is_stuck = False


ABSENT = Fault("absent at start", _unplug, _plug, at_start=True)
LOST = Fault("lost in mid-round", _unplug, _plug)
BACK_RESET = Fault("lost, and back reset", _unplug, _plug_reset)
RESET = Fault("reset in mid-round", _reset, _nothing)
BABBLE = Fault("talks nonsense", _babble, _still)
ON_WIRES = (ABSENT, LOST, BACK_RESET, BABBLE)
ON_SERIAL = (*ON_WIRES, Fault("falls silent", _mute, _still), Fault("slow", _slow, _still))
ON_I2C = (*ON_WIRES, RESET, Fault("holds the bus", _hold_bus, _free_bus))


class Case(NamedTuple):
    """A part of an example, and a fault."""

    example: str
    section: str
    kind: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.kind}-{self.section}-{self.fault.name.replace(' ', '_')}"


class Seen(NamedTuple):
    """The observed result."""

    stopped: bool
    dealer: tuple[str, ...]
    """The dealer's display, in English; a fault that does not stop the deal comes last."""
    acts: tuple[str, ...]
    """The person's steps once the part is well again."""


def config_of(example: str) -> Config:
    """Return an example, with as many cards and chips as the simulator makes up."""
    config = load_config(paths.EXAMPLES / f"{example}.toml")
    return replace(config, table=replace(config.table, late_entry="allow"))


def config_for(case: Case) -> Config:
    """Return the example of a case, lit by the chip that it is about."""
    config = config_of(case.example)
    if case.section != "lights" or config.wiring.lights.part == case.kind:
        return config
    (chip,) = chips_of("drivers.lights", [case.kind])
    lights, each = config.wiring.lights, len(chip.terminals)
    chips = -(-(1 + max(lights.keys.values())) // each)
    lights = replace(
        lights, part=chip.word, channels_per_chip=each, addresses=tuple(chip.addresses[:chips])
    )
    return replace(config, wiring=replace(config.wiring, lights=lights))


def cases() -> Iterator[Case]:
    """Yield every part of the examples once for each kind, with each fault that it can have.

    Lights of a kind that no example has are put in the place of the first example's.
    """
    known = set()
    for example in EXAMPLES:
        wiring = config_of(example).wiring
        for section in PART_KINDS:
            part = getattr(wiring, section)
            if part is None or (section, part.part) in known:
                continue
            known.add((section, part.part))
            yield from _cases(example, section, part_kind(section, part))
    for kind in PART_KINDS["lights"]:
        if ("lights", kind.word) not in known:
            yield from _cases(EXAMPLES[0], "lights", kind)


def _cases(example: str, section: str, kind: PartKind[Any]) -> Iterator[Case]:
    faults = {"serial": ON_SERIAL, "i2c": ON_I2C}.get(kind.bus_type, ())
    return (Case(example, section, kind.word, fault) for fault in faults)


def make_happen(case: Case) -> Seen:
    """Inject the fault, end it, follow the table's prompts and finish the round.

    Fails unless the round is settled right, or was voided by the supervisor as the table asked.
    """
    table = FaultyTable(config_for(case), opened=False)
    if case.fault.at_start:
        case.fault.befall(table, case.section)
    table.virtual.power_on()
    if not case.fault.at_start:
        table.deal_two()
        case.fault.befall(table, case.section)
    table.hands.wait(NOTICED_MS + START_GRACE_MS * case.fault.at_start)
    stopped, dealer = table.phase is STOPPED, _dealer(table)
    case.fault.mend(table, case.section)
    table.hands.wait(MENDED_MS)
    acts = tuple(_acts(table))
    if case.fault.at_start:
        table.deal_two()
    table.goes_on()
    return Seen(stopped, dealer, acts)


def _dealer(table: FaultyTable) -> tuple[str, ...]:
    words = Words.load("en")
    lines = [words.render(text) for text in table.virtual.panel.dealer[:2]]
    trouble = table.virtual.core_table.state.device.trouble
    shown = [words.render(fault.words) for fault in trouble.faults]
    return tuple(lines if lines[0] in shown else [lines[0], *shown])


MOST_ACTS = 6


def _acts(table: FaultyTable) -> Iterator[str]:
    """Follow the table's prompts until nothing stops it."""
    for _ in range(MOST_ACTS):
        if table.phase is not STOPPED:
            return
        trouble = table.virtual.core_table.state.device.trouble
        if not trouble.stopping:
            yield "CONFIRM"
            table.hands.press_key(Key.CONFIRM)
        elif trouble.find_fault("presence", "uncalibrated"):
            yield "lift each stack and lay it again"
            table.lay_anew()
        elif trouble.clearable:
            yield "supervisor: CLEAR"
            table.supervise(Key.CLEAR_FAULTS)
        else:
            break
    raise AssertionError(f"still stopped: {table.faults}")
