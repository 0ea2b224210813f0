"""Traces the calls of a scenario, and finds a path's steps among them, in their order.

A scenario runs in one thread, so that its calls have one order in each run.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from types import CodeType, FrameType, FunctionType, SimpleNamespace
from typing import Final, NamedTuple, cast

from tools.paths.values import value_text

Chosen = Callable[[SimpleNamespace], object]
"""Chooses a value among a call's arguments, by their names, and its `result`."""


class StepMissing(Exception):
    """A scenario does not call a step after the one before it."""


def no_value(_call: SimpleNamespace) -> object:
    """Show nothing: the value is in the step before, or says nothing to a reader."""
    return None


def arguments(call: SimpleNamespace) -> object:
    """Show each argument."""
    return {name: value for name, value in vars(call).items() if name not in ("self", "cls")}


def result(call: SimpleNamespace) -> object:
    """Show what the function returns."""
    return call.result


def any_call(_call: SimpleNamespace) -> bool:
    """Take the first call after the step before."""
    return True


def full_name(named: Callable[..., object]) -> str:
    """Return the name of a class or a function with its module."""
    return f"{named.__module__}.{named.__qualname__}"


class Step(NamedTuple):
    """A function on a path, and those of its values that a reader needs."""

    function: Callable[..., object] | property
    """A function, a method, or a property."""
    caption: str = ""
    """What the docstring leaves out."""
    takes: Chosen = arguments
    """Chosen as it is called."""
    gives: Chosen = result
    """Chosen as it returns."""
    when: Callable[[SimpleNamespace], bool] = any_call
    """Whether a call is the step's, as it returns."""
    at_return: bool = False
    """Whether its moment is its return: it gives what other steps have made within it."""

    @property
    def plain_function(self) -> FunctionType:
        """The function behind a property or a decorator."""
        getter = self.function.fget if isinstance(self.function, property) else self.function
        return cast(FunctionType, inspect.unwrap(cast(FunctionType, getter)))

    @property
    def name(self) -> str:
        """Its full name."""
        return full_name(self.plain_function)


class TracedCall:
    """A call of a step's function; its values are text, since objects change afterwards."""

    def __init__(self, step: Step, moment: int, values: SimpleNamespace) -> None:
        self.step, self.moment, self._values = step, moment, values
        self.takes = value_text(step.takes(values))
        self.gives = ""
        self.fits = False
        """Whether it has returned, and is the step's."""

    def end(self, returned: object, moment: int) -> None:
        """Note what it returned."""
        self.moment = moment if self.step.at_return else self.moment
        self._values.result = returned
        self.fits = self.step.when(self._values)
        self.gives = value_text(self.step.gives(self._values)) if self.fits else ""


_SEVERAL_RESULTS: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


class CallTrace:
    """The calls of some steps' functions while `act` runs, each at its moment."""

    def __init__(self, steps: Sequence[Step], act: Callable[[], object]) -> None:
        self.calls: list[TracedCall] = []
        self._moments = count()
        self._steps_by_code: dict[CodeType, list[Step]] = {}
        self._open_calls: dict[FrameType, list[TracedCall]] = {}
        for step in steps:
            code = step.plain_function.__code__
            if code.co_flags & _SEVERAL_RESULTS:
                raise TypeError(f"{step.name} is a generator, whose calls have no single result")
            self._steps_by_code.setdefault(code, []).append(step)
        sys.setprofile(self._note)
        try:
            act()
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, returned: object) -> None:
        if event == "call" and frame.f_code in self._steps_by_code:
            self._begin_call(frame)
        elif event == "return":
            for call in self._open_calls.pop(frame, ()):
                call.end(returned, next(self._moments))

    def _begin_call(self, frame: FrameType) -> None:
        moment = next(self._moments)
        self._open_calls[frame] = [
            TracedCall(step, moment, SimpleNamespace(**frame.f_locals))
            for step in self._steps_by_code[frame.f_code]
        ]
        self.calls += self._open_calls[frame]


def traced_path(steps: Sequence[Step], act: Callable[[], object]) -> list[TracedCall]:
    """Run a scenario and return each step's call. Raises StepMissing."""
    return list(_calls_in_order(steps, CallTrace(steps, act).calls))


def _calls_in_order(steps: Sequence[Step], calls: Sequence[TracedCall]) -> Iterator[TracedCall]:
    last_moment, last_name = -1, "the beginning"
    for step in steps:
        moments = {call.moment: call for call in calls if call.step is step and call.fits}
        following = [moment for moment in moments if moment > last_moment]
        if not following:
            remark = ", but before" if moments else ""
            raise StepMissing(f"{step.name} is not called after {last_name}{remark}")
        last_moment, last_name = min(following), step.name
        yield moments[last_moment]
