"""The programs that the pit sees: its own, and those whose heartbeats it receives."""

import asyncio
import threading
from collections.abc import Iterator
from functools import partial

from sqlalchemy import Engine

from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.running_programs import RunningProgram, follow_programs, own_program


def seen_programs(heartbeats: Heartbeats) -> Iterator[RunningProgram]:
    """Yield the programs that are not silent now."""
    yield own_program("pit", "pit")
    for table_name, heartbeat in heartbeats.last_heartbeats().items():
        if not heartbeats.is_silent(heartbeat):
            yield RunningProgram("table", table_name, "", heartbeat.version)
    for source_name, source in heartbeats.sources.copy().items():
        if not heartbeats.is_silent(source):
            yield RunningProgram(source.source_kind, source_name, "", source.heartbeat.version)


def start_noting(database: Engine, heartbeats: Heartbeats) -> None:
    """Note the programs in a thread of its own, until the process ends."""
    noting = follow_programs(database, partial(seen_programs, heartbeats))
    threading.Thread(target=asyncio.run, args=(noting,), name="versions", daemon=True).start()
