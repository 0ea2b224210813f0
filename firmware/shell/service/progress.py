"""How the loops of a process get on: what its watchdog, its health and its figures go by."""

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class LoopProgress:
    """The last turn of each loop of a process; turns may be noted from any thread.

    A loop counts from its first turn on: a process that waits for its engine has none yet.
    """

    def __init__(self, stale_after_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._stale_after_s, self._clock = stale_after_s, clock
        self._last_turn_s: dict[str, float] = {}

    def note_turn(self, loop_name: str) -> None:
        """Note that a loop begins a turn now."""
        self._last_turn_s[loop_name] = self._clock()

    def noted(self, loop_name: str, act: Callable[Given, Result]) -> Callable[Given, Result]:
        """Return an act of a loop's that notes each turn in which it is done."""

        def done_and_noted(*given: Given.args, **named: Given.kwargs) -> Result:
            self.note_turn(loop_name)
            return act(*given, **named)

        return done_and_noted

    def ages_s(self) -> dict[str, float]:
        """Return for how long each loop has been in its turn, in s."""
        now_s = self._clock()
        return {name: now_s - turn_s for name, turn_s in self._last_turn_s.copy().items()}

    @property
    def is_stale(self) -> bool:
        """Whether a loop does not get on."""
        return any(age_s > self._stale_after_s for age_s in self.ages_s().values())
