"""Something that one thread has another do in its next turn."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class CallInTurn(Generic[Result]):
    """`act`, to be run by another thread once, unless nobody waits for it any more."""

    def __init__(self, act: Callable[[], Result]) -> None:
        self._act = act
        self._future: Future[Result] = Future()

    def run(self) -> None:
        """Do it; what it raises is raised here and to whoever waits."""
        if not self._future.set_running_or_notify_cancel():
            return
        try:
            self._future.set_result(self._act())
        except Exception as error:
            self._future.set_exception(error)
            raise

    def result(self, patience_s: float) -> Result:
        """Wait for what comes of it; one that has begun may take as long again.

        Raises what it raises, and TimeoutError where it has not been done: it never will be then.
        """
        try:
            return self._future.result(patience_s)
        except TimeoutError:
            if self._future.cancel():
                raise
            return self._future.result(patience_s)
