"""The watchdog of a server process: it is fed as long as every loop gets on."""

import asyncio
import time
from collections.abc import Coroutine
from typing import Any, Final

from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier
from hal.ports import Millis

WATCH_INTERVAL_S: Final = 1.0
STALE_AFTER_S: Final = 90.0
"""A turn that takes longer has stopped: a database that is gone is noticed within ten seconds, and
a batch of messages is stored in less than one.
"""


async def run_watched(
    server: Coroutine[Any, Any, None], progress: LoopProgress, notifier: SystemdNotifier
) -> None:
    """Run a server, and feed the service manager's watchdog meanwhile. Raises what the server
    raises.
    """
    feeding = asyncio.create_task(feed_watchdog(progress, notifier))
    try:
        await server
    finally:
        feeding.cancel()
        notifier.stopping()


async def feed_watchdog(progress: LoopProgress, notifier: SystemdNotifier) -> None:
    """Report that the process is in service, and feed its watchdog as long as it gets on."""
    report_ready(notifier)
    while True:
        feed_once(progress, notifier)
        await asyncio.sleep(WATCH_INTERVAL_S)


def feed_once(progress: LoopProgress, notifier: SystemdNotifier) -> None:
    """Feed the watchdog if it is due and every loop gets on."""
    if not progress.is_stale:
        notifier.feed(_now_ms())


def report_ready(notifier: SystemdNotifier) -> None:
    """Report that a process is in service; from now on its watchdog must be fed."""
    notifier.ready(_now_ms())


def _now_ms() -> Millis:
    return Millis(time.monotonic_ns() // 1_000_000)
