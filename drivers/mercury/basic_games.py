"""The games of a Mercury in its Basic protocol: `*S`, `*N`, `*W nn`, each sent once."""

from collections import Counter
from collections.abc import Iterator
from enum import Enum, auto

from drivers.mercury.messages import (
    DamagedLine,
    MercuryMessage,
    NoMoreBets,
    Started,
    UnknownLine,
    WinningNumber,
)
from drivers.mercury.reports import NO_MORE_BETS, UNKNOWN_SPIN
from firmware.core.vocabulary.events import Event, ResultSeen
from hal.ports import Millis


class _BasicPhase(Enum):
    BETTING = auto()
    FALLING = auto()
    FINISHED = auto()


class BasicGames:
    """Reports a number that follows `*N` with only valid words between.

    The number is sent once, without a checksum: a digit that the wire turned into another is not
    noticed.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._phase = _BasicPhase.BETTING
        self._reported_number: str | None = None

    def restart(self) -> list[Event]:
        """Forget the line; return `spin_unknown` for a spin under way."""
        if self._phase is not _BasicPhase.FALLING:
            return []
        return [self._lose_spin()]

    def handle_message(self, message: MercuryMessage, now: Millis) -> Iterator[Event]:  # noqa: ARG002
        """Process a word, and yield its events."""
        match message:
            case Started():
                if self._phase is _BasicPhase.FALLING:
                    yield self._lose_spin()
                self._phase = _BasicPhase.BETTING
            case NoMoreBets() if self._phase is not _BasicPhase.FALLING:
                self._phase = _BasicPhase.FALLING
                yield NO_MORE_BETS
            case WinningNumber(number):
                yield from self._handle_win(number)
            # Such a line may have been the number, or a new game.
            case DamagedLine() | UnknownLine() if self._phase is _BasicPhase.FALLING:
                yield self._lose_spin()
            case NoMoreBets():
                self._health["repeats"] += 1

    def _handle_win(self, number: str) -> Iterator[Event]:
        if self._phase is _BasicPhase.FALLING:
            self._phase, self._reported_number = _BasicPhase.FINISHED, number
            yield ResultSeen((number,))
        elif self._phase is _BasicPhase.FINISHED and self._reported_number in (None, number):
            self._health["repeats"] += 1
        else:
            yield self._lose_spin()

    def _lose_spin(self) -> Event:
        self._phase, self._reported_number = _BasicPhase.FINISHED, None
        return UNKNOWN_SPIN
