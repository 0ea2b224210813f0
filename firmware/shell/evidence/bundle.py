"""The bundle's file, octet by octet: a statement, its signature, and the parts that it names.

`MAGIC`, the statement's length in 4 octets, the statement (one JSON text), its Ed25519 signature in
64 octets, then the parts in the order and with the sizes given in the statement, and nothing else.
So every octet is signed, or covered by a signed digest, and a reader need not unpack, name or skip
anything.
"""

import mmap
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, Protocol

import msgspec

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.trust.keys import SIGNATURE_BYTES, verify

KIND: Final = "Croupier evidence 1"
MAGIC: Final = f"{KIND}\n".encode()
LONGEST: Final = 1 << 20
"""Octets of the longest statement; a length above it is damage."""
_LENGTH: Final = struct.Struct(">I")
_START: Final = len(MAGIC) + _LENGTH.size
_KEY_BYTES: Final = 32

METERS: Final = "meters.json"
RULES: Final = "rules.toml"
MANIFEST: Final = ("manifest.json", "manifest.sig")
DIGESTS: Final = "digests"
"""The SHA-256 of each link of the journal: of a segment's header, of a whole record."""
JOURNAL: Final = "journal"
"""The links exactly as in the journal. It is the last part."""

Ending = Literal["whole", "round", "shoe", "damaged"]


class NoBundle(Exception):
    """The file is no bundle of evidence."""


class Octets(Protocol):
    """A file's content, mapped or in memory."""

    def __len__(self) -> int: ...
    def __getitem__(self, key: slice, /) -> bytes: ...
    def find(self, sub: bytes, start: int = ..., end: int = ..., /) -> int:
        """Return the next index of `sub`, -1 if there is none."""
        ...


class MetersAt(msgspec.Struct, frozen=True):
    """The meters as a round opened."""

    round: int
    meters: Meters


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the bundle; the digest is SHA-256, hex."""

    name: str
    size: int
    sha256: str


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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
    ending: Ending
    parts: tuple[Part, ...]

    def text(self) -> bytes:
        """Return the one text that this statement has."""
        return msgspec.json.encode(self)

    def written(self, path: str) -> Text:
        """Return the words for a bundle that was written there."""
        first, last = self.rounds
        values: Values = {"path": path, "records": self.records}
        if not 0 < first <= last:
            return Text("evidence.written.no_round", values)
        return Text("evidence.written.rounds", {**values, "first": first, "last": last})

    @property
    def end(self) -> Text:
        """The words for the number and the digest of the last record."""
        last = self.first + self.records - 1
        return Text(
            "evidence.ends_at", {"number": last, "digits": self.head[:8], "head": self.head}
        )

    @property
    def why_it_ends(self) -> Text:
        """The words for what comes after it in the journal, if it does not end there itself."""
        return Text(f"evidence.ends.{self.ending}", {"number": self.first + self.records})

    @property
    def public(self) -> bytes:
        """The device's key, empty if it is invalid."""
        try:
            key = bytes.fromhex(self.device)
        except ValueError:
            return b""
        return key if len(key) == _KEY_BYTES else b""


def front(statement: Statement, signature: bytes) -> bytes:
    """Return all octets before the parts."""
    text = statement.text()
    return MAGIC + _LENGTH.pack(len(text)) + text + signature


@dataclass(frozen=True)
class Bundle:
    """A bundle as read, before verification."""

    data: Octets
    statement: Statement | None
    """None if the text is not a valid statement."""
    signed: bool
    begins: int
    """The offset of the parts."""

    @classmethod
    def open(cls, path: Path) -> "Bundle":
        """Map a file. Raises OSError, and NoBundle if it doesn't begin as one."""
        with path.open("rb") as file:
            try:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise NoBundle from None
        return cls.of(data)

    @classmethod
    def of(cls, data: Octets) -> "Bundle":
        """Parse a file. Raises NoBundle."""
        if data[: len(MAGIC)] != MAGIC:
            raise NoBundle
        length = int.from_bytes(data[len(MAGIC) : _START], "big")
        ends = _START + min(length, LONGEST)
        text, signature = data[_START:ends], data[ends : ends + SIGNATURE_BYTES]
        statement = _statement(text)
        signed = (
            statement is not None
            and len(signature) == SIGNATURE_BYTES
            and bool(statement.public)
            and verify(statement.public, text, signature)
        )
        return cls(data, statement, signed, ends + SIGNATURE_BYTES)

    @property
    def stated(self) -> Statement:
        """The statement. Raises NoBundle if it is not valid."""
        if self.statement is None:
            raise NoBundle
        return self.statement

    @property
    def size(self) -> int:
        """The size of the file according to the statement."""
        parts = self.statement.parts if self.statement else ()
        return self.begins + sum(part.size for part in parts)

    def place(self, name: str) -> tuple[int, int]:
        """Return start and end of a part according to the statement; (0, 0) if it has none."""
        at = self.begins
        for part in self.statement.parts if self.statement else ():
            if part.name == name:
                return at, at + part.size
            at += part.size
        return 0, 0

    def part(self, name: str) -> bytes:
        """Return a part, unverified."""
        start, end = self.place(name)
        return self.data[start:end]

    @property
    def journal(self) -> tuple[int, int]:
        """Return start and end of the journal: the signed start, else the first segment found."""
        start = self.place(JOURNAL)[0] if self.signed else max(self.data.find(SEGMENT), 0)
        return min(start, len(self.data)), len(self.data)


SEGMENT: Final = b"CROUPIER"
"""The first octets of a segment's header."""


def _statement(text: bytes) -> Statement | None:
    try:
        statement = msgspec.json.decode(text, type=Statement)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return statement if statement.text() == text and _makes_sense(statement) else None


def _makes_sense(statement: Statement) -> bool:
    """Return whether an export could have made the statement; its words can be printed."""
    names = [part.name for part in statement.parts]
    told = (statement.made, statement.version, statement.game, *names)
    ends = statement.first + statement.records
    begins = statement.segments
    return (
        statement.kind == KIND
        and all(map(str.isprintable, told))
        and len({*names}) == len(names)
        and {METERS, DIGESTS} < {*names}
        and names[-1] == JOURNAL
        and all(part.size >= 0 for part in statement.parts)
        and 0 <= statement.first == min(begins, default=-1)
        and begins == tuple(sorted({*begins}))
        and begins[-1] <= ends < 1 << 63
    )
