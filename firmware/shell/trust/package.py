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
from firmware.shell.trust.keys import SIGNATURE_BYTES
from firmware.shell.trust.manifest import MANIFEST_FILE, SIGNATURE_FILE, Manifest, parse_manifest
from firmware.shell.trust.trees import BLOCK_OCTETS, LARGEST_WHOLE
from firmware.shell.trust.trust_errors import TrustRefused

TAR_RECORD: Final = 512
TAR_END: Final = bytes(2 * TAR_RECORD)
_TAR_HEADER: Final = struct.Struct("100s8s8s8s12s12s8s1s100s6s2s32s32s8s8s155s12x")
_SIZE_FIELD: Final = slice(124, 135)
_CHECKSUM_FIELD: Final = slice(148, 156)
_NAME_OCTETS, _PREFIX_OCTETS = 100, 155


def tar_header(path: str, size: int) -> bytes:
    """Return the header of a file in a package. Raises ValueError on a path too long for one."""
    prefix, name = _split_path(path.encode())
    digits = b"%011o" % size
    if len(digits) != _SIZE_FIELD.stop - _SIZE_FIELD.start:
        raise ValueError(f"{path}: too large for a package")
    name_fields = (b"0000644", b"0000000", b"0000000", digits, b"0" * 11, b" " * 8, b"0", b"")
    system_fields = (b"ustar", b"00", b"", b"", b"0000000", b"0000000")
    header_block = _TAR_HEADER.pack(name, *name_fields, *system_fields, prefix)
    return (
        header_block[: _CHECKSUM_FIELD.start]
        + b"%06o\0 " % sum(header_block)
        + header_block[_CHECKSUM_FIELD.stop :]
    )


def tar_padding(size: int) -> bytes:
    """Return the zeros that follow a file of `size` octets."""
    return bytes(-size % TAR_RECORD)


class _FilePlace(NamedTuple):
    start: int
    size: int

    @property
    def end_offset(self) -> int:
        return self.start + TAR_RECORD + self.size + len(tar_padding(self.size))


class ReleasePackage:
    """Implements `trees.FileTree`; one that is cut or prolonged can't be opened."""

    def __init__(
        self, package_file: BinaryIO, manifest: Manifest, places: dict[str, _FilePlace]
    ) -> None:
        self._package_file = package_file
        self._place_by_path = places
        self.manifest = manifest
        """From the package itself, not verified yet."""

    @classmethod
    def open(cls, path: Path) -> "ReleasePackage":
        """Read the positions of all files. Raises OSError, or TrustRefused on an
        incomplete package.
        """
        package_file = path.open("rb")
        try:
            manifest, places = _locate_files(package_file)
        except (ValueError, struct.error):
            package_file.close()
            raise TrustRefused(Text("trust.no_package", {"path": str(path)})) from None
        return cls(package_file, manifest, places)

    def close(self) -> None:
        """Close the file."""
        self._package_file.close()

    def paths(self) -> Iterable[str]:
        """Return every file that is in it."""
        return self._place_by_path.keys()

    def size(self, path: str) -> int:
        """Return how many octets a file has."""
        return self._place_by_path[path].size

    def blocks(self, path: str) -> Iterator[bytes]:
        """Yield a file's content. Raises OSError if its header or padding is not as expected."""
        file_place = self._place_by_path[path]
        self._package_file.seek(file_place.start)
        self._require_octets(tar_header(path, file_place.size), path)
        remaining = file_place.size
        while remaining and (block := self._package_file.read(min(remaining, BLOCK_OCTETS))):
            remaining -= len(block)
            yield block
        self._require_octets(tar_padding(file_place.size), path)

    def _require_octets(self, octets: bytes, path: str) -> None:
        # compared whole with the only possible header: its fields are never parsed
        if self._package_file.read(len(octets)) != octets:
            raise OSError(f"{path}: not as the manifest has it")


def _locate_files(package_file: BinaryIO) -> tuple[Manifest, dict[str, _FilePlace]]:
    """Return the manifest and each file's position. Raises ValueError on a wrong total length."""
    signature_place = _FilePlace(0, SIGNATURE_BYTES)
    package_file.seek(signature_place.end_offset)
    manifest_header = package_file.read(TAR_RECORD)
    manifest_place = _FilePlace(signature_place.end_offset, int(manifest_header[_SIZE_FIELD], 8))
    if manifest_place.size > LARGEST_WHOLE or manifest_header != tar_header(
        MANIFEST_FILE, manifest_place.size
    ):
        raise ValueError("no manifest")
    manifest = parse_manifest(package_file.read(manifest_place.size))
    places = {SIGNATURE_FILE: signature_place, MANIFEST_FILE: manifest_place}
    end_offset = manifest_place.end_offset
    for entry in manifest.files:
        places[entry.path] = _FilePlace(end_offset, entry.size)
        end_offset = places[entry.path].end_offset
    package_file.seek(end_offset)
    # one octet more: nothing may follow the end
    if package_file.read(len(TAR_END) + 1) != TAR_END or package_file.seek(
        0, os.SEEK_END
    ) != end_offset + len(TAR_END):
        raise ValueError("not as long as the manifest has it")
    return manifest, places


def _split_path(path: bytes) -> tuple[bytes, bytes]:
    """Return the prefix and the name of a path; a long one is split at a slash."""
    if len(path) <= _NAME_OCTETS:
        return b"", path
    slash_index = path.find(b"/", len(path) - _NAME_OCTETS - 1)
    if not 0 < slash_index <= _PREFIX_OCTETS:
        raise ValueError(f"{path.decode()}: too long a path for a package")
    return path[:slash_index], path[slash_index + 1 :]
