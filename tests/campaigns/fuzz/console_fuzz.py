"""A million inputs to the technician's console and to the two sockets behind it: campaign `fuzz`.

It counts violations (see `console_fuzz_session` and `console_fuzz_sockets`), and memory growth
after the first tenth.
"""

import functools
import gc
import time
import tracemalloc
from collections.abc import Callable
from contextlib import AbstractContextManager
from random import Random
from typing import NamedTuple, Protocol

from firmware.console.terminal.keystrokes import ESCAPE_PREFIX_CACHE, TEXT_WIDTH_CACHE
from tests.campaigns.fuzz.console_fuzz_session import Judge, sessions
from tests.campaigns.fuzz.console_fuzz_sockets import ControlTarget, TechnicianTarget, asked

MOST_GROWN = 512 * 1024
"""Bytes that may be held more of: what a session or a table in service has is let go with it."""
SHARE = 50
"""The memory is watched over one input in so many, the calls are counted in a tenth of these, since
both are slow."""
LEAST_WATCHED = 200


class ConsoleTarget(Protocol):
    """What is fuzzed: each `act` is some inputs."""

    judge: Judge
    inputs: int

    def act(self) -> None:
        """Take the next inputs."""
        ...


Opened = Callable[..., AbstractContextManager[ConsoleTarget]]

CONSOLE_TARGETS: dict[str, tuple[Opened, float]] = {
    "console-plain": (functools.partial(sessions, kinds=("dumb", "line", "dumb", "pipe")), 0.34),
    "console-screen": (functools.partial(sessions, kinds=("terminal",)), 0.02),
    "technician": (functools.partial(asked, kind=TechnicianTarget), 0.26),
    "control": (functools.partial(asked, kind=ControlTarget), 0.38),
}
"""By name; and its share of the inputs, by what an input costs."""


class ConsoleFound(NamedTuple):
    """What a campaign came to."""

    name: str
    inputs: int
    came_to: dict[str, int]
    wrong: dict[str, int]
    first: dict[str, str]
    """Where each thing was first that should not have been."""
    calls: int
    """The most that one portion came to."""
    grown: int
    seconds: float


def console_campaign(name: str, inputs: int, seed: int, *, weighed: bool = True) -> ConsoleFound:
    """Give one target so many inputs; its memory is watched over some more only if `weighed`."""
    began = time.monotonic()
    least = max(inputs // SHARE, min(inputs, LEAST_WATCHED))
    judge, taken, _ = _run(name, inputs, seed)
    counted, counting, _ = _run(name, least // 10, seed + 1, counted=True)
    watched, watching, grown = _weigh(name, least, seed + 2) if weighed else (Judge(), 0, 0)
    return ConsoleFound(
        name,
        taken + counting + watching,
        dict(judge.came_to),
        dict(judge.wrong + counted.wrong + watched.wrong),
        {**watched.first, **counted.first, **judge.first},
        counted.most_calls,
        grown,
        time.monotonic() - began,
    )


def _weigh(name: str, inputs: int, seed: int) -> tuple[Judge, int, int]:
    tracemalloc.start()
    try:
        return _run(name, inputs, seed)
    finally:
        tracemalloc.stop()


def _run(name: str, inputs: int, seed: int, *, counted: bool = False) -> tuple[Judge, int, int]:
    opened, held, watched = CONSOLE_TARGETS[name][0], 0, tracemalloc.is_tracing()
    with opened(Random(f"{name} {seed}"), counted=counted) as target:
        while target.inputs < inputs:
            target.act()
            if watched and not held and target.inputs * 10 >= inputs:
                held = _held()
        return target.judge, target.inputs, _held() - held if watched else 0


def _held() -> int:
    """Return what is held besides caches that are bounded by themselves.

    Those of prompt_toolkit hold what one line has left until the next begins: a test bounds that.
    """
    for known in (ESCAPE_PREFIX_CACHE, TEXT_WIDTH_CACHE):
        known.clear()
    for cache in gc.get_objects():
        if isinstance(cache, functools._lru_cache_wrapper) and cache.cache_info().maxsize:
            cache.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def console_judged(found: ConsoleFound) -> list[str]:
    """Return what is wrong with a campaign."""
    wrong = [f"{times} times: {what}: {found.first[what]}" for what, times in found.wrong.items()]
    if found.grown > MOST_GROWN:
        wrong.append(f"{found.grown} bytes of memory grown")
    return wrong


def console_line(found: ConsoleFound) -> str:
    """Return the campaign in a line."""
    counts = sorted(found.came_to.items(), key=lambda item: -item[1])
    most = ", ".join(f"{what} {count:,}" for what, count in counts if what.islower())
    return (
        f"{found.name:>14}: {found.inputs:,} inputs, wrong {sum(found.wrong.values())}, at most"
        f" {found.calls:,} calls, grown {found.grown:,} bytes, {found.seconds:.0f} s; {most}"
    )
