"""Poker des Caraïbes, articles 67.10 to 67.21."""

import pytest

from firmware.core.game.options import OptionRefused
from tests.kits.games.scripts import (
    CLOSE,
    CONFIRM,
    UNDO,
    VOID,
    bet,
    cards,
    decide,
    known,
    play,
    take,
    told,
)
from tests.kits.offenders import each

GAME = "caribbean-stud"
LOT = {"side_bets": ["progressive"], "progressive_meter": 1_000_001}
MONEY = "on", "outcome", "returned", "paid", "article"
PAIR = "KS KD 3H 4C 5S"
PAIR_OF_TWOS = "2S 2H 8D 9C JD"
NOTHING = "AS QD JH 9C 7D"
ROYAL = "AS KS QS JS TS"
OTHER_ROYAL = "AH KH QH JH TH"


def dealt(*hands: str, **more: int) -> list[dict[str, object]]:
    """An ante at each spot, the close, and the cards, the dealer's last."""
    antes = [bet(spot, "ante", **more) for spot in range(1, len(hands))]
    return [*antes, CLOSE, cards(" ".join(hands))]


def test_67_10_two_packs_take_turns_and_are_never_merged() -> None:
    table = play(GAME, bet(1, "ante"), CLOSE, cards("AS 2D AS"), decks=2)
    assert table.alarm
    with pytest.raises(OptionRefused):
        play(GAME, decks=3)


def test_67_15_only_the_dealers_fifth_card_is_seen_before_the_raises() -> None:
    for deal in ("packets", "one-by-one"):
        steps = [bet(1, "ante"), CLOSE, cards("2S 3D 5H 7C 9S TH 4C 6D 8S QH")]
        game = play(GAME, *steps, deal=deal).table.state.game
        assert {name: [c.name for c in hand] for name, hand in game.cards.items()} == {
            "dealer": ["QH"]
        }


def test_67_16_a_folded_hand_is_not_shown() -> None:
    table = play(GAME, *dealt(PAIR, PAIR_OF_TWOS), decide(1, "fold"))
    assert told(table, *MONEY) == [("ante", "lose", 0, 0, "67.16")]
    assert list(table.table.state.game.cards) == ["dealer"]


@each("cents", [0, 1000, 1999, 2001, 3000])
def test_67_16_a_raise_is_twice_the_ante(cents: int) -> None:
    deal = dealt(PAIR, PAIR_OF_TWOS)
    table = play(GAME, *deal, decide(1, "raise", cents=cents))
    assert table.refused == [4]
    assert [choice.do for choice in table.table.state.game.choices] == ["raise", "fold"]
    assert told(table.play([decide(1, "raise", cents=2000)]), "on") == [("ante",), ("raise",)]


def test_67_16_nothing_is_raised_before_the_cards_nor_out_of_turn() -> None:
    assert play(GAME, bet(1, "ante"), bet(1, "raise")).refused == [2]
    deal = dealt(PAIR, "QS QD 3D 4D 5D", PAIR_OF_TWOS)
    assert play(GAME, *deal, decide(2, "fold")).refused == [5]
    assert play(GAME, *deal, decide(1, "check")).refused == [5]
    assert play(GAME, *deal, cards("2C")).refused == [5]
    assert play(GAME, *deal[:-1], decide(1, "fold")).refused == [4]


@each(
    "dealers, opens",
    [("AS KD JH 9C 7D", True), ("AS QD JH 9C 7D", False), ("2S 2D 3C 4C 5D", True)],
)
def test_67_17_the_dealer_opens_on_an_ace_and_a_king(dealers: str, *, opens: bool) -> None:
    table = play(GAME, *dealt("KS KH 3H 4H 5S", dealers), decide(1, "raise"))
    said = "result.dealer_hand" if opens else "result.not_open"
    assert table.table.state.game.result().key == said
    assert told(table, "article") == [("67.20" if opens else "67.17",)] * 2


def test_67_19_equal_hands_are_equal_whatever_their_suits() -> None:
    table = play(GAME, *dealt("KS KD 3H 4C 5S", "KH KC 3D 4D 5H"), decide(1, "raise"))
    assert told(table, *MONEY) == [
        ("ante", "push", 1000, 0, "67.19"),
        ("raise", "push", 2000, 0, "67.19"),
    ]


def test_67_20_up_to_the_maximum_of_the_table() -> None:
    straight_flush = "9H 8H 7H 6H 5H"
    deal = dealt(straight_flush, PAIR_OF_TWOS)
    table = play(GAME, *deal, decide(1, "raise"), max_payout={"raise": 50_000})
    assert told(table, "paid", "odds") == [(1000, "1:1"), (50_000, "50:1")]


def progressive(*spots: int) -> list[dict[str, object]]:
    return [bet(spot, "progressive", 100) for spot in spots]


def won(steps: list[dict[str, object]]) -> list[tuple[int, int]]:
    """What the progressive bets are paid, by spot."""
    lines = told(play(GAME, *steps, **LOT), "spot", "on", "paid")
    return [(spot, paid) for spot, on, paid in lines if on == "progressive"]


def test_67_21_two_royal_flushes_share_the_lot_raised_or_not() -> None:
    steps = [*progressive(1, 2), *dealt(ROYAL, OTHER_ROYAL, "AD QD JC 9C 7D")]
    assert won([*steps, decide(1, "fold"), decide(2, "raise")]) == [(1, 500_001), (2, 500_000)]


def test_67_21_each_straight_flush_is_paid_from_the_lot_as_displayed() -> None:
    steps = [*progressive(1, 2), *dealt("9H 8H 7H 6H 5H", "9S 8S 7S 6S 5S", NOTHING)]
    folds = [decide(1, "fold"), decide(2, "fold")]
    assert won([*steps, *folds]) == [(1, 100_000), (2, 100_000)]


def test_67_21_fixed_prizes_are_not_of_the_lot() -> None:
    steps = [*progressive(1, 2), *dealt("9H 9S 9D 9C 5H", ROYAL, "AD QD JH 8C 7D")]
    folds = [decide(1, "fold"), decide(2, "fold")]
    assert won([*steps, *folds]) == [(1, 50_000), (2, 1_000_001)]


def test_67_21_only_where_the_table_says_so_and_besides_an_ante() -> None:
    assert play(GAME, *progressive(1)).refused == [1]
    table = play(GAME, *progressive(1), bet(2, "ante"), CLOSE, **LOT)
    assert told(table, *MONEY) == [("progressive", "push", 100, 0, "67.21")]
    assert play(GAME, bet(1, "ante"), bet(1, "progressive", 200), **LOT).refused == [2]


def test_one_bettor_plays_at_a_spot_whatever_his_name() -> None:
    antes = [bet(1, "ante", bettor="A"), bet(1, "ante", bettor="B")]
    table = play(GAME, *antes, CLOSE, cards(f"{PAIR} {PAIR_OF_TWOS}"), decide(1, "raise"))
    assert table.refused == [2]
    assert told(table, "bettor", "on", "outcome") == [("A", "ante", "win"), ("A", "raise", "win")]


def test_a_decision_is_undone_and_a_round_voided() -> None:
    deal = dealt(PAIR, "QS QD 3D 4D 5D", PAIR_OF_TWOS)
    undone = play(GAME, *deal, decide(1, "raise"), UNDO, take(1, "raise"), decide(1, "fold"))
    assert known(undone, *MONEY) == [("ante", "lose", 0, 0, "67.16")]
    voided = play(GAME, *deal, decide(1, "raise"), VOID)
    assert sorted(told(voided, "on", "outcome", "returned")) == [
        *[("ante", "push", 1000)] * 2,
        ("raise", "push", 2000),
    ]
    again = voided.play([*dealt(PAIR, PAIR_OF_TWOS), decide(1, "raise"), CONFIRM])
    assert told(again, "outcome")[-2:] == [("win",), ("win",)]


def test_67_17_the_dealers_hand_and_those_that_stay_in_lie_face_up() -> None:
    raised = decide(1, "raise", cents=2000)
    table = play(GAME, *dealt(PAIR, PAIR_OF_TWOS, OTHER_ROYAL), raised, decide(2, "fold"))
    shown = {
        name: " ".join(card.name for card in hand)
        for name, hand in table.table.state.game.cards.items()
    }
    assert shown == {"1": PAIR, "dealer": OTHER_ROYAL}
