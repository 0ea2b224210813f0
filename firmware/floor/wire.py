r"""The content of a message between a table and the ledger: lines as JSON, compressed.

    {"after": [0, 41], "cut": false} \n line \n line …

Sender, journal, lane and last position are those of the envelope, so that nothing can contradict
them.
"""

import zlib
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from firmware.floor.facts import LANE_START, POSITION_LIMIT, LanePosition
from firmware.shell.journal.header import SegmentHeader
from firmware.shell.journal.records import ChainHead, JournalRecord, encode_record

LaneName = Literal["fact", "record"]
HexDigest = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]
MESSAGES_PER_PLACE: Final = 128
"""What the engine holds of each place and lane: a further message displaces the oldest, and nobody
else's.
"""
MAX_MESSAGE_LINES: Final = 256
MAX_MESSAGE_OCTETS: Final = 1 << 18
"""Octets of a message's lines, before compression."""
MAX_LANE_OCTETS_PER_S: Final = 1 << 17
"""The most that a lane sends in a second: a hundred times what a table in play records, so that a
month is sent in an hour, and no table can fill the engine.
"""
MAX_UNPACKED_OCTETS: Final = 1 << 22
"""Octets of the longest message that is read, after decompression."""
MAX_SHOE_RECORDS: Final = 1 << 24
"""The most records of one shoe: more than a table writes in a year."""
MAX_CUT_RECORDS: Final = 1 << 28
"""The most records that a journal may have let go unsent: more than a table writes in its life."""


class UnreadableMessage(ValueError):
    """The octets are not a valid message."""


class ImpossiblePosition(ValueError):
    """A message claims positions that no journal reaches."""


class _Head(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Begins a message."""

    after: LanePosition
    cut: bool = False


class FactLine(msgspec.Struct, frozen=True):
    """A fact, at its position."""

    at: LanePosition
    fact: dict[str, Any]

    def follows(self, position: LanePosition) -> bool:
        """Return whether nothing can be between a position and this fact."""
        expected = position.number + 1 if self.at.shoe == position.shoe else 0
        return self.at > position and self.at.number == expected


class RecordLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record, octet for octet; `header` is that of the segment which begins with it."""

    n: Annotated[int, msgspec.Meta(ge=0, lt=POSITION_LIMIT)]
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

    def follows(self, position: LanePosition) -> bool:
        """Return whether nothing is between a position and this record."""
        return self.n == position.number + 1

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
    """The lines of a lane after a position, without a gap between them.

    `is_cut` marks a gap for good before the first line: the journal no longer has those records.
    """

    lane: LaneName
    after: LanePosition
    lines: tuple[MessageLine, ...]
    is_cut: bool = False

    @property
    def first(self) -> LanePosition:
        return self.lines[0].at

    @property
    def last(self) -> LanePosition:
        return self.lines[-1].at


_LINE_DECODERS: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    "fact": msgspec.json.Decoder(FactLine),
    "record": msgspec.json.Decoder(RecordLine),
}
_HEAD_DECODER: Final = msgspec.json.Decoder(_Head)


def pack_message(message: LaneMessage) -> bytes:
    """Return a message as it is sent."""
    head = _Head(message.after, message.is_cut)
    return zlib.compress(b"\n".join(map(msgspec.json.encode, (head, *message.lines))))


def unpack_message(lane: LaneName, packed_message: bytes) -> LaneMessage:
    """Return a message. Raises UnreadableMessage if it is not valid, or has a gap; and
    ImpossiblePosition.
    """
    head_text, *line_texts = _unpacked_texts(packed_message)
    try:
        head = _HEAD_DECODER.decode(head_text)
        message_lines = tuple(map(_LINE_DECODERS[lane].decode, line_texts))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableMessage from error
    message = LaneMessage(lane, head.after, message_lines, head.cut)
    if not _is_without_gap(message):
        raise UnreadableMessage
    # records without a cut are one apart
    may_skip = lane == "fact" or head.cut
    if may_skip and any(_is_impossible(step, is_cut=head.cut) for step in _steps(message)):
        raise ImpossiblePosition
    return message


def _unpacked_texts(packed_message: bytes) -> Sequence[bytes]:
    """Return head and lines, at least one."""
    try:
        decompressor = zlib.decompressobj()
        # bounded: a small message may unpack to any size
        unpacked_text = decompressor.decompress(packed_message, MAX_UNPACKED_OCTETS)
    except zlib.error as error:
        raise UnreadableMessage from error
    if decompressor.unconsumed_tail or not 0 < unpacked_text.count(b"\n") <= MAX_MESSAGE_LINES:
        raise UnreadableMessage
    return unpacked_text.split(b"\n")


def _is_without_gap(message: LaneMessage) -> bool:
    first, *_ = message.lines
    follows = message.after < first.at if message.is_cut else first.follows(message.after)
    return follows and all(line.follows(before.at) for before, line in pairwise(message.lines))


def _steps(message: LaneMessage) -> Iterator[tuple[LanePosition, LanePosition]]:
    return pairwise((message.after, *(line.at for line in message.lines)))


def _is_impossible(step: tuple[LanePosition, LanePosition], *, is_cut: bool) -> bool:
    """Return whether a table can't get from one position to the other."""
    (shoe, number), (next_shoe, next_number) = step
    most = MAX_CUT_RECORDS if is_cut else MAX_SHOE_RECORDS
    return next_shoe - shoe > most or next_number - number > most


class Watermark(msgspec.Struct, frozen=True):
    """Up to where both lanes of a table's journal are stored, with nothing missing."""

    journal: str
    fact: LanePosition = LANE_START
    record: LanePosition = LANE_START
