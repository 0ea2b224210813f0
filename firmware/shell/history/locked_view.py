"""How a table was at the last record of its journal that is sound: what it shows while locked."""

from typing import NamedTuple

from firmware.core.poker_room.table.make_table import seated
from firmware.core.table.table import Table
from firmware.core.vocabulary.status import Status
from firmware.shell.history.records import decode
from firmware.shell.history.replay import seat
from firmware.shell.history.resume_point import Opening, Past, Reading
from firmware.shell.journal import JournalDamaged, JournalError, JournalReader


class Known(NamedTuple):
    """A table's last status, and the last checkpoint, which has its meters."""

    status: Status
    opening: Opening


def last_sound(reader: JournalReader) -> tuple[Table, Opening] | None:
    """Return the table as it was at the last sound record, and its opening; None if none is sound.

    Raises RulesError or OptionRefused if this program can't play by the table's configuration.
    """
    past = _past(reader)
    if past is None:
        return None
    table = seated(seat(past.setting), past.setting.table, past.checkpoint)
    for happened in past.since:
        table.handle(happened.event, happened.at)
    return table, past.opening


def _past(reader: JournalReader) -> Past | None:
    try:
        segments = reader.segments()
    except JournalError:
        return None
    found = (_past_in(reader, segment) for segment in reversed(segments))
    return next(filter(None, found), None)


def _past_in(reader: JournalReader, segment: int) -> Past | None:
    """Return the past that one segment tells, as far as it is sound."""
    reading = Reading()
    try:
        for number, payload in reader.segment_records(segment):
            reading.take(decode(payload), number)
    except JournalDamaged:
        pass
    return reading.past()
