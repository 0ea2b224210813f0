"""Waits for what somebody else does: another process, another thread."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

PATIENCE_S: Final = 120.0
"""Longer than anything takes on a busy machine: who waits so long waits for what hangs."""
LOOK_S: Final = 0.02

T = TypeVar("T")


def until(
    what: str, look: Callable[[], T], so: Callable[[T], object] = bool, most_s: float = PATIENCE_S
) -> T:
    """Look again and again; return the first look that is `so`. Fails when it never comes."""
    end = time.monotonic() + most_s
    while not so(seen := look()):
        assert time.monotonic() < end, f"{what}: not within {most_s:g} s; last seen: {seen!r}"
        time.sleep(LOOK_S)
    return seen


async def until_awaited(
    what: str,
    look: Callable[[], Awaitable[T]],
    so: Callable[[T], object] = bool,
    most_s: float = PATIENCE_S,
) -> T:
    """As `until`, among other tasks; a look that never ends fails too."""
    seen: object = None
    try:
        async with asyncio.timeout(most_s):
            while not so(found := await look()):
                seen = found
                await asyncio.sleep(LOOK_S)
            return found
    except TimeoutError as error:
        raise AssertionError(f"{what}: not within {most_s:g} s; last seen: {seen!r}") from error
