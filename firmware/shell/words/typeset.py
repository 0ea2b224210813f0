"""The signs of print on a sheet: apostrophes, and the spaces at which no line may break."""

import re
from typing import Final

from firmware.shell.words.templates import NO_BREAK
from firmware.shell.words.text_table import PrintedSheet, SheetSection

_APOSTROPHE: Final = re.compile(r"(?<=\w)'(?=\w)")
_FRENCH_SPACE: Final = re.compile(r" (?=[:;?!»%$])|(?<=«) ")
_ARTICLE_SPACE: Final = re.compile(r"\b(?:article|artigo)s? (?=\d)|\d (?=\(\d+\))", re.IGNORECASE)
"""Before the number of an article, and within one such as 67.88 (20)."""


def typeset(text: str, language: str) -> str:
    """Return a text with the signs of print of its language."""
    text = _ARTICLE_SPACE.sub(_with_no_break, _APOSTROPHE.sub("’", text))
    return _FRENCH_SPACE.sub(NO_BREAK, text) if language == "fr" else text


def _with_no_break(found: re.Match[str]) -> str:
    return found[0][:-1] + NO_BREAK


def typeset_sheet(sheet: PrintedSheet, language: str) -> PrintedSheet:
    """Return a sheet with the signs of print; the ids of its sentences are as they were."""
    return PrintedSheet(
        typeset(sheet.title, language),
        tuple(typeset(line, language) for line in sheet.lines),
        tuple(_typeset_section(section, language) for section in sheet.sections),
    )


def _typeset_section(section: SheetSection, language: str) -> SheetSection:
    return SheetSection(
        typeset(section.title, language),
        tuple(typeset(heading, language) for heading in section.columns),
        tuple(tuple(typeset(cell, language) for cell in row) for row in section.rows),
        tuple(typeset(note, language) for note in section.notes),
        section.row_ids,
    )
