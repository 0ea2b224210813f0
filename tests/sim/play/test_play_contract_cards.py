"""The round script as the contract has it: its cards, by the shoe and by hand."""

from typing import Any

from tests.kits.cli.contract_kit import BET, ROUND, WON, push, refused
from tests.kits.cli.play_kit import (
    CLOSE,
    CONFIRM,
    CUT,
    SHUFFLE,
    UNDO,
    VOID,
    bet,
    cards,
    enter,
    of,
    outline,
    played,
    resolve,
    take,
)
from tests.kits.offenders import each

ACES = [BET, cards("AS", "AS", "AS", "AS", "AS", "AS"), CONFIRM]
"""A round of six aces of spades, 3 to 3."""
EIGHT_GONE = [*ACES, BET, cards("AS", "AS"), VOID, BET]
"""No ace of spades is left in eight decks."""


# cards


def test_the_first_card_refused_ends_its_step_and_the_earlier_ones_stay() -> None:
    steps = [BET, cards("4S", "KD", "2H", "7C", "9D", "9D", "9D"), CONFIRM]
    assert outline(played(steps)) == [("settled", WON), ("refused", 2)]


def test_what_was_refused_has_left_the_shoe_and_the_rest_of_the_step_has_not() -> None:
    spill = [cards("AS", "AS")] * 8  # without a bet: one of each two leaves the shoe
    said = played([*spill, BET, {"card": "AS"}])
    assert outline(said) == [
        *(("refused", step) for step in range(1, 9)), ("alarm",), ("unfinished", "void"),
    ]  # fmt: skip
    said = played([*spill[:7], BET, {"card": "AS"}])
    assert not of("alarm", said)


@each("decks", [6, 7, 8])
def test_one_card_of_a_kind_more_than_there_are_decks_is_an_alarm(decks: int) -> None:
    said = played([{"card": "QH"}] * (decks + 1), options={"decks": decks})
    assert outline(said)[decks:] == [("alarm",), ("unfinished", "void")]


@each("raised", [[cards("JK")], [*EIGHT_GONE, cards("AS")]])
@each("step", [
        BET, bet(2, "tie", 500), take(1, "banker"), take(7, "tie"), CLOSE, CONFIRM, UNDO,
        {"card": "2C"}, {"card": "AS"}, {"card": "JK"}, cards("2C", "3C"), CUT, SHUFFLE,
        resolve(1, "banker"), enter("2C"), enter("JK"), {"decide": {"spot": 1, "do": "hit"}},
        {"number": "17"},
    ])  # fmt: skip
def test_after_an_alarm_every_step_but_void_is_refused(
    raised: list[dict[str, Any]], step: dict[str, Any]
) -> None:
    before = [BET, CLOSE] if raised[0] == cards("JK") else []
    steps = [*before, *raised, step]
    said = played([*steps, VOID])
    assert refused(said)[-1:] == [len(steps)]
    assert refused(said).count(len(steps)) == 1
    assert of("settled", said)[-1] == push()


# cards by hand


def test_cards_entered_by_hand_are_dealt() -> None:
    said = played([BET, *(enter(card) for card in ("4S", "KD", "2H", "7C")), CONFIRM])
    assert outline(said) == [("settled", WON)]


@each("before", [[], [*ROUND], [*ROUND, CONFIRM], [CUT]])
def test_no_card_is_entered_where_none_is_due(before: list[dict[str, Any]]) -> None:
    assert refused(played([*before, enter("7C")])) == [len(before) + 1]


@each("card", ["AS", "JK"])
def test_a_card_that_cannot_be_there_is_not_entered_and_another_may_be(card: str) -> None:
    said = played([*EIGHT_GONE, enter("4S"), enter(card), *map(enter, ("KD", "2H", "7C"))])
    assert of("alarm", said) == []
    assert of("settled", said)[-1] == WON
    assert refused(said)[-1] == len(EIGHT_GONE) + 2
