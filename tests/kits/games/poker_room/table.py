"""A poker table of the second formulation: one step after the other, each done or refused.

Written from the room's document alone and sharing nothing with the table that it checks. A line is
a list, its kind first.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tests.kits.games.poker_room.betting import Refused, from_left
from tests.kits.games.poker_room.blinds import BIG, SMALL, Blinds
from tests.kits.games.poker_room.departures import Departure, Departures
from tests.kits.games.poker_room.game import Game
from tests.kits.games.poker_room.options import Options
from tests.kits.games.poker_room.time_charge import Times

Line = list[Any]
Step = dict[str, Any]

RESOLVED_BY = {
    "misdeal": ("misdeal",),
    "seventh": (),
    "premature_card": ("take_back",),
    "foul_deck": ("take_back",),
}
BETWEEN = ("seat", "leave", "take", "sit_out", "sit_in", "button")


class Table:
    def __init__(self, options: Options, spots: int, lines: list[Line]) -> None:
        self.options, self.spots, self.lines = options, spots, lines
        self.next_options = options
        """Those of the next game: a level may have come."""
        self.stacks: dict[int, int] = {}
        self.out: set[int] = set()
        self.blinds = Blinds()
        self.game: Game | None = None
        self.brought_in = 0
        """What the players have brought to the table, less what has left it."""
        self.before: tuple[Any, ...] = ()
        self.alarm: str | None = None
        self.now = 0
        charge = options.time_charge or {"minutes": 0, "cents": 0}
        self.times = Times(60 * charge["minutes"], charge["cents"])
        self.names: dict[int, str | None] = {}
        self.departures = Departures(options.rejoin_minutes)
        self.brought = 0
        """Cards of the last step that lie face up."""
        self.time_out: int | None = None

    @property
    def chips(self) -> int:
        """All chips on the table, in cents."""
        lying = self.game.pot if self.game and self.game.phase != "won" else 0
        return sum(self.stacks.values()) + lying

    @property
    def is_conserved(self) -> bool:
        """Say whether every chip is there that was brought and has not left."""
        return self.chips + (self.game.gone if self.game else 0) == self.brought_in

    @property
    def able(self) -> set[int]:
        """Those who can be dealt in."""
        least = max(self.options.min_stake, 1)
        return {spot for spot, has in self.stacks.items() if spot not in self.out and has >= least}

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
            self._scramble(act if kind == "scramble" else None)
            return
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
        if self.options.tournament and (kind not in ("seat", "button") or self.blinds.at):
            raise Refused("nobody comes or goes")
        if kind == "button":
            if self.blinds.at or self.options.stud or not 1 <= act <= self.spots:
                raise Refused("it moves by itself")
            self.blinds.button = act
            return
        spot = act["spot"]
        if kind != "seat" and spot not in self.stacks:
            raise Refused("nobody sits there")
        if kind == "seat":
            self._seat(spot, act["cents"], act.get("player"))
        elif kind == "take":
            self._take(spot, act["cents"])
        else:
            self._go(spot, kind)

    def _seat(self, spot: int, cents: int, player: str | None) -> None:
        has, most = self.stacks.get(spot, 0) + cents, self.options.max_stake
        if not 1 <= spot <= self.spots or cents <= 0 or cents % self.options.chip:
            raise Refused("no such spot or chips")
        if player and self.names.get(spot, player) != player:
            raise Refused("another sits there")
        if player in {name for at, name in self.names.items() if name and at != spot}:
            raise Refused("he sits at another spot")
        back = None if spot in self.stacks else self.departures.of(spot, player, self.now)
        left = back.cents if back and self.options.limit != "fixed" else 0
        if has < max(self.options.min_stake, left):
            raise Refused("67.94, 67.95 (2)")
        if most is not None and has > max(most, left):
            raise Refused("67.94")
        if spot not in self.stacks:
            self._sits_down(spot, player, back)
        self.stacks[spot] = has
        self.brought_in += cents
        self.say("stack", spot, has)
        self._charge()

    def _sits_down(self, spot: int, player: str | None, back: Departure | None) -> None:
        self.names[spot] = player
        if back:
            self.departures.gone.remove(back)
            self.times.back(spot, back.time)
            self.names[spot] = back.player
        if self.blinds.at and not self.options.stud:
            self.blinds.owes[spot] = {BIG}

    def _take(self, spot: int, cents: int) -> None:
        left = self.stacks[spot] - cents
        if self.options.limit != "fixed" or left < 0:
            raise Refused("67.95")
        if cents <= 0 or cents % self.options.chip:
            raise Refused("no whole chips")
        self.stacks[spot] = left
        self.brought_in -= cents
        self.say("stack", spot, left)

    def _go(self, spot: int, kind: str) -> None:
        if kind == "leave":
            self._leave(spot, self.stacks.pop(spot))
        elif kind == "sit_out":
            self.out.add(spot)
        else:
            self.out.discard(spot)

    def _leave(self, spot: int, cents: int) -> None:
        self.say("left", spot, cents)
        self.brought_in -= cents
        self.out.discard(spot)
        self.blinds.owes.pop(spot, None)
        player, time = self.names.pop(spot), self.times.gone(spot)
        self.departures.gone.append(Departure(spot, player, cents, self.now, time))

    def _level(self, act: Step) -> None:
        amounts = (*act["blinds"], act["ante"])
        if not self.options.tournament or any(cents % self.options.chip for cents in amounts):
            raise Refused("no level")
        self.next_options = replace(self.options, blinds=act["blinds"], ante=act["ante"])

    def _wait(self, seconds: int) -> None:
        self.now += seconds
        playing = self.able if self.game is None else self.able | self.game.dealt_in - self.out
        if self.game is not None or len(playing) > 1:
            self.times.passes(seconds, playing)
        if self.time_out is not None and self.now >= self.time_out:
            self.time_out = None
            self.say("time")
        if self.game is None:
            self._charge()

    def _charge(self) -> None:
        for spot, had in sorted(self.stacks.items()):
            while self.times.due(spot) > 0 and self.stacks[spot]:
                cents = min(self.times.cents, self.times.due(spot), self.stacks[spot])
                self.times.charged[spot] += cents
                self.stacks[spot] -= cents
                self.brought_in -= cents
                self.say("commission", spot, cents)
            if self.stacks[spot] != had:
                self.say("stack", spot, self.stacks[spot])

    # posting

    def _press_post(self) -> None:
        able = self.able
        if self.game is not None or len(able) < 2:
            raise Refused("no game can begin")
        before = (dict(self.stacks), self.blinds.copied())
        self.options = self.next_options
        if self.options.stud:
            able = set(sorted(able)[:8])
            self.game = Game(self.options, self.stacks, able, 0, 0, self.say)
            self._antes()
        else:
            self._post_blinds(able)
        self.before = before

    def _post_blinds(self, able: set[int]) -> None:
        dealt = self.blinds.move(self.stacks.keys(), able)
        assert self.blinds.at
        button, small, big = self.blinds.at
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

    def _bet(self, act: Step) -> None:
        game, spot, on = self.game, act["spot"], act["on"]
        assert game
        if game.phase != "deal" or game.acted or game.exposed or spot not in self.stacks:
            raise Refused("no such bet now")
        if on == "straddle":
            self._straddle(game, spot, act["cents"])
            return
        price = dict(zip((SMALL, BIG), self.options.blinds, strict=True))
        owed = self.blinds.owes.get(spot, set())
        if on not in owed or act["cents"] != price[on] or not self.blinds.may_post(spot):
            raise Refused("it is not owed, or not there")
        is_new = spot not in game.dealt_in
        ante = self.options.ante if is_new and self.options.ante_by == "each" else 0
        if (is_new and spot not in self.able) or self.stacks[spot] < ante + sum(
            price[one] for one in owed
        ):
            raise Refused("he can't pay all of it")
        owed.discard(on)
        game.pay(spot, ante)
        game.dealt_in.add(spot)
        game.hands.add(spot)
        (game.bet if on == BIG else game.lay_dead)(spot, price[on])

    def _straddle(self, game: Game, spot: int, cents: int) -> None:
        big, double = game.last_blind, 2 * self.options.blinds[1]
        first = from_left(game.dealt_in, big)[0]
        more = cents - game.bets.before(spot)
        allowed = self.options.straddle and self.options.limit != "fixed"
        allowed = allowed and len(game.dealt_in) > 2 and game.bets.level < double
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
            "deal": lambda: self._deal(game, act),
            "burn": game.burn,
            "card": lambda: self._cards(game, [act]),
            "cards": lambda: self._cards(game, act),
            "enter": lambda: self._cards(game, [act["card"]]),
            "decide": lambda: self._decide(act),
            "muck": lambda: self._muck(act["spot"], supervised=act.get("supervised", False)),
            "show": lambda: game.show(act["spot"], act["cards"]),
            "expose": lambda: game.expose(act["card"], act.get("spot")),
            "hole": lambda: game.hole(act["spot"], act["cards"]),
        }
        acts.get(kind, _unknown)()

    def _cards(self, game: Game, cards: Sequence[str]) -> None:
        for self.brought, card in enumerate(cards):
            game.card(card)

    def _deal(self, game: Game, count: int) -> None:
        owes, first = self.blinds.owes, game.phase == "deal"
        if any(owed and spot in game.dealt_in for spot, owed in owes.items()):
            raise Refused("a part of what is owed is missing")
        game.deal(count)
        self.blinds.owes = {spot: owed for spot, owed in owes.items() if owed}
        if first:
            self.times.began |= game.dealt_in

    def _decide(self, act: Step) -> None:
        assert self.game
        self.game.decide(act["spot"], act["do"], act.get("cents"))
        self.time_out = None

    def _muck(self, spot: int, *, supervised: bool) -> None:
        assert self.game
        turn = self.game.turn
        self.game.muck(spot, supervised=supervised)
        if self.game.turn != turn:
            self.time_out = None

    def _press_confirm(self) -> None:
        if self.game is None or self.game.phase != "won":
            raise Refused("the pots are not won")
        if self.options.tournament:
            self.stacks = {spot: has for spot, has in self.stacks.items() if has}
        self.brought_in -= self.game.gone
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
            self.game.take_premature_back()
            self.time_out = self.time_out if self.game.turn else None
        self.alarm = None

    def _scramble(self, card: str | None) -> None:
        if self.game is None or self.alarm != "premature_card" or card is None:
            raise Refused("an alarm first")
        self.game.scramble(card)
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
        stacks, self.blinds = self.before
        for spot in sorted(stacks):
            back = game.put[spot] + game.dead[spot]
            if back:
                self.say("returned", spot, back)
        self.stacks.update(stacks)
        game.say_stacks(stacks)
        self.game = self.alarm = self.time_out = None
        self._charge()


def _unknown() -> None:
    raise Refused("no such act")
