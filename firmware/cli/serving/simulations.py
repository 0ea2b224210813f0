"""The simulated tables of a user: each says what it is, so that commands find the one meant."""

import os
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.device.atomic_file import write_whole
from firmware.shell.device.directories import given_directory, runtime_directory, simulations
from firmware.shell.sockets.line_client import listens

CARD: Final = "table.json"
"""In the state directory of a simulated table: which table it is. Written at each start."""


class Simulated(msgspec.Struct, frozen=True):
    """Which table a state directory belongs to."""

    game: str
    config: str | None
    """The path of its configuration, where it has one."""
    copies: tuple[str, str]
    """The directories of its journal."""
    socket: str


class Found(NamedTuple):
    """A simulated table's state directory, and which table it belongs to."""

    state: Path
    table: Simulated
    started: datetime
    """The last time."""

    @property
    def socket(self) -> Path:
        """The control socket, while the table runs."""
        return runtime_directory(self.state) / self.table.socket

    @property
    def copies(self) -> tuple[Path, ...]:
        """The directories of the journal."""
        return tuple(map(Path, self.table.copies))

    @property
    def runs(self) -> bool:
        """Whether it answers."""
        return listens(self.socket)

    @property
    def told(self) -> Text:
        """The table in words, and whether it runs."""
        table = self.table.config or self.table.game
        if self.runs:
            return Text("simulations.runs", {"table": table, "path": str(self.state)})
        when = f"{self.started:%Y-%m-%d %H:%M}"
        values = {"table": table, "path": str(self.state), "when": when}
        return Text("simulations.ended", dict(values))


def announce(state: Path, table: Simulated) -> None:
    """Say in its state directory which table starts. Raises OSError."""
    write_whole(state / CARD, msgspec.json.encode(table))


def usual() -> Found | None:
    """Return the table that runs, else the one that ran last; of several the last to start."""
    tables = sorted(_all(), key=lambda found: found.started, reverse=True)
    return next((found for found in tables if found.runs), next(iter(tables), None))


def begin_anew(state: Path, copies: tuple[Path, ...]) -> None:
    """Remove the state of a simulated table.

    Raises CannotBeDone if the directory is not one of `simulations()`, JournalTaken if it is
    served, OSError.
    """
    from firmware.shell.journal import OsCopy

    if simulations() not in state.parents:
        raise CannotBeDone(Text("simulations.not_ours", {"path": str(state)}))
    with ExitStack() as stack:
        for copy in copies:
            if copy.is_dir():
                stack.enter_context(closing(OsCopy(copy))).hold()
        shutil.rmtree(state)
    state.mkdir()


def _all() -> Iterator[Found]:
    given = given_directory()
    cards = [given / CARD] if given else _cards()
    for card in cards:
        try:
            table = msgspec.json.decode(card.read_bytes(), type=Simulated)
            started = datetime.fromtimestamp(os.stat(card).st_mtime).astimezone()
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            continue
        yield Found(card.parent, table, started)


def _cards() -> Iterator[Path]:
    """Yield the card of every table; the state of one that a page serves is one folder deeper."""
    yield from simulations().glob(f"*/{CARD}")
    yield from simulations().glob(f"*/state/{CARD}")
