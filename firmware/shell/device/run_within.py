"""An act that may hang in the kernel, with a limit for who waits for it."""

import threading
from collections.abc import Callable


def run_within(seconds: float, act: Callable[[], None]) -> None:
    """Run `act` in a thread, and return when it is done, or after that time at the latest."""
    thread = threading.Thread(target=act, name="act with a limit", daemon=True)
    thread.start()
    thread.join(seconds)
