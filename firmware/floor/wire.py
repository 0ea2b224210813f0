"""The messages between a table and the ledger: a header and its lines as JSON, compressed."""

import zlib
from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from firmware.floor.facts import LANE_START, LanePosition
from firmware.shell.config.floor import SUBJECT_TOKEN
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import ChainHead, JournalRecord, encode_record

LaneName = Literal["fact", "record"]
SubjectToken = Annotated[str, msgspec.Meta(pattern=rf"\A{SUBJECT_TOKEN.pattern}\Z")]
JournalIdentity = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
HexDigest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
MAX_MESSAGE_LINES: Final = 256
MAX_MESSAGE_OCTETS: Final = 1 << 18
"""Octets of a message's lines, before compression."""
MAX_UNPACKED_OCTETS: Final = 1 << 22
"""Octets of the longest message that is read, after decompression."""


class UnreadableMessage(ValueError):
    """The octets are not a valid message."""


class MessageHeader(msgspec.Struct, frozen=True):
    """The head of a message: its lane, and the position that it follows.

    `cut` marks a gap for good between `after` and the first line: the journal no longer has those
    records.
    """

    house: SubjectToken
    table: SubjectToken
    journal: JournalIdentity
    lane: LaneName
    after: LanePosition
    first: LanePosition
    last: LanePosition
    cut: bool = False


class FactLine(msgspec.Struct, frozen=True):
    """A fact, at its position."""

    at: LanePosition
    fact: dict[str, Any]


class RecordLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record, octet for octet; `header` is that of the segment which begins with it."""

    n: Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]
    place: Annotated[int, msgspec.Meta(ge=0, lt=1 << 31)]
    before: HexDigest
    payload: str
    header: bytes | None = None

    @classmethod
    def from_record(cls, record: JournalRecord, header: SegmentHeader | None) -> "RecordLine":
        previous_digest, payload = record.previous_digest.hex(), record.payload.decode()
        header_octets = header.raw if header else None
        return cls(record.number, record.commit_index, previous_digest, payload, header_octets)

    @property
    def at(self) -> LanePosition:
        return LanePosition(0, self.n)

    @property
    def chain_head(self) -> ChainHead:
        """The chain head after this record. Raises ValueError if it is not valid."""
        previous_head = ChainHead(self.n, bytes.fromhex(self.before))
        return encode_record(self.payload.encode(), previous_head, self.place)[1]

    @property
    def header_digest(self) -> bytes | None:
        """The digest of the header before it, if there is one."""
        return None if self.header is None else sha256(self.header).digest()


MessageLine = FactLine | RecordLine


class LaneMessage(NamedTuple):
    """A head and its lines."""

    header: MessageHeader
    lines: tuple[MessageLine, ...]


_LINE_DECODERS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "fact": msgspec.json.Decoder(FactLine),
    "record": msgspec.json.Decoder(RecordLine),
}
_HEADER_DECODER: Final = msgspec.json.Decoder(MessageHeader)


def pack_message(message: LaneMessage) -> bytes:
    """Return a message as it is sent."""
    return zlib.compress(b"\n".join(map(msgspec.json.encode, (message.header, *message.lines))))


def unpack_message(packed_message: bytes) -> LaneMessage:
    """Return a message. Raises UnreadableMessage if it is not valid, or its lines contradict its
    header.
    """
    try:
        decompressor = zlib.decompressobj()
        # bounded: a small message may unpack to any size
        unpacked_text = decompressor.decompress(packed_message, MAX_UNPACKED_OCTETS)
        header_text, *line_texts = unpacked_text.split(b"\n")
        header = _HEADER_DECODER.decode(header_text)
        message_lines = tuple(map(_LINE_DECODERS[header.lane].decode, line_texts))
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableMessage from error
    if (
        decompressor.unconsumed_tail
        or not message_lines
        or not _lines_match_header(header, message_lines)
    ):
        raise UnreadableMessage
    return LaneMessage(header, message_lines)


def _lines_match_header(header: MessageHeader, message_lines: Sequence[MessageLine]) -> bool:
    positions = [message_line.at for message_line in message_lines]
    first_and_last = (positions[0], positions[-1]) == (header.first, header.last)
    return first_and_last and header.after < header.first and positions == sorted(set(positions))


class Watermark(msgspec.Struct, frozen=True):
    """Up to where both lanes of a table's journal are stored, with nothing missing."""

    journal: str
    fact: LanePosition = LANE_START
    record: LanePosition = LANE_START
