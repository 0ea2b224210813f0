"""The result of each spin of a SlingShot 2: its number once, or the reason for none."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from drivers.slingshot.lines import BLANK, Number, State, Status, Warned
from firmware.core.vocabulary.events import (
    Event,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
)
from hal.ports import Millis

WHEEL: Final = "wheel"
UNKNOWN: Final = FaultRaised(WHEEL, "spin_unknown")
SAME_DIRECTION: Final = NoResultSeen("same_direction")

SLOWEST: Final = 100
FASTEST: Final = 300
"""Tenths of a revolution a minute: the maker's own limits for its Mercury; recorded: 130 to 190."""
BALL_GRACE: Final = Millis(5000)
"""How long the ball may go unsensed in state 4, in which it leaves the rim."""
LAUNCH_GRACE: Final = Millis(3000)
"""How long a warning of a failed launch is ignored at the beginning of state 3."""

IN_PLAY: Final = (State.BALL_IN_RIM, State.NO_MORE_BETS)


@dataclass
class Spin:
    """One throw of the ball."""

    game: int
    over: bool = False
    """Whether its result was reported."""
    retries: bool = False
    """Whether the wheel will launch the ball again."""
    closed: bool = False
    """Whether it was seen in state 4."""
    told: str | None = None
    """The number that was reported, in the wheel's spelling."""
    doubted: bool = False
    """Whether the wheel warned of a fault of its own."""
    heard: set[str] = field(default_factory=set)
    """The bare numbers of this spin."""


class Spins:
    """Takes every confirmed status and every bare number, in order.

    A number is reported only if the spin was followed from state 2 or 3 through 4 to 5 in one game.
    Any other spin yields one event with the reason.
    """

    def __init__(self, numbers: Literal[37, 38], health: Counter[str]) -> None:
        self.alternates = False
        """Whether the wheel is known to reverse its rotor in each game."""
        self._numbers = numbers
        self._health = health
        self._spin: Spin | None = None
        self._last: Status | None = None
        self._heard_before = False
        self._since = Millis(0)
        self._unsensed: Millis | None = None
        self._off_speed = 0
        self._told: int | None = None
        self._direction: int | None = None

    @property
    def state(self) -> State | None:
        """The wheel's state; None before its first status since the restart."""
        return self._last.state if self._last is not None else None

    def restart(self) -> None:
        """Lose track of the wheel: the number of a spin under way will not be reported."""
        self._heard_before |= self._last is not None
        self._last = self._told = self._direction = self._unsensed = None

    def unsensed(self, now: Millis) -> int:
        """Return for how many milliseconds the ball has gone unsensed in this state."""
        return 0 if self._unsensed is None else now - self._unsensed

    def take(self, status: Status, now: Millis) -> Iterator[Event]:
        """Process a status, and yield its events."""
        before, self._last = self._last, status
        if before is None:
            yield from self._resume(status)
        self._time(status, before, now)
        if status.state in (*IN_PLAY, State.WINNING_NUMBER):
            yield from self._meet(status, before)
            yield from self._follow(status, now)
        else:
            yield from self._rest(status)

    def number(self, number: Number) -> Iterator[Event]:
        """Process a bare number; it makes a spin unknown if another number was reported."""
        spin = self._spin
        if spin is None or self.state not in (State.NO_MORE_BETS, State.WINNING_NUMBER):
            self._health["stray_numbers"] += 1
            return
        spin.heard.add(number.winner)
        if spin.told is not None and number.winner != spin.told:
            yield UNKNOWN

    # from state to state

    def _time(self, status: Status, before: Status | None, now: Millis) -> None:
        if before is None or before.state is not status.state:
            self._since, self._unsensed, self._off_speed = now, None, 0
        if not status.warned & Warned.BALL:
            self._unsensed = None
        elif self._unsensed is None:
            self._unsensed = now

    def _resume(self, status: Status) -> Iterator[Event]:
        """Process the first status since the restart."""
        spin = self._spin
        rolled = spin is not None and not spin.over
        if spin is not None:
            spin.over = True
        missed = status.state in (State.NO_MORE_BETS, State.WINNING_NUMBER)
        if missed and (spin is None or spin.game != status.game):
            self._spin = Spin(status.game, over=True)
            rolled |= self._heard_before
        if rolled:
            yield UNKNOWN

    def _meet(self, status: Status, before: Status | None) -> Iterator[Event]:
        """Begin another spin unless this is still the same one."""
        spin = self._spin
        if spin is not None and spin.game == status.game and not _anew(spin, status, before):
            return
        rolled = spin is not None and not spin.over
        if rolled and spin is not None:
            yield NoResultSeen("wheel_void") if spin.game == status.game else UNKNOWN
        begun = _seen_begin(status, before) and status.game != self._told
        self._spin = Spin(status.game, over=not begun)
        if rolled or not begun:
            self._direction = None
        if not begun and not rolled:
            yield UNKNOWN

    def _rest(self, status: Status) -> Iterator[Event]:
        """End a spin that has no result: it is void, or its end was missed."""
        spin, self._spin = self._spin, None
        if spin is not None and not spin.over:
            self._direction = None
            yield NoResultSeen("wheel_void") if spin.game == status.game else UNKNOWN
        if status.state is State.CLOSED or status.winner == BLANK:
            self._told = self._direction = None

    # a spin

    def _follow(self, status: Status, now: Millis) -> Iterator[Event]:
        spin = self._spin
        if spin is None:
            return
        spin.doubted |= bool(status.warned & Warned.FAULT)
        if status.state is State.WINNING_NUMBER:
            yield from self._won(spin, status)
        elif not spin.over:
            yield from self._roll(spin, status, now)

    def _roll(self, spin: Spin, status: Status, now: Millis) -> Iterator[Event]:
        reason = self._void(status, now)
        if reason is not None:
            spin.over, spin.retries = True, reason == "failed_launch"
            self._direction = None
            yield NoResultSeen(reason)
        elif status.state is State.NO_MORE_BETS and not spin.closed:
            spin.closed = True
            yield NoMoreBetsSeen()

    def _void(self, status: Status, now: Millis) -> str | None:
        """Return the reason to void a spin with the ball in play, if there is one."""
        in_rim = status.state is State.BALL_IN_RIM
        off = not SLOWEST <= status.speed <= FASTEST
        self._off_speed = self._off_speed + 1 if off else 0
        if status.warned & Warned.SAME_DIRECTION:
            return "same_direction"
        if in_rim and status.warned & Warned.LAUNCH and now - self._since >= LAUNCH_GRACE:
            return "failed_launch"
        if not in_rim and self.unsensed(now) >= BALL_GRACE:
            return "ball_out"
        return "rotor_speed" if self._off_speed > 1 else None

    def _won(self, spin: Spin, status: Status) -> Iterator[Event]:
        if not spin.over:
            spin.over = True
            yield self._result(spin, status)
        elif spin.told not in (None, status.winner):
            spin.told = status.winner
            yield UNKNOWN

    def _result(self, spin: Spin, status: Status) -> Event:
        symbol = self._symbol(status.winner)
        before, self._direction = self._direction, status.direction
        agreed = not spin.heard - {status.winner}
        if symbol is None or not agreed or not spin.closed or spin.doubted:
            return UNKNOWN
        if self.alternates and before == status.direction:
            return SAME_DIRECTION
        spin.told, self._told = status.winner, spin.game
        return ResultSeen((symbol,))

    def _symbol(self, winner: str) -> str | None:
        """Return a winner without blanks, None if the wheel lacks it; `00` is double zero."""
        if winner == "00":
            return winner if self._numbers == 38 else None
        symbol = winner.lstrip(" ")
        return symbol if symbol.isdigit() and str(int(symbol)) == symbol else None


def _anew(spin: Spin, status: Status, before: Status | None) -> bool:
    """Return whether the ball is thrown again in the same game."""
    if status.state is not State.BALL_IN_RIM or spin.told is not None:
        return False
    fell_back = before is not None and before.state is State.NO_MORE_BETS
    return fell_back or (spin.retries and not status.warned & Warned.LAUNCH)


def _seen_begin(status: Status, before: Status | None) -> bool:
    """Return whether a spin was followed from state 2 or 3 on."""
    if status.state is not State.NO_MORE_BETS or before is None:
        return status.state is State.BALL_IN_RIM
    return (before.state, before.game) == (State.PLACE_BETS, status.game)
