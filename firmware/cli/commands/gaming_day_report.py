"""`croupier floor day show` and `verify`: a day's figures and seals, and whether they hold."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS, EXIT_UNPROVEN
from firmware.cli.commands.floor import open_store
from firmware.cli.commands.gaming_day import Day, PropertyDays, now_ms, open_book
from firmware.cli.commands.roster import DatabaseUrl
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.device.atomic_file import create_atomically
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.day.day_desk import DayBook
    from firmware.floor.day.day_store import StoredDay
    from firmware.floor.day.game_report import GameLine
    from firmware.floor.day.sealed_day import OpenedDay

SHIFTS = (6, 14, 22)
READABLE_MODE = 0o644


def show_day(
    words: Words,
    day: Day | None = None,
    *,
    days: PropertyDays,
    by: Literal["table", "pit", "shift"] = "table",
    out: Path | None = None,
) -> int:
    """Print a day's figures and seals, or list the closed days; `out` takes its last file."""
    from firmware.floor.day.day_store import sealed_files
    from firmware.floor.day.game_report import game_report

    with open_book(days) as book:
        property_name = book.property_named(days.property)
        if day is None:
            return _list_days(words, book, property_name)
        (game_day,) = game_report(book, property_name, (day, day), by, SHIFTS)
        with book.reading() as connection:
            files = sealed_files(connection, property_name, day)
        if out is not None and not files:
            raise RequestFailed(Text("floor.day.why.not_closed", {"day": day.isoformat()}))
        for file in files:
            _print_all(words, _seal_texts(file.opened()))
        if not files:
            print(words.render(Text("floor.day.open", {"day": day.isoformat()})))
        for line in game_day.lines:
            print(words.render(_line_text(line)))
        if out is not None:
            _write(out, files[-1])
            print(words.render(Text("floor.day.written", {"path": str(out)})))
    return 0


def verify_day(
    words: Words, file: tuple[Path, ...] = (), *, database: DatabaseUrl, day: Day | None = None
) -> int:
    """Hold sealed days against the ledger: those of files, and those that the database has. 1 if
    something is not as it was sealed, 4 if something can't be verified, or has come since.
    """
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.day.day_findings import UNPROVEN
    from firmware.floor.day.day_verify import verify_days

    outcomes, files, tables = {0}, 0, 0
    given = [_read(path) for path in file]
    try:
        for verified in verify_days(open_store(database), given, day.isoformat() if day else ""):
            files, tables = files + 1, tables + verified.tables
            for finding in verified.findings:
                print(words.render(finding.text))
                is_unproven = finding.kind in UNPROVEN
                outcomes.add(EXIT_UNPROVEN if is_unproven else EXIT_FINDINGS)
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    if outcomes == {0}:
        print(words.render(Text("floor.day.sound", {"files": files, "tables": tables})))
    return next(code for code in (EXIT_FINDINGS, EXIT_UNPROVEN, 0) if code in outcomes)


def _list_days(words: Words, book: "DayBook", property_name: str) -> int:
    from firmware.floor.day.day_store import closed_days

    with book.reading() as connection:
        closed = closed_days(connection, property_name)
    for day in reversed(closed):
        print(day.isoformat())
    next_day = book.next_day(property_name, now_ms())
    print(words.render(Text("floor.day.next", {"day": next_day.isoformat()})))
    return 0


def _seal_texts(opened: "OpenedDay") -> Iterable[Text]:
    from firmware.floor.day.day_words import exception_text

    sealed = opened.sealed
    signers = ", ".join(signature.name for signature in sealed.signatures)
    values: TextValues = {
        "day": sealed.content.day,
        "number": sealed.number,
        "signers": signers,
        "digest": opened.digest,
        "pit": opened.pit,
        "words": sealed.words,
    }
    yield Text("floor.day.seal_amendment" if sealed.number else "floor.day.seal", values)
    for exception in sealed.content.exceptions:
        words = sealed.exception_words.get(exception.name, "")
        yield Text("floor.day.accepted", {"text": exception_text(exception), "words": words})


def _line_text(line: "GameLine") -> Text:
    """Return a line; figures by forms are left out where a form is missing."""
    figures = line.figures
    values: TextValues = {
        "group": line.group,
        "opener_cents": figures.opener,
        "fills_cents": figures.fills,
        "credits_cents": figures.credits,
        "held_cents": figures.held,
        "handle_cents": figures.handle,
        "priced_cents": figures.priced,
        "expected_cents": figures.expected or 0,
        "band_cents": figures.band_cents or 0,
    }
    if figures.closer is None or figures.drop is None or figures.win is None:
        return Text("floor.day.line_unfinished", values)
    forms: TextValues = {
        "closer_cents": figures.closer,
        "drop_cents": figures.drop,
        "win_cents": figures.win,
        "hold": "–" if figures.hold is None else f"{figures.hold:.1f}",
    }
    return Text("floor.day.line", {**values, **forms})


def _print_all(words: Words, texts: Iterable[Text]) -> None:
    for text in texts:
        print(words.render(text))


def _write(out: Path, file: "StoredDay") -> None:
    try:
        create_atomically(out, file.octets, READABLE_MODE)
    except FileExistsError:
        raise RequestFailed(Text("evidence.exists", {"path": str(out)})) from None
    except OSError as error:
        raise CannotServe(os_failure(error, str(out))) from None


def _read(path: Path) -> "StoredDay":
    """Return a sealed day of a file. Raises RequestFailed if it is none, or is altered."""
    from firmware.floor.day.day_store import StoredDay
    from firmware.floor.day.sealed_day import open_day

    try:
        octets = path.read_bytes()
    except OSError as error:
        raise CannotServe(os_failure(error, str(path))) from None
    sealed = open_day(octets, str(path)).sealed
    return StoredDay(sealed.content.property_name, sealed.content.day, sealed.number, octets)
