"""The records of a poker table's journal.

What the readers under the seats see is in none of them: until a hand is shown, nothing that leaves
the device names a card of it. After a power cut the cards lie there still, and are read again.
"""

from typing import Final

import msgspec

from firmware.core.poker_room.engine.acts import AnyLastingAct
from firmware.core.poker_room.engine.alarms import Alarm
from firmware.core.poker_room.engine.rulings import AnyRoomRuling
from firmware.core.poker_room.engine.state import Room
from firmware.core.vocabulary.events import from_plain, to_plain
from firmware.core.vocabulary.panel import Text


class Stood(msgspec.Struct, frozen=True, tag=True):
    """The table at rest, between games; a segment of the journal begins with it."""

    room: Room


class Did(msgspec.Struct, frozen=True, tag=True):
    """An act that the table took, and what it ruled on it."""

    step: int
    act: AnyLastingAct
    rulings: tuple[AnyRoomRuling, ...]


class Stopped(msgspec.Struct, frozen=True, tag=True):
    """An act that raised an alarm, by its kind: its cards may be nobody's to know."""

    step: int
    act: str
    alarm: Alarm


class Forbade(msgspec.Struct, frozen=True, tag=True):
    """An act that was refused, by its kind, and why."""

    step: int
    act: str
    why: Text


Record = Stood | Did | Stopped | Forbade

_encoder: Final = msgspec.json.Encoder(enc_hook=to_plain)
_decoder: Final = msgspec.json.Decoder(Record, dec_hook=from_plain)


def encode(record: Record) -> bytes:
    """Return a record as the journal keeps it."""
    return _encoder.encode(record)


def decode(payload: bytes) -> Record:
    """Return what the journal has kept. Raises msgspec.DecodeError."""
    record: Record = _decoder.decode(payload)
    return record
