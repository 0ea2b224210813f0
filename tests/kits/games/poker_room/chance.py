"""Random evenings at a poker table, made with the second formulation's own state."""

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from tests.kits.games.poker_room.comings import come_or_go
from tests.kits.games.poker_room.decisions import decisions, mucks
from tests.kits.games.poker_room.evening import Evening
from tests.kits.games.poker_room.game import DECK, Game
from tests.kits.games.poker_room.mistakes import BURN, Mistake, Mistakes
from tests.kits.games.poker_room.options import BOARD, STUD, Options
from tests.kits.games.poker_room.seldom import seldom
from tests.kits.games.poker_room.table import Line, Step

POKERS = BOARD + STUD
STREET = {"cards", "deal"}
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
    mistakes: int = 4
    """A wrong hand, card, count or decision, which is put right."""
    games: int = 2
    """At most so many games."""
    between: int = 40
    """Somebody comes, goes, sits out or in between two games."""
    folds: int = 0
    """A hand is thrown away at once."""
    least: int = 1
    """The least stack, in chips."""


class Made(NamedTuple):
    """A random evening."""

    script: dict[str, Any]
    lines: list[Line]
    chips: list[int]
    """What lay on the table after each step."""
    facts: dict[str, Any]
    """The same script without the mistakes that were put right."""


def evening(
    poker: str, chance: Random, habits: Habits, options: dict[str, Any] | None = None
) -> Made:
    given = options or random_options(poker, chance)
    maker = Maker(given, chance, habits)
    for _ in range(LONG):
        step = maker.next()
        if step is None:
            break
        maker.do(step)
    game = "holdem-tournament" if "role" in given else "poker-room"
    script = {"game": game, "options": given, "steps": maker.steps}
    facts = {**script, "steps": maker.facts}
    return Made(script, maker.evening.finish(), maker.evening.chips, facts)


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
    if chance.random() < 0.1:
        found |= {"min_stake": chance.choice((500, 1000)), "max_stake": 4000}
    if poker == "holdem" and chance.random() < 0.2:
        return {**found, "role": "table"}
    return found | _commissions(chance)


def _commissions(chance: Random) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if chance.random() < 0.2:
        found["time_charge"] = {"cents": 500, "minutes": chance.choice((30, 30, 5))}
    elif chance.random() < 0.2:
        found["rejoin_minutes"] = 30
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
        self.facts: list[Step] = []
        """The steps without the mistakes that were put right."""
        self.mistake: Mistake | None = None
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
        if self.mistake is None:
            self._is_a_fact(step)
        self.evening.step(len(self.steps), step)

    def _is_a_fact(self, step: Step) -> None:
        game = self.evening.table.game
        is_street = game and game.phase == "cards" and game.street and step.keys() & STREET
        if is_street and self.facts[-1] != BURN:
            self.facts.append(BURN)
        self.facts.append(step)

    def next(self) -> Step | None:
        """Return the next step, None when it is enough."""
        if self.queue:
            return self.queue.pop(0)
        if self.mistake and (step := next(self.mistake, None)):
            return step
        self.mistake = None
        if self.evening.table.game and self.chance.random() * 100 < self.habits.mistakes:
            self.mistake = self._mistakes().any()
            return self.next()
        return self._right()

    def _mistakes(self) -> Mistakes:
        return Mistakes(self.evening, self.chance, self.facts, self.deck, self.held)

    def _right(self) -> Step | None:
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
        if self.games and self.chance.random() * 100 < self.habits.between:
            return come_or_go(table, self.chance)
        return {"press": "post"}

    def _in_order(self, game: Game) -> Step:
        if game.phase == "deal":
            return self._before_the_deal(game)
        if game.phase == "bets":
            return self._decide(game)
        if game.phase == "cards":
            return self._next_cards(game)
        if game.phase == "showdown":
            return self._show(game)
        self.games += 1
        return {"press": "confirm"}

    def _decide(self, game: Game) -> Step:
        able = list(decisions(game, self.chance))
        folds = [one for one in able if one["decide"]["do"] == "fold"]
        is_weary = self.habits.folds and self.chance.random() * 100 < self.habits.folds
        return self.chance.choice(folds if folds and is_weary else able)

    def _before_the_deal(self, game: Game) -> Step:
        table = self.evening.table
        owed = [
            (s, on) for s, owes in table.blinds.owes.items() for on in owes if s not in table.out
        ]
        begun = [one for one in owed if one[0] in game.dealt_in]
        may = [spot for spot, _ in owed if table.blinds.may_post(spot)]
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
        if (
            game.street
            and not game.burned
            and not game.burn_free
            and game.due == game.due_face_up()
        ):
            return {"burn": True}
        if down := game.down_due:
            for spot in sorted(game.hands):
                if len(self.held[spot]) < 3:
                    self.held[spot].append(self.deck.pop())
            return {"deal": down}
        return {"cards": [self.deck.pop() for _ in range(game.due)]}

    def _show(self, game: Game) -> Step:
        contested = (spots for _, spots in game.contests if len(spots) > 1)
        spot = self.chance.choice(sorted(game.must_show.union(*contested) - game.shown.keys()))
        if self.habits.mishap and self.chance.random() < 0.15:
            return mucks(game, spot, self.chance)
        return {"show": {"spot": spot, "cards": [*self.held[spot]]}}
