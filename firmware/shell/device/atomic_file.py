"""Atomic file writes: after a power cut the file is whole or unchanged."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Replace the content of `path` atomically. Raises OSError."""
    half = _half(path, data, mode)
    half.replace(path)
    sync_folder(path.parent)


def create_whole(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Make a new file. Raises FileExistsError: nothing is overwritten."""
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
    """Write a temporary file beside `path`; a remnant or a link of that name is removed first."""
    half = path.with_name(f"{path.name}.half")
    half.unlink(missing_ok=True)
    descriptor = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with open(descriptor, "wb") as file:
        file.write(data)
        os.fchmod(file.fileno(), mode)
        file.flush()
        os.fsync(file.fileno())
    return half
