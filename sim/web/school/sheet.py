"""The sheet of the school: a line for each exercise, drill or exam that a trainee has finished."""

from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.words.decode_words import decode_reason
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.spreadsheet import CsvCell, csv_text
from sim.web.messages.broadcast import Broadcast
from sim.web.messages.school_messages import MarkMessage

MOST_LINES: Final = 2000
"""Older lines make room."""
MOST_SHOWN: Final = 200
"""The lines that a page is sent."""


class SheetLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One finished exercise (or drill), as the table marked it."""

    at: str
    """The wall time of its end, ISO 8601 with the offset."""
    trainee: str
    id: str
    """The name of the exercise or the drill."""
    game: str
    kind: str
    marks: tuple[MarkMessage, ...]
    """Without reckoning and articles."""
    millis: int
    """From its beginning to its end."""
    blind: bool = False
    limit_s: int | None = None
    exam: str | None = None
    """The exam sheet that it was a part of."""
    first_record: int | None = None
    last_record: int | None = None
    """The records of the table's journal that it was seen in; None if no table saw it."""
    digest: str = ""
    """The digest of `last_record`, hex: the head of that journal at the exercise's end."""

    @property
    def right_count(self) -> int:
        """How many acts were right."""
        return sum(mark.verdict == "right" for mark in self.marks)

    @property
    def wrong_keys(self) -> int:
        """Keys that were dark or refused."""
        return sum(mark.wrong for mark in self.marks)


class SheetMessage(Broadcast, frozen=True, tag="sheet"):
    """The last lines of the sheet of this server, the oldest first."""

    lines: tuple[SheetLine, ...]


class Sheet:
    """Lines of all trainees, in a file if there is one. Safe from any thread: a line is added to
    the memory at once, and to the end of the file.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Raises RequestFailed if the file can't be read."""
        self._path = path
        self._lines: deque[SheetLine] = deque(
            _read_lines(path) if path and path.exists() else (), MOST_LINES
        )
        self.message = self._make_message()

    @property
    def lines(self) -> tuple[SheetLine, ...]:
        """All lines, the oldest first."""
        return tuple(self._lines)

    def lines_of(self, trainee: str) -> tuple[SheetLine, ...]:
        """Return the lines of one trainee."""
        return tuple(line for line in self.lines if line.trainee == trainee)

    def append(self, line: SheetLine) -> None:
        """Add a line. Raises RequestFailed if the file can't be written; the memory has it then."""
        self._lines.append(line)
        self.message = self._make_message()
        if self._path is None:
            return
        try:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(line) + b"\n")
        except OSError as error:
            raise RequestFailed(os_failure(error, str(self._path))) from None

    def _make_message(self) -> SheetMessage:
        return SheetMessage(self.lines[-MOST_SHOWN:])


CSV_COLUMNS: Final = (
    *("at", "trainee", "exam", "exercise", "game", "kind", "blind", "limit_s", "seconds"),
    *("act", "spot", "bet", "bettor", "hand", "verdict", "due_cents", "felt_cents", "chips"),
    *("fewest_chips", "wrong_keys", "act_seconds", "first_record", "last_record", "digest"),
)


def sheet_csv(lines: Iterable[SheetLine]) -> str:
    """Return a file for spreadsheets: one row for each act, with the data of its line."""
    rows = (_csv_row(line, mark) for line in lines for mark in line.marks)
    return csv_text((CSV_COLUMNS, *rows))


def _csv_row(line: SheetLine, mark: MarkMessage) -> tuple[CsvCell, ...]:
    hand = None if mark.hand is None else str(mark.hand)
    return (
        *(line.at, line.trainee, line.exam, line.id, line.game, line.kind),
        *(int(line.blind), line.limit_s, _seconds(line.millis)),
        *(mark.act, mark.spot, mark.bet_name, mark.bettor, hand, mark.verdict),
        *(mark.due_cents, mark.felt_cents, mark.chips, mark.fewest, mark.wrong),
        *(_seconds(mark.millis), line.first_record, line.last_record, line.digest),
    )


def _seconds(millis: int) -> str:
    return f"{millis / 1000:.1f}"


def _read_lines(path: Path) -> list[SheetLine]:
    try:
        rows = path.read_bytes().splitlines()
    except OSError as error:
        raise RequestFailed(os_failure(error, str(path))) from None
    # Only the last line may be torn: the power failed while it was written.
    return [
        _decoded_line(path, number, row)
        for number, row in enumerate(rows, start=1)
        if row.strip() and not (number == len(rows) and not row.endswith(b"}"))
    ]


def _decoded_line(path: Path, number: int, row: bytes) -> SheetLine:
    try:
        return msgspec.json.decode(row, type=SheetLine)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        location = f"{path}:{number}"
        reason = Text("registry.at", {"place": location, "what": decode_reason(error)})
        raise RequestFailed(reason) from None
