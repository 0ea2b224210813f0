"""A release in one file: a tar (POSIX ustar) whose every octet follows from its manifest.

It begins with the signature and the manifest, then come the files in the manifest's order. Its
headers are not trusted but compared with the only possible ones: no link, no other path and no data
between or after them gets in.
"""

import os
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.trust.errors import TrustError
from firmware.shell.trust.keys import SIGNATURE_BYTES
from firmware.shell.trust.manifest import MANIFEST, SIGNATURE, Manifest, parse
from firmware.shell.trust.trees import BLOCK, LARGEST_WHOLE

RECORD: Final = 512
END: Final = bytes(2 * RECORD)
_HEADER: Final = struct.Struct("100s8s8s8s12s12s8s1s100s6s2s32s32s8s8s155s12x")
_SIZE: Final = slice(124, 135)
_SUM: Final = slice(148, 156)
_NAME, _PREFIX = 100, 155


def header(path: str, size: int) -> bytes:
    """Return the header of a file in a package. Raises ValueError on a path too long for one."""
    prefix, name = _split(path.encode())
    digits = b"%011o" % size
    if len(digits) != _SIZE.stop - _SIZE.start:
        raise ValueError(f"{path}: too large for a package")
    fields = (b"0000644", b"0000000", b"0000000", digits, b"0" * 11, b" " * 8, b"0", b"")
    system = (b"ustar", b"00", b"", b"", b"0000000", b"0000000")
    block = _HEADER.pack(name, *fields, *system, prefix)
    return block[: _SUM.start] + b"%06o\0 " % sum(block) + block[_SUM.stop :]


def padding(size: int) -> bytes:
    """Return the zeros that follow a file of `size` octets."""
    return bytes(-size % RECORD)


class _Place(NamedTuple):
    start: int
    size: int

    @property
    def end(self) -> int:
        return self.start + RECORD + self.size + len(padding(self.size))


class Package:
    """Implements `trees.Tree`; one that is cut or prolonged can't be opened."""

    def __init__(self, file: BinaryIO, manifest: Manifest, places: dict[str, _Place]) -> None:
        self._file = file
        self._places = places
        self.manifest = manifest
        """From the package itself, not verified yet."""

    @classmethod
    def open(cls, path: Path) -> "Package":
        """Read the positions of all files. Raises OSError, or TrustError on an
        incomplete package.
        """
        file = path.open("rb")
        try:
            manifest, places = _survey(file)
        except (ValueError, struct.error):
            file.close()
            raise TrustError(Text("trust.no_package", {"path": str(path)})) from None
        return cls(file, manifest, places)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def paths(self) -> Iterable[str]:
        """Return every file that is in it."""
        return self._places.keys()

    def size(self, path: str) -> int:
        """Return how many octets a file has."""
        return self._places[path].size

    def blocks(self, path: str) -> Iterator[bytes]:
        """Yield a file's content. Raises OSError if its header or padding is not as expected."""
        place = self._places[path]
        self._file.seek(place.start)
        self._expect(header(path, place.size), path)
        left = place.size
        while left and (block := self._file.read(min(left, BLOCK))):
            left -= len(block)
            yield block
        self._expect(padding(place.size), path)

    def _expect(self, octets: bytes, path: str) -> None:
        if self._file.read(len(octets)) != octets:
            raise OSError(f"{path}: not as the manifest has it")


def _survey(file: BinaryIO) -> tuple[Manifest, dict[str, _Place]]:
    """Return the manifest and each file's position. Raises ValueError on a wrong total length."""
    signature = _Place(0, SIGNATURE_BYTES)
    file.seek(signature.end)
    head = file.read(RECORD)
    text = _Place(signature.end, int(head[_SIZE], 8))
    if text.size > LARGEST_WHOLE or head != header(MANIFEST, text.size):
        raise ValueError("no manifest")
    manifest = parse(file.read(text.size))
    places = {SIGNATURE: signature, MANIFEST: text}
    end = text.end
    for entry in manifest.files:
        places[entry.path] = _Place(end, entry.size)
        end = places[entry.path].end
    file.seek(end)
    if file.read(len(END) + 1) != END or file.seek(0, os.SEEK_END) != end + len(END):
        raise ValueError("not as long as the manifest has it")
    return manifest, places


def _split(path: bytes) -> tuple[bytes, bytes]:
    """Return the prefix and the name of a path; a long one is split at a slash."""
    if len(path) <= _NAME:
        return b"", path
    cut = path.find(b"/", len(path) - _NAME - 1)
    if not 0 < cut <= _PREFIX:
        raise ValueError(f"{path.decode()}: too long a path for a package")
    return path[:cut], path[cut + 1 :]
