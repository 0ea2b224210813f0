"""The rules of a game as a document for a printer: A4, or a poster."""

import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Final, NamedTuple

from firmware.pages.printed.document import (
    css_string,
    embedded_fonts,
    html_table,
    printed_document,
    sheet_style,
)
from firmware.shell.words.text_table import PrintedSheet, SheetSection, filled_columns

FIGURE: Final = re.compile(r"[+-]?\$?[\d\s.,]*\d\s?[%$]?")
FRACTION: Final = re.compile(r"\d+/\d+")
NARROW_COLUMNS: Final = 3
NARROW_WIDTH: Final = 40
"""Characters beside the first of so many columns that fit a column of the page."""
BRIEF_WIDTH: Final = 24
"""Characters of a cell that is not broken."""
SHORT_ROWS: Final = 24
"""A table of so many rows is not divided between pages."""

MARGIN_STYLE: Final = (
    'font: 400 .72rem "Inter", "Liberation Sans", Arial, sans-serif; color: #55615c;'
    " white-space: nowrap;"
)


class Imprint(NamedTuple):
    """The origin of a sheet, in words."""

    article_heading: str
    """The heading by which a column of articles is known."""
    subtitle: str
    """The table and the date of its configuration; empty of no certain table."""
    articles: str
    """The sentence that explains the numbers of the articles."""
    source: str
    """The rule pack and its digest, on every page."""
    version: str
    """The program that has made the sheet, on every page."""


def rules_page(
    sheet: PrintedSheet, imprint: Imprint, language: str, *, poster: bool, ids: bool = False
) -> str:
    """Return the document, with its fonts in itself; with the ids of the sentences if wanted."""
    style = (
        embedded_fonts()
        + sheet_style("rules.css", *(["poster.css"] if poster else []))
        + _page_margins(sheet.title, imprint)
    )
    body = "".join((_head(sheet, imprint), *_body(sheet, imprint, ids=ids), _foot(imprint)))
    return printed_document(language, sheet.title, body, style)


def _page_margins(title: str, imprint: Imprint) -> str:
    """Return the style of the margins, with the running title and the page numbers."""
    running_title = " · ".join(filter(None, (title, imprint.subtitle)))
    lines = {
        "@top-left": css_string(running_title),
        "@bottom-left": css_string(imprint.source),
        "@bottom-right": f'{css_string(imprint.version)} " · " counter(page) "/" counter(pages)',
    }
    boxes = (f"{box} {{ content: {content}; {MARGIN_STYLE} }}" for box, content in lines.items())
    return f"@page {{ {' '.join(boxes)} }}\n@page :first {{ @top-left {{ content: none; }} }}\n"


def _head(sheet: PrintedSheet, imprint: Imprint) -> str:
    subtitle = f"<p>{escape(imprint.subtitle)}</p>" if imprint.subtitle else ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in (*sheet.lines, imprint.articles))
    return f"<header><h1>{escape(sheet.title)}</h1>{subtitle}<ul>{lines}</ul></header>\n"


def _body(sheet: PrintedSheet, imprint: Imprint, *, ids: bool) -> Iterator[str]:
    """Yield the sections: narrow ones flow in columns, between those as wide as the page."""
    for is_wide, sections in groupby(sheet.sections, _is_wide):
        printed = "".join(_section(section, imprint, ids=ids) for section in sections)
        yield f'<div class="{"wide" if is_wide else "flow"}">\n{printed}</div>\n'


def _is_wide(section: SheetSection) -> bool:
    filled = filled_columns(section)
    if section.row_ids or len(filled) < NARROW_COLUMNS:
        return False
    widths = (max(len(row[column]) for row in section.rows) for column in filled[1:])
    return len(filled) > NARROW_COLUMNS or sum(widths) > NARROW_WIDTH


def _section(section: SheetSection, imprint: Imprint, *, ids: bool) -> str:
    filled = filled_columns(section)
    columns = [section.columns[column] for column in filled]
    rows = [[row[column] for column in filled] for row in section.rows]
    kinds = [
        _column_kind(heading, [row[position] for row in rows], imprint) if position else ""
        for position, heading in enumerate(columns)
    ]
    names = ["book"] if section.row_ids else []
    names += ["short"] if not section.row_ids and len(rows) <= SHORT_ROWS else []
    notes = "".join(f"<p>{escape(note)}</p>\n" for note in section.notes)
    table = html_table(columns, rows, kinds, section.row_ids, shows_ids=ids)
    return (
        f'<section class="{" ".join(names)}">\n<h2>{escape(section.title)}</h2>\n'
        f"{notes}{table}</section>\n"
    )


def _column_kind(heading: str, cells: list[str], imprint: Imprint) -> str:
    """Return the class of a column's cells: figures are aligned, articles small."""
    filled_cells = list(filter(None, cells))
    if heading == imprint.article_heading:
        return "article"
    if any(map(FRACTION.fullmatch, filled_cells)):
        return "fraction"
    if all(map(FIGURE.fullmatch, filled_cells)):
        return "figure"
    return "brief" if max(map(len, filled_cells)) <= BRIEF_WIDTH else ""


def _foot(imprint: Imprint) -> str:
    """Return the lines that paper has in its margins, for a screen."""
    return f"<footer><p>{escape(imprint.source)}</p><p>{escape(imprint.version)}</p></footer>\n"
