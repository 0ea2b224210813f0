"""The games of a Mercury in its Basic protocol: `*S`, `*N`, `*W nn`, each sent once."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto

from drivers.mercury.reports import NO_MORE_BETS, UNKNOWN
from drivers.mercury.words import Damage, NoMoreBets, Started, Won, Word
from firmware.core.vocabulary.events import Event, ResultSeen
from hal.ports import Millis


class _Game(Enum):
    OPEN = auto()
    FALLING = auto()
    OVER = auto()


class BasicGames:
    """Reports a number that follows `*N` with only valid words between.

    The number is sent once, without a checksum: a digit that the wire turned into another is not
    noticed.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._game = _Game.OPEN
        self._told: str | None = None

    def restart(self) -> list[Event]:
        """Forget the line; return `spin_unknown` for a spin under way."""
        if self._game is not _Game.FALLING:
            return []
        return [self._lose()]

    def take(self, word: Word, now: Millis) -> Iterator[Event]:  # noqa: ARG002
        """Process a word, and yield its events."""
        match word:
            case Started():
                if self._game is _Game.FALLING:
                    yield self._lose()
                self._game = _Game.OPEN
            case NoMoreBets() if self._game is not _Game.FALLING:
                self._game = _Game.FALLING
                yield NO_MORE_BETS
            case Won(number):
                yield from self._won(number)
            case Damage() if self._game is _Game.FALLING:
                yield self._lose()
            case NoMoreBets():
                self._health["repeats"] += 1

    def _won(self, number: str) -> Iterator[Event]:
        if self._game is _Game.FALLING:
            self._game, self._told = _Game.OVER, number
            yield ResultSeen((number,))
        elif self._game is _Game.OVER and self._told in (None, number):
            self._health["repeats"] += 1
        else:
            yield self._lose()

    def _lose(self) -> Event:
        self._game, self._told = _Game.OVER, None
        return UNKNOWN
