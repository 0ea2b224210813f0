"""The simulated tables of a user, by the file that each has in its state directory."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.device.directories import (
    runtime_directory,
    simulations_directory,
    systemd_directory,
)
from firmware.shell.sockets.line_client import is_served

TABLE_FILE: Final = "table.json"
"""In the state directory of a simulated table: which table it is. Written at each start."""


class SimulatedTable(msgspec.Struct, frozen=True):
    """Which table a state directory belongs to."""

    game: str
    config: str | None
    """The path of its configuration, where it has one."""
    copies: tuple[str, str]
    """The directories of its journal."""
    socket: str


class FoundSimulation(NamedTuple):
    """A simulated table's state directory, and which table it belongs to."""

    state_path: Path
    table: SimulatedTable
    started_at: datetime
    """The last time."""

    @property
    def control_socket(self) -> Path:
        """The control socket, while the table runs."""
        return runtime_directory(self.state_path) / self.table.socket

    @property
    def copy_directories(self) -> tuple[Path, ...]:
        """The directories of the journal."""
        return tuple(map(Path, self.table.copies))

    @property
    def is_running(self) -> bool:
        """Whether it answers."""
        return is_served(self.control_socket)

    @property
    def status_text(self) -> Text:
        """The table in words, and whether it is running."""
        table_name = self.table.config or self.table.game
        if self.is_running:
            return Text("simulations.runs", {"table": table_name, "path": str(self.state_path)})
        started_text = f"{self.started_at:%Y-%m-%d %H:%M}"
        placeholders = {"table": table_name, "path": str(self.state_path), "when": started_text}
        return Text("simulations.ended", dict(placeholders))


def write_table_file(state_path: Path, table: SimulatedTable) -> None:
    """Write the file that identifies the table in its state directory. Raises OSError."""
    write_atomically(state_path / TABLE_FILE, msgspec.json.encode(table))


def usual_simulation() -> FoundSimulation | None:
    """Return the table that runs, else the one that ran last; of several the last to start."""
    found_tables = sorted(
        _found_simulations(), key=lambda found_table: found_table.started_at, reverse=True
    )
    return next(
        (found_table for found_table in found_tables if found_table.is_running),
        next(iter(found_tables), None),
    )


def reset_simulation(state_path: Path, copy_directories: tuple[Path, ...]) -> None:
    """Remove the state of a simulated table.

    Raises RequestFailed if it is not under `simulations_directory()`, JournalInUse if the table is
    being served, OSError.
    """
    from firmware.shell.journal import DirectoryCopy

    if simulations_directory() not in state_path.parents:
        raise RequestFailed(Text("simulations.not_ours", {"path": str(state_path)}))
    with ExitStack() as exit_stack:
        # holding the copies, as a service does, proves that none serves the table
        for copy_directory in copy_directories:
            if copy_directory.is_dir():
                exit_stack.enter_context(closing(DirectoryCopy(copy_directory))).hold()
        shutil.rmtree(state_path)
    state_path.mkdir()


def _found_simulations() -> Iterator[FoundSimulation]:
    given_path = systemd_directory()
    table_files = [given_path / TABLE_FILE] if given_path else _table_files()
    for table_file in table_files:
        try:
            simulated_table = msgspec.json.decode(table_file.read_bytes(), type=SimulatedTable)
            started_at = datetime.fromtimestamp(os.stat(table_file).st_mtime).astimezone()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue
        yield FoundSimulation(table_file.parent, simulated_table, started_at)


def _table_files() -> Iterator[Path]:
    """Yield the file of every table; that of one served by `run --web` is one directory deeper."""
    yield from simulations_directory().glob(f"*/{TABLE_FILE}")
    yield from simulations_directory().glob(f"*/state/{TABLE_FILE}")
