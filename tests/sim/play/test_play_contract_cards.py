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


def test_refused_first_card_ends_step() -> None:
    steps = [BET, cards("4S", "KD", "2H", "7C", "9D", "9D", "9D"), CONFIRM]
    assert outline(played(steps)) == [("settled", WON), ("refused", 2)]


def test_refused_card_has_left_the_shoe() -> None:
    spill = [cards("AS", "AS")] * 8  # without a bet: one of each two leaves the shoe
    said = played([*spill, BET, {"card": "AS"}])
    assert outline(said) == [
        *(("refused", step) for step in range(1, 9)), ("alarm",), ("unfinished", "void"),
    ]  # fmt: skip
    said = played([*spill[:7], BET, {"card": "AS"}])
    assert not of("alarm", said)


@each("decks", [6, 7, 8])
def test_extra_card_of_a_kind_is_alarm(decks: int) -> None:
    said = played([{"card": "QH"}] * (decks + 1), options={"decks": decks})
    assert outline(said)[decks:] == [("alarm",), ("unfinished", "void")]


@each("raised", [[cards("JK")], [*EIGHT_GONE, cards("AS")]])
@each("step", [
        BET, bet(2, "tie", 500), take(1, "banker"), take(7, "tie"), CLOSE, CONFIRM, UNDO,
        {"card": "2C"}, {"card": "AS"}, {"card": "JK"}, cards("2C", "3C"), CUT, SHUFFLE,
        resolve(1, "banker"), enter("2C"), enter("JK"), {"decide": {"spot": 1, "do": "hit"}},
        {"number": "17"},
    ])  # fmt: skip
def test_only_void_follows_an_alarm(raised: list[dict[str, Any]], step: dict[str, Any]) -> None:
    before = [BET, CLOSE] if raised[0] == cards("JK") else []
    steps = [*before, *raised, step]
    said = played([*steps, VOID])
    assert refused(said)[-1:] == [len(steps)]
    assert refused(said).count(len(steps)) == 1
    assert of("settled", said)[-1] == push()


# cards by hand


def test_entered_cards_are_dealt() -> None:
    said = played([BET, *(enter(card) for card in ("4S", "KD", "2H", "7C")), CONFIRM])
    assert outline(said) == [("settled", WON)]


@each("before", [[], [*ROUND], [*ROUND, CONFIRM], [CUT]])
def test_card_not_due_is_not_entered(before: list[dict[str, Any]]) -> None:
    assert refused(played([*before, enter("7C")])) == [len(before) + 1]


@each("card", ["AS", "JK"])
def test_impossible_card_is_replaced(card: str) -> None:
    said = played([*EIGHT_GONE, enter("4S"), enter(card), *map(enter, ("KD", "2H", "7C"))])
    assert of("alarm", said) == []
    assert of("settled", said)[-1] == WON
    assert refused(said)[-1] == len(EIGHT_GONE) + 2
