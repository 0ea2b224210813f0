"""Atomic file writes: after a power cut the file is whole or unchanged."""

import os
from pathlib import Path


def write_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace the content of `path` atomically. Raises OSError."""
    temporary_path = _write_temporary(path, data, mode)
    temporary_path.replace(path)
    sync_directory(path.parent)


def create_atomically(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Make a new file. Raises FileExistsError: nothing is overwritten."""
    temporary_path = _write_temporary(path, data, mode)
    try:
        # a link fails if the name exists, where a rename would replace the file
        os.link(temporary_path, path)
    finally:
        temporary_path.unlink()
    sync_directory(path.parent)


def sync_directory(directory: Path) -> None:
    """Sync the names in a folder. Raises OSError."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_temporary(path: Path, data: bytes, mode: int) -> Path:
    """Write a temporary file in the folder of `path`; a remnant or a link of that name is removed
    first.
    """
    temporary_path = path.with_name(f"{path.name}.half")
    temporary_path.unlink(missing_ok=True)
    # made afresh and never followed: a link of that name would have another file written
    descriptor = os.open(
        temporary_path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600
    )
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            os.fchmod(file.fileno(), mode)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        # a full disk needs the room for what is more than this file
        temporary_path.unlink(missing_ok=True)
        raise
    return temporary_path
