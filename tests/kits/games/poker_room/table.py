"""A second formulation of a poker table: a script in, the lines that it must print out.

Written from the room's document alone and sharing nothing with the table that it checks. A line is
a list, its kind first: `["won", pot, spot, cents, hand, half]`; `hand` is null if it was not shown
and `half` is there only if the pot was split so.
"""

from collections.abc import Callable
from dataclasses import replace
from itertools import takewhile
from typing import Any

from tests.kits.games.poker_room.betting import Refused, from_left
from tests.kits.games.poker_room.game import Alarm, Game
from tests.kits.games.poker_room.options import Options

Line = list[Any]
Step = dict[str, Any]

UNDONE = ("decide", "muck")
BESIDE = ("bet", "wait", "level", "hole")
"""What may have followed a decision that is taken back; a posted blind goes back with `post`."""
RESOLVED_BY = {
    "misdeal": ("misdeal",),
    "seventh": (),
    "premature_card": ("take_back",),
    "foul_deck": ("take_back",),
}
KEPT = ("wait", "level", "hole")
"""What no key takes back, though it came later."""
BETWEEN = ("seat", "leave", "take", "sit_out", "sit_in", "button")


def reckon(script: dict[str, Any]) -> list[Line]:
    """Return all lines of a script; at its end the game's last `confirm` is implied."""
    options = Options.read(script.get("options", {}))
    if options is None:
        return [["refused", 0]]
    evening = Evening(options, script.get("spots", 10))
    for number, step in enumerate(script["steps"], 1):
        evening.step(number, step)
    return evening.finish()


class Evening:
    """A table and the steps so far, so that the last can be taken back."""

    def __init__(self, options: Options, spots: int) -> None:
        self.options, self.spots = options, spots
        self.lines: list[Line] = []
        self.kept: list[tuple[int, Step]] = []
        """The steps that were accepted, but for those taken back."""
        self.table = Table(options, spots, self.lines)

    def step(self, number: int, step: Step) -> None:
        try:
            if step == {"press": "undo"}:
                self._undo()
                return
            self.table.do(step)
        except Refused:
            self.lines.append(["refused", number])
        except Alarm as alarm:
            self.kept.append((number, step))
            self.table.stop(alarm.args[0])
        else:
            self.kept.append((number, step))

    def _undo(self) -> None:
        """Play it all again without the last decision, muck or post."""
        since = list(takewhile(lambda kept: not follows_nothing(kept[1]), reversed(self.kept)))
        last = next((kept for kept in since if can_be_undone(kept[1])), None)
        if self.table.alarm or last is None:
            raise Refused("nothing to take back")
        number = last[0]
        self.kept = [one for one in self.kept if one[0] < number or one[1].keys() & {*KEPT}]
        again = Table(self.options, self.spots, [])
        for _, step in self.kept:
            try:
                again.do(step)
            except Alarm as alarm:
                again.stop(alarm.args[0])
        again.lines = self.lines
        self.table = again
        self.lines.append(["undone", number])

    def finish(self) -> list[Line]:
        table = self.table
        if table.game is not None and table.game.phase == "won" and not table.alarm:
            table.do({"press": "confirm"})
        if table.game is not None:
            self.lines.append(["unfinished"])
        return self.lines


def can_be_undone(step: Step) -> bool:
    return step == {"press": "post"} or any(kind in step for kind in UNDONE)


def follows_nothing(step: Step) -> bool:
    """Say whether what came before a step can't be taken back any more."""
    return not can_be_undone(step) and step != {"press": "clock"} and not step.keys() & {*BESIDE}


class Table:
    def __init__(self, options: Options, spots: int, lines: list[Line]) -> None:
        self.options, self.spots, self.lines = options, spots, lines
        self.next_options = options
        """Those of the next game: a level may have come."""
        self.stacks: dict[int, int] = {}
        self.out: set[int] = set()
        self.owes: dict[int, set[str]] = {}
        """The blinds that a player who waits for the big blind may post instead."""
        self.at: tuple[int, int, int] | None = None
        """Where button, small and big blind were in the last game, dead ones included."""
        self.button: int | None = None
        self.game: Game | None = None
        self.before: tuple[Any, ...] = ()
        self.alarm: str | None = None
        self.now = 0
        self.since: dict[int, int] = {}
        self.charged: dict[int, int] = {}
        self.time_out: int | None = None

    def say(self, *line: Any) -> None:
        self.lines.append(list(line))

    def stop(self, code: str) -> None:
        seventh = code == "misdeal" and self.game is not None and self.game.street > 0
        self.alarm = "seventh" if seventh else code
        self.say("alarm", code)

    def do(self, step: Step) -> None:
        """Do a step. Raises Refused, which changes nothing, or Alarm."""
        (kind, act), *_ = step.items()
        if kind == "wait":
            self._wait(act)
            return
        press = act if kind == "press" else None
        if press == "void":
            self._void()
            return
        if self.alarm and press not in RESOLVED_BY[self.alarm]:
            raise Refused("an alarm first")
        if press:
            getattr(self, f"_press_{press}", _unknown)()
        elif kind in BETWEEN:
            self._between(kind, act)
        elif kind == "level":
            self._level(act)
        else:
            self._in_game(kind, act)

    # between games

    def _between(self, kind: str, act: Any) -> None:
        if self.game is not None:
            raise Refused("not during a game")
        if self.options.tournament and (kind not in ("seat", "button") or self.at):
            raise Refused("nobody comes or goes")
        if kind == "button":
            if self.at or self.options.stud or not 1 <= act <= self.spots:
                raise Refused("it moves by itself")
            self.button = act
            return
        spot = act["spot"]
        if kind != "seat" and spot not in self.stacks:
            raise Refused("nobody sits there")
        {"seat": self._seat, "take": self._take}.get(kind, self._go)(spot, act.get("cents"), kind)

    def _seat(self, spot: int, cents: int, _: str) -> None:
        has = self.stacks.get(spot, 0) + cents
        most = self.options.max_stake
        if not 1 <= spot <= self.spots or cents <= 0 or cents % self.options.chip:
            raise Refused("no such spot or chips")
        if has < self.options.min_stake or (most is not None and has > most):
            raise Refused("the stake")
        if spot not in self.stacks:
            self.since[spot], self.charged[spot] = self.now, 0
            if self.at and not self.options.stud:
                self.owes[spot] = {"big_blind"}
        self.stacks[spot] = has
        self.say("stack", spot, has)
        self._charge()

    def _take(self, spot: int, cents: int, _: str) -> None:
        left = self.stacks[spot] - cents
        if self.options.limit != "fixed" or left < 0:
            raise Refused("67.95")
        if cents <= 0 or cents % self.options.chip:
            raise Refused("no whole chips")
        self.stacks[spot] = left
        self.say("stack", spot, left)

    def _go(self, spot: int, _: None, kind: str) -> None:
        if kind == "leave":
            self.say("left", spot, self.stacks.pop(spot))
            self.out.discard(spot)
            self.owes.pop(spot, None)
        elif kind == "sit_out":
            self.out.add(spot)
        else:
            self.out.discard(spot)

    def _level(self, act: Step) -> None:
        amounts = (*act["blinds"], act["ante"])
        if not self.options.tournament or any(cents % self.options.chip for cents in amounts):
            raise Refused("no level")
        self.next_options = replace(self.options, blinds=act["blinds"], ante=act["ante"])

    def _wait(self, seconds: int) -> None:
        self.now += seconds
        if self.time_out is not None and self.now >= self.time_out:
            self.time_out = None
            self.say("time")
        if self.game is None:
            self._charge()

    def _charge(self) -> None:
        if not self.options.time_charge:
            return
        every = 60 * self.options.time_charge["minutes"]
        price = self.options.time_charge["cents"]
        for spot, had in sorted(self.stacks.items()):
            due = (self.now - self.since[spot]) // every * price - self.charged[spot]
            while due > 0 and self.stacks[spot]:
                cents = min(price, due, self.stacks[spot])
                due -= cents
                self.charged[spot] += cents
                self.stacks[spot] -= cents
                self.say("commission", spot, cents)
            if self.stacks[spot] != had:
                self.say("stack", spot, self.stacks[spot])

    # posting

    def _press_post(self) -> None:
        able = {
            spot
            for spot, has in self.stacks.items()
            if spot not in self.out and has and has >= self.options.min_stake
        }
        if self.game is not None or len(able) < 2:
            raise Refused("no game can begin")
        before = (dict(self.stacks), {s: set(o) for s, o in self.owes.items()}, self.at)
        self.options = self.next_options
        if self.options.stud:
            able = set(sorted(able)[:8])
            self.game = Game(self.options, self.stacks, able, 0, 0, self.say)
            self._antes()
            self.at = (0, 0, 0)
        else:
            self._post_blinds(able)
        self.before = before

    def _post_blinds(self, able: set[int]) -> None:
        button, small, big, dealt = self._first(able) if self.at is None else self._next(able)
        self.at = (button, small, big)
        self.game = Game(self.options, self.stacks, dealt, button, big, self.say)
        self._antes()
        blinds, bets = self.options.blinds, self.game.bets
        if small in dealt:
            self.game.bet(small, blinds[0])
        self.game.bet(big, blinds[1])
        bets.level = bets.full = blinds[1]
        bets.fulls = 1
        if self.options.ante and self.options.ante_by == "big_blind":
            self.game.lay_dead(big, self.options.ante)
        self.say("blinds", button, small if small in dealt else None, big)

    def _antes(self) -> None:
        assert self.game
        self.game.hands = set(self.game.dealt_in)
        if self.options.ante_by == "each" and self.options.ante:
            for spot in sorted(self.game.dealt_in):
                self.game.pay(spot, self.options.ante)

    def _first(self, able: set[int]) -> tuple[int, int, int, set[int]]:
        self.owes.clear()
        self.button = max(able) if self.button is None else self.button
        left = from_left(able, self.button)
        if len(able) == 2 and self.button not in able:
            return left[0], left[0], left[1], able
        small, big = (left[-1], left[0]) if len(able) == 2 else (left[0], left[1])
        return self.button, small, big, able

    def _next(self, able: set[int]) -> tuple[int, int, int, set[int]]:
        assert self.at
        _, was_small, was_big = self.at
        big = from_left(able, was_big)[0]
        round_to_it = from_left(self.stacks, was_big)
        for spot in takewhile(lambda one: one != big, round_to_it):
            self.owes.setdefault(spot, {"big_blind", "small_blind"})
        self.owes.pop(big, None)
        dealt = able - self.owes.keys()
        if len(dealt) < 2:
            self.owes.clear()
            dealt = able
        if len(dealt) == 2:
            (other,) = dealt - {big}
            return other, other, big, dealt
        before_small = from_left(dealt - {was_big}, was_big)[-1]
        return (before_small if was_small == big else was_small), was_big, big, dealt

    def _bet(self, act: Step) -> None:
        game, spot, on = self.game, act["spot"], act["on"]
        assert game
        if game.phase != "deal" or game.acted or game.exposed or spot not in self.stacks:
            raise Refused("no such bet now")
        if on == "straddle":
            self._straddle(game, spot, act["cents"])
            return
        prices = dict(zip(("small_blind", "big_blind"), self.options.blinds, strict=True))
        owed = self.owes.get(spot, set())
        placed = spot in self.out or not self.at or spot in self.at[:2]
        if on not in owed or act["cents"] != prices[on] or placed:
            raise Refused("it is not owed")
        if self.stacks[spot] < prices[on]:
            raise Refused("he has less")
        owed.discard(on)
        if spot not in game.dealt_in and self.options.ante_by == "each":
            game.pay(spot, self.options.ante)
        game.dealt_in.add(spot)
        game.hands.add(spot)
        (game.bet if on == "big_blind" else game.lay_dead)(spot, prices[on])

    def _straddle(self, game: Game, spot: int, cents: int) -> None:
        big, double = game.last_blind, 2 * self.options.blinds[1]
        first = from_left(game.dealt_in, big)[0]
        more = cents - game.bets.before(spot)
        allowed = self.options.straddle and len(game.dealt_in) > 2 and game.bets.level < double
        if not allowed or spot != first or cents != double or self.stacks[spot] < more:
            raise Refused("no straddle")
        game.bet(spot, more)
        game.last_blind, game.bets.level, game.bets.step = spot, cents, cents

    # in a game

    def _in_game(self, kind: str, act: Any) -> None:
        if self.game is None:
            raise Refused("no game is on")
        game = self.game
        acts: dict[str, Callable[[], Any]] = {
            "bet": lambda: self._bet(act),
            "deal": lambda: self._deal(act),
            "burn": game.burn,
            "card": lambda: game.card(act),
            "cards": lambda: [game.card(card) for card in act],
            "enter": lambda: game.card(act["card"]),
            "decide": lambda: self._decide(act),
            "muck": lambda: self._muck(act["spot"]),
            "show": lambda: game.show(act["spot"], act["cards"]),
            "expose": lambda: game.expose(act["card"], act.get("spot")),
            "hole": lambda: game.hole(act["spot"], act["cards"]),
        }
        acts.get(kind, _unknown)()

    def _deal(self, count: int) -> None:
        assert self.game
        if any(owed and spot in self.game.dealt_in for spot, owed in self.owes.items()):
            raise Refused("a part of what is owed is missing")
        self.owes = {spot: owed for spot, owed in self.owes.items() if owed}
        self.game.deal(count)

    def _decide(self, act: Step) -> None:
        assert self.game
        self.game.decide(act["spot"], act["do"], act.get("cents"))
        self.time_out = None

    def _muck(self, spot: int) -> None:
        assert self.game
        turn = self.game.turn
        self.game.muck(spot)
        if self.game.turn != turn:
            self.time_out = None

    def _press_confirm(self) -> None:
        if self.game is None or self.game.phase != "won":
            raise Refused("the pots are not won")
        if self.options.tournament:
            self.stacks = {spot: has for spot, has in self.stacks.items() if has}
        self.game = None
        self._charge()

    def _press_misdeal(self) -> None:
        if self.game is None:
            raise Refused("no game is on")
        self.game.misdeal(found=self.alarm is not None)
        self.alarm = self.time_out = None

    def _press_take_back(self) -> None:
        if self.alarm is None or self.game is None:
            raise Refused("no card to take back")
        if self.alarm == "premature_card":
            self.game.burn_free = True
        self.alarm = None

    def _press_clock(self) -> None:
        if self.game is None or self.game.turn is None:
            raise Refused("nobody's turn")
        self.time_out = self.time_out or self.now + self.options.clock

    def _void(self) -> None:
        if self.game is None:
            raise Refused("no game is on")
        game = self.game
        self.say("voided")
        stacks, self.owes, self.at = self.before
        for spot in sorted(stacks):
            back = game.put[spot] + game.dead[spot]
            if back:
                self.say("returned", spot, back)
        self.stacks.update(stacks)
        game.say_stacks(stacks)
        self.game = self.alarm = self.time_out = None


def _unknown() -> None:
    raise Refused("no such act")
