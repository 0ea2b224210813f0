"""The directories in which simulated tables of pages live."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from firmware.shell.device.directories import simulation_of, simulations
from sim.web.bench.table_dir import Seating

Rooms = Callable[[Seating], AbstractContextManager[Path]]
"""Give an empty directory to the table of a seating. Raise OSError."""


@contextmanager
def passing_room(_seating: Seating) -> Iterator[Path]:
    """Give a directory that is removed with the table."""
    with TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as path:
        yield Path(path)


@contextmanager
def kept_room(seating: Seating) -> Iterator[Path]:
    """Give the directory of this seating, emptied: the simulated parts restart with the page.

    What the table leaves there stays until the next one. Two at once have two directories.
    """
    usual = simulations() / f"page-{simulation_of(seating.config, seating.game)}"
    usual.parent.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = usual if number == 1 else usual.with_name(f"{usual.name}-{number}")
        path.mkdir(exist_ok=True)
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        try:
            _empty(path)
            yield path
        finally:
            os.close(lock)
        return


def _empty(path: Path) -> None:
    for entry in path.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
