"""`parts`: the state of every part, a line each, and its errors below it."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.console.command.command import Command, CommandContext
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import ConsoleOutput, StatusMark, fit_text, indented_text
from firmware.core.vocabulary.fault_text import part_words
from firmware.core.vocabulary.health import PartStatus
from firmware.shell.sockets.control import PartsReport
from firmware.shell.words.words import Words

COLUMN_WIDTHS: Final = {
    "console.parts.part": 21,
    "console.parts.name": 15,
    "console.parts.kind": 16,
    "console.parts.proof": 14,
    "console.parts.heard": 9,
}
"""The columns by the keys of their headings: 75 and the sign, of 80."""
PROOF_KEYS: Final = {
    "proven": "console.proof.proven",
    "answers": "console.proof.answers",
    "listens": "console.proof.listens",
    "blind": "console.proof.blind",
    None: "console.proof.untested",
}
"""The last self-test of a part, in a word or two."""
ERROR_INDENT: Final = 3
"""Columns of indentation below a part."""
UNKNOWN_SHOWN: Final = 3
"""The last messages of a part that its protocol's table lacks; `--json` has more."""
SECOND_MS: Final = 1000
UNIT_THRESHOLD: Final = 600
"""Seconds from which minutes are shown, and minutes from which hours are."""


def part_mark(part: PartStatus) -> StatusMark:
    """Return the severity of a part: lost, not proven by a test, or well."""
    if not part.up:
        return StatusMark.BAD
    return StatusMark.GOOD if part.proof else StatusMark.WARN


def part_name(words: Words, part_key: str) -> str:
    """Return a part's name in words; an unknown one unchanged."""
    part_text = part_words(part_key)
    return clean_text(part_text if isinstance(part_text, str) else words.render(part_text))


def proof_key(part: PartStatus) -> str:
    """Return the key for the result of a part's last test."""
    if not part.up:
        return "console.proof.lost"
    return PROOF_KEYS.get(part.proof, PROOF_KEYS[None])  # a table of another version


def _look_up_parts(context: CommandContext, _arguments: Sequence[str]) -> PartsReport:
    return PartsReport(context.table.status().parts)


def _render_parts(context: CommandContext, table_parts: PartsReport) -> ConsoleOutput:
    words = context.words
    column_headings = {
        heading_key: clean_words(words, heading_key) for heading_key in COLUMN_WIDTHS
    }
    yield StyledText(_columns_line("  ", column_headings), StatusMark.HEAD.style)
    for part in table_parts.parts:
        status_mark = part_mark(part)
        yield _coloured_line(_columns_line(status_mark.sign, _part_cells(words, part)), status_mark)
        yield from _error_lines(words, part)
    well_count = sum(part_mark(part) is StatusMark.GOOD for part in table_parts.parts)
    yield StyledText()
    yield StyledText(
        clean_words(words, "console.parts.well", well=well_count, of=len(table_parts.parts))
    )


def _coloured_line(plain_line: str, status_mark: StatusMark) -> StyledText:
    """Return a line in the colour of its severity; of a good one only the sign has it."""
    coloured_text = StyledText(plain_line)
    coloured_text.stylize(
        status_mark.style, 0, len(status_mark.sign) if status_mark is StatusMark.GOOD else None
    )
    return coloured_text


def _columns_line(sign_text: str, cell_texts: dict[str, str]) -> str:
    fitted_cells = (
        fit_text(cell_texts[heading_key], column_width - 1)
        for heading_key, column_width in COLUMN_WIDTHS.items()
    )
    return " ".join([sign_text, *fitted_cells]).rstrip()


def _part_cells(words: Words, part: PartStatus) -> dict[str, str]:
    return {
        "console.parts.part": part_name(words, part.name),
        "console.parts.name": clean_text(part.name),
        "console.parts.kind": clean_text(part.kind),
        "console.parts.proof": clean_words(words, proof_key(part)),
        "console.parts.heard": ""
        if part.last_seen_ms_ago is None
        else _age_text(words, part.last_seen_ms_ago),
    }


def _age_text(words: Words, millis: int) -> str:
    seconds = max(0, millis) // SECOND_MS
    if not seconds:
        return clean_words(words, "health.millis", ms=max(0, millis))
    if seconds < UNIT_THRESHOLD:
        return clean_words(words, "console.span.seconds", seconds=seconds)
    minutes = seconds // 60
    if minutes < UNIT_THRESHOLD:
        return clean_words(words, "console.span.minutes", minutes=minutes)
    return clean_words(words, "console.parts.hours", hours=minutes // 60)


def _error_lines(words: Words, part: PartStatus) -> Iterator[StyledText]:
    if part.last_error or part.losses or part.errors:
        count_placeholders = {"losses": part.losses, "errors": part.errors}
        error_text = clean_words(
            words, "console.parts.went_wrong", **count_placeholders, error=part.last_error or "–"
        )
        yield indented_text(error_text, part_mark(part).style, ERROR_INDENT)
    if part.identity:
        unit_text = clean_words(words, "console.parts.unit", unit=part.identity)
        yield indented_text(unit_text, StatusMark.FAINT.style, ERROR_INDENT)
    if part.mended:
        mended_text = ", ".join(
            f"{mended_name} {mended_count}"
            for mended_name, mended_count in sorted(part.mended.items())
        )
        error_text = clean_words(words, "console.parts.mended", mended=mended_text)
        yield indented_text(error_text, StatusMark.FAINT.style, ERROR_INDENT)
    for message in part.unknown[-UNKNOWN_SHOWN:]:
        unknown_text = clean_words(
            words,
            "console.parts.unknown",
            age=_age_text(words, message.ms_ago),
            octets=message.octets,
            message=message.description,
        )
        yield indented_text(unknown_text, StatusMark.WARN.style, ERROR_INDENT)


COMMANDS: Final = (Command("parts", _look_up_parts, _render_parts),)
