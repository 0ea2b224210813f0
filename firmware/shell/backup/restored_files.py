"""Putting files back: each atomically, and what was in its place before under another name."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

from firmware.shell.device.atomic_file import create_atomically, sync_directory, write_atomically

SET_ASIDE = "before-adopt"


def restore_file(path: Path, content: bytes, mode: int = 0o644) -> bool:
    """Write a file, unless it is so already; return whether it was written. Raises OSError.

    A file of other content is first copied to `NAME.before-adopt-N`.
    """
    if has_content(path, content):
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        _save_aside(path, path.read_bytes())
    write_atomically(path, content, mode)
    return True


def has_content(path: Path, content: bytes) -> bool:
    """Return whether a file is there with this content. Raises OSError."""
    return path.exists() and path.read_bytes() == content


def set_folder_aside(path: Path) -> Path:
    """Rename a folder to `NAME.before-adopt-N`, and return that. Raises OSError."""
    free_path = next(aside for aside in _aside_paths(path) if not aside.exists())
    path.rename(free_path)
    sync_directory(path.parent)
    return free_path


def _save_aside(path: Path, content: bytes) -> None:
    """Save a content, unless a cut that came later has left it saved."""
    for aside in _aside_paths(path):
        if not aside.exists():
            create_atomically(aside, content, path.stat().st_mode & 0o777)
            return
        if aside.read_bytes() == content:
            return


def _aside_paths(path: Path) -> Iterator[Path]:
    return (path.with_name(f"{path.name}.{SET_ASIDE}-{number}") for number in count(1))
