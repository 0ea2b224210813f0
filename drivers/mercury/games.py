"""The games of a Mercury by its status lines, in the Advanced and the Extended protocol."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.mercury.reports import AT_FAULT, NO_MORE_BETS, SAME_DIRECTION, UNKNOWN, VOID, WELL
from drivers.mercury.words import Bare, Flag, State, Status, Word
from firmware.core.vocabulary.events import Event, ResultSeen
from hal.ports import Millis

STALE: Final = Millis(1500)
"""How far apart two lines may be that confirm each other: three of the wheel's periods."""
COUNTS: Final = 256


class Spin:
    """One ball, from the rim to its pocket; `over` once its result was reported."""

    def __init__(self, game: int = 0, *, over: bool = False) -> None:
        self.game = game
        self.over = over
        self.closed = False
        """Whether no more bets was reported."""
        self.patchy = False
        """Whether its number may have been missed, or damaged."""
        self.wrong_way = False
        self.bare: str | None = None
        self.told: str | None = None


class StatusGames:
    """Reports the result of each spin that was followed from its beginning, once.

    A line has no checksum. A status counts once two lines in a row agree in all but the rotor's
    speed; only no more bets counts at its first line, if the ball was in the rim. A number must
    also agree with the bare one, if that came. Anything else is `spin_unknown`, and no number is
    reported for such a spin.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._last: Status | None = None
        self._heard = Millis(0)
        self._state: State | None = None
        self._spin = Spin(over=True)
        self._was_lost = False
        self._at_fault = False
        self._ball = "?"
        """The direction of the ball of the last number."""

    def restart(self) -> list[Event]:
        """Forget the line; return `spin_unknown` for a spin under way."""
        self._was_lost |= not self._spin.over
        self._last = self._state = None
        self._ball = "?"
        return [] if self._spin.over else [self._end(UNKNOWN)]

    def take(self, word: Word, now: Millis) -> Iterator[Event]:
        """Process a word, and yield its events."""
        match word:
            case Status():
                yield from self._status(word, now)
            case Bare(number):
                yield from self._bare(number)

    def _status(self, line: Status, now: Millis) -> Iterator[Event]:
        if self._last is not None and now - self._heard >= STALE:
            self._health["stale"] += 1
            self._last = None
            self._spin.patchy = True
        if line.state is State.FALLING and self._state is State.ROLLING:
            yield from self._close()
        self._spin.patchy |= line.state is State.RESULT
        agreed = line == self._last
        self._last, self._heard = line, now
        if agreed:
            yield from self._agreed(line)

    def _agreed(self, line: Status) -> Iterator[Event]:
        yield from self._rim(at_fault=Flag.RIM_SENSOR in line.flags)
        if line.state is State.LOCKED:
            yield from self._locked()
        elif line.state is not self._state:
            was, self._state = self._state, line.state
            yield from self._moved(was, line)
        yield from self._flagged(line)
        if line.state is State.RESULT:
            yield from self._won(line)

    # the way of a game

    def _moved(self, was: State | None, line: Status) -> Iterator[Event]:
        was_lost, self._was_lost = self._was_lost, False
        match line.state:
            case State.ROLLING | State.FALLING if was is None and was_lost:
                pass
            case State.ROLLING:
                yield from self._left()
                self._spin = Spin(line.game)
                if was is None:
                    yield self._end(UNKNOWN)
            case State.FALLING if was is not State.ROLLING:
                yield from self._unseen()
            case State.RESULT if was not in (None, State.FALLING):
                yield from self._unseen()
            case State.BEFORE | State.PLACE_BETS | State.CLOSED:
                yield from self._left()
        if line.state is State.FALLING:
            yield from self._close()

    def _close(self) -> Iterator[Event]:
        if not self._spin.closed:
            self._spin.closed = True
            yield NO_MORE_BETS

    def _left(self) -> Iterator[Event]:
        """End a spin without a number."""
        if not self._spin.over:
            yield self._end(UNKNOWN if self._spin.patchy else VOID)

    def _unseen(self) -> Iterator[Event]:
        """Report a spin of which a part was missed."""
        if self._spin.over:
            self._spin = Spin()
        yield self._end(UNKNOWN)

    def _locked(self) -> Iterator[Event]:
        """Lose a spin under way: the effect of a lock on it is not published."""
        self._state = self._state or State.LOCKED
        if not self._spin.over:
            yield self._end(UNKNOWN)

    def _end(self, how: Event) -> Event:
        self._spin.over = True
        return how

    # what the wheel says of it

    def _rim(self, *, at_fault: bool) -> Iterator[Event]:
        if at_fault != self._at_fault:
            self._at_fault = at_fault
            yield AT_FAULT if at_fault else WELL

    def _flagged(self, line: Status) -> Iterator[Event]:
        spin = self._spin
        wrong_way, none = Flag.SAME_DIRECTION in line.flags, Flag.VOID in line.flags
        if wrong_way or none:
            if not spin.over:
                spin.wrong_way = wrong_way
                yield self._end(SAME_DIRECTION if wrong_way else VOID)
            elif line.state is State.RESULT:
                yield from self._withdrawn()
        elif spin.wrong_way and line.state is State.ROLLING:
            self._spin = Spin(line.game)

    def _bare(self, number: str) -> Iterator[Event]:
        spin = self._spin
        if self._state not in (State.FALLING, State.RESULT):
            self._health["strays"] += 1
        elif not spin.over:
            spin.bare = number if spin.bare in (None, number) else ""
            spin.patchy = True
        elif spin.told != number:
            yield from self._withdrawn()

    def _won(self, line: Status) -> Iterator[Event]:
        spin = self._spin
        if spin.over:
            if spin.told != line.number:
                yield from self._withdrawn()
        elif not self._is_sure(spin, line):
            yield self._end(UNKNOWN)
        elif line.ball != "?" and line.ball == self._ball:
            yield self._end(SAME_DIRECTION)
        else:
            spin.told, self._ball = line.number, line.ball
            yield self._end(ResultSeen((line.number,)))

    def _is_sure(self, spin: Spin, line: Status) -> bool:
        return (
            line.number != ""
            and spin.bare in (None, line.number)
            and (line.game - spin.game) % COUNTS <= 1
            and Flag.RIM_SENSOR not in line.flags
        )

    def _withdrawn(self) -> Iterator[Event]:
        """Report that a line contradicts the reported number."""
        if self._spin.told is not None:
            self._spin.told = None
            yield UNKNOWN
