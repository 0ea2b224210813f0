"""The messages between a table and the ledger: JSON lines, a head and its lines, compressed."""

import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from firmware.floor.facts import START, Place
from firmware.shell.config.floor import TOKEN
from firmware.shell.journal.header import Header
from firmware.shell.journal.records import Head as ChainHead
from firmware.shell.journal.records import Record, encode

LaneName = Literal["fact", "record"]
Name = Annotated[str, msgspec.Meta(pattern=rf"\A{TOKEN.pattern}\Z")]
Identity = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
Digest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
MOST_LINES: Final = 256
MOST_OCTETS: Final = 1 << 18
"""Of a message's lines, before they are compressed."""
LONGEST: Final = 1 << 22
"""Octets of the longest message that is read, once it is no longer compressed."""


class Unreadable(ValueError):
    """A message is none of a table's."""


class Top(msgspec.Struct, frozen=True):
    """The head of a message: whose it is, and what it follows.

    `cut` says that the places between `after` and the first line can't be had any more: the
    journal has not kept those records.
    """

    house: Name
    table: Name
    journal: Identity
    lane: LaneName
    after: Place
    first: Place
    last: Place
    cut: bool = False


class FactLine(msgspec.Struct, frozen=True):
    """A fact, at its place."""

    at: Place
    fact: dict[str, Any]


class RecordLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record, octet for octet; `header` is that of the segment which begins with it."""

    n: Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]
    place: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    before: Digest
    payload: str
    header: bytes | None = None

    @classmethod
    def of(cls, record: Record, header: Header | None) -> "RecordLine":
        before, payload = record.before.hex(), record.payload.decode()
        raw = header.raw if header else None
        return cls(record.number, record.place, before, payload, raw)

    @property
    def at(self) -> Place:
        return Place(0, self.n)

    @property
    def head(self) -> ChainHead:
        """The head of the chain with this record. Raises ValueError if it can't be one."""
        before = ChainHead(self.n, bytes.fromhex(self.before))
        return encode(self.payload.encode(), before, self.place)[1]

    @property
    def link(self) -> bytes | None:
        """The digest of the header before it, if there is one."""
        return None if self.header is None else sha256(self.header).digest()


Line = FactLine | RecordLine


class Message(NamedTuple):
    """A head and its lines."""

    top: Top
    lines: tuple[Line, ...]


_LINES: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "fact": msgspec.json.Decoder(FactLine),
    "record": msgspec.json.Decoder(RecordLine),
}
_TOP: Final = msgspec.json.Decoder(Top)


def pack(message: Message) -> bytes:
    """Return a message as it travels."""
    return zlib.compress(b"\n".join(map(msgspec.json.encode, (message.top, *message.lines))))


def unpack(octets: bytes) -> Message:
    """Return a message. Raises Unreadable if it is none, or its lines are not as its head says."""
    try:
        inflate = zlib.decompressobj()
        text = inflate.decompress(octets, LONGEST)
        top, *rest = text.split(b"\n")
        found = _TOP.decode(top)
        lines = tuple(map(_LINES[found.lane].decode, rest))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable from error
    if inflate.unconsumed_tail or not lines or not _is_in_order(found, lines):
        raise Unreadable
    return Message(found, lines)


def _is_in_order(top: Top, lines: Sequence[Line]) -> bool:
    places = [line.at for line in lines]
    ends = (places[0], places[-1]) == (top.first, top.last)
    return ends and top.after < top.first and places == sorted(set(places))


class Kept(msgspec.Struct, frozen=True):
    """Up to where both lanes of a table's journal are in the ledger, with nothing missing."""

    journal: str
    fact: Place = START
    record: Place = START
