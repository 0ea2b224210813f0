"""The newest record of a journal by which an article was applied."""

from typing import NamedTuple

from firmware.core.vocabulary.rulings import BetSettled, BetsLocked
from firmware.shell.history.journal_entries import Happened, Ruled, decode
from firmware.shell.journal import JournalDamaged
from firmware.shell.recall import RecordSource


class Application(NamedTuple):
    """A record whose ruling cites an article."""

    record: int
    wall: str
    """When; empty if the records before it are not there."""
    round: int
    """0 if it is not known."""


def last_applied(source: RecordSource, article: str) -> Application | None:
    """Return the newest bet that was settled by an article, None if there is none.

    Reads from the newest segment backwards, only as far as needed. Raises JournalError, and
    msgspec.DecodeError on a record of another program.
    """
    for number in reversed(source.segments()):
        found = _last_of_segment(source, number, article)
        if found is not None:
            return found
    return None


def _last_of_segment(source: RecordSource, segment: int, article: str) -> Application | None:
    mark = f'"article":"{article}"'.encode()
    found, wall, round_number = None, "", 0
    try:
        for number, payload in source.segment_records(segment):
            # only what may matter is decoded: a segment has many thousand records
            if mark in payload or b'"BetsLocked"' in payload or b'"Happened"' in payload[:24]:
                match decode(payload):
                    case Happened(wall=wall_time):
                        wall = wall_time
                    case Ruled(rulings=rulings):
                        locked = [each for each in rulings if isinstance(each, BetsLocked)]
                        round_number = locked[-1].round if locked else round_number
                        settled = (each for each in rulings if isinstance(each, BetSettled))
                        if any(line.article == article for line in settled):
                            found = Application(number, wall, round_number)
    except JournalDamaged:
        return found
    return found
