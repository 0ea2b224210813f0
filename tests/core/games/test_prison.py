"""Roulette at a house where a zero leaves even chances for the next spin, and its ball's turns."""

from fractions import Fraction

import pytest

from firmware.core.game.game import Game
from firmware.core.returns import table_worths
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

HOUSE = pack_of("""
[roulette.switches]
zero = { allowed = ["lose", "half", "prison", "prison_once"], usual = "prison", article = "H1" }
turns = { allowed = [4, 7], usual = 4, article = "H2" }
""")
RED = Bet(Place(1, "red"), Cents(1000))


def spun(*numbers: str, bets: tuple[Bet, ...] = (RED,), **options: object) -> Game:
    """Return a game after these spins, with the bets laid before the first and left there."""
    game = HOUSE.open_game("roulette", options)
    for number in numbers:
        game.open()
        carried = [Bet(place, cents, bettor) for (place, bettor), cents in game.carried.items()]
        game.close(carried or bets)
        game.take_result(ResultSeen((number,)))
    return game


@each(
    "zero, numbers, lines",
    [
        ("prison", "0", []),
        ("prison", "0 1", [("push", 1000, "H1")]),
        ("prison", "0 2", [("lose", 0, "H1")]),
        ("prison", "0 0", []),
        ("prison", "0 0 1", [("push", 1000, "H1")]),
        ("prison", "0 0 2", [("lose", 0, "H1")]),
        ("prison_once", "0 0", [("lose", 0, "H1")]),
        ("prison_once", "0 1", [("push", 1000, "H1")]),
        ("prison", "1", [("win", 1000, "72")]),
        ("prison", "2", [("lose", 0, "72")]),
    ],
)
def test_a_zero_leaves_even_chances_in_prison(
    zero: str, numbers: str, lines: list[tuple[str, int, str]]
) -> None:
    game = spun(*numbers.split(), zero=zero)
    assert [(line.outcome, line.returned, line.article) for line in game.lines] == lines


def test_other_bets_are_not_in_prison() -> None:
    game = spun("0", bets=(RED, Bet(Place(2, "dozen:1"), Cents(500))))
    assert [line.bet.place for line in game.lines] == [Place(2, "dozen:1")]
    assert [text.values["spots"] for text in game.status_lines()] == ["1"]


def test_a_prisoner_is_not_changed_nor_lost_in_a_power_cut() -> None:
    before = spun("0")
    before.open()
    game = HOUSE.open_game("roulette", {})
    game.remember(before.memory)
    game.open()
    assert game.carried == {(RED.place, None): RED.cents}
    for cents in (0, 500, 2000):
        refusal = game.change_refusal((RED.place, None), Cents(cents))
        assert refusal is not None
        assert (refusal.why.key, refusal.article) == ("why.in_prison", "H1")
    game.close([RED])
    game.take_result(ResultSeen(("1",)))
    assert [line.outcome for line in game.lines] == ["push"]


def test_a_voided_spin_frees_the_prisoner() -> None:
    game = spun("0")
    game.open()
    game.close([RED])
    game.void()
    game.open()
    assert not game.carried


@each(
    "zero, numbers, lost",
    [
        ("lose", 37, Fraction(1, 37)),
        ("half", 37, Fraction(1, 74)),
        ("prison", 37, Fraction(1, 74)),
        ("prison_once", 37, Fraction(19, 37**2)),
        ("prison", 38, Fraction(2, 38) / 2),
    ],
)
def test_even_chances_return_what_others_have_published(
    zero: str, numbers: int, lost: Fraction
) -> None:
    worths = table_worths(HOUSE.open_game("roulette", {"zero": zero, "numbers": numbers}))
    assert 1 - worths["red"].back == lost
    assert 1 - worths["dozen:1"].back == (numbers - 36) * Fraction(1, numbers)


@pytest.mark.clause("Practice wheel revolutions")
@each("turns, counts", [(3, False), (4, True), (None, True)])
def test_the_ball_goes_round_as_often_as_the_house_has(turns: int | None, counts: bool) -> None:
    game = HOUSE.open_game("roulette", {})
    game.open()
    game.close([RED])
    why = game.result_refusal(ResultSeen(("1",), turns))
    assert (why is None) is counts
    assert why is None or (why.values["least"], why.values["article"]) == ("4", "H2")
