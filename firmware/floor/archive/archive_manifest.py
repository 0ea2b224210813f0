"""The signed manifest of an archived day: its files, their digests, and the journals in it."""

from datetime import date
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.facts import LanePosition
from firmware.shell.device.atomic_file import write_atomically
from firmware.shell.trust.keys import DeviceKey, is_signed_by
from firmware.shell.trust.trees import FolderTree, file_sha256

ARCHIVE_KIND: Final = "croupier floor archive 1"
MANIFEST_FILE: Final = "manifest.json"
SIGNATURE_FILE: Final = "manifest.sig"
Sha256Hex = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class ArchivedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of rows: the digest of its octets, and that of the rows themselves."""

    table: str
    size: int
    sha256: Sha256Hex
    rows: int
    rows_sha256: Sha256Hex

    @property
    def file_name(self) -> str:
        return f"{self.table}.parquet"


class ArchivedLane(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines of a journal's lane in a day."""

    journal: str
    lane: str
    rows: int
    first: LanePosition
    last: LanePosition


class ArchiveManifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An archived day; the key is that of its signer, hex."""

    kind: str
    day: date
    made_at: str
    key: Sha256Hex
    tables: tuple[ArchivedTable, ...]
    lanes: tuple[ArchivedLane, ...]

    def octets(self) -> bytes:
        """Return the text that is signed."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class ArchiveRefused(RequestFailed):
    """An archive that is not as it was written: it is no evidence."""

    def __init__(self, key: str, folder: Path, file: str = "") -> None:
        super().__init__(Text(key, {"folder": str(folder), "file": file}))


def write_manifest(folder: Path, manifest: ArchiveManifest, signer: DeviceKey) -> None:
    """Raises OSError."""
    octets = manifest.octets()
    write_atomically(folder / SIGNATURE_FILE, signer.sign_octets(octets))
    write_atomically(folder / MANIFEST_FILE, octets)


def read_manifest(folder: Path, known_key: bytes | None = None) -> ArchiveManifest:
    """Return the manifest of a folder: signed by a known key, if one is given, otherwise by the key
    that it names. Raises ArchiveRefused.
    """
    try:
        octets = (folder / MANIFEST_FILE).read_bytes()
        signature = (folder / SIGNATURE_FILE).read_bytes()
    except OSError:
        raise ArchiveRefused("floor.archive.no_manifest", folder, MANIFEST_FILE) from None
    try:
        manifest = msgspec.json.decode(octets, type=ArchiveManifest)
    except msgspec.DecodeError:
        raise ArchiveRefused("floor.archive.unsigned", folder, MANIFEST_FILE) from None
    key = bytes.fromhex(manifest.key)
    if manifest.kind != ARCHIVE_KIND or not is_signed_by(key, octets, signature):
        raise ArchiveRefused("floor.archive.unsigned", folder, MANIFEST_FILE)
    if known_key not in (None, key):
        raise ArchiveRefused("floor.archive.other_key", folder, MANIFEST_FILE)
    return manifest


def archived_table(folder: Path, table: str, rows: int, rows_sha256: str) -> ArchivedTable:
    """Return the entry of a written file. Raises OSError."""
    path = folder / f"{table}.parquet"
    size, digest = path.stat().st_size, file_sha256(FolderTree(folder), path.name)
    return ArchivedTable(table, size, digest, rows, rows_sha256)


def check_files(folder: Path, manifest: ArchiveManifest) -> None:
    """Hold all files against the manifest. Raises ArchiveRefused."""
    for table in manifest.tables:
        try:
            found = archived_table(folder, table.table, table.rows, table.rows_sha256)
        except OSError:
            raise ArchiveRefused("floor.archive.no_file", folder, table.file_name) from None
        if found != table:
            raise ArchiveRefused("floor.archive.differs", folder, table.file_name)
