"""Craps, articles 95.14 to 95.17: every bet on every roll, against sets."""

from fractions import Fraction
from itertools import product
from typing import Any

from firmware.core.games.craps.bet_returns import bet_returns
from firmware.core.games.craps.bets import ALL_ROLLS, BET_EFFECTS, NUMBERS, DiceRoll
from firmware.core.games.craps.craps import Craps
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.shell.rules.rules import game_rules
from tests.kits.offenders import each

RULES = game_rules("craps")
POINTS = (None, 4, 5, 6, 8, 9, 10)
STAKE = Cents(60_000)
"""Divisible by every part and by every stake of the odds."""


# 95.14 to 95.17: every bet on every roll, against sets


def on(*totals: int) -> set[DiceRoll]:
    return {roll for roll in ALL_ROLLS if sum(roll) in totals}


def pairs() -> set[DiceRoll]:
    return {(face, face) for face in range(1, 7)}


ALL = set(ALL_ROLLS)
FAIR = {4: "2:1", 5: "3:2", 6: "6:5", 8: "6:5", 9: "3:2", 10: "2:1"}
AGAINST = {4: "1:2", 5: "2:3", 6: "5:6", 8: "5:6", 9: "2:3", 10: "1:2"}
PLACED = {4: "9:5", 5: "7:5", 6: "7:6", 8: "7:6", 9: "7:5", 10: "9:5"}
HARD = {4: "7:1", 6: "9:1", 8: "9:1", 10: "7:1"}
ONE_ROLL = {
    "field": [(on(3, 4, 9, 10, 11), "1:1", 1), (on(2, 12), "2:1", 1)],
    "any_7": [(on(7), "4:1", 1)],
    "eleven": [(on(11), "15:1", 1)],
    "any_craps": [(on(2, 3, 12), "7:1", 1)],
    "craps:2": [(on(2), "30:1", 1)],
    "craps:3": [(on(3), "15:1", 1)],
    "craps:12": [(on(12), "30:1", 1)],
    "horn": [(on(2, 12), "30:1", 4), (on(3, 11), "15:1", 4)],
    "three_way": [(on(2, 12), "30:1", 3), (on(3), "15:1", 3)],
    "world": [(on(2, 12), "30:1", 5), (on(3, 11), "15:1", 5), (on(7), "4:1", 5)],
}
"""What wins, at what, for which part of the stake."""

Terms = tuple[list[tuple[set[DiceRoll], str, int]], set[DiceRoll], set[DiceRoll], str]
"""What wins, what loses, what is void, and the article."""
EVEN = dict.fromkeys(NUMBERS, "1:1")
FIRST_ROLL: dict[str, Terms] = {
    **dict.fromkeys(("pass", "come"), ([(on(7, 11), "1:1", 1)], on(2, 3, 12), set(), "95.14")),
    **dict.fromkeys(
        ("dont_pass", "dont_come"), ([(on(2, 3), "1:1", 1)], on(7, 11), on(12), "95.14")
    ),
}
BEFORE_SEVEN = {
    **dict.fromkeys(("pass", "come"), (EVEN, "95.14")),
    **dict.fromkeys(("pass_odds", "come_odds"), (FAIR, "95.16")),
    "place": (PLACED, "95.17"),
    "buy": (FAIR, "95.17"),
}
AFTER_SEVEN = {
    **dict.fromkeys(("dont_pass", "dont_come"), (EVEN, "95.14")),
    **dict.fromkeys(("dont_pass_odds", "dont_come_odds"), (AGAINST, "95.16")),
    "lay": (AGAINST, "95.17"),
}


def expected(name: str, point: int | None) -> Terms:
    base, _, argument = name.partition(":")
    if name in ONE_ROLL:
        wins = ONE_ROLL[name]
        article = "95.14" if name == "field" else "95.15"
        return wins, ALL.difference(*(rolls for rolls, _, _ in wins)), set(), article
    if base == "hop":
        low, high = map(int, argument.split(","))
        named = {(low, high), (high, low)}
        return [(named, "30:1" if low == high else "15:1", 1)], ALL - named, set(), "95.15"
    number = int(argument) if argument else point if "pass" in base else None
    if number is None:
        return FIRST_ROLL[base]
    if base == "hard":
        hard = on(number) & pairs()
        return [(hard, HARD[number], 1)], on(7, number) - hard, set(), "95.15"
    if base in BEFORE_SEVEN:
        odds, article = BEFORE_SEVEN[base]
        return [(on(number), odds[number], 1)], on(7), set(), article
    odds, article = AFTER_SEVEN[base]
    return [(on(7), odds[number], 1)], on(number), set(), article


def commission(name: str) -> int:
    """Five per cent of the stake, or of what may be won."""
    base, _, number = name.partition(":")
    if base == "buy":
        return STAKE // 20
    return STAKE // 20 * Fraction(AGAINST[int(number)].replace(":", "/")) if base == "lay" else 0


def line(name: str, roll: DiceRoll, point: int | None, *, working: bool) -> tuple[Any, ...] | None:
    """Return outcome, returned, paid, commission, odds and article, None for a bet that stands."""
    wins, lost, void, article = expected(name, point)
    off = point is None and not working
    if off and name.startswith(("hard", "place", "buy")):
        return None
    if off and name.startswith("come_odds"):
        wins, void, lost = [], set.union(lost, *(rolls for rolls, _, _ in wins)), set()
    for rolls, odds, parts in wins:
        if roll in rolls:
            paid = STAKE // parts * Fraction(odds.replace(":", "/"))
            return "win", STAKE // parts, paid, commission(name), odds, article
    if roll in lost:
        return "lose", 0, 0, commission(name), None, article
    return ("push", STAKE, 0, 0, None, article) if roll in void else None


def rolled(
    point: int | None, *, working: bool, roll: DiceRoll
) -> tuple[Craps, dict[str, BetSettled]]:
    """Lay every bet that there may be, and roll."""
    game = Craps(RULES, {})
    names = [name for name in Craps.BETS if point or not name.endswith("pass_odds")]
    marked = [[1, name, None] for name in names] if working else []
    game.remember({"point": point, "working": marked})
    game.close(Bet(Place(1, name), STAKE) for name in names)
    game.take_result(ResultSeen(tuple(map(str, roll))))
    assert game.finished
    return game, {line.bet.place.on: line for line in game.lines}


@each("working", [False, True])
@each("point", POINTS)
def test_95_14_to_17_every_bet_on_every_roll(point: int | None, working: bool) -> None:
    for roll in ALL_ROLLS:
        game, lines = rolled(point, working=working, roll=roll)
        assert len(lines) == len(game.lines)
        for place, _ in game.bets:
            found = lines.get(place.on)
            assert line(place.on, roll, point, working=working) == (
                found
                and (
                    *(found.outcome, found.returned, found.paid),
                    *(found.commission, found.odds, found.article),
                )
            ), (place.on, roll)


@each("point", POINTS)
def test_what_is_not_settled_stands_and_come_bets_travel(point: int | None) -> None:
    for roll in ALL_ROLLS:
        game, lines = rolled(point, working=False, roll=roll)
        travels = sum(roll) in NUMBERS
        waiting = {place.on for place, _ in game.bets if place.on not in lines}
        moved = {"come", "dont_come"} if travels else set()
        stands = waiting - moved | {f"{name}:{sum(roll)}" for name in moved}
        assert {place.on for place, _ in game.carries} == stands
        assert {a.on: b.on for (a, _), (b, _) in game.bet_moves.items()} == {
            name: f"{name}:{sum(roll)}" for name in moved
        }


def test_what_bets_give_back_in_the_long_run() -> None:
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


def test_95_14_the_marker_follows_the_roll() -> None:
    for point, roll in product(POINTS, ALL_ROLLS):
        game, _ = rolled(point, working=False, roll=roll)
        game.shooter = 3
        game.open()
        total = sum(roll)
        if point is None:
            assert game.point_number == (total if total in NUMBERS else None)
        else:
            assert game.point_number == (None if total in (7, point) else point)
        assert game.shooter == (None if point is not None and total == 7 else 3)
        assert game.last_symbols == ()
