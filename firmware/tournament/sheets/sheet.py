"""A sheet before translation; rendered as HTML for a printer, or CSV for a spreadsheet."""

from html import escape
from typing import Final, NamedTuple

from firmware.core.vocabulary.panel import Text
from firmware.pages.printed.document import html_table, printed_document, sheet_style
from firmware.shell.words.spreadsheet import CsvCell, csv_text, in_units
from firmware.shell.words.words import Words


class Amount(NamedTuple):
    """Money in a cell."""

    cents: int


SheetCell = str | int | Text | Amount
"""A name, a number, a message or money."""


SheetRow = tuple[SheetCell, ...]


class SheetTable(NamedTuple):
    """A table of the sheet."""

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[SheetRow, ...]


class Sheet(NamedTuple):
    """A sheet: lines at its head, then tables."""

    title: Text
    lines: tuple[Text, ...]
    tables: tuple[SheetTable, ...]


BLANK_LINE: Final = "_" * 40
"""A blank to fill in by hand."""
ARTICLE: Final = Text("hall.sheet.head.article")
HEAD_KEYS: Final = {
    "what": "hall.sheet.head.what",
    "value": "hall.sheet.head.value",
    "number": "hall.sheet.head.number",
    "amount": "hall.sheet.head.amount",
    "article": "hall.sheet.head.article",
    "rule": "hall.sheet.head.rule",
    "place": "hall.sheet.head.place",
    "part": "hall.sheet.head.part",
    "player": "hall.sheet.head.player",
    "time": "hall.sheet.head.time",
    "level": "hall.sheet.head.level",
    "from": "hall.sheet.head.from",
    "minutes": "hall.sheet.head.minutes",
    "small": "hall.sheet.head.small",
    "big": "hall.sheet.head.big",
    "ante": "hall.sheet.head.ante",
}


def sheet_text(key: str, **values: str | int) -> Text:
    """Return words of a sheet."""
    return Text(key, values)


def column_heads(*names: str) -> tuple[Text, ...]:
    """Return the headings of columns."""
    return tuple(Text(HEAD_KEYS[name]) for name in names)


def render_html(sheet: Sheet, words: Words) -> str:
    """Return a self-contained HTML document."""
    title = words.render(sheet.title)
    lines = "".join(f"<p>{escape(words.render(line))}</p>\n" for line in sheet.lines)
    sections = "".join(_html_section(sheet_table, words) for sheet_table in sheet.tables)
    body = f"<h1>{escape(title)}</h1>\n{lines}{sections}"
    return printed_document(words.language, title, body, sheet_style())


def render_csv(sheet: Sheet, words: Words) -> str:
    """Return CSV: numbers plain, amounts in units of the currency with a point."""
    rows: list[list[CsvCell]] = [[words.render(line)] for line in (sheet.title, *sheet.lines)]
    for sheet_table in sheet.tables:
        rows += [[], [words.render(sheet_table.title)]]
        rows.append([words.render(column) for column in sheet_table.columns])
        rows += [[_csv_cell(cell, words) for cell in row] for row in sheet_table.rows]
    return csv_text(rows)


def _html_section(sheet_table: SheetTable, words: Words) -> str:
    cell_classes = [
        _cell_class(sheet_table, column_index) for column_index in range(len(sheet_table.columns))
    ]
    columns = [words.render(column) for column in sheet_table.columns]
    rows = [[_cell_text(cell, words) for cell in row] for row in sheet_table.rows]
    title = escape(words.render(sheet_table.title))
    return f"<h2>{title}</h2>\n{html_table(columns, rows, cell_classes)}"


def _cell_class(sheet_table: SheetTable, column_index: int) -> str:
    """Return the CSS class of a column's cells: figures are aligned, articles are small."""
    if sheet_table.columns[column_index] == ARTICLE:
        return "article"
    figures = column_index > 0 and any(
        isinstance(row[column_index], int | Amount) for row in sheet_table.rows
    )
    return "figure" if figures else "name"


def _cell_text(cell: SheetCell, words: Words) -> str:
    match cell:
        case Amount(cents):
            return words.format_money(cents)
        case Text():
            return words.render(cell)
        case int():
            return words.format_number(f"{cell:,}")
    return cell


def _csv_cell(cell: SheetCell, words: Words) -> CsvCell:
    match cell:
        case Amount(cents):
            return in_units(cents, words.money_decimals)
        case int():
            return cell
    return _cell_text(cell, words)
