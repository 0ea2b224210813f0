"""Craps reckoned a second time (articles 95.1 to 95.17): what each bet is paid.

pass, dont_pass, come, dont_come, field  won, lost or void 95.14
hard and all bets of one roll            won or lost 95.15
odds                                     won, lost or given back as off 95.16
place, buy, lay                          won or lost 95.17
taken, or given back by a void           no article

The commission of a buy or lay bet is on its line whatever becomes of it: 5 % of all its stake, or
of the whole cents that it may win, raised to a cent.

At a table with a smallest chip a bet is laid in multiples of its step, the odds on the point in
that of the point; or, rounded for the player, what is paid goes up to the chip, a commission down.

Each bet is followed by itself from its chips to its fate, never the table from roll to roll. A
script of which the table would refuse a step is no legal one: AssertionError.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from tests.kits.games.chance.craps import random_script
from tests.kits.games.naive.chips import of_player, player_chip, to_player
from tests.kits.games.naive.craps import (
    BETS,
    FACES,
    MAY_WORK,
    TRAVELLED,
    Fate,
    Roll,
    fate,
    may_lay,
    may_take,
    next_point,
    odds,
    parts,
    same,
    split,
)
from tests.kits.games.naive.table import DEALER, Bet, Line, Script, Step
from tests.kits.games.reckoning.steps import is_payable

__all__ = ["BETS", "fate", "random_script", "reckon", "standing"]

ARTICLES = {
    **dict.fromkeys(("pass", "dont_pass", "come", "dont_come", "field"), "95.14"),
    **dict.fromkeys(("pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"), "95.16"),
    **dict.fromkeys(("place", "buy", "lay"), "95.17"),
}
"""By the bet's name; all else is 95.15."""
PLACES = (*BETS, *TRAVELLED)
BOXES = ("come", "dont_come")
"""The bets that may travel."""
INITIAL = ("pass", "dont_pass")
"""The bets of which a shooter makes one (95.11)."""
VOID = {"press": "void"}
END = 1_000_000
"""A step after the last one."""


def reckon(script: Script) -> list[Line]:
    """Return the settled lines of a legal script, as they come; of one roll by spot and bet."""
    chip = player_chip(script.get("options", {}))
    ended = [life for life in _lives(script) if life.ended]
    ended.sort(key=lambda life: (life.ended, life.spot, PLACES.index(same(life.on))))
    return [line_of(life, chip) for life in ended]


def standing(script: Script) -> list[Line]:
    """Return what stands over at the end of a legal script."""
    over = [life for life in _lives(script) if not life.ended]
    return [{"spot": life.spot, "on": life.on, "stake": life.cents} for life in over]


# a script, read


class Touch(NamedTuple):
    """Chips that are laid, or all taken, at a step."""

    step: int
    on: str
    cents: int
    working: bool = False


@dataclass(frozen=True)
class Life:
    """A bet from the step that lays it to the one that ends it."""

    spot: int
    on: str
    laid: int
    cents: int
    working: bool = False
    ended: int | None = None
    fate: Fate | None = None
    """None where it still stands, is taken, or is given back by a void."""

    def stood(self, step: int) -> bool:
        """Whether it was there when this step was done."""
        return self.laid < step and (self.ended is None or step <= self.ended)


class Evening:
    """When dice were thrown, what the point was, and when chips were moved."""

    def __init__(self, steps: list[Step]) -> None:
        self.rolls: list[Roll] = []
        self.thrown: list[int] = []
        self.marked: list[tuple[int, int | None]] = [(0, None)]
        """The point after each step that may change it."""
        self.voids: list[int] = []
        self.named: list[tuple[int, int | None]] = [(0, None)]
        """Who has the dice after each step that may change it."""
        self.touches: dict[tuple[int, str], list[Touch]] = defaultdict(list)
        for number, step in enumerate(steps, start=1):
            self._read(number, step)

    def _read(self, number: int, step: Step) -> None:
        point = self.marked[-1][1]
        if "dice" in step:
            first, second = step["dice"]
            assert {first, second} <= set(FACES), "no such face"
            self.rolls.append((first, second))
            self.thrown.append(number)
            self.marked.append((number, next_point(point, (first, second))))
            if point and first + second == 7:
                self.named.append((number, None))
        elif step == VOID:
            self.voids.append(number)
            self.marked.append((number, None))
        elif "shooter" in step:
            self.named.append((number, step["shooter"]["spot"]))
        elif step.keys() <= {"bet", "take"}:
            self._touch(number, **step.get("bet", step.get("take")))
        else:
            assert step == {"no_roll": True}, "not of this game"

    def _touch(
        self, number: int, spot: int, on: str, cents: int = 0, working: bool = False
    ) -> None:
        assert same(on) in PLACES, "no such bet"
        assert spot != DEALER, "nobody's"
        self.touches[spot, same(on)].append(Touch(number, on, cents, working))

    def point(self, step: int) -> int | None:
        """Return the point that a step finds."""
        return self.marked[bisect_left(self.marked, (step,)) - 1][1]

    def shooter(self, step: int) -> int | None:
        """Return who is to bet pass or don't pass at a step: the shooter, on the come-out."""
        named = self.named[bisect_left(self.named, (step,)) - 1][1]
        return None if self.point(step) else named

    def follow(self, life: Life, since: int, until: int) -> Life:
        """Return a bet as the rolls after one step, up to another, leave it; a box has but one."""
        first, end = (bisect_right(self.thrown, step) for step in (since, until))
        end = min(end, first + 1) if life.on in BOXES else end
        becomes = fate(life.on, self.rolls[first:end], self.point(since + 1), life.working)
        if becomes.outcome is None and becomes.on == life.on:
            return life
        return replace(life, ended=self.thrown[first + becomes.rolls - 1], fate=becomes)


# the bets of a script, one by one


def _lives(script: Script) -> list[Life]:
    """Return all that is ever laid, the come bet that travels as two."""
    evening = Evening(script["steps"])
    touches = {place: list(moved) for place, moved in evening.touches.items()}
    boxes = [place for place in touches if place[1] in BOXES]
    lives = [life for place in boxes for life in _at(evening, place[0], touches.pop(place))]
    for life in lives:
        if life.fate and not life.fate.outcome:
            born = Touch(life.ended, life.fate.on, life.cents)
            touches.setdefault((life.spot, born.on), []).append(born)
    lives += [life for (spot, _), moved in touches.items() for life in _at(evening, spot, moved)]
    _assert_legal(evening, lives, script.get("options", {}))
    return [life for life in lives if not life.fate or life.fate.outcome]


def _at(evening: Evening, spot: int, touches: Iterable[Touch]) -> Iterator[Life]:
    """Yield what follows one another at one place."""
    voids = [Touch(step, "", 0) for step in evening.voids]
    life, since = None, 0
    for touch in (*sorted((*touches, *voids)), Touch(END, "", 0)):
        life = life and evening.follow(life, since, touch.step)
        if life and (life.ended or not touch.cents):
            yield life if life.ended or touch.step == END else replace(life, ended=touch.step)
            life = None
        if life:
            working = life.working or touch.working
            life = replace(life, cents=life.cents + touch.cents, working=working)
        elif touch.cents:
            life = Life(spot, touch.on, touch.step, touch.cents, touch.working)
        since = touch.step


def _assert_legal(evening: Evening, lives: list[Life], options: dict[str, Any]) -> None:
    stood = defaultdict(list)
    for life in lives:
        stood[life.spot, same(life.on)].append(life)
    for (spot, on), touches in evening.touches.items():
        for touch in touches:

            def stands(other: str, spot: int = spot, step: int = touch.step) -> bool:
                return any(life.stood(step) for life in stood[spot, other])

            may = may_lay if touch.cents else may_take
            assert may(on, evening.point(touch.step), stands), touch
            if not touch.cents and spot == evening.shooter(touch.step) and on in INITIAL:
                assert all(map(stands, INITIAL)), "the shooter's bet"
            assert options.get("rounding") or touch.cents % parts(on) == 0, touch
            point = evening.point(touch.step)
            assert is_payable("craps", on, touch.cents, options, point), touch
            assert not touch.working or split(on)[0] in MAY_WORK, touch
    assert all(any(life.stood(step) for life in lives) for step in evening.voids)
    for step in evening.thrown:
        spot = evening.shooter(step)
        own = [life for on in INITIAL for life in stood[spot, on]]
        assert spot is None or any(life.stood(step) for life in own), "the shooter's bet"


# what a bet comes to


def line_of(life: Life, chip: int = 0) -> Line:
    name, _ = split(life.on)
    article = ARTICLES.get(name, "95.15")
    whole = Bet(life.spot, life.on, life.cents)
    if life.fate is None:
        line = whole.goes_back("") | {"article": None}
    elif life.fate.odds:
        to, one = life.fate.odds
        part = Fraction(life.cents, parts(life.on))
        back = min(life.cents, to_player(part, chip)) if parts(life.on) > 1 else life.cents
        won = whole.wins(to, article, one=one)
        line = won | {"returned": back, "paid": to_player(part * to / one, chip)}
    else:
        line = whole.loses(article) if life.fate.outcome == "lose" else whole.goes_back(article)
    return line | {"commission": of_player(commission(life.on, life.cents), chip)}


def commission(on: str, cents: int) -> Fraction:
    """Article 95.17 (2), (3)."""
    name, _ = split(on)
    if name == "lay":
        to, one = odds(on, (3, 4), None)
        return Fraction(cents * to // one, 20)
    return Fraction(cents if name == "buy" else 0, 20)
