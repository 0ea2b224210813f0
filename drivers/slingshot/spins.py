"""The result of each spin of a SlingShot 2: its number once, or the reason for none."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from drivers.slingshot.lines import (
    BLANK_WINNER,
    NumberLine,
    SlingshotState,
    SlingshotStatus,
    WheelWarnings,
)
from firmware.core.vocabulary.events import (
    Event,
    FaultRaised,
    NoMoreBetsSeen,
    NoResultSeen,
    ResultSeen,
)
from hal.ports import Millis

WHEEL: Final = "wheel"
UNKNOWN_SPIN: Final = FaultRaised(WHEEL, "spin_unknown")
SAME_DIRECTION: Final = NoResultSeen("same_direction")

MIN_SPEED_TENTHS: Final = 100
MAX_SPEED_TENTHS: Final = 300
"""Tenths of a revolution a minute: the maker's own limits for its Mercury; recorded: 130 to 190."""
BALL_GRACE: Final = Millis(5000)
"""How long the ball may go unsensed in state 4, in which it leaves the rim."""
LAUNCH_GRACE: Final = Millis(3000)
"""How long a warning of a failed launch is ignored at the beginning of state 3."""

PLAY_STATES: Final = (SlingshotState.BALL_IN_RIM, SlingshotState.NO_MORE_BETS)


@dataclass
class SlingshotSpin:
    """One throw of the ball."""

    game_number: int
    is_over: bool = False
    """Whether its result was reported."""
    is_retried: bool = False
    """Whether the wheel will launch the ball again."""
    closed: bool = False
    """Whether it was seen in state 4."""
    reported_number: str | None = None
    """The number that was reported, in the wheel's spelling."""
    fault_warned: bool = False
    """Whether the wheel warned of a fault of its own."""
    bare_numbers: set[str] = field(default_factory=set)
    """The bare numbers of this spin."""


class SpinTracker:
    """Takes every confirmed status and every bare number, in order.

    A number is reported only if the spin was followed from state 2 or 3 through 4 to 5 in one game.
    Any other spin yields one event with the reason.
    """

    def __init__(self, numbers: Literal[37, 38], health: Counter[str]) -> None:
        self.alternates = False
        """Whether the wheel is known to reverse its rotor in each game."""
        self._pocket_count = numbers
        self._health = health
        self._current_spin: SlingshotSpin | None = None
        self._last_status: SlingshotStatus | None = None
        self._had_status = False
        self._state_since = Millis(0)
        self._unsensed_since: Millis | None = None
        self._off_speed_count = 0
        self._reported_game: int | None = None
        self._direction: int | None = None

    @property
    def state(self) -> SlingshotState | None:
        """The wheel's state; None before its first status since the restart."""
        return self._last_status.state if self._last_status is not None else None

    def restart(self) -> None:
        """Lose track of the wheel: the number of a spin under way will not be reported."""
        self._had_status |= self._last_status is not None
        self._last_status = self._reported_game = self._direction = self._unsensed_since = None

    def unsensed_ms(self, now: Millis) -> int:
        """Return for how many milliseconds the ball has gone unsensed in this state."""
        return 0 if self._unsensed_since is None else now - self._unsensed_since

    def note_status(self, status: SlingshotStatus, now: Millis) -> Iterator[Event]:
        """Process a status, and yield its events."""
        previous, self._last_status = self._last_status, status
        if previous is None:
            yield from self._resume_tracking(status)
        self._track_time(status, previous, now)
        if status.state in (*PLAY_STATES, SlingshotState.WINNING_NUMBER):
            yield from self._match_spin(status, previous)
            yield from self._follow_spin(status, now)
        else:
            yield from self._end_without_result(status)

    def note_unknown(self) -> Iterator[Event]:
        """Process a state that the guides don't define: a spin under way is unknown."""
        spin = self._current_spin
        if spin is not None and not spin.is_over:
            spin.is_over = True
            yield UNKNOWN_SPIN
        self.restart()

    def note_bare_number(self, bare_line: NumberLine) -> Iterator[Event]:
        """Process a bare number; it makes a spin unknown if another number was reported."""
        spin = self._current_spin
        if spin is None or self.state not in (
            SlingshotState.NO_MORE_BETS,
            SlingshotState.WINNING_NUMBER,
        ):
            self._health["stray_numbers"] += 1
            return
        spin.bare_numbers.add(bare_line.winner)
        if spin.reported_number is not None and bare_line.winner != spin.reported_number:
            yield UNKNOWN_SPIN

    # from state to state

    def _track_time(
        self, status: SlingshotStatus, previous: SlingshotStatus | None, now: Millis
    ) -> None:
        if previous is None or previous.state is not status.state:
            self._state_since, self._unsensed_since, self._off_speed_count = now, None, 0
        if not status.warnings & WheelWarnings.BALL_MISSING:
            self._unsensed_since = None
        elif self._unsensed_since is None:
            self._unsensed_since = now

    def _resume_tracking(self, status: SlingshotStatus) -> Iterator[Event]:
        """Process the first status since the restart."""
        spin = self._current_spin
        was_rolling = spin is not None and not spin.is_over
        if spin is not None:
            spin.is_over = True
        was_missed = status.state in (SlingshotState.NO_MORE_BETS, SlingshotState.WINNING_NUMBER)
        if was_missed and (spin is None or spin.game_number != status.game_number):
            self._current_spin = SlingshotSpin(status.game_number, is_over=True)
            was_rolling |= self._had_status
        if was_rolling:
            yield UNKNOWN_SPIN

    def _match_spin(
        self, status: SlingshotStatus, previous: SlingshotStatus | None
    ) -> Iterator[Event]:
        """Begin another spin unless this is still the same one."""
        spin = self._current_spin
        if (
            spin is not None
            and spin.game_number == status.game_number
            and not _is_rethrow(spin, status, previous)
        ):
            return
        was_rolling = spin is not None and not spin.is_over
        if was_rolling and spin is not None:
            yield (
                NoResultSeen("wheel_void")
                if spin.game_number == status.game_number
                else UNKNOWN_SPIN
            )
        # A game whose number was reported can't begin again: its count is stale.
        was_followed = _was_followed(status, previous) and status.game_number != self._reported_game
        self._current_spin = SlingshotSpin(status.game_number, is_over=not was_followed)
        if was_rolling or not was_followed:
            self._direction = None
        if not was_followed and not was_rolling:
            yield UNKNOWN_SPIN

    def _end_without_result(self, status: SlingshotStatus) -> Iterator[Event]:
        """End a spin that has no result: it is void, or its end was missed."""
        spin, self._current_spin = self._current_spin, None
        if spin is not None and not spin.is_over:
            self._direction = None
            yield (
                NoResultSeen("wheel_void")
                if spin.game_number == status.game_number
                else UNKNOWN_SPIN
            )
        # A closed wheel forgets its count, and may begin with the same game number.
        if status.state is SlingshotState.CLOSED or status.winner == BLANK_WINNER:
            self._reported_game = self._direction = None

    # a spin

    def _follow_spin(self, status: SlingshotStatus, now: Millis) -> Iterator[Event]:
        spin = self._current_spin
        if spin is None:
            return
        spin.fault_warned |= bool(status.warnings & WheelWarnings.WHEEL_FAULT)
        if status.state is SlingshotState.WINNING_NUMBER:
            yield from self._handle_win(spin, status)
        elif not spin.is_over:
            yield from self._follow_ball(spin, status, now)

    def _follow_ball(
        self, spin: SlingshotSpin, status: SlingshotStatus, now: Millis
    ) -> Iterator[Event]:
        reason = self._void_reason(status, now)
        if reason is not None:
            spin.is_over, spin.is_retried = True, reason == "failed_launch"
            self._direction = None
            yield NoResultSeen(reason)
        elif status.state is SlingshotState.NO_MORE_BETS and not spin.closed:
            spin.closed = True
            yield NoMoreBetsSeen()

    def _void_reason(self, status: SlingshotStatus, now: Millis) -> str | None:
        """Return the reason to void a spin with the ball in play, if there is one."""
        ball_in_rim = status.state is SlingshotState.BALL_IN_RIM
        off_speed = not MIN_SPEED_TENTHS <= status.speed_tenths <= MAX_SPEED_TENTHS
        self._off_speed_count = self._off_speed_count + 1 if off_speed else 0
        if status.warnings & WheelWarnings.SAME_DIRECTION:
            return "same_direction"
        if (
            ball_in_rim
            and status.warnings & WheelWarnings.LAUNCH_FAILED
            and now - self._state_since >= LAUNCH_GRACE
        ):
            return "failed_launch"
        if not ball_in_rim and self.unsensed_ms(now) >= BALL_GRACE:
            return "ball_out"
        # The speed is the one field that two lines need not agree on, so two must be off.
        return "rotor_speed" if self._off_speed_count > 1 else None

    def _handle_win(self, spin: SlingshotSpin, status: SlingshotStatus) -> Iterator[Event]:
        if not spin.is_over:
            spin.is_over = True
            yield self._report_result(spin, status)
        elif spin.reported_number not in (None, status.winner):
            spin.reported_number = status.winner
            yield UNKNOWN_SPIN

    def _report_result(self, spin: SlingshotSpin, status: SlingshotStatus) -> Event:
        symbol = self._pocket_symbol(status.winner)
        previous, self._direction = self._direction, status.direction
        numbers_agree = not spin.bare_numbers - {status.winner}
        # Each of these is reason enough: a wrong number would be paid.
        if symbol is None or not numbers_agree or not spin.closed or spin.fault_warned:
            return UNKNOWN_SPIN
        # In this mode the rotor turns the other way in each game: the throw was irregular.
        if self.alternates and previous == status.direction:
            return SAME_DIRECTION
        spin.reported_number, self._reported_game = status.winner, spin.game_number
        return ResultSeen((symbol,))

    def _pocket_symbol(self, winner: str) -> str | None:
        """Return a winner without blanks, None if the wheel lacks it; `00` is double zero."""
        if winner == "00":
            return winner if self._pocket_count == 38 else None
        symbol = winner.lstrip(" ")
        return symbol if symbol.isdigit() and str(int(symbol)) == symbol else None


def _is_rethrow(
    spin: SlingshotSpin, status: SlingshotStatus, previous: SlingshotStatus | None
) -> bool:
    """Return whether the ball is thrown again in the same game."""
    if status.state is not SlingshotState.BALL_IN_RIM or spin.reported_number is not None:
        return False
    fell_back = previous is not None and previous.state is SlingshotState.NO_MORE_BETS
    return fell_back or (spin.is_retried and not status.warnings & WheelWarnings.LAUNCH_FAILED)


def _was_followed(status: SlingshotStatus, previous: SlingshotStatus | None) -> bool:
    """Return whether a spin was followed from state 2 or 3 on."""
    if status.state is not SlingshotState.NO_MORE_BETS or previous is None:
        return status.state is SlingshotState.BALL_IN_RIM
    return (previous.state, previous.game_number) == (SlingshotState.PLACE_BETS, status.game_number)
