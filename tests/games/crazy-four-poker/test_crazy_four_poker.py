"""Fou du poker, articles 67.75 to 67.87."""

import pytest

from firmware.core.game.course import Decision
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.money import Cents
from tests.kits.games.scripts import (
    CLOSE,
    UNDO,
    VOID,
    Step,
    bet,
    cards,
    decide,
    play,
    settled_fields,
    take,
)
from tests.kits.offenders import each

GAME = "crazy-four-poker"
MONEY = "on", "outcome", "returned", "paid", "odds", "article"
KINGS, ACES = "KS KD 6H 4C 2S", "AS AD 6H 4C 2S"
QUEENS, NOT_OPEN = "QS QD 8C 5S 3H", "QS JD 8C 5S 3H"
FOLD = decide(1, "fold")
MISSING, NOT_EQUAL = ("why.other_missing", "67.79"), ("why.not_equal", "67.79")
NO_MAIN = ("why.main_missing", "67.87")


def mains(spot: int = 1, ante: int = 1000, **more: str) -> list[Step]:
    return [bet(spot, "ante", ante, **more), bet(spot, "super_bonus", ante, **more)]


def dealt(hand: str = KINGS, dealer: str = QUEENS) -> list[Step]:
    return [*mains(), CLOSE, cards(f"{hand} {dealer}")]


def raised(cents: int = 1000, spot: int = 1) -> Step:
    return decide(spot, "raise", cents=cents)


def test_67_78_one_bettor_per_spot() -> None:
    laid = [*mains(bettor="A"), bet(1, "queens_up", bettor="A"), bet(1, "ante", bettor="B"), CLOSE]
    table = play(GAME, *laid, cards(f"{ACES} {QUEENS}"), raised(3000))
    assert table.refused == [4]
    assert sorted(settled_fields(table, "bettor", "on", "paid")) == [
        ("A", "ante", 1000),
        ("A", "queens_up", 1000),
        ("A", "raise", 3000),
        ("A", "super_bonus", 0),
    ]


@each(
    "laid, why",
    [
        ({"ante": 1000}, [MISSING]),
        ({"super_bonus": 1000}, [MISSING]),
        ({"ante": 1000, "super_bonus": 1001}, [NOT_EQUAL, NOT_EQUAL]),
        ({"ante": 1000, "queens_up": 500}, [MISSING, NO_MAIN]),
        ({"ante": 1000, "super_bonus": 999, "queens_up": 1}, [NOT_EQUAL, NOT_EQUAL, NO_MAIN]),
        ({"queens_up": 1000}, [NO_MAIN]),
    ],
)
def test_67_79_wrong_stakes_returned(laid: dict[str, int], why: list[tuple[str, str]]) -> None:
    table = play(GAME, *(bet(1, on, cents) for on, cents in laid.items()), CLOSE)
    assert settled_fields(table, *MONEY) == [
        (on, "push", laid[on], 0, None, article) for on, (_, article) in zip(laid, why, strict=True)
    ]
    found = table.table.state.game.clashing_bets({on: Cents(cents) for on, cents in laid.items()})
    assert list(found.values()) == why


def test_67_80_hands_are_down_until_all_decide() -> None:
    laid = [*mains(1), *mains(2), *mains(3), bet(2, "queens_up"), CLOSE]
    table = play(GAME, *laid, cards(f"{KINGS} AS AD 7H 4D 2C 9S 9D TH 5C 3C {QUEENS}"))
    table.play([raised(), decide(2, "fold")])
    assert table.table.state.game.cards == {}
    table.play([decide(3, "fold")])
    assert sorted(table.table.state.game.cards) == ["1", "2", "dealer"]


@each("hand", [KINGS, "AS KD 6H 4C 2S"])
def test_67_81_over_the_ante_needs_pair_of_aces(hand: str) -> None:
    for cents in (1001, 3000):
        assert play(GAME, *dealt(hand), raised(cents)).refused == [5]
    table = play(GAME, *dealt(hand))
    choice = table.table.state.game.choices[0]
    with pytest.raises(Forbidden) as refused:
        table.table.state.game.decide(Decision(choice, {"raise": Cents(1001)}))
    assert refused.value.why.key == "why.aces_only"
    assert table.play([raised(1000)]).refused == []


def test_67_81_prompt_reveals_no_hand() -> None:
    def asked(hand: str) -> list[tuple[object, ...]]:
        choices = play(GAME, *dealt(hand)).table.state.game.choices
        return [(choice.do, choice.stakes) for choice in choices]

    assert asked(KINGS) == asked(ACES)


@each(
    "dealer, said",
    [
        (NOT_OPEN, "result.not_open"),
        ("KC JD 8C 5S 3H", "result.dealer_hand"),
        ("2H 2C 8C 5S 3H", "result.dealer_hand"),
    ],
)
def test_67_82_dealer_opens_on_king_or_combination(dealer: str, said: str) -> None:
    assert play(GAME, *dealt(ACES, dealer), FOLD).table.state.game.result().key == said


def test_raise_is_undone_and_voided() -> None:
    both = [*mains(1), *mains(2), CLOSE, cards(f"{ACES} 9S 9D 7H 5C 3C {QUEENS}"), raised(2500)]
    table = play(GAME, *both, UNDO, take(1, "raise"), FOLD, decide(2, "fold"))
    assert settled_fields(table, "spot", "on", "outcome") == [
        *((1, "ante", "lose"), (1, "super_bonus", "lose")),
        *((2, "ante", "lose"), (2, "super_bonus", "lose")),
    ]
    voided = play(GAME, *both, VOID)
    assert sorted(settled_fields(voided, "spot", "on", "outcome", "returned")) == [
        (1, "ante", "push", 1000),
        (1, "raise", "push", 2500),
        (1, "super_bonus", "push", 1000),
        *((2, "ante", "push", 1000), (2, "super_bonus", "push", 1000)),
    ]
