"""Random evenings at a poker table, made with the second formulation's own state."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.kits.games.poker_room.game import DECK, Game
from tests.kits.games.poker_room.options import BOARD, STUD, Options
from tests.kits.games.poker_room.seldom import seldom
from tests.kits.games.poker_room.table import Evening, Line, Step

POKERS = BOARD + STUD
LONG = 400
"""No evening has as many steps."""


@dataclass
class Habits:
    """How often what happens, out of a hundred."""

    wrong: int = 3
    """A step that may be refused."""
    mishap: int = 2
    """An undo, a hand thrown in, a void, an exposed or premature card."""
    seldom: int = 3
    """A reading, an exposed card, a hand shown early, a level, a charge for time."""
    games: int = 2
    """At most so many games."""
    least: int = 1
    """The least stack, in chips."""


def evening(
    poker: str, chance: Random, habits: Habits, options: dict[str, Any] | None = None
) -> tuple[dict[str, Any], list[Line]]:
    """Return a random script of a game, and its lines."""
    given = options or random_options(poker, chance)
    maker = Maker(given, chance, habits)
    for _ in range(LONG):
        step = maker.next()
        if step is None:
            break
        maker.do(step)
    game = "holdem-tournament" if "role" in given else "poker-room"
    script = {"game": game, "options": given, "steps": maker.steps}
    return script, maker.evening.finish()


def random_options(poker: str, chance: Random) -> dict[str, Any]:
    limit = "fixed" if poker in STUD else chance.choice(("none", "pot", "fixed"))
    found: dict[str, Any] = {"poker": poker, "limit": limit}
    if limit == "fixed":
        found["bets"] = chance.choice(([200, 400], [200, 200], [200, 600]))
        found["raises"] = chance.choice((3, 3, 4, 1))
    if poker in STUD:
        found |= {"ante": chance.choice((100, 100, 200)), "bring_in": 100}
    elif chance.random() < 0.3:
        found |= {"ante": 100, "ante_by": chance.choice(("each", "big_blind"))}
    if chance.random() < 0.2 and poker in BOARD and limit != "fixed":
        found["straddle"] = True
    if chance.random() < 0.2:
        found["readers"] = "seats"
    if poker == "holdem" and chance.random() < 0.2:
        return {**found, "role": "table"}
    return found | _commissions(chance)


def _commissions(chance: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if chance.random() < 0.2:
        found["time_charge"] = {"cents": 500, "minutes": 30}
    if chance.random() < 0.5:
        cap = chance.choice((None, 100, 300, 1000))
        percent = chance.choice((3, 5, 10))
        free = chance.random() < 0.3
        found["commission"] = {"percent": percent, "cap": cap, "without_flop": free}
    return found


class Maker:
    """A script in the making: the steps so far, and cards of which the table knows only some."""

    def __init__(self, options: dict[str, Any], chance: Random, habits: Habits) -> None:
        read = Options.read(options)
        assert read
        self.evening = Evening(read, 10)
        self.chance, self.habits = chance, habits
        self.steps: list[Step] = []
        self.games = 0
        self.deck: list[str] = []
        self.held: dict[int, list[str]] = {}
        self.queue: list[Step] = self._seats(read)

    def _seats(self, options: Options) -> list[Step]:
        count = min(self.chance.choice((2, 2, 3, 3, 4, 5, 6)), 8)
        spots = sorted(self.chance.sample(range(1, 10), count))
        deep, chip = self.chance.choice((6, 20, 100)), options.chip
        chips = [chip * self.chance.randint(self.habits.least, deep) for _ in spots]
        seats = [{"seat": {"spot": s, "cents": c}} for s, c in zip(spots, chips, strict=True)]
        button = [] if options.stud else [{"button": self.chance.choice(spots)}]
        return [*seats, *button]

    def do(self, step: Step) -> None:
        self.steps.append(step)
        self.evening.step(len(self.steps), step)

    def next(self) -> Step | None:
        """Return the next step, None when it is enough."""
        if self.queue:
            return self.queue.pop(0)
        table, game, luck = self.evening.table, self.evening.table.game, self.chance.random() * 100
        if table.alarm:
            return self._resolve(table.alarm)
        if luck >= 100 - self.habits.seldom:
            return seldom(table, self.held, self.chance)
        if luck < self.habits.wrong:
            return self._wrong()
        if game and luck < self.habits.wrong + self.habits.mishap:
            return self._mishap(game)
        return self._between() if game is None else self._in_order(game)

    def _resolve(self, alarm: str) -> Step:
        cures = {"misdeal": ["misdeal"], "seventh": []}.get(alarm, ["take_back"])
        return {"press": self.chance.choice([*cures, *cures, "void"])}

    def _wrong(self) -> Step:
        pick, game = self.chance.choice, self.evening.table.game
        late = game and not game.acted and (game.street or game.options.stud)
        spot = pick([*self.evening.table.stacks, 9])
        do = pick(("fold", "check", "call", "bet", "raise", "all_in", "bring_in"))
        fixed = self.evening.options.limit == "fixed"
        named = do in ("bet", "raise") and pick((True, not fixed))
        amount = {"cents": self.chance.randrange(0, 3000, 100)} if named else {}
        return pick(
            [
                {"decide": {"spot": spot, "do": do, **amount}},
                {"decide": {"spot": spot, "do": do, **amount}},
                {"wait": 1} if game and game.burn_free else {"burn": True},
                {"cards": [pick(sorted(DECK))]},
                {"press": pick(("post", "confirm", "clock" if late else "misdeal", "take_back"))},
                {"show": {"spot": spot, "cards": [*self.held.get(spot, ["AS", "AH"])]}},
                {"seat": {"spot": spot, "cents": 1000}},
                {"leave": {"spot": spot}},
                {"wait": 20},
            ]
        )

    def _mishap(self, game: Game) -> Step:
        spot = self.chance.choice(sorted(game.hands) or [1])
        if game.phase == "deal":
            return {"press": self.chance.choice(("undo", "void"))}
        if game.phase != "bets" or self.chance.random() < 0.5:
            return {"press": "undo"}
        if self.chance.random() < 0.6:
            return {"muck": {"spot": spot}}
        if game.street < 3 and self.deck and not game.burned:
            self.queue.append({"cards": [self.deck.pop()]})
            return {"burn": True}
        return {"press": "void"}

    def _between(self) -> Step | None:
        table = self.evening.table
        able = [spot for spot, has in table.stacks.items() if has and spot not in table.out]
        if self.games >= self.habits.games or len(able) < 2:
            return None
        if self.games and self.chance.random() < 0.4:
            return self._come_and_go(sorted(table.stacks))
        return {"press": "post"}

    def _come_and_go(self, spots: list[int]) -> Step:
        free = sorted(set(range(1, 11)) - set(spots))
        seat = {
            "spot": self.chance.choice(free or spots),
            "cents": self.chance.randrange(500, 5001, 100),
        }
        gone = {"spot": self.chance.choice(spots)}
        kinds = ("leave", "sit_out", "sit_in", "sit_in")
        return self.chance.choice([{"seat": seat}, *({kind: gone} for kind in kinds)])

    def _in_order(self, game: Game) -> Step:
        if game.phase == "deal":
            return self._before_the_deal(game)
        if game.phase == "bets":
            return self.chance.choice(list(decisions(game, self.chance)))
        if game.phase == "cards":
            return self._next_cards(game)
        if game.phase == "showdown":
            return self._show(game)
        self.games += 1
        return {"press": "confirm"}

    def _before_the_deal(self, game: Game) -> Step:
        table = self.evening.table
        owed = [(s, on) for s, owes in table.owes.items() for on in owes if s not in table.out]
        begun = [one for one in owed if one[0] in game.dealt_in]
        may = [] if not table.at else [s for s, _ in owed if s not in table.at[:2]]
        if begun or (may and self.chance.random() < 0.3):
            spot, on = begun[0] if begun else next(one for one in owed if one[0] in may)
            cents = dict(zip(("small_blind", "big_blind"), table.options.blinds, strict=True))[on]
            if table.stacks[spot] >= cents:
                return {"bet": {"spot": spot, "on": on, "cents": cents}}
            if begun:
                return {"press": "void"}
        if table.options.straddle and self.chance.random() < 0.3:
            left = sorted(game.dealt_in, key=lambda s: (s <= game.last_blind, s))
            return {"bet": {"spot": left[0], "on": "straddle", "cents": 400}}
        self.deck = self.chance.sample(sorted(DECK), 52)
        self.held = {
            spot: [self.deck.pop() for _ in range(game.options.hole)]
            for spot in sorted(game.dealt_in)
        }
        return {"deal": game.down_due}

    def _next_cards(self, game: Game) -> Step:
        if game.street and not game.burned and not game.burn_free and game.due == full(game):
            return {"burn": True}
        if down := game.down_due:
            for spot in sorted(game.hands):
                if len(self.held[spot]) < 3:
                    self.held[spot].append(self.deck.pop())
            return {"deal": down}
        return {"cards": [self.deck.pop() for _ in range(game.due)]}

    def _show(self, game: Game) -> Step:
        left = [
            spot
            for _, spots in game.contests
            if len(spots) > 1
            for spot in spots
            if spot not in game.shown
        ]
        spot = self.chance.choice(sorted(set(left)))
        if self.habits.mishap and self.chance.random() < 0.15:
            return {"muck": {"spot": spot}}
        return {"show": {"spot": spot, "cards": [*self.held[spot]]}}


def full(game: Game) -> int:
    """Return how many cards of this street are due when none of them has come."""
    return game._face_or_none()


def decisions(game: Game, chance: Random) -> Iterator[Step]:
    """Yield some decisions that are allowed, calls and checks more than once."""
    spot, bets = game.turn, game.bets
    assert spot is not None
    has = bets.before(spot) + game.stacks[spot]
    others = [one for one in game.hands - {spot} if game.stacks[one]]

    def does(do: str, cents: int | None = None) -> Step:
        amount = {} if cents is None else {"cents": cents}
        return {"decide": {"spot": spot, "do": do, **amount}}

    if game.bringing:
        yield from _forced(game, spot, has, does)
        return
    facing = bets.level > bets.before(spot)
    yield from [does("call"), does("call"), does("fold")] if facing else [does("check")] * 2
    if not others:
        return
    least, greatest = bets.bounds(spot, game.pot)
    most = min(has, has if greatest is None else greatest)
    verb = "raise" if bets.level else "bet"
    if not bets.may_raise(spot, heads_up=len(game.hands) == 2) or most <= bets.level:
        return
    if most >= least:
        top = min(most, least + 15 * game.options.chip)
        yield does(verb, chance.randrange(least, top + 1, game.options.chip))
        yield does(verb, least if bets.limit == "fixed" else most)
    if has <= most:
        yield does("all_in")


def _forced(game: Game, spot: int, has: int, does: Any) -> Iterator[Step]:
    if game.bringing == "may":
        yield does("fold")
    if has >= game.options.bring_in:
        yield does("bring_in")
    if has >= game.options.bets[0]:
        yield does("bet")
