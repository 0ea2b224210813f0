"""The entries of the journal: events, rulings and checkpoints."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from firmware.core.poker_room.engine.rulings import AnyPokerRuling
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.rules import TableRules
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.rulings import AnyTournamentRuling
from firmware.core.tournament.terms import TournamentTerms
from firmware.core.vocabulary.events import AnyEvent, decode_plain, encode_plain
from firmware.core.vocabulary.jackpot import AnyJackpotEvent, AnyJackpotRuling, JackpotTableMessage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import AnyRuling
from firmware.core.vocabulary.tournament import AnyTournamentEvent
from firmware.shell.journal import NumberedRecord, ProgramVersion, WrittenEntry, written_entries


class Setting(msgspec.Struct, frozen=True):
    """A table's settings: its game and rules, and the digests of program and rule pack."""

    version: str
    program: str
    rules: str
    pack: str
    game: str
    options: dict[str, Any]
    table: TableRules
    device: str = ""
    """The fingerprint of the device's key."""


class Started(msgspec.Struct, frozen=True, tag=True):
    """The service has started; from here on it decides by `setting`."""

    at: int
    wall: str
    setting: Setting


class Happened(msgspec.Struct, frozen=True, tag=True):
    """An event, with the board's milliseconds and the wall clock's time."""

    at: int
    wall: str
    event: AnyEvent | AnyJackpotEvent | AnyTournamentEvent


class Ruled(msgspec.Struct, frozen=True, tag=True):
    """The rulings on an event, after which `back` others were written."""

    rulings: tuple[AnyRuling | AnyPokerRuling | AnyJackpotRuling, ...]
    back: int = 0


class Checked(msgspec.Struct, frozen=True, tag=True):
    """The checkpoint of a round's opening, which was `since` events ago."""

    table: Checkpoint
    since: int


class Carried(msgspec.Struct, frozen=True, tag=True):
    """The complete state: a segment of the journal begins with it.

    It repeats entries of the segment before, from the round's opening on (`since`).
    """

    setting: Setting
    table: Checkpoint
    since: tuple[Happened, ...]


class Noted(msgspec.Struct, frozen=True, tag=True):
    """A note outside the table's rules, such as a repair or a permission."""

    at: int
    wall: str
    note: Text


class Attested(msgspec.Struct, frozen=True, tag=True):
    """A ruling's message to a linked jackpot, signed by the device.

    It is written before the ruling: if the power goes between them both are made again, alike.
    """

    message: JackpotTableMessage
    device: str
    """The public key, hex."""
    signature: str
    """Of the message's text, hex."""


class TournamentBegan(msgspec.Struct, frozen=True, tag="HallBegan"):
    """A tournament began, or resumed, by these terms or by another program. Its journal has
    tournament entries alone.
    """

    wall: str
    tournament: str
    terms: TournamentTerms
    program: ProgramVersion | None = None
    """None in the entries of the first version, which did not record it."""


class TournamentActed(msgspec.Struct, frozen=True, tag="HallDid"):
    """An act in a tournament, and the rulings on it."""

    wall: str
    act: AnyTournamentAct
    rulings: tuple[AnyTournamentRuling, ...]
    by_hand: bool = False
    """Whether a person entered it, rather than a table or the clock."""


class ServerReturned(msgspec.Struct, frozen=True, tag="HallBack"):
    """The tournament's server is running again: the seconds it was down by the time of day, None if
    the clock was set back or is wrong.
    """

    wall: str
    away_s: int | None


class TableReported(msgspec.Struct, frozen=True, tag="HallHeard"):
    """A table's report was accepted, by its number."""

    wall: str
    table: int
    number: int


class PlayerSeated(msgspec.Struct, frozen=True, tag="HallSeated"):
    """A moved player has arrived at this seat."""

    wall: str
    player: str
    table: int
    spot: int


class RebuyLaid(msgspec.Struct, frozen=True, tag="HallLaid"):
    """A table reported that the chips of a player's rebuy were laid."""

    wall: str
    player: str


class TournamentAlarm(msgspec.Struct, frozen=True, tag="HallAlarm"):
    """A report that the tournament did not count, and that people must inspect."""

    wall: str
    why: Text


TournamentEntry = (
    TournamentBegan
    | TournamentActed
    | ServerReturned
    | TableReported
    | PlayerSeated
    | RebuyLaid
    | TournamentAlarm
)
Entry = Started | Happened | Ruled | Checked | Carried | Noted | Attested | TournamentEntry

SETTING_MARKS: Final = (b'{"type":"Started"', b'{"type":"Carried"')
"""How the records begin that name a setting."""

_encoder: Final = msgspec.json.Encoder(enc_hook=encode_plain)
_decoder: Final = msgspec.json.Decoder(Entry, dec_hook=decode_plain)


def encode(entry: Entry) -> bytes:
    """Return an entry as a record of the journal."""
    return _encoder.encode(entry)


def decode(record: bytes) -> Entry:
    """Return the entry of a record. Raises msgspec.DecodeError."""
    entry: Entry = _decoder.decode(record)
    return entry


def named_setting(record: bytes) -> Setting | None:
    """Return the setting that a record names, None if it names none; only those are decoded."""
    entry = decode(record) if record.startswith(SETTING_MARKS) else None
    return entry.setting if isinstance(entry, Started | Carried) else None


def written_table_entries(
    records: Iterable[NumberedRecord], founder: ProgramVersion
) -> Iterator[WrittenEntry[Entry]]:
    """Yield the entries of a table's or a tournament's records. Raises JournalFormatUnknown."""
    return written_entries(records, founder, decode, _named_writer)


def _named_writer(entry: Entry) -> ProgramVersion | None:
    match entry:
        case Started(setting=setting) | Carried(setting=setting):
            return ProgramVersion(setting.version, setting.program)
        case TournamentBegan(program=program):
            return program
    return None
