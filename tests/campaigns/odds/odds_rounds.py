"""Rounds by chance, played by the games themselves, as fast as they go."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from firmware.core.game.game import Game
from firmware.core.games.craps.craps import Craps
from firmware.core.games.roulette.roulette import Roulette
from firmware.core.games.sic_bo import DIE_FACES, SicBo
from firmware.core.games.wheel_of_fortune import WheelOfFortune
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.scripted_round import begin_round

Decide = Callable[[Game], None]
"""A player: it makes the decision that is due."""

POSITIONS = 7
"""Of Pai gow poker: who is dealt to first is drawn."""


class Rounds:
    """One table whose cards are shuffled, or whose instrument is spun, for every round."""

    def __init__(self, game: Game, chance: Random) -> None:
        self.game = game
        self.begin(chance)

    def begin(self, chance: Random) -> None:
        """Shuffle by this chance from now on, first a shoe in its order."""
        self._chance = chance
        self._shoe = [card for card in self.game.pack for _ in range(self.game.decks)]

    def play(self, bets: Sequence[Bet], decide: Decide) -> Sequence[BetSettled]:
        """Return the lines of one round."""
        return self._played(bets, decide, self._drawn())

    def _played(
        self, bets: Sequence[Bet], decide: Decide, cards: Iterator[Card]
    ) -> Sequence[BetSettled]:
        game = self.game
        begin_round(game, bets)
        while not game.finished:
            if game.choices:
                decide(game)
            elif game.due:
                game.take(CardRead(next(cards)))
            elif game.awaits_number:
                game.take_number(self._chance.randint(1, POSITIONS))
            else:
                game.take_result(ResultSeen(self._symbols()))
        return game.lines

    def _drawn(self) -> Iterator[Card]:
        """Yield cards in a random order: each is exchanged with one of those behind it."""
        shoe, every = self._shoe, len(self._shoe)
        for at in range(every):
            other = at + int(self._chance.random() * (every - at))
            shoe[at], shoe[other] = shoe[other], shoe[at]
            yield shoe[at]

    def _symbols(self) -> Symbols:
        match self.game:
            case Craps():
                return tuple(self._chance.choices(DIE_FACES, k=2))
            case SicBo():
                return tuple(sorted(self._chance.choices(DIE_FACES, k=3)))
            case Roulette(numbers_on_table=numbers):
                return (self._chance.choice(numbers),)
            case WheelOfFortune(options={"segments": segments}):
                parts = {symbol: many for symbol, (many, _) in segments.items()}
                return tuple(self._chance.choices(list(parts), list(parts.values())))
        raise AssertionError(f"no result of {type(self.game).__name__} is known")
