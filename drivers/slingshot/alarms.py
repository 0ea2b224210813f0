"""The faults of the wheel itself, as long as it warns of them."""

from collections.abc import Iterator
from typing import Final

from drivers.slingshot.lines import State, Status, Warned
from drivers.slingshot.spins import BALL_GRACE, WHEEL
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised

CODES: Final = {Warned.BALL: "ball_missing", Warned.FAULT: "wheel_fault"}
_BALL_MATTERS: Final = (State.BEFORE_GAME, State.PLACE_BETS, State.BALL_IN_RIM)


class Alarms:
    """Raises a fault when its warning counts, and ends it when the wheel warns no more.

    The ball matters at once before it is thrown and while it is in the rim, in state 4 when it has
    gone unsensed for BALL_GRACE, and never once it has fallen or the wheel is closed.
    """

    def __init__(self) -> None:
        self._raised: set[Warned] = set()

    def take(self, status: Status, unsensed: int) -> Iterator[Event]:
        """Yield what begins and ends with a status; `unsensed` is how long the ball has been so."""
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
