"""Craps, articles 95.14 to 95.17: what a roll leaves, and what bets give back."""

from itertools import product

from firmware.core.games.craps.bet_returns import bet_returns
from firmware.core.games.craps.bets import ALL_ROLLS, BET_EFFECTS, NUMBERS, DiceRoll
from firmware.core.games.craps.craps import Craps
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled
from tests.kits.offenders import each
from tests.kits.quebec import game_rules

RULES = game_rules("craps")
POINTS = (None, 4, 5, 6, 8, 9, 10)
STAKE = Cents(60_000)
"""Divisible by every part and by every stake of the odds."""


def rolled(point: int | None, roll: DiceRoll) -> tuple[Craps, dict[str, BetSettled]]:
    """Lay every bet that there may be, and roll."""
    game = Craps(RULES, {})
    names = [name for name in Craps.BETS if point or not name.endswith("pass_odds")]
    game.remember({"point": point, "working": []})
    game.close(Bet(Place(1, name), STAKE) for name in names)
    game.take_result(ResultSeen(tuple(map(str, roll))))
    assert game.finished
    return game, {line.bet.place.on: line for line in game.lines}


@each("point", POINTS)
def test_unsettled_bets_stay_and_come_bets_move(point: int | None) -> None:
    for roll in ALL_ROLLS:
        game, lines = rolled(point, roll)
        travels = sum(roll) in NUMBERS
        waiting = {place.on for place, _ in game.bets if place.on not in lines}
        moved = {"come", "dont_come"} if travels else set()
        stands = waiting - moved | {f"{name}:{sum(roll)}" for name in moved}
        assert {place.on for place, _ in game.carries} == stands
        assert {a.on: b.on for (a, _), (b, _) in game.bet_moves.items()} == {
            name: f"{name}:{sum(roll)}" for name in moved
        }


def test_long_run_return_of_bets() -> None:
    found = bet_returns(RULES)
    assert found.keys() == BET_EFFECTS.keys()
    assert {name: str(1 - back) for name, back in found.items() if name in LOST} == LOST
    free = [back for name, back in found.items() if "odds" in name]
    assert free == [1] * 24


LOST = {
    **dict.fromkeys(("pass", "come"), "7/495"),
    **dict.fromkeys(("dont_pass", "dont_come"), "3/220"),
    **dict.fromkeys(("hard:4", "hard:10", "eleven", "any_craps", "craps:3", "hop:1,2"), "1/9"),
    **dict.fromkeys(("hard:6", "hard:8"), "1/11"),
    **dict.fromkeys(("craps:2", "craps:12", "hop:1,1"), "5/36"),
    **dict.fromkeys(("place:4", "place:10"), "1/15"),
    **dict.fromkeys(("place:5", "place:9"), "1/25"),
    **dict.fromkeys(("place:6", "place:8"), "1/66"),
    **{f"buy:{number}": "1/20" for number in NUMBERS},
    **dict.fromkeys(("lay:4", "lay:10"), "1/40"),
    **dict.fromkeys(("lay:5", "lay:9"), "1/30"),
    **dict.fromkeys(("lay:6", "lay:8"), "1/24"),
    "field": "1/18",
    "any_7": "1/6",
    "horn": "1/8",
    "world": "2/15",
    "three_way": "7/54",
}
"""What the house keeps of a bet that is decided."""


def test_95_14_marker_follows_the_roll() -> None:
    for point, roll in product(POINTS, ALL_ROLLS):
        game, _ = rolled(point, roll)
        game.shooter.spot = 3
        game.open()
        total = sum(roll)
        if point is None:
            assert game.point_number == (total if total in NUMBERS else None)
        else:
            assert game.point_number == (None if total in (7, point) else point)
        assert game.shooter.spot == (None if point is not None and total == 7 else 3)
        assert game.last_symbols == ()
