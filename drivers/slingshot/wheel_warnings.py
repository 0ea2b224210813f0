"""The faults of the wheel itself, from the warnings in its status."""

from collections.abc import Iterator
from typing import Final

from drivers.slingshot.lines import SlingshotState, SlingshotStatus, WheelWarnings
from drivers.slingshot.spins import BALL_GRACE, WHEEL
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

FAULT_CODES: Final = {
    WheelWarnings.BALL_MISSING: "ball_missing",
    WheelWarnings.WHEEL_FAULT: "wheel_fault",
}
_BALL_MATTERS: Final = (
    SlingshotState.BEFORE_GAME,
    SlingshotState.PLACE_BETS,
    SlingshotState.BALL_IN_RIM,
)


class WarningTracker:
    """Raises a fault on a valid warning, and ends it when the warning ends.

    The warning of a missing ball is valid at once before the throw and in the rim, after BALL_GRACE
    in state 4, and never after the ball has fallen or while the wheel is closed.
    """

    def __init__(self) -> None:
        self._raised_faults: set[WheelWarnings] = set()

    def note_status(self, status: SlingshotStatus, unsensed_ms: int) -> Iterator[Event]:
        """Yield the changes; the ball has not been sensed for `unsensed_ms`."""
        for warning, code in FAULT_CODES.items():
            is_present = bool(status.warnings & warning)
            is_valid = is_present and (
                warning is not WheelWarnings.BALL_MISSING or _ball_counts(status, unsensed_ms)
            )
            if is_valid and warning not in self._raised_faults:
                self._raised_faults.add(warning)
                yield FaultRaised(WHEEL, code)
            elif not is_present and warning in self._raised_faults:
                self._raised_faults.remove(warning)
                yield FaultEnded(WHEEL, code)


def _ball_counts(status: SlingshotStatus, unsensed_ms: int) -> bool:
    # The ball leaves the rim in this state, and so the sensor.
    if status.state is SlingshotState.NO_MORE_BETS:
        return unsensed_ms >= BALL_GRACE
    return status.state in _BALL_MATTERS
