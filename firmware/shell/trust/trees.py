"""Files by their paths: in a folder, or in a package."""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

BLOCK_OCTETS: Final = 1 << 18
LARGEST_WHOLE: Final = 1 << 24
"""The most that is read at once: manifests are far smaller."""


class FileTree(Protocol):
    """Files below one root, by relative paths with slashes."""

    def paths(self) -> Iterable[str]:
        """Return every file that is there. Raises OSError."""
        ...

    def size(self, path: str) -> int:
        """Return how many octets a file has. Raises OSError."""
        ...

    def blocks(self, path: str) -> Iterator[bytes]:
        """Yield a file's content in blocks. Raises OSError."""
        ...


class FolderTree:
    """A folder on disk; a link in it counts as an unreadable file."""

    def __init__(self, root_folder: Path) -> None:
        # Not as a Path: thousands of files are looked at, at each start.
        self._root = os.fspath(root_folder)

    def paths(self) -> Iterable[str]:
        """Return every file, and every link to a folder."""
        below = len(os.path.join(self._root, ""))
        for folder, folders, files in os.walk(self._root, onerror=_raise_error):
            linked_folders = [
                name for name in folders if os.path.islink(os.path.join(folder, name))
            ]
            for name in (*files, *linked_folders):
                yield os.path.join(folder, name)[below:]

    def size(self, path: str) -> int:
        """Return how many octets a file has."""
        return os.lstat(self._place(path)).st_size

    def blocks(self, path: str) -> Iterator[bytes]:
        """Yield a file's content in blocks."""
        # no link is followed, and a pipe put there can't block the check
        descriptor = os.open(self._place(path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(f"{path}: not an ordinary file")
            while block := file.read(BLOCK_OCTETS):
                yield block

    def _place(self, path: str) -> str:
        return os.path.join(self._root, path)


def whole_file(file_tree: FileTree, path: str) -> bytes:
    """Return a small file. Raises OSError, also on one that is not small."""
    if file_tree.size(path) > LARGEST_WHOLE:
        raise OSError(f"{path}: more than {LARGEST_WHOLE} octets")
    return b"".join(file_tree.blocks(path))


def file_sha256(file_tree: FileTree, path: str) -> str:
    """Return the SHA-256 of a file, hex. Raises OSError."""
    digest = hashlib.sha256()
    for block in file_tree.blocks(path):
        digest.update(block)
    return digest.hexdigest()


def _raise_error(error: OSError) -> None:
    raise error
