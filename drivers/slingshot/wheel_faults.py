"""The faults that a wheel's status shows: its warnings by its state, a closed wheel, the unknown.

Theory of operation. A warning is valid in some states only, and some not at once; `status_faults`
is the rule, of which `drivers.slingshot.message_table` makes the table of all sixteen sums in all
six states. A fault ends when its warning goes. That the ball was not launched also ends with the
state: the ball is then in the rim, or the wheel is closed.
"""

from collections.abc import Iterator
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.slingshot.lines import SlingshotState, SlingshotStatus, WheelWarnings
from drivers.slingshot.spins import BALL_GRACE, LAUNCH_GRACE, WHEEL
from firmware.core.vocabulary.events import Event, FaultRaised
from hal.ports import Millis

BALL_MISSING: Final = "ball_missing"
WHEEL_FAULT: Final = "wheel_fault"
FAILED_LAUNCH: Final = "failed_launch"
WHEEL_CLOSED: Final = "wheel_closed"
UNKNOWN_STATE: Final = "unknown_state"
WHEEL_MODE: Final = "wheel_mode"
WHEEL_POCKETS: Final = "wheel_pockets"
FAULT_CODES: Final = (
    *(BALL_MISSING, WHEEL_FAULT, FAILED_LAUNCH, WHEEL_CLOSED),
    *(UNKNOWN_STATE, WHEEL_MODE, WHEEL_POCKETS),
)
"""Every fault of the wheel's own."""

LAUNCH_STATES: Final = (SlingshotState.BEFORE_GAME, SlingshotState.PLACE_BETS)
"""In these a failed launch is a fault; in state 3 it ends the spin."""
BALL_STATES: Final = (
    *LAUNCH_STATES,
    SlingshotState.BALL_IN_RIM,
    SlingshotState.NO_MORE_BETS,
)
"""In these the ball matters; in the last one after BALL_GRACE, since it leaves the rim there."""


def status_faults(state: SlingshotState, warnings: WheelWarnings) -> tuple[str, ...]:
    """Return the faults of a status that lasts, the gravest first."""
    is_present = {
        WHEEL_FAULT: bool(warnings & WheelWarnings.WHEEL_FAULT),
        BALL_MISSING: bool(warnings & WheelWarnings.BALL_MISSING) and state in BALL_STATES,
        FAILED_LAUNCH: bool(warnings & WheelWarnings.LAUNCH_FAILED) and state in LAUNCH_STATES,
        WHEEL_CLOSED: state is SlingshotState.CLOSED,
    }
    return tuple(code for code, present in is_present.items() if present)


class WheelFaults:
    """Raises each fault once, and ends it when its cause ends."""

    def __init__(self) -> None:
        self._fault_tracker = FaultTracker()
        self._is_ball_missing = False
        self._unlaunched_since: Millis | None = None

    def note_status(
        self, status: SlingshotStatus, unsensed_ms: int, now: Millis
    ) -> Iterator[Event]:
        """Yield the changes; the ball has not been sensed for `unsensed_ms`."""
        faults = status_faults(status.state, status.warnings)
        yield from self.switch_fault(UNKNOWN_STATE, active=False)
        yield from self.switch_fault(WHEEL_FAULT, active=WHEEL_FAULT in faults)
        yield from self.switch_fault(BALL_MISSING, active=self._misses_ball(status, unsensed_ms))
        yield from self.switch_fault(FAILED_LAUNCH, active=self._fails_to_launch(faults, now))
        yield from self.switch_fault(WHEEL_CLOSED, active=WHEEL_CLOSED in faults)

    def note_unknown(self, oddity: str) -> Iterator[Event]:
        """Yield the fault of a state that the guides don't define."""
        yield from self.switch_fault(UNKNOWN_STATE, oddity, active=True)

    def switch_fault(self, fault: str, code: str = "", *, active: bool) -> Iterator[Event]:
        """Raise a fault, with the wheel's own `code` if it has one, or end it."""
        values = {"code": code} if code else {}
        yield from self._fault_tracker.switch_fault(
            FaultRaised(WHEEL, fault, values), active=active
        )

    def _misses_ball(self, status: SlingshotStatus, unsensed_ms: int) -> bool:
        is_warned = bool(status.warnings & WheelWarnings.BALL_MISSING)
        is_falling = (
            status.state is SlingshotState.NO_MORE_BETS and unsensed_ms < BALL_GRACE
        ) or status.state not in BALL_STATES
        # what was missing before the ball fell is missing until it is sensed
        self._is_ball_missing = is_warned and (self._is_ball_missing or not is_falling)
        return self._is_ball_missing

    def _fails_to_launch(self, faults: tuple[str, ...], now: Millis) -> bool:
        if FAILED_LAUNCH not in faults:
            self._unlaunched_since = None
            return False
        if self._unlaunched_since is None:
            self._unlaunched_since = now
        return now - self._unlaunched_since >= LAUNCH_GRACE
