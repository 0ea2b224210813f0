"""Files of comma-separated values for a spreadsheet."""

import csv
import io
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

BYTE_ORDER_MARK: Final = "\ufeff"
"""Without it spreadsheets read UTF-8 as another encoding."""
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A spreadsheet runs a cell that begins so (OWASP, CSV injection), some also in full width."""

CsvCell = str | int | Decimal | None
"""Words or a figure; None leaves the cell empty."""


def csv_text(rows: Iterable[Iterable[CsvCell]]) -> str:
    """Return the file: words are never run as a formula, figures have a decimal point."""
    output = io.StringIO()
    csv.writer(output).writerows(map(_harmless, row) for row in rows)
    return BYTE_ORDER_MARK + output.getvalue()


def in_units(cents: int, decimals: int) -> Decimal:
    """Return an amount in units of the currency, with all its decimals."""
    return Decimal(f"{Decimal(cents).scaleb(-decimals):f}")


def _harmless(cell: CsvCell) -> CsvCell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell
