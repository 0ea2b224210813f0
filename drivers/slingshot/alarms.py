"""The faults of the wheel itself, from the warnings in its status."""

from collections.abc import Iterator
from typing import Final

from drivers.slingshot.lines import State, Status, Warned
from drivers.slingshot.spins import BALL_GRACE, WHEEL
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

CODES: Final = {Warned.BALL: "ball_missing", Warned.FAULT: "wheel_fault"}
_BALL_MATTERS: Final = (State.BEFORE_GAME, State.PLACE_BETS, State.BALL_IN_RIM)


class Alarms:
    """Raises a fault on a valid warning, and ends it when the warning ends.

    The warning of a missing ball is valid at once before the throw and in the rim, after BALL_GRACE
    in state 4, and never after the ball has fallen or while the wheel is closed.
    """

    def __init__(self) -> None:
        self._raised: set[Warned] = set()

    def take(self, status: Status, unsensed: int) -> Iterator[Event]:
        """Yield the changes; the ball has not been sensed for `unsensed` milliseconds."""
        for warning, code in CODES.items():
            stands = bool(status.warned & warning)
            counts = stands and (warning is not Warned.BALL or _ball_counts(status, unsensed))
            if counts and warning not in self._raised:
                self._raised.add(warning)
                yield FaultRaised(WHEEL, code)
            elif not stands and warning in self._raised:
                self._raised.remove(warning)
                yield FaultEnded(WHEEL, code)


def _ball_counts(status: Status, unsensed: int) -> bool:
    if status.state is State.NO_MORE_BETS:
        return unsensed >= BALL_GRACE
    return status.state in _BALL_MATTERS
