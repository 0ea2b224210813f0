"""The directories in which simulated tables of pages live."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.device.directories import simulation_name, simulations_directory
from firmware.shell.trust.keys import (
    DEVICE_KEY_FILE,
    PUBLIC_KEY_FILE,
    DeviceKey,
    write_public_key,
)
from sim.web.bench.table_dir import STATE_FOLDER, Seating

OWNER_ONLY_MODE: Final = 0o600
DirectorySource = Callable[[Seating], AbstractContextManager[Path]]
"""Give an empty directory to the table of a seating. Raise OSError."""


@contextmanager
def temporary_directory(_seating: Seating) -> Iterator[Path]:
    """Give a directory that is removed with the table."""
    with TemporaryDirectory(prefix="croupier-", ignore_cleanup_errors=True) as path:
        yield Path(path)


@contextmanager
def reused_directory(seating: Seating) -> Iterator[Path]:
    """Give the directory of this seating, emptied: the simulated parts restart with the page.

    A table's files stay until the next table. Two tables at once have two directories.
    """
    default_path = simulations_directory() / f"page-{simulation_name(seating.config, seating.game)}"
    default_path.parent.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        path = (
            default_path if number == 1 else default_path.with_name(f"{default_path.name}-{number}")
        )
        path.mkdir(exist_ok=True)
        lock = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            # The kernel releases it however this process ends, so no directory stays taken.
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        try:
            _empty_directory(path)
            yield path
        finally:
            os.close(lock)
        return


def numbered_directories(folder: Path) -> DirectorySource:
    """Return a source that gives each table a new directory in `folder`, which stays; all of them
    have the device key of the folder, as if they were one device.
    """
    device = DeviceKey.enrol(folder)

    @contextmanager
    def numbered_directory(seating: Seating) -> Iterator[Path]:
        number = 1 + max(
            (int(path.name.partition("-")[0]) for path in _numbered(folder)), default=0
        )
        path = folder / f"{number:04}-{simulation_name(seating.config, seating.game)}"
        (path / STATE_FOLDER).mkdir(parents=True)
        write_atomically(
            path / STATE_FOLDER / DEVICE_KEY_FILE,
            (folder / DEVICE_KEY_FILE).read_bytes(),
            OWNER_ONLY_MODE,
        )
        write_public_key(path / STATE_FOLDER / PUBLIC_KEY_FILE, device.public_key)
        yield path

    return numbered_directory


def _numbered(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name[:4].isdecimal() and path.is_dir()]


def _empty_directory(path: Path) -> None:
    for entry in path.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()
