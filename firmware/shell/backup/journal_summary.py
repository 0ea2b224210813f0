"""A journal, read to its end: by which devices it was written, and where the table is in it."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.meters import Meters
from firmware.core.table.table import Table
from firmware.core.vocabulary.panel import Text
from firmware.shell.history.journal_entries import (
    Happened,
    Noted,
    Setting,
    Started,
    decode,
    named_setting,
    written_table_entries,
)
from firmware.shell.history.locked_view import last_sound_table
from firmware.shell.journal import JournalDamaged, JournalReader, JournalStamp, NumberedRecord

TIME_MARKS: Final = (b'{"type":"Started"', b'{"type":"Happened"', b'{"type":"Noted"')
"""How the records begin that have a time."""
LIVE_SEGMENTS: Final = 2
"""The live segment has the whole state; a cut may have left one after it that is only begun."""


class JournalSummary(NamedTuple):
    """What a journal says of its table."""

    identity: str
    stamp: JournalStamp
    setting: Setting
    """By which it was decided last."""
    devices: tuple[str, ...]
    """The fingerprints of the devices that wrote it, the first one first."""
    last_record: int
    last_wall: str
    """The time of the last record that has one, ISO 8601."""
    table: Table
    """As it was at the last sound record."""
    opening: Checkpoint
    """As its last round opened."""
    damage: JournalDamaged | None
    """The first record that can't be read, if there is one."""

    @property
    def has_rounds(self) -> bool:
        """Whether a round was ever begun, or a meter counted."""
        state, opening = self.table.state, self.opening.real
        rounds, meters = (state.round.number, opening.round), (state.meters, opening.meters)
        return any(rounds) or any(counted != Meters() for counted in meters)


class _RecordReading:
    """What the records so far have said."""

    def __init__(self, founder: str) -> None:
        self.devices = dict.fromkeys(filter(None, [founder]))
        self.last_record = -1
        self.setting: Setting | None = None
        self.damage: JournalDamaged | None = None
        self._last_timed = b""

    def take(self, record: NumberedRecord) -> None:
        self.last_record = record.number
        if record.payload.startswith(TIME_MARKS):
            self._last_timed = record.payload
        if setting := named_setting(record.payload):
            self.setting = setting
            self.devices |= dict.fromkeys(filter(None, [setting.device]))

    @property
    def last_wall(self) -> str:
        entry = decode(self._last_timed) if self._last_timed else None
        return entry.wall if isinstance(entry, Started | Happened | Noted) else ""


def read_journal(
    directory: Path,
    on_record: Callable[[int], None] = lambda _number: None,
    segment_count: int | None = None,
) -> JournalSummary:
    """Read the copy in a directory, and verify its chain, record by record.

    With `segment_count` only so many of its last segments: the live one has the whole state.

    Raises JournalLost if there is none, JournalForeign on another format, and JournalDamaged if no
    sound record has the table's state.
    """
    reader = JournalReader([directory])
    stamp, reading = reader.stamp, _RecordReading(reader.stamp.device)
    segments = reader.segments()
    for segment in segments if segment_count is None else segments[-segment_count:]:
        try:
            for record in reader.segment_records(segment):
                reading.take(record)
                on_record(record.number)
        except JournalDamaged as error:
            reading.damage = reading.damage or error
    _require_readable(reader, stamp)
    last_sound = last_sound_table(reader)
    if last_sound is None or reading.setting is None:
        no_state = JournalDamaged(0, Text("adopt.no_state", {"copy": str(directory)}))
        raise reading.damage or no_state
    return JournalSummary(
        reader.identity,
        stamp,
        reading.setting,
        tuple(reading.devices),
        reading.last_record,
        reading.last_wall,
        last_sound[0],
        last_sound[1].checkpoint,
        reading.damage,
    )


def _require_readable(reader: JournalReader, stamp: JournalStamp) -> None:
    """Raise JournalFormatUnknown if a start could not read a record of the live segment."""
    with suppress(JournalDamaged):
        live_records = reader.segment_records(reader.segments()[-1])
        for _ in written_table_entries(live_records, stamp.founder):
            pass
