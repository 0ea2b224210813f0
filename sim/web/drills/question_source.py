"""Draws questions: rounds are played by chance until one has the preferred subject."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM
from firmware.core.vocabulary.money import Cents
from sim.web.drills.game_setup import HOMES, GameSetup
from sim.web.drills.memory_table import ActRefused
from sim.web.drills.played_round import ChanceTable, PlayedRound
from sim.web.drills.poker_hand import ChanceHand, PlayedHand
from sim.web.drills.pot_questions import PotTask, pot_questions, solved_pot_question
from sim.web.drills.prize_questions import Prizes, chance_prizes, solved_prize_question
from sim.web.drills.question import Family, SolvedQuestion
from sim.web.drills.round_questions import RoundTask, round_questions, solved_question

LEVEL_UNITS: Final = (
    (500, 1000, 2500),
    (500, 1500, 2000, 3500),
    (1500, 3500, 4500, 5500),
    (750, 1250, 1750, 2250),
    (4500, 6500, 8500, 13500, 27500),
    (1375, 3725, 6650, 11150),
)
"""By level: the units of the bets, in cents; the player lays a few of them."""
COLOUR_UNITS: Final = ((100, 500), (200, 500), (250, 300), (350, 700), (750, 1250), (275, 1350))
"""By level: the values of a colour chip."""
HIGHEST_LEVEL: Final = len(LEVEL_UNITS)
MOST_ROUNDS: Final = 150
"""So many are played for a rare subject; then any question of the last ones is put."""
PLAIN_PROBABILITY: Final = 0.3
"""How often a round is taken that gives no question but of an even bet, a push or a loss."""


class Subject(NamedTuple):
    """A family of questions at a game."""

    game: str
    family: Family


class Drawn(NamedTuple):
    """A question that may be put, with the play that it is about."""

    subject: Subject
    level: int
    played: PlayedRound | PlayedHand | Prizes
    task: RoundTask | PotTask | None
    solve: Callable[[], SolvedQuestion]
    """Puts it into words; costs more than the play."""


class QuestionSource:
    """Questions of every game, by one source of chance."""

    def __init__(
        self,
        chance: Random,
        setup_of: Callable[[str], GameSetup] = HOMES.setup_of,
        rest: Callable[[], None] = lambda: None,
    ) -> None:
        """`rest` is called after each round: there a thread lets others work."""
        self._chance, self._setup_of, self._rest = chance, setup_of, rest
        self._tables: dict[str, ChanceTable] = {}

    def draw(self, games: Sequence[str], level: int, preferred: Subject | None = None) -> Drawn:
        """Return a question of the preferred subject, if some rounds give it, or of these games."""
        found: Drawn | None = None
        for _ in range(MOST_ROUNDS):
            game = preferred.game if preferred else self._chance.choice(games)
            candidates = list(self._questions(game, level))
            self._rest()
            preferred_ones = [drawn for drawn in candidates if drawn.subject == preferred]
            if preferred_ones:
                return self._chance.choice(preferred_ones)
            if candidates:
                found = self._of_any_family(candidates)
                is_plain = found.subject.family == "push"
                if preferred is None and (
                    not is_plain or self._chance.random() < PLAIN_PROBABILITY
                ):
                    return found
        if found is None:
            raise RuntimeError(f"no round of {games} gives a question")
        return found

    def _of_any_family(self, candidates: Sequence[Drawn]) -> Drawn:
        """Return a question of any of their families, each as often as another."""
        families = sorted({drawn.subject.family for drawn in candidates} - {"push"}) or ["push"]
        family = self._chance.choice(families)
        return self._chance.choice(
            [drawn for drawn in candidates if drawn.subject.family == family]
        )

    def _questions(self, game: str, level: int) -> Iterator[Drawn]:
        unit = Cents(self._chance.choice(LEVEL_UNITS[level - 1]))
        if game == POKER_ROOM:
            return self._pot_questions(unit, level)
        if game == HOLDEM_TOURNAMENT:
            return self._prize_question(unit, level)
        return self._round_questions(game, unit, level)

    def _round_questions(self, game: str, unit: Cents, level: int) -> Iterator[Drawn]:
        if game not in self._tables:
            self._tables[game] = ChanceTable(self._setup_of(game), self._chance)
        table = self._tables[game]
        if table.has_colour_chips:
            unit = Cents(self._chance.choice(COLOUR_UNITS[level - 1]))
        played = table.play(unit)
        if played is None:
            return
        for task in round_questions(table.game, played.lines):
            subject = Subject(game, task.family)

            def solve(task: RoundTask = task) -> SolvedQuestion:
                return solved_question(played, task, unit)

            yield Drawn(subject, level, played, task, solve)

    def _pot_questions(self, unit: Cents, level: int) -> Iterator[Drawn]:
        try:
            hand = ChanceHand(self._chance, unit).play()
        except ActRefused:
            return
        for task in pot_questions(hand):

            def solve(task: PotTask = task) -> SolvedQuestion:
                return solved_pot_question(hand, task)

            yield Drawn(Subject(POKER_ROOM, "pot"), level, hand, task, solve)

    def _prize_question(self, unit: Cents, level: int) -> Iterator[Drawn]:
        prizes = chance_prizes(self._chance, unit)
        subject = Subject(HOLDEM_TOURNAMENT, "prize")
        yield Drawn(subject, level, prizes, None, lambda: solved_prize_question(prizes))
