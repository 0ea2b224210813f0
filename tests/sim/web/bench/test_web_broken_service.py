"""A table in service misses a broken part until it is put right."""

from collections.abc import Iterator

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.web.bench.table_dir import Seating
from sim.web.hands.fault_injector import BUS_SECTION
from tests.kits.offenders import each
from tests.kits.sim.web.bench_chips import bench_chips
from tests.kits.sim.web.seated_table import SeatedTable

MOST_ACTS = 20
"""More than a table asks for after any fault."""


def well(table: SeatedTable) -> Status:
    """Have dealer and supervisor do what the table asks for, until bets are open."""
    hands = table.bench.hands
    for _ in range(MOST_ACTS):
        seen = settled(table)
        if seen.ask.do is Act.PLACE_BETS:
            return seen
        if seen.faults:
            hands.turn_key_switch(is_on=True)
            hands.press_key(Key.CLEAR_FAULTS)
            hands.turn_key_switch(is_on=False)
        else:
            hands.press_key(Key.CONFIRM)
    raise AssertionError(f"{seen.dealer}, {seen.faults}")


def settled(table: SeatedTable) -> Status:
    """Return how the table is once every part is back and all that stands waits for people."""
    return table.until(
        lambda seen: all(part.up for part in seen.parts) and all(f.gone for f in seen.faults)
    )


def has(table: SeatedTable, part: str, code: str) -> Status:
    return table.until(lambda seen: (part, code) in [(f.part, f.code) for f in seen.faults])


@pytest.fixture(scope="module")
def served() -> Iterator[SeatedTable]:
    with SeatedTable(Seating(language="en")) as table:
        yield table


BANKER = Place(1, "banker")
CUT_OFF = ("lights", "keys", "presence", "dealer_display", "payout_display", "shoe", "chips")
TOLD_AS = [
    *((part, "unplug", "lost") for part in CUT_OFF),
    *((part, "noise", "lost") for part in ("lights", "keys", "presence", "chips")),
    ("chips", "silent", "lost"),
    ("figures", "unplug", "dark"),
    ("chips", "unknown_chip", "unknown_chip"),
    ("chips", "chip_twice", "chip_twice"),
    ("chips", "too_many", "chips_unread"),
    (BUS_SECTION, "stuck", "stuck"),
]
"""What befalls a part, and the fault as which the table tells it."""


@each("part, how, code", TOLD_AS)
def test_broken_part_is_missed_until_fixed(
    served: SeatedTable, part: str, how: str, code: str
) -> None:
    well(served)
    bench_chips(served.bench).lay(BANKER, Cents(2500))
    served.breaking.set_fault(part, how, active=True)
    assert has(served, part, code).stopped is (part != "figures")
    served.breaking.set_fault(part, how, active=False)
    bench_chips(served.bench).take_chips(BANKER)
    assert well(served).faults == ()


def test_parts_cut_together_return(
    served: SeatedTable,
) -> None:
    well(served)
    for part in CUT_OFF:
        served.breaking.set_fault(part, "unplug", active=True)
    missed = {(part, "lost") for part in CUT_OFF}
    served.until(lambda seen: {(f.part, f.code) for f in seen.faults} >= missed)
    for part in CUT_OFF:
        served.breaking.set_fault(part, "unplug", active=False)
    assert well(served).faults == ()


def test_mishap_survives_a_power_cut(served: SeatedTable) -> None:
    well(served)
    served.breaking.set_fault("figures", "unplug", active=True)
    has(served, "figures", "dark")
    served.bench.power.cut_power()
    assert served.breaking.active_faults() == {"figures": ("unplug",)}
    served.bench.power.switch_on()
    has(served, "figures", "dark")
    served.breaking.set_fault("figures", "unplug", active=False)
    well(served)
