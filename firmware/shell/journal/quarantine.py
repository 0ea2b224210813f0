"""Setting a damaged journal aside, so that a new one can be begun."""

import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

from firmware.shell.journal.disk import DirectoryCopy


def quarantine(copies: Sequence[Path]) -> tuple[str, ...]:
    """Rename both copies to `<name>.damaged-<n>` and return their paths, for the inquiry.

    Raises OSError, and JournalInUse if another process has the journal open.
    """
    existing_copies = [path for path in copies if path.is_dir()]
    number = next(
        n for n in count(1) if not any(_quarantine_path(path, n).exists() for path in copies)
    )
    with ExitStack() as stack:
        for path in existing_copies:
            # both are locked before either is renamed: a service that has one open refuses both
            stack.enter_context(closing(DirectoryCopy(path))).hold()
        for path in existing_copies:
            path.rename(_quarantine_path(path, number))
            _sync_directory(path.parent)
    return tuple(str(_quarantine_path(path, number)) for path in existing_copies)


def _quarantine_path(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _sync_directory(directory: Path) -> None:
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
