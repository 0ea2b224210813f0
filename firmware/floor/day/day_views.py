"""The gaming days as the pit's page is sent them, and the requests that it makes."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.day.day_content import DayException, RecordHead, TableDay
from firmware.floor.day.day_desk import DayDraft
from firmware.floor.day.day_words import exception_text
from firmware.floor.day.game_report import GameDay
from firmware.floor.day.sealed_day import DaySignature, OpenedDay
from firmware.floor.pit.requests import NoteText, ShortId, SignInRequest
from firmware.floor.projection.fact import EpochMs

ExceptionWords = Annotated[dict[str, NoteText], msgspec.Meta(max_length=2000)]


class SignDayRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Close or amend a day that was looked at, by the digest of its content. `second` proves who
    signs it beside the signed-in person.
    """

    digest: ShortId
    exceptions: ExceptionWords
    second: SignInRequest
    words: NoteText = ""


class DaysView(msgspec.Struct, frozen=True):
    """The days of a property: the present one, the next one to close, and closed ones, the newest
    first; `earlier` if there are more.
    """

    properties: tuple[str, ...]
    property_name: str
    today: str
    next: str
    is_over: bool
    """Whether the next one can be closed."""
    closed: tuple[str, ...]
    earlier: bool


class ShownException(msgspec.Struct, frozen=True):
    """An exception in words, and why it was accepted, if it was."""

    name: str
    text: Text
    words: str = ""


class ShownHeads(msgspec.Struct, frozen=True):
    """A table's journal and its records in the day: the ends of its chain."""

    table: str
    journal: str
    first: RecordHead | None
    last: RecordHead | None
    released: int


class SealedView(msgspec.Struct, frozen=True):
    """A sealed file: who has signed it and why, the pit's key, and the file's digest."""

    number: int
    made: EpochMs
    words: str
    signatures: tuple[DaySignature, ...]
    exceptions: tuple[ShownException, ...]
    heads: tuple[ShownHeads, ...]
    pit: str
    digest: str
    octets: int


class DayView(msgspec.Struct, frozen=True):
    """A day's report and its sealed files, the newest first."""

    report: GameDay
    files: tuple[SealedView, ...]


class DraftView(msgspec.Struct, frozen=True):
    """A day as it would be sealed now: its digest, its exceptions, and counts of its content."""

    day: str
    number: int
    digest: str
    exceptions: tuple[ShownException, ...]
    tables: int
    forms: int
    alarms: int
    unacknowledged: int


class GameReportView(msgspec.Struct, frozen=True):
    """Some days of the report; `next` is the first one after them, if it was asked for too."""

    days: tuple[GameDay, ...]
    next: str | None


def draft_view(draft: DayDraft) -> DraftView:
    content = draft.content
    return DraftView(
        content.day,
        draft.number,
        draft.digest,
        _shown_exceptions(content.exceptions, {}),
        len(content.tables),
        len(content.forms),
        len(content.alarms),
        sum(not alarm.acknowledged_by for alarm in content.alarms),
    )


def sealed_view(opened: OpenedDay, octets: int) -> SealedView:
    sealed = opened.sealed
    return SealedView(
        sealed.number,
        sealed.made,
        sealed.words,
        sealed.signatures,
        _shown_exceptions(sealed.content.exceptions, sealed.exception_words),
        tuple(map(_shown_heads, sealed.content.tables)),
        opened.pit,
        opened.digest,
        octets,
    )


def _shown_exceptions(
    exceptions: tuple[DayException, ...], words: Mapping[str, str]
) -> tuple[ShownException, ...]:
    return tuple(
        ShownException(each.name, exception_text(each), words.get(each.name, ""))
        for each in exceptions
    )


def _shown_heads(table: TableDay) -> ShownHeads:
    return ShownHeads(
        table.table, table.journal, table.first_record, table.last_record, table.released
    )
