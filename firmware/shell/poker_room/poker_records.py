"""The records of a poker table's journal.

No record contains cards seen only by the readers under the seats: until a hand is shown, nothing
that leaves the device names a card of it. After a power cut the cards are read again.
"""

from typing import Final

import msgspec

from firmware.core.poker_room.engine.acts import AnyLastingAct
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.rulings import AnyPokerRuling
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import decode_plain, encode_plain
from firmware.core.vocabulary.panel import Text


class RestRecord(msgspec.Struct, frozen=True, tag="Stood"):
    """The table at rest between games; each segment of the journal begins with it."""

    room: PokerState


class ActRecord(msgspec.Struct, frozen=True, tag="Did"):
    """An accepted act, and its rulings."""

    step: int
    act: AnyLastingAct
    rulings: tuple[AnyPokerRuling, ...]


class AlarmRecord(msgspec.Struct, frozen=True, tag="Stopped"):
    """The type of an act that raised an alarm; without its cards, which may be secret.

    `card` is the fourth card of a flop, which all have seen.
    """

    step: int
    act: str
    alarm: PokerAlarm
    card: Card | None = None


class RefusalRecord(msgspec.Struct, frozen=True, tag="Forbade"):
    """The type of a refused act, and the reason."""

    step: int
    act: str
    why: Text


AnyPokerRecord = RestRecord | ActRecord | AlarmRecord | RefusalRecord

_encoder: Final = msgspec.json.Encoder(enc_hook=encode_plain)
_decoder: Final = msgspec.json.Decoder(AnyPokerRecord, dec_hook=decode_plain)


def encode(record: AnyPokerRecord) -> bytes:
    """Encode a record."""
    return _encoder.encode(record)


def decode(payload: bytes) -> AnyPokerRecord:
    """Decode a record. Raises msgspec.DecodeError."""
    record: AnyPokerRecord = _decoder.decode(payload)
    return record
