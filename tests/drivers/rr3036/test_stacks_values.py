"""A reading on a layout says the values of its chips, by which a table knows who uses them (70)."""

from drivers.rr3036.stacks import ChipStacks
from drivers.tags.chip_registry import ChipRegistry, RegisteredChip
from drivers.wiring import LAYOUT
from firmware.core.vocabulary.events import StackRead
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place

FIVE, FIVE_AGAIN, HUNDRED, COLOUR, OTHERS = (bytes([0xE0] * 7 + [last]) for last in range(5))
REGISTRY = ChipRegistry(
    {
        FIVE: RegisteredChip(Cents(500), None, 1),
        FIVE_AGAIN: RegisteredChip(Cents(500), None, 1),
        HUNDRED: RegisteredChip(Cents(10_000), None, 1),
        COLOUR: RegisteredChip(Cents(0), None, 1),
        OTHERS: RegisteredChip(Cents(2500), None, 2),
    }
)


def read(place: Place, *chips: bytes) -> set[StackRead]:
    stacks = ChipStacks([place], REGISTRY)
    stacks.set_place_tags(place, frozenset(chips))
    return {news for news in stacks.take_events(sweep_ended=True) if isinstance(news, StackRead)}


def test_70_each_value_once_per_player_lowest_first() -> None:
    found = read(Place(LAYOUT, "red"), HUNDRED, FIVE, FIVE_AGAIN, COLOUR, OTHERS)
    assert found == {
        StackRead(Place(1, "red"), Cents(11_000), None, 1, (Cents(500), Cents(10_000))),
        StackRead(Place(2, "red"), Cents(2500), None, 0, (Cents(2500),)),
    }


def test_own_spot_reports_no_values() -> None:
    assert read(Place(1, "ante"), FIVE, HUNDRED) == {StackRead(Place(1, "ante"), Cents(10_500))}
