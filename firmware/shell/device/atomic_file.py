"""Files that are there whole or not at all, at whichever instant the power goes."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace the content of `path` atomically. Raises OSError."""
    half = _half(path, data, mode)
    half.replace(path)
    sync_folder(path.parent)


def create_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Make a file that is not there. Raises FileExistsError if it is: nothing is overwritten."""
    half = _half(path, data, mode)
    try:
        os.link(half, path)
    finally:
        half.unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _half(path: Path, data: bytes, mode: int) -> Path:
    """Write beside `path`, as nobody else's file: a remnant or a link of that name is removed."""
    half = path.with_name(f"{path.name}.half")
    half.unlink(missing_ok=True)
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        os.fchmod(file.fileno(), mode)
        file.flush()
        os.fsync(file.fileno())
    return half
