"""The contents of a sheet, in no language yet: for a printer as HTML, for a spreadsheet as CSV."""

import csv
import io
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.shell.words.spreadsheet import dollars, harmless
from firmware.shell.words.words import Words


class Amount(NamedTuple):
    """Money in a cell."""

    cents: int


Cell = str | int | Text | Amount
"""A name, a number, words or money."""


Row = tuple[Cell, ...]


class Part(NamedTuple):
    """A table of the sheet."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[Row, ...]


class Paper(NamedTuple):
    """A sheet: lines for all of it, and its tables."""

    title: Text
    lines: tuple[Text, ...]
    parts: tuple[Part, ...]


BYTE_ORDER: Final = "\ufeff"
"""Without it a spreadsheet takes the letters for others."""
ARTICLE: Final = Text("hall.sheet.head.article")
STYLE: Final = Path(__file__).with_name("paper.css")


def text(key: str, **values: str | int) -> Text:
    """Return words of a sheet."""
    return Text(f"hall.sheet.{key}", values)


def heads(*names: str) -> tuple[Text, ...]:
    """Return the headings of columns."""
    return tuple(text(f"head.{name}") for name in names)


def html_of(paper: Paper, words: Words) -> str:
    """Return a document that stands alone."""
    title, style = escape(words.say(paper.title)), STYLE.read_text(encoding="utf-8")
    lines = "".join(f"<p>{escape(words.say(line))}</p>\n" for line in paper.lines)
    parts = "".join(_section(part, words) for part in paper.parts)
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<h1>{title}</h1>\n{lines}{parts}</body>\n</html>\n"
    )


def csv_of(paper: Paper, words: Words) -> str:
    """Return the same for a spreadsheet: numbers plain, amounts in dollars with a point."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([words.say(paper.title)])
    writer.writerows([words.say(line)] for line in paper.lines)
    for part in paper.parts:
        writer.writerow([])
        writer.writerow([words.say(part.title)])
        writer.writerow([words.say(column) for column in part.columns])
        writer.writerows([_plain(cell, words) for cell in row] for row in part.rows)
    return BYTE_ORDER + out.getvalue()


def _section(part: Part, words: Words) -> str:
    kinds = [_kind(part, at) for at in range(len(part.columns))]
    columns = [words.say(column) for column in part.columns]
    body = "".join(_row([_said(cell, words) for cell in row], kinds) for row in part.rows)
    head = _row(columns, kinds, "th")
    title = escape(words.say(part.title))
    return f"<h2>{title}</h2>\n<table>\n<thead>{head}</thead>\n<tbody>\n{body}</tbody>\n</table>\n"


def _kind(part: Part, at: int) -> str:
    """Return the class of a column's cells: of figures, which are aligned, or of articles."""
    if part.columns[at] == ARTICLE:
        return "article"
    figures = at > 0 and any(isinstance(row[at], int | Amount) for row in part.rows)
    return "figure" if figures else "name"


def _row(cells: list[str], kinds: list[str], tag: str = "td") -> str:
    made = [
        f'<{tag} class="{kind}">{escape(cell)}</{tag}>'
        for cell, kind in zip(cells, kinds, strict=True)
    ]
    return f"<tr>{''.join(made)}</tr>\n"


def _said(cell: Cell, words: Words) -> str:
    match cell:
        case Amount(cents):
            return words.money(cents)
        case Text():
            return words.say(cell)
        case int():
            return words.number(f"{cell:,}")
    return cell


def _plain(cell: Cell, words: Words) -> str:
    match cell:
        case Amount(cents):
            return dollars(cents)
        case int():
            return str(cell)
    return harmless(_said(cell, words))
