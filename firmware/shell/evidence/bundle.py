"""The bundle's file, octet by octet: a statement, its signature, and the parts that it names.

`BUNDLE_MAGIC`, the statement's length in 4 octets, the statement (one JSON text), its Ed25519
signature in 64 octets, then the parts in the order and with the sizes given in the statement, and
nothing else. So every octet is signed, or covered by a signed digest, and a reader need not unpack,
name or skip anything.
"""

import mmap
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.evidence.pack_archive import read_packs
from firmware.shell.trust.keys import SIGNATURE_BYTES, is_signed_by

BUNDLE_FORMAT: Final = 1
BUNDLE_KIND: Final = f"Croupier evidence {BUNDLE_FORMAT}"
OTHER_KIND: Final = re.compile(rb"Croupier evidence (\d+)")
BUNDLE_MAGIC: Final = f"{BUNDLE_KIND}\n".encode()
LONGEST_STATEMENT: Final = 1 << 20
"""Octets of the longest statement; a length above it is damage."""
_LENGTH_LAYOUT: Final = struct.Struct(">I")
_STATEMENT_OFFSET: Final = len(BUNDLE_MAGIC) + _LENGTH_LAYOUT.size
_KEY_BYTES: Final = 32

METERS_PART: Final = "meters.json"
RULES_PART: Final = "rules.toml"
PACK_PARTS: Final = "rules/"
"""Before the digest of each rule pack by which the records were decided."""
MANIFEST_PARTS: Final = ("manifest.json", "manifest.sig")
DIGESTS_PART: Final = "digests"
"""The SHA-256 of each link of the journal: of a segment's header, of a whole record."""
JOURNAL_PART: Final = "journal"
"""The links exactly as in the journal. It is the last part."""

BundleEnding = Literal["whole", "round", "shoe", "damaged"]

ENDING_KEYS: Final = {"shoe": "evidence.ends.shoe", "damaged": "evidence.ends.damaged"}
"""By an ending that a reader must know of."""


class NotABundle(Exception):
    """The file is no bundle of evidence."""


class BundleFormatUnknown(RequestFailed, NotABundle):
    """The file, or the journal in it, is evidence in a form that this program can't read."""


class BundleOctets(Protocol):
    """A file's content, mapped or in memory."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: slice, /) -> bytes: ...
    def find(self, sub: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return the next index of `sub`, -1 if it does not occur."""
        ...


class MetersAtRound(msgspec.Struct, frozen=True):
    """The meters as a round opened."""

    round: int
    meters: Meters


class BundlePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the bundle; the digest is SHA-256, hex."""

    name: str
    size: int
    sha256: str


class BundleStatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The signed content. Numbers are of records, from 0 at the founding of the journal."""

    kind: str
    device: str
    """Its public key, hex."""
    made: str
    version: str
    game: str
    first: int
    records: int
    segments: tuple[int, ...]
    """The numbers of the segments' first records."""
    rounds: tuple[int, int]
    head: str
    """The digest of the last link, hex."""
    ending: BundleEnding
    parts: tuple[BundlePart, ...]

    def canonical_text(self) -> bytes:
        """Return the one text that this statement has."""
        return msgspec.json.encode(self)

    def written_text(self, path: str) -> Text:
        """Return the words for a bundle that was written there."""
        first, last = self.rounds
        values: TextValues = {"path": path, "records": self.records}
        if not 0 < first <= last:
            return Text("evidence.written.no_round", values)
        return Text("evidence.written.rounds", {**values, "first": first, "last": last})

    @property
    def end_text(self) -> Text:
        """The words for the number and the digest of the last record."""
        last = self.first + self.records - 1
        return Text(
            "evidence.ends_at", {"number": last, "digits": self.head[:8], "head": self.head}
        )

    @property
    def ending_text(self) -> Text:
        """Why the bundle ends where it does: the journal's own end, a round, a shoe in play, or
        damage.
        """
        return Text(ENDING_KEYS[self.ending], {"number": self.first + self.records})

    @property
    def public_key(self) -> bytes:
        """The device's key, empty if it is invalid."""
        try:
            key = bytes.fromhex(self.device)
        except ValueError:
            return b""
        return key if len(key) == _KEY_BYTES else b""


def statement_octets(statement: BundleStatement, signature: bytes) -> bytes:
    """Return all octets before the parts."""
    text = statement.canonical_text()
    return BUNDLE_MAGIC + _LENGTH_LAYOUT.pack(len(text)) + text + signature


@dataclass(frozen=True)
class EvidenceBundle:
    """A bundle as read, before verification."""

    data: BundleOctets
    statement: BundleStatement | None
    """None if the text is not a valid statement."""
    is_signed: bool
    parts_offset: int
    """The offset of the parts."""

    @classmethod
    def open(cls, path: Path) -> "EvidenceBundle":
        """Map a file, and read its rule packs. Raises OSError; NotABundle if it doesn't begin as
        one; BundleFormatUnknown if it is of another format.
        """
        with path.open("rb") as file:
            try:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise NotABundle from None
        bundle = cls.parse(data)
        read_packs(bundle.rule_packs)
        return bundle

    @classmethod
    def parse(cls, data: BundleOctets) -> "EvidenceBundle":
        """Parse a file. Raises NotABundle; BundleFormatUnknown if it is of another format."""
        if data[: len(BUNDLE_MAGIC)] != BUNDLE_MAGIC:
            _refuse_other_format(data[: len(BUNDLE_MAGIC)])
            raise NotABundle
        length = int.from_bytes(data[len(BUNDLE_MAGIC) : _STATEMENT_OFFSET], "big")
        statement_end = _STATEMENT_OFFSET + min(length, LONGEST_STATEMENT)
        text, signature = (
            data[_STATEMENT_OFFSET:statement_end],
            data[statement_end : statement_end + SIGNATURE_BYTES],
        )
        statement = _parsed_statement(text)
        is_signed = (
            statement is not None
            and len(signature) == SIGNATURE_BYTES
            and bool(statement.public_key)
            and is_signed_by(statement.public_key, text, signature)
        )
        return cls(data, statement, is_signed, statement_end + SIGNATURE_BYTES)

    @property
    def valid_statement(self) -> BundleStatement:
        """The statement. Raises NotABundle if it is not valid."""
        if self.statement is None:
            raise NotABundle
        return self.statement

    @property
    def stated_size(self) -> int:
        """The size of the file according to the statement."""
        parts = self.statement.parts if self.statement else ()
        return self.parts_offset + sum(part.size for part in parts)

    def part_range(self, name: str) -> tuple[int, int]:
        """Return start and end of a part according to the statement; (0, 0) if it has none."""
        offset = self.parts_offset
        for part in self.statement.parts if self.statement else ():
            if part.name == name:
                return offset, offset + part.size
            offset += part.size
        return 0, 0

    def part_octets(self, name: str) -> bytes:
        """Return a part, unverified."""
        start, end = self.part_range(name)
        return self.data[start:end]

    @property
    def rule_packs(self) -> Mapping[str, bytes]:
        """The rule packs in it, by digest; unverified, as a digest says of itself."""
        names = [part.name for part in self.statement.parts] if self.statement else []
        return {
            name.removeprefix(PACK_PARTS): self.part_octets(name)
            for name in names
            if name.startswith(PACK_PARTS)
        }

    @property
    def journal_range(self) -> tuple[int, int]:
        """Return start and end of the journal: the signed start, else the first segment found."""
        start = (
            self.part_range(JOURNAL_PART)[0]
            if self.is_signed
            else max(self.data.find(SEGMENT_MARK), 0)
        )
        return min(start, len(self.data)), len(self.data)


SEGMENT_MARK: Final = b"CROUPIER"
"""The first octets of a segment's header."""


def _refuse_other_format(first_octets: bytes) -> None:
    other_kind = OTHER_KIND.match(first_octets)
    if other_kind and int(other_kind[1]) != BUNDLE_FORMAT:
        values: TextValues = {"format": other_kind[1].decode(), "own": BUNDLE_FORMAT}
        raise BundleFormatUnknown(Text("evidence.other_format", values))


def _parsed_statement(text: bytes) -> BundleStatement | None:
    try:
        statement = msgspec.json.decode(text, type=BundleStatement)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    # a signed text that reads back otherwise would let two readers see different statements
    return statement if statement.canonical_text() == text and _is_plausible(statement) else None


def _is_plausible(statement: BundleStatement) -> bool:
    """Return whether an export could have made the statement; its words can be printed."""
    part_names = [part.name for part in statement.parts]
    printable_values = (statement.made, statement.version, statement.game, *part_names)
    end_record = statement.first + statement.records
    segment_starts = statement.segments
    return (
        statement.kind == BUNDLE_KIND
        and all(map(str.isprintable, printable_values))
        and len({*part_names}) == len(part_names)
        and {METERS_PART, DIGESTS_PART} < {*part_names}
        and part_names[-1] == JOURNAL_PART
        and all(part.size >= 0 for part in statement.parts)
        and 0 <= statement.first == min(segment_starts, default=-1)
        and segment_starts == tuple(sorted({*segment_starts}))
        and segment_starts[-1] <= end_record < 1 << 63
    )
