"""The journal for an inspector: its last entries, signed bundles."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext, Parameter
from firmware.console.command.outcome import done_notes, marked_line, marked_texts
from firmware.console.command.prompts import parse_number, request_answer
from firmware.console.commands.program import PROGRAM_COMMANDS
from firmware.console.table.rounds import RoundRenderer
from firmware.console.text.clean_text import clean_words
from firmware.console.text.drawing import StatusMark, hanging_text
from firmware.console.text.measures import local_time_text
from firmware.core.vocabulary.panel import Text
from firmware.shell.technician.answers import (
    ActDone,
    ExportedBundle,
    JournalEntries,
    VerifiedBundle,
)
from firmware.shell.technician.requests import (
    ALLOWED_ROLES,
    ExportBundle,
    InspectDevice,
    JournalTail,
    VerifyBundle,
)
from firmware.shell.trust.keys import fingerprint

MAX_ROUND_NUMBER: Final = 10**9
DEFAULT_ENTRIES, MAX_ENTRIES = 20, 1000
"""The default and the maximum number of entries."""


ENDING_KEYS: Final = {"shoe": "evidence.ends.shoe", "damaged": "evidence.ends.damaged"}
"""Why a bundle ends before the journal does."""

RECORD_WIDTH: Final = 8
"""Columns of a record's number."""
TIME_WIDTH: Final = 12
"""Columns of the time of day."""


def _last_entries(context: CommandContext, arguments: Sequence[str]) -> JournalEntries:
    return request_answer(
        context,
        JournalTail(
            count=parse_number(arguments[0], 1, MAX_ENTRIES) if arguments else DEFAULT_ENTRIES
        ),
        JournalEntries,
    )


def _render_entries(
    context: CommandContext, journal_entries: JournalEntries
) -> Iterator[StyledText]:
    """Yield the entries, a line each, grouped by day."""
    round_renderer, shown_day = RoundRenderer(context.words), ""
    for journal_entry in journal_entries.entries:
        if (
            entry_day := local_time_text(journal_entry.wall, "%Y-%m-%d")
            if journal_entry.wall
            else shown_day
        ) != shown_day:
            yield StyledText(entry_day, StatusMark.HEAD.style)
            shown_day = entry_day
        for entry_line in round_renderer.entry_lines(journal_entry):
            yield hanging_text(
                StyledText(f"{journal_entry.record:>{RECORD_WIDTH}}").append_text(entry_line),
                RECORD_WIDTH + TIME_WIDTH,
            )
    if not journal_entries.entries:
        yield marked_line(StatusMark.PLAIN, clean_words(context.words, "console.journal.empty"))


# bundles of evidence


def _export_bundle(context: CommandContext, arguments: Sequence[str]) -> ExportedBundle:
    # none, the first or both: a missing one is None
    first_round, last_round = [
        *(parse_number(typed_number, 1, MAX_ROUND_NUMBER) for typed_number in arguments),
        None,
        None,
    ][:2]
    return request_answer(context, ExportBundle(first=first_round, last=last_round), ExportedBundle)


def _render_export(
    context: CommandContext, exported_bundle: ExportedBundle
) -> Iterator[StyledText]:
    yield from marked_texts(
        context, StatusMark.GOOD, [exported_bundle.statement.written_text(exported_bundle.path)]
    )
    yield from marked_texts(context, StatusMark.PLAIN, _statement_texts(exported_bundle))


def _statement_texts(exported_bundle: ExportedBundle) -> Iterator[Text]:
    """Yield the statement of a bundle."""
    statement = exported_bundle.statement
    made_placeholders = {
        "game": statement.game,
        "version": statement.version,
        "date": statement.made,
    }
    yield Text("evidence.made.table", dict(made_placeholders))
    yield statement.end_text
    yield Text("console.journal.octets", {"count": exported_bundle.octets})
    if statement.ending in ENDING_KEYS:
        end_record = statement.first + statement.records
        yield Text(ENDING_KEYS[statement.ending], {"number": end_record})
    yield Text("evidence.fingerprint", {"fingerprint": fingerprint(statement.public_key)})


def _verify_bundle(context: CommandContext, arguments: Sequence[str]) -> VerifiedBundle | ActDone:
    """Verify a bundle or, without one, start the check of the journal, which reports later."""
    if arguments:
        return request_answer(context, VerifyBundle(bundle=arguments[0]), VerifiedBundle)
    return request_answer(context, InspectDevice(), ActDone)


def _render_verdict(
    context: CommandContext, verdict: VerifiedBundle | ActDone
) -> Iterator[StyledText]:
    if isinstance(verdict, ActDone):
        yield from done_notes(context, verdict)
        yield from marked_texts(context, StatusMark.PLAIN, [Text("console.journal.see_later")])
    elif verdict.wrong:
        yield from marked_texts(context, StatusMark.BAD, [Text("evidence.altered"), *verdict.wrong])
    else:
        yield from marked_texts(context, StatusMark.GOOD, [Text("console.journal.sound")])
    if isinstance(verdict, VerifiedBundle) and verdict.end:
        yield from marked_texts(context, StatusMark.PLAIN, [verdict.end])


COMMANDS: Final = (
    Command(
        "tail",
        _last_entries,
        _render_entries,
        (Parameter("count", required=False),),
        ALLOWED_ROLES[JournalTail],
    ),
    Command(
        "export",
        _export_bundle,
        _render_export,
        (Parameter("first", required=False), Parameter("last", required=False)),
        ALLOWED_ROLES[ExportBundle],
    ),
    Command(
        "verify",
        _verify_bundle,
        _render_verdict,
        (Parameter("bundle", required=False),),
        ALLOWED_ROLES[VerifyBundle] & ALLOWED_ROLES[InspectDevice],
    ),
    *PROGRAM_COMMANDS,
)
