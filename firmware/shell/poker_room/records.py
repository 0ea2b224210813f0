"""The records of a poker table's journal.

What the readers under the seats see is in none of them: until a hand is shown, nothing that leaves
the device names a card of it. After a power cut the cards lie there still, and are read again.
"""

from typing import Final

import msgspec

from firmware.core.poker_room.engine.acts import AnyLastingAct
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.rulings import AnyPokerRuling
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.vocabulary.events import decode_plain, encode_plain
from firmware.core.vocabulary.panel import Text


class RestRecord(msgspec.Struct, frozen=True, tag="Stood"):
    """The table at rest, between games; a segment of the journal begins with it."""

    room: PokerState


class ActRecord(msgspec.Struct, frozen=True, tag="Did"):
    """An act that the table took, and what it ruled on it."""

    step: int
    act: AnyLastingAct
    rulings: tuple[AnyPokerRuling, ...]


class AlarmRecord(msgspec.Struct, frozen=True, tag="Stopped"):
    """An act that raised an alarm, by its kind: its cards may be nobody's to know."""

    step: int
    act: str
    alarm: PokerAlarm


class RefusalRecord(msgspec.Struct, frozen=True, tag="Forbade"):
    """An act that was refused, by its kind, and why."""

    step: int
    act: str
    why: Text


AnyPokerRecord = RestRecord | ActRecord | AlarmRecord | RefusalRecord

_encoder: Final = msgspec.json.Encoder(enc_hook=encode_plain)
_decoder: Final = msgspec.json.Decoder(AnyPokerRecord, dec_hook=decode_plain)


def encode(record: AnyPokerRecord) -> bytes:
    """Return a record as the journal keeps it."""
    return _encoder.encode(record)


def decode(payload: bytes) -> AnyPokerRecord:
    """Return what the journal has kept. Raises msgspec.DecodeError."""
    record: AnyPokerRecord = _decoder.decode(payload)
    return record
