"""The games of a Mercury by its status lines, in the Advanced and the Extended protocol."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.mercury.messages import (
    BareNumber,
    MercuryFlags,
    MercuryMessage,
    MercuryState,
    MercuryStatus,
)
from drivers.mercury.reports import (
    LOCKED,
    NO_MORE_BETS,
    RESTING,
    RIM_FAULT,
    SAME_DIRECTION,
    UNKNOWN_SPIN,
    VOID_SPIN,
)
from firmware.core.vocabulary.events import Event, ResultSeen
from hal.ports import Millis

STATUS_MAX_AGE: Final = Millis(1500)
"""How far apart two lines may be that confirm each other: three of the wheel's periods."""
GAME_COUNTS: Final = 256


class MercurySpin:
    """One ball, from the rim to its pocket; `is_over` once its result was reported."""

    def __init__(self, game_number: int = 0, *, is_over: bool = False) -> None:
        self.game_number = game_number
        self.is_over = is_over
        self.closed = False
        """Whether no more bets was reported."""
        self.has_gaps = False
        """Whether its number may have been missed, or damaged."""
        self.same_direction = False
        self.bare_number: str | None = None
        self.reported_number: str | None = None


class StatusGames:
    """Reports the result of each spin that was followed from its beginning, once.

    A line has no checksum. A status counts once two lines in a row agree in all but the rotor's
    speed; only no more bets counts at its first line, if the ball was in the rim. A number must
    also agree with the bare one, if that came. Anything else is `spin_unknown`, and no number is
    reported for such a spin.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self._last_status: MercuryStatus | None = None
        self._last_line_at = Millis(0)
        self._last_state: MercuryState | None = None
        self._current_spin = MercurySpin(is_over=True)
        self._spin_was_lost = False
        self._fault_tracker = FaultTracker()
        self._ball_direction = "?"
        """The direction of the ball of the last number."""

    def restart(self) -> list[Event]:
        """Forget the line; return `spin_unknown` for a spin under way."""
        self._spin_was_lost |= not self._current_spin.is_over
        self._last_status = self._last_state = None
        self._ball_direction = "?"
        return [] if self._current_spin.is_over else [self._end_spin(UNKNOWN_SPIN)]

    def handle_message(self, message: MercuryMessage, now: Millis) -> Iterator[Event]:
        """Process a word, and yield its events."""
        match message:
            case MercuryStatus():
                yield from self._handle_status(message, now)
            case BareNumber(number):
                yield from self._handle_bare_number(number)

    def _handle_status(self, line: MercuryStatus, now: Millis) -> Iterator[Event]:
        if self._last_status is not None and now - self._last_line_at >= STATUS_MAX_AGE:
            self._health["stale"] += 1
            self._last_status = None
            self._current_spin.has_gaps = True
        if line.state is MercuryState.FALLING and self._last_state is MercuryState.ROLLING:
            yield from self._report_close()
        # From the first line on: if the spin ends unconfirmed, a number was missed.
        self._current_spin.has_gaps |= line.state is MercuryState.RESULT
        is_confirmed = line == self._last_status
        self._last_status, self._last_line_at = line, now
        if is_confirmed:
            yield from self._handle_agreed(line)

    def _handle_agreed(self, line: MercuryStatus) -> Iterator[Event]:
        yield from self._switch_faults(line)
        if line.state is MercuryState.LOCKED:
            yield from self._handle_lock()
        elif line.state is not self._last_state:
            previous_state, self._last_state = self._last_state, line.state
            yield from self._change_state(previous_state, line)
        yield from self._handle_flags(line)
        if line.state is MercuryState.RESULT:
            yield from self._handle_win(line)

    # the way of a game

    def _change_state(
        self, previous_state: MercuryState | None, line: MercuryStatus
    ) -> Iterator[Event]:
        was_lost, self._spin_was_lost = self._spin_was_lost, False
        match line.state:
            # The spin of before the restart was reported as lost: this is still the same ball.
            case MercuryState.ROLLING | MercuryState.FALLING if previous_state is None and was_lost:
                pass
            case MercuryState.ROLLING:
                yield from self._end_unfinished_spin()
                self._current_spin = MercurySpin(line.game_number)
                if previous_state is None:
                    yield self._end_spin(UNKNOWN_SPIN)
            case MercuryState.FALLING if previous_state is not MercuryState.ROLLING:
                yield from self._report_missed_part()
            case MercuryState.RESULT if previous_state not in (None, MercuryState.FALLING):
                yield from self._report_missed_part()
            case MercuryState.BEFORE | MercuryState.PLACE_BETS | MercuryState.CLOSED:
                yield from self._end_unfinished_spin()
        if line.state is MercuryState.FALLING:
            yield from self._report_close()

    def _report_close(self) -> Iterator[Event]:
        if not self._current_spin.closed:
            self._current_spin.closed = True
            yield NO_MORE_BETS

    def _end_unfinished_spin(self) -> Iterator[Event]:
        """End a spin without a number."""
        if not self._current_spin.is_over:
            yield self._end_spin(UNKNOWN_SPIN if self._current_spin.has_gaps else VOID_SPIN)

    def _report_missed_part(self) -> Iterator[Event]:
        """Report a spin of which a part was missed."""
        if self._current_spin.is_over:
            self._current_spin = MercurySpin()
        yield self._end_spin(UNKNOWN_SPIN)

    def _handle_lock(self) -> Iterator[Event]:
        """Lose a spin under way: the effect of a lock on it is not published."""
        self._last_state = self._last_state or MercuryState.LOCKED
        if not self._current_spin.is_over:
            yield self._end_spin(UNKNOWN_SPIN)

    def _end_spin(self, outcome: Event) -> Event:
        self._current_spin.is_over = True
        return outcome

    # what the wheel says of it

    def _switch_faults(self, line: MercuryStatus) -> Iterator[Event]:
        switch_fault = self._fault_tracker.switch_fault
        yield from switch_fault(RIM_FAULT, active=MercuryFlags.RIM_SENSOR in line.flags)
        yield from switch_fault(RESTING, active=line.state is MercuryState.CLOSED)
        yield from switch_fault(LOCKED, active=line.state is MercuryState.LOCKED)

    def _handle_flags(self, line: MercuryStatus) -> Iterator[Event]:
        spin = self._current_spin
        same_direction, is_void = (
            MercuryFlags.SAME_DIRECTION in line.flags,
            MercuryFlags.VOID in line.flags,
        )
        if same_direction or is_void:
            if not spin.is_over:
                spin.same_direction = same_direction
                yield self._end_spin(SAME_DIRECTION if same_direction else VOID_SPIN)
            elif line.state is MercuryState.RESULT:
                yield from self._withdraw_number()
        elif spin.same_direction and line.state is MercuryState.ROLLING:
            self._current_spin = MercurySpin(line.game_number)

    def _handle_bare_number(self, number: str) -> Iterator[Event]:
        spin = self._current_spin
        if self._last_state not in (MercuryState.FALLING, MercuryState.RESULT):
            self._health["strays"] += 1
        elif not spin.is_over:
            # Two different bare numbers: neither can be trusted.
            spin.bare_number = number if spin.bare_number in (None, number) else ""
            spin.has_gaps = True
        elif spin.reported_number != number:
            yield from self._withdraw_number()

    def _handle_win(self, line: MercuryStatus) -> Iterator[Event]:
        spin = self._current_spin
        if spin.is_over:
            if spin.reported_number != line.number:
                yield from self._withdraw_number()
        elif not self._is_certain_win(spin, line):
            yield self._end_spin(UNKNOWN_SPIN)
        elif line.ball_direction != "?" and line.ball_direction == self._ball_direction:
            yield self._end_spin(SAME_DIRECTION)
        else:
            spin.reported_number, self._ball_direction = line.number, line.ball_direction
            yield self._end_spin(ResultSeen((line.number,)))

    def _is_certain_win(self, spin: MercurySpin, line: MercuryStatus) -> bool:
        return (
            line.number != ""
            and spin.bare_number in (None, line.number)
            # When the count moves on is not public: with the ball, or with the result.
            and (line.game_number - spin.game_number) % GAME_COUNTS <= 1
            and MercuryFlags.RIM_SENSOR not in line.flags
        )

    def _withdraw_number(self) -> Iterator[Event]:
        """Report that a line contradicts the reported number."""
        if self._current_spin.reported_number is not None:
            self._current_spin.reported_number = None
            yield UNKNOWN_SPIN
