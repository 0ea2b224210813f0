"""The sheets of a class: rows for spreadsheets, signed files, and the lines of the page."""

from collections.abc import Iterable
from datetime import datetime

import msgspec

from firmware.core.vocabulary.refusal import RequestFailed
from sim.classroom.seat import Seat
from sim.web.school.sheet import SheetLine, sheet_csv


class ShownLine(msgspec.Struct, frozen=True):
    """A line of the sheet on the trainer's page."""

    at: str
    name: str
    exercise: str
    game: str
    right: int
    wrong: int
    millis: int
    first_record: int | None
    last_record: int | None
    digest: str


def class_csv(seats: Iterable[Seat]) -> bytes:
    """Return a row for each act of all trainees. Raises RequestFailed."""
    return sheet_csv(line for seat in seats for line in seat.sheet_lines).encode()


def class_signed(seats: Iterable[Seat]) -> bytes:
    """Return the signed sheets, one a line; of tables that have a key. Raises RequestFailed if none
    has.
    """
    made_at = datetime.now().astimezone().isoformat(timespec="seconds")
    sheets, refusals = [], []
    for seat in seats:
        try:
            sheets.append(seat.sign_sheet(made_at).canonical_text() + b"\n")
        except RequestFailed as refused:
            refusals.append(refused)
    if refusals and not sheets:
        raise refusals[0]
    return b"".join(sheets)


def class_lines(seats: Iterable[Seat]) -> bytes:
    """Return the lines of all trainees for the page, as JSON. Raises RequestFailed."""
    return msgspec.json.encode([_shown_line(line) for seat in seats for line in seat.sheet_lines])


def _shown_line(line: SheetLine) -> ShownLine:
    right = sum(mark.state == "done" and not mark.wrong for mark in line.marks)
    return ShownLine(
        line.at, line.trainee, line.id, line.game, right, len(line.marks) - right, line.millis,
        line.first_record, line.last_record, line.digest,
    )  # fmt: skip
