"""Waits for a service to begin."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 120.0
PERIOD_S: Final = 0.125


def wait_until(holds: Callable[[], bool]) -> None:
    """Poll until `holds()` is true. Raises TimeoutError after PATIENCE_S."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("the service does not begin")
        time.sleep(PERIOD_S)
