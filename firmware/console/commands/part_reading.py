"""`parts`: the state of every part, a line each, and its errors below it."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.console.command.command import Command, Context
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import Mark, Told, fitted, indented
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.sockets.control import Parts
from firmware.shell.words.templates import WordsError
from firmware.shell.words.words import Words

COLUMNS: Final = {"part": 21, "name": 15, "kind": 16, "proof": 14, "heard": 9}
INDENT: Final = 3
"""Columns of indentation below a part."""
SECOND_MS: Final = 1000
PATIENCE: Final = 600
"""Seconds from which minutes are shown, and minutes from which hours are."""


def mark_of(part: PartStatus) -> Mark:
    """Return how a part is: lost, not proven by a test, or well."""
    if not part.up:
        return Mark.BAD
    return Mark.GOOD if part.proof else Mark.WARN


def part_name(words: Words, name: str) -> str:
    """Return a part's name in words; an unknown one unchanged."""
    try:
        return clean(words.say(Text(f"part.{name}")))
    except WordsError:
        return clean(name)


def proof_key(part: PartStatus) -> str:
    """Return the key for the result of a part's last test."""
    if not part.up:
        return "console.proof.lost"
    return f"console.proof.{part.proof or 'untested'}"


def _parts(context: Context, _arguments: Sequence[str]) -> Parts:
    return Parts(context.table.status().parts)


def _tell(context: Context, found: Parts) -> Told:
    words = context.words
    heads = {name: said(words, f"console.parts.{name}") for name in COLUMNS}
    yield Ink(_line("  ", heads), Mark.HEAD.style)
    for part in found.parts:
        mark = mark_of(part)
        yield _marked(_line(mark.sign, _cells(words, part)), mark)
        yield from _trouble(words, part)
    well = sum(mark_of(part) is Mark.GOOD for part in found.parts)
    yield Ink()
    yield Ink(said(words, "console.parts.well", well=well, of=len(found.parts)))


def _marked(line: str, mark: Mark) -> Ink:
    """Return a line in its mark's colour; of a good one only the sign is coloured."""
    told = Ink(line)
    told.stylize(mark.style, 0, len(mark.sign) if mark is Mark.GOOD else None)
    return told


def _line(sign: str, cells: dict[str, str]) -> str:
    told = (fitted(cells[name], width - 1) for name, width in COLUMNS.items())
    return " ".join([sign, *told]).rstrip()


def _cells(words: Words, part: PartStatus) -> dict[str, str]:
    return {
        "part": part_name(words, part.name),
        "name": clean(part.name),
        "kind": clean(part.kind),
        "proof": said(words, proof_key(part)),
        "heard": "" if part.heard_ms_ago is None else _heard(words, part.heard_ms_ago),
    }


def _heard(words: Words, millis: int) -> str:
    seconds = max(0, millis) // SECOND_MS
    if not seconds:
        return said(words, "health.millis", ms=max(0, millis))
    if seconds < PATIENCE:
        return said(words, "console.span.seconds", seconds=seconds)
    minutes = seconds // 60
    if minutes < PATIENCE:
        return said(words, "console.span.minutes", minutes=minutes)
    return said(words, "console.parts.hours", hours=minutes // 60)


def _trouble(words: Words, part: PartStatus) -> Iterator[Ink]:
    if part.last_error or part.losses or part.errors:
        counts = {"losses": part.losses, "errors": part.errors}
        told = said(words, "console.parts.went_wrong", **counts, error=part.last_error or "–")
        yield indented(told, mark_of(part).style, INDENT)
    if part.identity:
        unit = said(words, "console.parts.unit", unit=part.identity)
        yield indented(unit, Mark.FAINT.style, INDENT)
    if part.mended:
        mended = ", ".join(f"{name} {count}" for name, count in sorted(part.mended.items()))
        told = said(words, "console.parts.mended", mended=mended)
        yield indented(told, Mark.FAINT.style, INDENT)


COMMANDS: Final = (Command("parts", _parts, _tell),)
