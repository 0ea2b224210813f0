"""Article 70: a colour is one player's own, and so are chips of a value while he uses them."""

from typing import Any

from firmware.core.table.legality import sorted_bets
from firmware.core.vocabulary.events import ChipsSwept, PowerReturned, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from tests.kits.core.results_kit import Felt
from tests.kits.offenders import each


def table(**options: Any) -> Felt:
    return Felt("roulette", {"kind": "english", "own_chips": True, **options})


def lay(felt: Felt, spot: int, on: str, *values: int, colours: int = 0, who: str = "") -> None:
    kinds = tuple(Cents(cents) for cents in sorted(set(values)))
    felt.tell(StackRead(Place(spot, on), Cents(sum(values)), who or None, colours, kinds))


def wrong(felt: Felt) -> dict[tuple[int, str], str]:
    _, found = sorted_bets(felt.table.state)
    return {tuple(place): refusal.why.key for (place, _), refusal in found.items()}


def test_70_value_in_use_is_refused() -> None:
    felt = table()
    lay(felt, 1, "red", 500, 500)
    lay(felt, 2, "black", 500, 2500)
    assert felt.refused == ["why.value_taken"]
    assert wrong(felt) == {(2, "black"): "why.value_taken"}
    lay(felt, 2, "black", 2500)
    assert wrong(felt) == {}


def test_70_first_user_holds_value_despite_earlier_chips() -> None:
    felt = table()
    lay(felt, 1, "red", 500)
    lay(felt, 2, "black", 2500)
    lay(felt, 1, "red", 500, 2500)
    assert wrong(felt) == {(1, "red"): "why.value_taken"}


def test_70_value_is_free_once_its_chips_are_gone() -> None:
    felt = table()
    lay(felt, 1, "red", 500)
    lay(felt, 1, "odd", 500)
    lay(felt, 1, "red")
    lay(felt, 2, "black", 500)
    assert wrong(felt) == {(2, "black"): "why.value_taken"}
    lay(felt, 1, "odd")
    assert wrong(felt) == {}
    lay(felt, 1, "odd", 500)
    assert wrong(felt) == {(1, "odd"): "why.value_taken"}


def test_70_colour_is_one_player_s_one_per_spot() -> None:
    felt = table()
    for spot, who in ((1, ""), (1, "B"), (2, "")):
        lay(felt, spot, "red", colours=3, who=who)
    felt.press(Key.CHIP_4, Key.COLOUR_PRICE, Key.CHIP_4, Key.COLOUR_PRICE)
    assert wrong(felt) == {(1, "red"): "why.colour_taken"}


@each("options", [{"kind": "french"}, {"own_chips": False}])
def test_71_chips_are_shared_unless_own(options: dict[str, Any]) -> None:
    felt = table(**options)
    lay(felt, 1, "red", 500)
    lay(felt, 2, "black", 500)
    assert felt.refused == []


def test_70_refused_chips_are_returned_at_close() -> None:
    felt = table()
    lay(felt, 1, "red", 500)
    lay(felt, 2, "black", 500)
    felt.press(Key.NO_MORE_BETS)
    assert felt.settled == [("black", "push", 0)]


def test_users_survive_power_cut() -> None:
    felt, again = table(), table()
    lay(felt, 1, "red", 500)
    lay(felt, 2, "black", 500)
    again.table.resume_from(felt.table.checkpoint())
    again.tell(PowerReturned())
    assert wrong(again) == {(2, "black"): "why.value_taken"}
    lay(again, 2, "black", 500)
    again.tell(ChipsSwept())
    assert wrong(again) == {}
