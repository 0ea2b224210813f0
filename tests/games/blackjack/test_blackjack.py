"""Blackjack, articles 13 to 26.1."""

from typing import Any

from tests.kits.games.bare_table import BareTable, as_line
from tests.kits.games.scripts import (
    Step,
    bet,
    cards,
    decide,
    play,
    settled_fields,
)
from tests.kits.offenders import each

GAME = "blackjack"
MONEY = "on", "stake", "outcome", "returned", "paid", "article"
HIT, STAND, DOUBLE = decide(1, "hit"), decide(1, "stand"), decide(1, "double")
SPLIT = decide(1, "split")
BEHIND = bet(1, bettor="B", cents=600)


def asked(*steps: Step, **options: Any) -> list[tuple[int, str, str | None]]:
    """Return what may be decided after these steps: spot, decision, bettor."""
    choices = play(GAME, *steps, **options).table.state.game.choices
    return [(choice.spot, choice.do.value, choice.bettor) for choice in choices]


def hands_asked(*steps: Step, **options: Any) -> list[tuple[str, int | None]]:
    """Return what may be decided for which hand."""
    choices = play(GAME, *steps, **options).table.state.game.choices
    return [(choice.do.value, choice.hand) for choice in choices]


def so_far(table: BareTable, *names: str) -> list[tuple[Any, ...]]:
    """Return what is asked for of every bet that is decided, before the round is over."""
    return [tuple(as_line(line)[name] for name in names) for line in table.table.state.game.lines]


def shown(table: BareTable) -> dict[str, list[str]]:
    return {
        name: [card.name for card in hand] for name, hand in table.table.state.game.cards.items()
    }


def test_16_bettor_behind_doubles_after_seated_player() -> None:
    deal = [bet(1), BEHIND, cards("5S 6D 6H")]
    alone = decide(1, "double", bettor="B")
    assert play(GAME, *deal, alone).refused == [4]
    assert asked(*deal, DOUBLE) == [(1, "double", "B")]
    assert asked(*deal, DOUBLE, alone) == []
    assert play(GAME, *deal, DOUBLE, alone, alone).refused == [6]
    table = play(GAME, *deal, DOUBLE, cards("TS TD TC"), alone)
    assert table.refused == [6]
    assert settled_fields(table, "stake") == [(2000,), (600,)]


def test_16_seated_player_insures_before_those_behind() -> None:
    deal = [bet(1), BEHIND, bet(2), cards("9S 9D AD 9H 8H")]
    insured, behind = decide(1, "insurance"), decide(1, "insurance", bettor="B")
    assert play(GAME, *deal, behind).refused == [5]
    assert play(GAME, *deal, decide(1, "no_insurance"), behind).refused == [6]
    assert asked(*deal, insured)[:2] == [(1, "insurance", "B"), (1, "no_insurance", "B")]
    end = [STAND, decide(2, "stand"), cards("KC")]
    table = play(GAME, *deal, insured, behind, *end)
    assert settled_fields(table, *MONEY)[:2] == [
        ("insurance", 500, "win", 500, 1000, "25"),
        ("insurance", 300, "win", 300, 600, "25"),
    ]


def test_21_3_settles_once_decided() -> None:
    laid = [bet(1), bet(1, "sevens", 100)]
    assert so_far(play(GAME, *laid, cards("8S")), "on", "outcome") == [("sevens", "lose")]
    one = play(GAME, *laid, cards("7S 2D 9H"))
    assert so_far(one, "on", "paid") == [("sevens", 300)]
    two = [*laid, cards("7S 2D 7H")]
    assert so_far(play(GAME, *two), "on") == []
    assert so_far(play(GAME, *two, HIT, cards("2H")), "on", "paid") == [("sevens", 5000)]
    assert so_far(play(GAME, *two, STAND), "on", "paid") == [("sevens", 5000)]
    assert so_far(play(GAME, *two, SPLIT, cards("7C")), "on", "paid") == [("sevens", 50000)]


def test_21_2_split_ends_progressive() -> None:
    shows = {"side_bets": ["progressive"], "progressive_table": 2}
    laid = [bet(1), bet(1, "progressive", 100), cards("AS 2D AH")]
    assert so_far(play(GAME, *laid, **shows), "on") == []
    assert so_far(play(GAME, *laid, SPLIT, **shows), "paid") == [(2500,)]
    assert so_far(play(GAME, *laid, HIT, cards("AC"), **shows), "paid") == [(25000,)]
    black = [*laid[:2], cards("AS 2D AC"), HIT, cards("AS")]
    assert so_far(play(GAME, *black, **shows), "paid") == []
    assert so_far(play(GAME, *black, STAND, **shows), "paid") == [(25000,)]


def test_22_soft_21_draws_hard_does_not() -> None:
    soft = [bet(1), cards("AS 9D 5H"), HIT, cards("5C")]
    assert [do for _, do, _ in asked(*soft)] == ["hit", "stand"]
    hard = play(GAME, bet(1), cards("TS 9D 5H"), HIT, cards("6C"))
    assert hard.table.state.game.due.spot == 0


def test_22_second_card_is_secret_during_insurance() -> None:
    deals = [[bet(1), bet(2), cards(f"9S 5D AD 9H 6H {hole}")] for hole in ("KC", "6C", "9C")]
    assert len({str(asked(*deal, hole_card=True)) for deal in deals}) == 1
    for deal in deals:
        table = play(GAME, *deal, hole_card=True)
        assert shown(table)["dealer"] == ["AD"]
        assert table.table.state.game.due is None


def test_22_second_card_is_shown_in_dealers_turn() -> None:
    deal = [bet(1), cards("9S 6D 9H 5C")]
    assert shown(play(GAME, *deal, hole_card=True))["dealer"] == ["6D"]
    assert shown(play(GAME, *deal, STAND, hole_card=True))["dealer"] == ["6D", "5C"]


def test_25_decision_ending_insurance_yields_to_blackjack() -> None:
    deal = [bet(1), bet(2), cards("5S 9D AD 6H 8H KC")]
    table = play(GAME, *deal, decide(2, "insurance"), DOUBLE, hole_card=True)
    assert settled_fields(table, *MONEY) == [
        ("insurance", 500, "win", 500, 1000, "25"),
        ("main", 2000, "lose", 1000, 0, "20"),
        ("main", 1000, "lose", 0, 0, "18"),
    ]


def test_25_insurance_is_answered_once_in_any_order() -> None:
    deal = [bet(1), bet(2), cards("9S 5D AD 9H 6H")]
    second, first = decide(2, "insurance"), decide(1, "no_insurance")
    assert play(GAME, *deal, second, second).refused == [5]
    assert play(GAME, *deal, second, first, decide(1, "insurance")).refused == [6]
    assert play(GAME, *deal, STAND, second).refused == [5]
    assert play(GAME, *deal, decide(2, "insurance", cents=400)).refused == [4]
    alone = [bet(1), cards("AS AD KH"), cards("KC")]
    assert settled_fields(play(GAME, *alone), "outcome", "article") == [("push", "19")]
    assert asked(bet(1), cards("9S KD 9H"))[0] == (1, "hit", None)


@each(
    "first, usually, indicated",
    [
        ("5S 4H", True, True),
        ("6S 5H", True, True),
        ("AS 8H", True, True),
        ("AS KH", False, False),
        ("5S 3H", False, True),
        ("TS KH", False, True),
    ],
)
def test_23_and_26_1_doubling_hands(first: str, usually: bool, indicated: bool) -> None:
    one, other = first.split()
    deal = [bet(1), cards(f"{one} 6D {other}")]
    assert ((1, "double", None) in asked(*deal)) is usually
    assert ((1, "double", None) in asked(*deal, double_any=True)) is indicated


def test_23_double_costs_stake_draws_one() -> None:
    deal = [bet(1), cards("5S 6D 6H")]
    for cents in (999, 1001, 0):
        assert play(GAME, *deal, decide(1, "double", cents=cents)).refused == [3]
    table = play(GAME, *deal, DOUBLE, cards("2H"))
    assert table.table.state.game.due.spot == 0


def test_24_first_hand_ends_before_second_draws() -> None:
    split = [bet(1), cards("8S 6D 8H"), SPLIT]
    assert shown(play(GAME, *split)) == {"dealer": ["6D"], "1.1": ["8S"], "1.2": ["8H"]}
    assert play(GAME, *split, STAND).refused == [4]
    assert play(GAME, *split, cards("2S"), decide(1, "stand", hand=2)).refused == [5]
    assert ("double", 1) not in hands_asked(*split, cards("2S"))
    after = hands_asked(*split, cards("2S"), STAND, cards("3H"), double_after_split=True)
    assert ("double", 2) in after


def test_26_1_four_splits_if_enabled() -> None:
    first = [bet(1), cards("8S 6D 8H"), SPLIT, cards("8D")]
    assert ("split", 1) not in hands_asked(*first)
    thrice = [*first, SPLIT, cards("8C"), SPLIT, cards("8S")]
    assert ("split", 1) in hands_asked(*thrice, resplit=True)
    four = hands_asked(*thrice, SPLIT, cards("8H"), resplit=True)
    assert four == [("hit", 1), ("stand", 1)]


def test_26_all_busted_dealer_draws_for_insurance_only() -> None:
    busted = [HIT, cards("TC")]
    assert settled_fields(play(GAME, bet(1), cards("TS 6D 6H"), *busted), "outcome") == [("lose",)]
    insured = play(GAME, bet(1), cards("TS AD 6H"), decide(1, "insurance"), *busted)
    assert insured.table.state.game.due.nth == 2
    assert settled_fields(insured.play([cards("KD")]), "on", "outcome")[-1] == ("insurance", "win")


def test_dealers_hand_is_announced() -> None:
    stood = [bet(1), cards("TS 6D 7H"), STAND]
    ends = {"TC 9C": "dealer_bust", "5C TC": "dealer_total"}
    for end, said in ends.items():
        assert play(GAME, *stood, cards(end)).table.state.game.result().key == f"result.{said}"
    alone = play(GAME, bet(1), cards("TS 6D 6H"), HIT, cards("TC"))
    assert alone.table.state.game.result().key == "result.over"
