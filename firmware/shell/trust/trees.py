"""Files by their paths: in a folder, or in a package."""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, Protocol

BLOCK: Final = 1 << 18
LARGEST_WHOLE: Final = 1 << 24
"""The most that is read at once: manifests are far smaller."""


class Tree(Protocol):
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


class Folder:
    """A folder on disk; a link in it counts as an unreadable file."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def paths(self) -> Iterable[str]:
        """Return every file, and every link to a folder."""
        for folder, folders, files in os.walk(self._root, onerror=_raise):
            links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
            for name in (*files, *links):
                yield (Path(folder) / name).relative_to(self._root).as_posix()

    def size(self, path: str) -> int:
        """Return how many octets a file has."""
        return (self._root / path).lstat().st_size

    def blocks(self, path: str) -> Iterator[bytes]:
        """Yield a file's content in blocks."""
        descriptor = os.open(self._root / path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OSError(f"{path}: not an ordinary file")
            while block := file.read(BLOCK):
                yield block


def whole(tree: Tree, path: str) -> bytes:
    """Return a small file. Raises OSError, also on one that is not small."""
    if tree.size(path) > LARGEST_WHOLE:
        raise OSError(f"{path}: more than {LARGEST_WHOLE} octets")
    return b"".join(tree.blocks(path))


def sha256(tree: Tree, path: str) -> str:
    """Return the SHA-256 of a file, hex. Raises OSError."""
    digest = hashlib.sha256()
    for block in tree.blocks(path):
        digest.update(block)
    return digest.hexdigest()


def _raise(error: OSError) -> None:
    raise error
