"""Craps, articles 95.6 to 95.17."""

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.display.show import panel
from firmware.core.game.options import OptionRefused
from firmware.core.games.craps.bets import FATES, NUMBERS, ROLLS, Roll
from firmware.core.games.craps.craps import Craps
from firmware.core.games.craps.returns import returns
from firmware.core.table.decisions import open_choices
from firmware.core.table.felt import NOBODY
from firmware.core.table.rules import TableRules
from firmware.core.table.state import Checkpoint
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import KeyPressed, ResultSeen
from firmware.core.vocabulary.instruments import Keyed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.shell.rules.rules import game_rules
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import UNDO, VOID, Step, bet, shooter, take, told
from tests.kits.offenders import each

RULES = game_rules("craps")
POINTS = (None, 4, 5, 6, 8, 9, 10)
STAKE = Cents(60_000)
"""Divisible by every part and by every stake of the odds."""
LINE = "on", "outcome", "returned", "paid", "odds", "article"


class Layout(BareTable):
    """A craps table whose people pay, take and move chips as they are told."""

    def _dice(self, faces: list[int]) -> None:
        self._tell(ResultSeen(tuple(map(str, faces))))
        if self.table.state.round.bets.settled:
            for origin, to in self.table.state.round.bets.moves.items():
                self._put(origin, 0)
                self._put(to, self.table.state.round.bets.carried[to])
            self._tell(KeyPressed(Key.CONFIRM))

    def _take(self, at: dict[str, Any]) -> None:
        stack = Place(at["spot"], at["on"]), at.get("bettor")
        before = self.table.state.felt.amount(stack)
        if not self._put(stack, 0):
            self._quietly(stack, before)

    def _keyed(self, faces: list[int]) -> None:
        for face in faces:
            self._tell(KeyPressed(Key(f"digit_{face}")))

    @property
    def game(self) -> Craps:
        assert isinstance(self.table.state.game, Craps)
        return self.table.state.game

    @property
    def standing(self) -> dict[str, int]:
        return {place.on: cents for (place, _), cents in self.game.carried.items()}


def play(*steps: Step) -> Layout:
    table = Layout({"game": "craps"})
    table.play(steps)
    return table


def dice(first: int, second: int) -> Step:
    return {"dice": [first, second]}


WORKING: Step = {"press": "working"}
POINT_6 = (bet(1, "pass"), dice(2, 4))
COME_6_AND_POINT_8 = (bet(1, "pass"), dice(2, 6), bet(1, "come"), dice(3, 3))


# 95.14 to 95.17: every bet on every roll, against sets


def on(*totals: int) -> set[Roll]:
    return {roll for roll in ROLLS if sum(roll) in totals}


def pairs() -> set[Roll]:
    return {(face, face) for face in range(1, 7)}


ALL = set(ROLLS)
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

Terms = tuple[list[tuple[set[Roll], str, int]], set[Roll], set[Roll], str]
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


def line(name: str, roll: Roll, point: int | None, *, working: bool) -> tuple[Any, ...] | None:
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


def rolled(point: int | None, *, working: bool, roll: Roll) -> tuple[Craps, dict[str, BetSettled]]:
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
    for roll in ROLLS:
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
    for roll in ROLLS:
        game, lines = rolled(point, working=False, roll=roll)
        travels = sum(roll) in NUMBERS
        waiting = {place.on for place, _ in game.bets if place.on not in lines}
        moved = {"come", "dont_come"} if travels else set()
        stands = waiting - moved | {f"{name}:{sum(roll)}" for name in moved}
        assert {place.on for place, _ in game.carries} == stands
        assert {a.on: b.on for (a, _), (b, _) in game.moves.items()} == {
            name: f"{name}:{sum(roll)}" for name in moved
        }


def test_what_bets_give_back_in_the_long_run() -> None:
    found = returns(RULES)
    assert found.keys() == FATES.keys()
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


# 95.1 to 95.12


@each("shown", [("0", "3"), ("7", "1"), ("3",), ("1", "2", "3"), ("x", "1")])
def test_95_1_and_95_6_two_dice_of_six_faces(shown: tuple[str, ...]) -> None:
    table = play(bet(1, "field"))
    table._tell(ResultSeen(shown))
    assert table.alarm
    assert told(table.play([dice(1, 2)]), "outcome") == [("win",)]


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(OptionRefused):
        Craps(RULES, {"decks": 1})


def test_95_7_anyone_may_bet_at_a_spot() -> None:
    table = play(bet(1, "field"), bet(1, "field", bettor="B"), dice(1, 1))
    assert told(table, "paid") == [(2000,), (2000,)]


THROWS_2 = (shooter(2), bet(2, "pass"))
SHOOTER_2 = Text("told.shooter", {"spot": 2})


def offered(table: Layout) -> list[int]:
    return [choice.spot for choice in open_choices(table.table.state)]


def test_95_8_the_dice_are_offered_by_turns_from_the_left() -> None:
    table = play()
    assert offered(table) == [1, 2, 3, 4, 5, 6, 7]
    table.play([shooter(3)])
    assert offered(table) == [4, 5, 6, 7, 1, 2, 3]
    table.play([bet(3, "pass"), dice(2, 4), dice(3, 4)])
    assert offered(table) == [4, 5, 6, 7, 1, 2, 3]


ASKED = "prompt.shooter"


def asks(table: Layout) -> int | None:
    """Return the spot to which the display offers the dice."""
    found = [line for line in panel(table.table).dealer if line.key == ASKED]
    return int(found[0].values["spot"]) if found else None


@each("named", [True, False])
def test_95_8_the_dice_are_offered_once_when_they_pass_on(*, named: bool) -> None:
    """At the start of play and after a seven-out, until somebody is named or has thrown."""
    table = play()
    assert asks(table) == 1
    table.play([bet(1, "pass")])
    assert asks(table) == 1
    for turn in (1, 2):
        table.play([shooter(turn)] if named else [])
        assert asks(table) == (None if named else 1)
        table.play([dice(1, 1), bet(turn, "pass"), dice(2, 4), dice(2, 3)])
        assert asks(table) is None
        table.play([dice(3, 3), bet(turn, "pass"), dice(2, 4)])
        assert asks(table) is None
        table.play([dice(3, 4), bet(turn + 1, "pass")])
        assert asks(table) == (turn + 1 if named else 1)


def test_95_4_place_offers_the_dice_at_any_time() -> None:
    """Unasked the key SHOOTER is of no spot."""
    table = play(*THROWS_2, dice(2, 4))
    assert asks(table) is None
    table.play([{"press": "shooter"}])
    assert (table.game.shooter, len(table.refused)) == (2, 1)
    for spot in (3, 4):
        table.play([{"press": "place"}])
        assert asks(table) == spot
    table.play([{"press": "shooter"}])
    assert (table.game.shooter, asks(table)) == (4, None)


def test_95_8_a_voided_first_roll_leaves_the_dice_to_be_offered() -> None:
    table = play(bet(1, "hop:1,1"))
    table._tell(ResultSeen(("1", "1")))
    assert asks(table) is None
    table.play([VOID])
    assert table.game.asks


def test_95_10_the_shooter_is_shown_on_the_come_out_and_until_the_dice_pass_on() -> None:
    table = play(bet(1, "pass"))
    assert table.game.told() == (Text("told.off"),)
    table.play(THROWS_2)
    assert table.game.told() == (Text("told.off"), SHOOTER_2)
    table.play([dice(2, 4)])
    assert table.game.told() == (Text("told.point", {"number": 6}), SHOOTER_2)
    table.play([dice(2, 3), dice(3, 3)])
    assert table.game.told() == (Text("told.off"), SHOOTER_2)
    table.play([bet(2, "pass"), dice(2, 2)])
    table._tell(ResultSeen(("3", "4")))
    assert table.game.told() == (Text("told.off"),)


@each("before", [[], [dice(2, 4)], [dice(2, 4), dice(1, 1)]])
def test_95_4_a_shooter_loses_the_dice_at_any_time_to_the_one_who_is_named(
    before: list[Step],
) -> None:
    table = play(*THROWS_2, *before, shooter(7))
    assert table.game.shooter == 7


def test_95_8_a_name_is_undone_until_chips_have_moved() -> None:
    table = play(shooter(2), shooter(3), UNDO)
    assert (table.game.shooter, table.refused) == (2, [])
    table.play([bet(1, "pass"), UNDO])
    assert (table.game.shooter, table.refused) == (2, [2])


INITIAL = ("pass", "dont_pass")


@each("own", ["", "field", *INITIAL])
@each("other", ["", *INITIAL])
@each("point", [False, True])
def test_95_11_only_the_shooter_must_have_bet_and_only_on_the_come_out(
    own: str, other: str, point: bool
) -> None:
    before = [bet(1, "pass"), dice(2, 4)] if point else []
    laid = [
        bet(spot, on) for spot, on in ((2, own), (3, other)) if on and not (point and on in INITIAL)
    ]
    table = play(*before, shooter(2), *laid, bet(1, "field"))
    told_before, refused = len(table.settled), len(table.refused)
    table.play([dice(1, 1)])
    taken = point or own in INITIAL
    assert len(table.refused) - refused == (not taken)
    assert (len(table.settled) > told_before) is taken


def test_95_11_a_keyed_roll_that_is_refused_is_forgotten_whole() -> None:
    table = play(shooter(2), bet(1, "field"), {"keyed": [3, 4]})
    assert table.table.state.gesture.keyed == Keyed()
    table.play([bet(2, "pass"), {"keyed": [4, 4]}])
    assert table.game.told()[0] == Text("told.point", {"number": 8})


@each("on", INITIAL)
def test_95_11_the_shooter_leaves_one_initial_bet_on_the_come_out(on: str) -> None:
    (rival,) = {*INITIAL} - {on}
    table = play(shooter(2), bet(2, on), take(2, on))
    assert (table.refused, table.standing) == ([3], {})
    table.play([bet(2, rival), take(2, on), shooter(4), shooter(2), take(2, rival)])
    assert table.refused == [3, 5]
    table.play([shooter(4), take(2, rival)])
    assert table.refused == [3, 5]


def test_95_11_where_chips_have_no_owner_anybody_s_bet_serves() -> None:
    game = Craps(RULES, {})
    game.shooter = 2
    assert game.unready([(Place(NOBODY, "pass"), None)]) is None
    assert game.unready([(Place(1, "pass"), None)]) is not None
    assert game.unready([(Place(2, "pass"), "B")]) is not None


def test_a_spot_that_the_table_has_not_gets_no_dice() -> None:
    assert play(shooter(8)).refused == [1]


@each("name", ["pass", "dont_pass"])
def test_95_14_pass_is_laid_on_the_come_out_only(name: str) -> None:
    assert play(bet(1, name)).refused == []
    assert play(bet(2, "field"), dice(2, 4), bet(1, name)).refused == [3]


@each("name", ["come", "dont_come"])
def test_95_14_come_is_laid_after_the_come_out_only(name: str) -> None:
    assert play(bet(1, name)).refused == [1]
    assert play(*POINT_6, bet(1, name)).refused == []
    assert play(*POINT_6, dice(3, 3), bet(1, name)).refused == [4]


@each("name", ["come:6", "dont_come:4"])
def test_95_14_nothing_is_laid_where_come_bets_travel_to(name: str) -> None:
    assert play(bet(1, name)).refused == [1]
    assert play(*POINT_6, bet(1, name)).refused == [3]


@each("name", ["pass", "come"])
def test_95_14_pass_and_come_may_be_raised_and_not_taken(name: str) -> None:
    steps = (bet(1, "pass"), dice(2, 6), *([bet(1, "come"), dice(3, 3)] if name == "come" else []))
    place = name if name == "pass" else "come:6"
    table = play(*steps, take(1, place))
    assert table.refused == [len(steps) + 1]
    assert table.settled == []
    assert table.standing[place] == 1000
    assert play(*steps, bet(1, place, 500), dice(1, 1)).standing[place] == 1500


@each("name", ["dont_pass", "dont_come"])
def test_95_14_dont_pass_and_dont_come_may_be_taken_and_not_raised(name: str) -> None:
    comes = [bet(1, "dont_come"), dice(3, 3)] if name == "dont_come" else []
    steps = (bet(1, "dont_pass"), dice(2, 6), *comes)
    place = name if name == "dont_pass" else "dont_come:6"
    table = play(*steps, take(1, place), dice(3, 4))
    assert (place, "push", 1000, 0, None, None) in told(table, *LINE)
    assert (place, "win") not in told(table, "on", "outcome")
    assert play(*steps, bet(1, place)).refused == [len(steps) + 1]


@each("name", ["pass", "dont_pass", "field", "hard:4", "place:6", "hop:1,2"])
def test_before_the_first_roll_every_bet_may_be_taken(name: str) -> None:
    table = play(bet(1, name), take(1, name), dice(3, 4))
    assert told(table, "on", "outcome", "returned") == [(name, "push", 1000)]
    assert table.refused == []


def test_95_14_a_come_bet_travels_to_the_number_that_another_leaves() -> None:
    table = play(*COME_6_AND_POINT_8, bet(1, "come", 700), dice(2, 4))
    assert told(table, "on", "stake", "outcome") == [("come:6", 1000, "win")]
    assert table.standing == {"pass": 1000, "come:6": 700}
    table.play([dice(3, 3)])
    assert told(table, "on", "stake", "outcome")[1:] == [("come:6", 700, "win")]


def test_95_14_a_lost_dont_come_bet_leaves_its_number_to_the_next() -> None:
    steps = bet(1, "dont_pass"), dice(2, 6), bet(1, "dont_come", 700), dice(3, 3)
    table = play(*steps, bet(1, "dont_come", 900), dice(2, 4))
    assert told(table, "on", "stake", "outcome") == [("dont_come:6", 700, "lose")]
    assert table.standing == {"dont_pass": 1000, "dont_come:6": 900}


# 95.15


@each("name, parts", [("horn", 4), ("world", 5), ("three_way", 3)])
def test_95_15_what_is_split_is_split_evenly(name: str, parts: int) -> None:
    assert play(bet(1, name, 100 * parts + 1)).refused == [1]
    table = play(bet(1, name, 100 * parts), dice(1, 2))
    assert told(table, *LINE) == [(name, "win", 100, 1500, "15:1", "95.15")]
    assert Craps(RULES, {}).nominal(name) % parts == 0


def test_95_15_a_hop_is_the_same_in_either_order() -> None:
    assert Craps(RULES, {}).canonical("hop:5,2") == "hop:2,5"
    assert len([name for name in Craps.BETS if name.startswith("hop")]) == 21


@each("name", ["hard:6", "place:6", "buy:6"])
def test_95_15_and_17_a_bet_works_on_the_come_out_if_its_player_says_so(name: str) -> None:
    assert play(bet(1, name), dice(3, 3)).standing == {name: 1000}
    assert told(play(bet(1, name), WORKING, dice(3, 3)), "outcome") == [("win",)]
    assert play(bet(1, name), WORKING, WORKING, dice(3, 3)).standing == {name: 1000}


def test_a_bet_works_as_long_as_it_stands_and_no_longer() -> None:
    table = play(bet(1, "place:6"), WORKING, dice(1, 1), dice(6, 6), dice(3, 3))
    assert told(table, "outcome") == [("win",)]
    table.play([dice(4, 2), bet(1, "place:6"), dice(4, 2)])
    assert table.standing == {"place:6": 1000}
    table = play(bet(1, "place:6"), WORKING, take(1, "place:6"), bet(1, "place:6"), dice(3, 3))
    assert table.standing == {"place:6": 1000}


@each("name", ["lay:6", "field", "pass", "any_7"])
def test_what_always_works_is_not_marked(name: str) -> None:
    assert play(bet(1, name), WORKING).refused == [2]


# 95.16


@each("name", ["pass_odds", "dont_pass_odds", "come_odds:6", "dont_come_odds:6"])
def test_95_16_odds_need_their_own_bet_with_its_number(name: str) -> None:
    assert play(bet(1, "pass"), bet(1, "dont_pass"), bet(1, name)).refused == [3]
    assert play(*POINT_6, bet(2, name)).refused == [3]
    assert play(*POINT_6, bet(1, "come"), bet(1, "dont_come"), bet(1, "come_odds:6")).refused == [5]


def test_95_16_odds_may_be_raised_and_taken_between_rolls() -> None:
    table = play(*POINT_6, bet(1, "pass_odds", 500), dice(1, 1), bet(1, "pass_odds", 500))
    assert table.play([dice(1, 1)]).standing == {"pass": 1000, "pass_odds": 1000}
    table.play([take(1, "pass_odds"), dice(3, 3)])
    assert told(table, "on", "outcome", "returned") == [
        ("pass_odds", "push", 1000),
        ("pass", "win", 1000),
    ]


@each("name", ["pass", "come"])
def test_95_16_odds_whose_own_bet_is_taken_come_back_at_the_throw(name: str) -> None:
    comes = [bet(1, "dont_come"), dice(2, 4)] if name == "come" else []
    steps = bet(1, "dont_pass"), dice(5, 3), *comes
    main = "dont_come:6" if comes else "dont_pass"
    odds = main.replace(name, f"{name}_odds")
    table = play(*steps, bet(1, odds), dice(1, 1), take(1, main), dice(3, 4))
    lines = told(table, *LINE)
    assert (odds, "push", 1000, 0, None, "95.16") in lines
    assert odds not in table.standing
    assert (odds, "win") not in told(table, "on", "outcome")


COME_ODDS = (*COME_6_AND_POINT_8, bet(1, "come_odds:6"))


@each("roll, outcome", [((3, 3), "win"), ((3, 4), "lose")])
def test_95_16_come_odds_are_off_on_the_come_out(roll: Roll, outcome: str) -> None:
    made = (*COME_ODDS, dice(4, 4), dice(*roll))
    assert ("come:6", outcome) in told(play(*made), "on", "outcome")
    assert ("come_odds:6", "push") in told(play(*made), "on", "outcome")
    assert ("come_odds:6", outcome) in told(
        play(*COME_ODDS, WORKING, dice(4, 4), dice(*roll)), "on", "outcome"
    )


def test_95_16_odds_against_a_come_bet_always_work() -> None:
    steps = bet(1, "pass"), dice(2, 6), bet(1, "dont_come"), dice(3, 3)
    table = play(*steps, bet(1, "dont_come_odds:6"), dice(4, 4), dice(3, 4))
    assert ("dont_come_odds:6", "win", 1000, 833, "5:6", "95.16") in told(table, *LINE)


# 95.17

CHARGED = "on", "outcome", "returned", "paid", "commission"


@each(
    "name, roll, settled",
    [
        ("buy:4", (2, 2), ("win", 1001, 2002, 51)),
        ("buy:4", (3, 4), ("lose", 0, 0, 51)),
        ("buy:5", (2, 3), ("win", 1001, 1501, 51)),
        ("lay:4", (3, 4), ("win", 1001, 500, 25)),
        ("lay:4", (2, 2), ("lose", 0, 0, 25)),
        ("lay:6", (3, 4), ("win", 1001, 834, 42)),
    ],
)
def test_95_17_the_commission_is_owed_won_or_lost(
    name: str, roll: Roll, settled: tuple[Any, ...]
) -> None:
    table = play(bet(2, "field"), dice(5, 4), bet(1, name, 1001), dice(*roll))
    assert (name, *settled) in told(table, *CHARGED)


def test_95_17_nor_is_it_given_back_before_the_first_roll() -> None:
    table = play(bet(1, "buy:4", 600), bet(1, "buy:4", 400), take(1, "buy:4"))
    assert told(table, *CHARGED) == [("buy:4", "push", 1000, 0, 50)]


def test_95_14_a_bet_that_was_raised_in_vain_is_taken_as_it_stood() -> None:
    table = play(bet(1, "dont_pass"), dice(2, 4))
    for cents in (1500, 0):
        table._put((Place(1, "dont_pass"), None), cents)
    assert told(table, "on", "stake", "outcome") == [("dont_pass", 1000, "push")]
    assert table.standing == {}


def test_95_17_the_commission_is_not_given_back_with_a_bet_that_is_taken() -> None:
    table = play(bet(1, "buy:4"), bet(1, "lay:4"), dice(1, 1), take(1, "buy:4"), take(1, "lay:4"))
    assert told(table, *CHARGED) == [
        ("buy:4", "push", 1000, 0, 50),
        ("lay:4", "push", 1000, 0, 25),
    ]


def test_95_17_lay_works_on_the_come_out() -> None:
    assert told(play(bet(1, "lay:4"), dice(3, 4)), "outcome") == [("win",)]


# from roll to roll

LAID = (*COME_ODDS, bet(1, "buy:9"), bet(2, "lay:5"), bet(1, "hard:4"), WORKING, dice(1, 1))


def test_a_void_gives_every_stake_back_and_begins_with_a_come_out() -> None:
    table = play(*LAID)
    stood = dict(table.standing)
    before = len(table.settled)
    table.play([VOID])
    back = told(table, "on", "stake", "outcome", "returned")[before:]
    assert sorted(back) == sorted((name, cents, "push", cents) for name, cents in stood.items())
    assert (table.game.point, table.standing, table.game.working) == (None, {}, [])


def test_95_17_the_commission_is_not_given_back_with_a_voided_bet() -> None:
    table = play(bet(1, "buy:9"), dice(1, 1), bet(2, "lay:5"), VOID)
    assert told(table, "commission") == [(50,), (34,)]


@each("roll", [("3", "4"), ("4", "4")])
@each("before", [[], [dice(2, 4)]])
def test_a_voided_roll_moves_neither_the_marker_nor_the_dice(
    roll: tuple[str, str], before: list[Step]
) -> None:
    table = play(*THROWS_2, *before, bet(2, "hop:1,1"))
    table._tell(ResultSeen(roll))
    table.play([VOID])
    assert (table.game.point, table.game.shooter) == (None, 2)


def test_a_keyed_roll_is_undone_with_the_point_that_it_made() -> None:
    table = play(*POINT_6, bet(1, "field"), {"keyed": [3, 4]})
    assert table.game.told() == (Text("told.off"),)
    table.play([UNDO])
    assert table.game.point == 6
    assert table.standing == {"pass": 1000}


def test_after_a_power_cut_everything_stands_as_it_stood() -> None:
    table = play(*LAID)
    kept = msgspec.json.decode(msgspec.json.encode(table.table.checkpoint()), type=Checkpoint)
    again = Table(Craps(RULES, {}), TableRules(sensed=False))
    again.resume_from(kept)
    assert again.checkpoint() == table.table.checkpoint()
    assert again.state.game.memory == table.game.memory
    assert again.state.game.carried == table.game.carried


LINE_BETS = tuple(name for name in Craps.BETS if name.startswith(("pass", "come", "dont")))
NAMES = st.one_of(st.sampled_from(LINE_BETS), st.sampled_from(Craps.BETS))
STEPS = st.one_of(
    st.builds(lambda *roll: dice(*roll), st.integers(1, 6), st.integers(1, 6)),
    st.builds(
        lambda spot, name, cents, who: bet(spot, name, cents, **({"bettor": who} if who else {})),
        st.integers(1, 3),
        NAMES,
        st.integers(1, 5000),
        st.sampled_from([None, None, "B"]),
    ),
    st.builds(take, st.integers(1, 3), NAMES),
    st.just(WORKING),
)


class Till(Layout):
    """Counts the chips that are laid."""

    laid = 0

    def _bet(self, bet: dict[str, Any]) -> None:
        stack = Place(bet["spot"], bet["on"]), bet.get("bettor")
        before = self.table.state.felt.amount(stack)
        super()._bet(bet)
        self.laid += self.table.state.felt.amount(stack) - before


@settings(max_examples=60)
@given(st.lists(STEPS, max_size=60))
def test_no_cent_is_lost_over_an_evening(steps: list[Step]) -> None:
    table = Till({"game": "craps"})
    table.play([bet(1, "pass"), bet(2, "dont_pass"), dice(2, 4), bet(1, "come"), *steps])
    table.play([dice(1, 3)])
    settled = sum(line["stake"] for line in table.settled)
    assert table.laid == settled + sum(table.game.carried.values())
    for line in table.settled:
        assert line["returned"] <= line["stake"]
        assert line["outcome"] in ("win", "lose", "push")
    felt = {stack: cents for stack, cents in table.table.state.felt.stacks.items() if cents}
    assert felt == table.game.carried


def test_95_14_the_marker_follows_the_roll() -> None:
    for point, roll in product(POINTS, ROLLS):
        game, _ = rolled(point, working=False, roll=roll)
        game.shooter = 3
        game.open()
        total = sum(roll)
        if point is None:
            assert game.point == (total if total in NUMBERS else None)
        else:
            assert game.point == (None if total in (7, point) else point)
        assert game.shooter == (None if point is not None and total == 7 else 3)
        assert game.shown == ()
