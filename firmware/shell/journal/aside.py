"""Setting a damaged journal aside, so that a new one can be begun."""

import os
from collections.abc import Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

from firmware.shell.journal.disk import OsCopy


def set_aside(copies: Sequence[Path]) -> tuple[str, ...]:
    """Rename both copies to `<name>.damaged-<n>` and return their paths, for the inquiry.

    Raises OSError, and JournalTaken if another process has the journal open.
    """
    there = [path for path in copies if path.is_dir()]
    number = next(n for n in count(1) if not any(_kept(path, n).exists() for path in copies))
    with ExitStack() as stack:
        for path in there:
            stack.enter_context(closing(OsCopy(path))).hold()
        for path in there:
            path.rename(_kept(path, number))
            _flush(path.parent)
    return tuple(str(_kept(path, number)) for path in there)


def _kept(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _flush(directory: Path) -> None:
    fd = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
