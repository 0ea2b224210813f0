"""A class that is killed leaves no process behind, nor does a table."""

import os
import signal
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from sim.web.bench.forkserver import ForkedProcess
from tests.kits.processes import croupier, home
from tests.kits.waiting import PATIENCE_S, until

pytestmark = [pytest.mark.live, pytest.mark.long]

CLASS = """
port = 0

[[trainee]]
name = "Ada"
exercises = ["baccarat.commission"]
"""
PROCESSES_OF_TABLE = 3
"""Its pages, its fork server, its service."""
TABLES = 2
"""The trainee's and the wall's."""


def children() -> dict[int, list[int]]:
    """Return the children of every process."""
    found = defaultdict(list)
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            fields = path.read_text(encoding="utf-8").rpartition(")")[2].split()
            found[int(fields[1])].append(int(path.parent.name))
    return found


def descendants(process_id: int) -> list[int]:
    """Return the processes that come from one, the nearest first."""
    found, by_parent = [process_id], children()
    for parent in found:
        found += by_parent[parent]
    return found[1:]


def opened(process_ids: Sequence[int]) -> list[ForkedProcess]:
    """Return processes by descriptors, which stay theirs when they have ended."""
    return [ForkedProcess(process_id) for process_id in process_ids]


def test_killed_table_and_class_leave_nothing(tmp_path: Path) -> None:
    (tmp_path / "class.toml").write_text(CLASS, encoding="utf-8")
    with croupier("school", "serve", tmp_path / "class.toml", env=home(tmp_path)) as run:
        count = 1 + TABLES * PROCESSES_OF_TABLE
        process_ids = until(
            "the processes of the tables",
            lambda: descendants(run.process.pid),
            lambda found: len(found) == count,
        )
        processes = opened(process_ids)
        table = children()[process_ids[0]][0]
        of_table = opened(descendants(table))
        assert len(of_table) == PROCESSES_OF_TABLE - 1

        os.kill(table, signal.SIGKILL)
        for process in of_table:
            process.wait(PATIENCE_S)

        run.send(signal.SIGKILL)
        for process in processes:
            process.wait(PATIENCE_S)
