"""Poker de Boston, articles 67.51 to 67.63."""

from firmware.core.vocabulary.money import Cents
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import (
    CLOSE,
    UNDO,
    Step,
    bet,
    cards,
    decide,
    play,
    settled_fields,
    take,
)
from tests.kits.offenders import each

GAME = "boston-poker"
MONEY = "on", "outcome", "returned", "paid", "odds", "article"
FOUR_TENS, PAIR_OF_NINES = "TS TD TH", "9S 9D 4H"
RAISE, FOLD = decide(1, "raise"), decide(1, "fold")


def mains(spot: int = 1, ante: int = 1000, **more: str) -> list[Step]:
    return [bet(spot, "ante", ante, **more), bet(spot, "first", 2 * ante, **more)]


def dealt(hand: str = PAIR_OF_NINES, dealer: str = "KS QD 2H") -> list[Step]:
    return [*mains(), CLOSE, cards(f"{hand} {dealer}")]


def face_up(table: BareTable) -> dict[str, str]:
    hands = table.table.state.game.cards.items()
    return {whose: " ".join(card.name for card in hand) for whose, hand in hands}


def test_67_52_one_bettor_per_spot() -> None:
    laid = [*mains(bettor="A"), bet(1, "ante", bettor="B"), CLOSE]
    table = play(GAME, *laid, cards(f"{PAIR_OF_NINES} KS QD 2H"), RAISE, cards("7C 8C 7D 8D"))
    assert table.refused == [3]
    assert settled_fields(table, "bettor", "on", "outcome") == [
        ("A", "ante", "push"),
        ("A", "first", "win"),
        ("A", "second", "win"),
    ]


MISSING, NOT_DOUBLE = "why.other_missing", "why.not_double"


@each(
    "laid, why",
    [
        ({"ante": 1000}, [MISSING]),
        ({"first": 2000, "bonus": 500}, [MISSING, MISSING]),
        ({"ante": 1000, "first": 2001}, [MISSING, NOT_DOUBLE]),
        ({"ante": 1000, "first": 500, "bonus": 500}, [MISSING, NOT_DOUBLE, MISSING]),
    ],
)
def test_67_56_wrong_stakes_returned(laid: dict[str, int], why: list[str]) -> None:
    table = play(GAME, *(bet(1, on, cents) for on, cents in laid.items()), CLOSE)
    assert settled_fields(table, *MONEY) == [
        (on, "push", cents, 0, None, "67.56") for on, cents in laid.items()
    ]
    found = table.table.state.game.clashing_bets({on: Cents(cents) for on, cents in laid.items()})
    assert [words for words, _ in found.values()] == why


@each("cents", [0, 1000, 1999, 2001])
def test_67_58_second_is_twice_the_ante(cents: int) -> None:
    table = play(GAME, *dealt(), decide(1, "raise", cents=cents))
    assert table.refused == [5]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "fold"]


def test_67_60_hands_are_down_until_all_are_dealt() -> None:
    laid = [*mains(1), *mains(2), *mains(3), bet(2, "bonus"), CLOSE]
    table = play(GAME, *laid, cards("AS AD 2H KS KD 3H QS QD 4H JS JD 5H"))
    table.play([RAISE, decide(2, "fold"), decide(3, "raise"), cards("2C 2D 4C 4D TC")])
    assert face_up(table) == {}
    table.play([cards("TH")])
    assert face_up(table) == {
        "1": "AS AD 2H 2C 2D",
        "2": "KS KD 3H",
        "3": "QS QD 4H 4C 4D",
        "dealer": "JS JD 5H TC TH",
    }


def test_67_60_dealer_hides_cards_if_all_fold() -> None:
    table = play(GAME, *dealt(), FOLD)
    assert face_up(table) == {}
    assert table.table.state.game.result().key == "result.over"
    assert table.play([cards("7C")]).refused == [1]


def test_67_61_dealers_hand_announced() -> None:
    table = play(GAME, *dealt(), RAISE, cards("7C 8C KD QH"))
    assert table.table.state.game.result().values["hand"].key == "combination.two_pairs"


def test_decision_is_undone_only_before_a_card() -> None:
    table = play(GAME, *dealt(), RAISE, UNDO, take(1, "second"), FOLD)
    assert settled_fields(table, "on", "outcome") == [("ante", "lose"), ("first", "lose")]
    assert play(GAME, *dealt(), RAISE, cards("7C"), UNDO).refused == [7]


def test_67_56_unread_bets_count_as_ante_and_double() -> None:
    game = play(GAME).table.state.game
    stake = game.nominal_stake("ante")
    assert [game.nominal_stake(on) for on in ("first", "second", "bonus")] == [
        2 * stake,
        2 * stake,
        stake,
    ]
    assert game.clashing_bets({on: game.nominal_stake(on) for on in ("ante", "first")}) == {}
