"""The table at the last sound record of its journal: its displays show it while it is locked."""

from typing import NamedTuple

import msgspec

from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.table import Table
from firmware.core.vocabulary.status import Status
from firmware.shell.history.journal_entries import decode
from firmware.shell.history.replay import setting_game
from firmware.shell.history.resume_point import ResumePoint, RoundOpening, StateReader
from firmware.shell.journal import JournalDamaged, JournalError, JournalReader


class LockedView(NamedTuple):
    """A table's last status, and the last checkpoint, which has its meters."""

    status: Status
    opening: RoundOpening


def last_sound_table(reader: JournalReader) -> tuple[Table, RoundOpening] | None:
    """Return the table as it was at the last sound record, and its opening; None if none is sound.

    Raises RulesError or OptionRefused if this program can't play by the table's configuration.
    """
    resume_point = _last_resume_point(reader)
    if resume_point is None:
        return None
    table = make_table(
        setting_game(resume_point.setting), resume_point.setting.table, resume_point.checkpoint
    )
    for happened in resume_point.events_since:
        table.handle(happened.event, happened.at)
    return table, resume_point.opening


def _last_resume_point(reader: JournalReader) -> ResumePoint | None:
    try:
        segments = reader.segments()
    except JournalError:
        return None
    resume_points = (_segment_resume_point(reader, segment) for segment in reversed(segments))
    return next(filter(None, resume_points), None)


def _segment_resume_point(reader: JournalReader, segment: int) -> ResumePoint | None:
    """Return the resume point from the sound records of one segment that this program can read."""
    state_reader = StateReader()
    try:
        for number, payload in reader.segment_records(segment):
            state_reader.take(decode(payload), number)
    except (JournalDamaged, msgspec.MsgspecError, UnicodeDecodeError):
        pass
    return state_reader.resume_point()
