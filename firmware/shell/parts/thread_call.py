"""A call that one thread makes in another one's next turn."""

from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class ThreadCall(Generic[Result]):
    """`operation`, to be run by another thread once, unless its caller has given up."""

    def __init__(self, operation: Callable[[], Result]) -> None:
        self._operation = operation
        self._future: Future[Result] = Future()

    def run(self) -> None:
        """Run it; an error is raised here and in the caller."""
        if not self._future.set_running_or_notify_cancel():
            return
        try:
            self._future.set_result(self._operation())
        except Exception as error:
            self._future.set_exception(error)
            raise

    def result(self, timeout_s: float) -> Result:
        """Wait for the result; a call that has begun may take as long again.

        Raises the errors of `operation`, and TimeoutError if it has not begun: then it never will.
        """
        try:
            return self._future.result(timeout_s)
        except TimeoutError:
            # not begun yet, so it never will: nothing happens later behind the caller's back
            if self._future.cancel():
                raise
            return self._future.result(timeout_s)
