"""The row of the last results: in words, as numbers, or as beads."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as StyledText

from firmware.cli.terminal.roulette_board import number_style
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

BEAD_COLOURS: Final[Mapping[str, str]] = {"player": "blue3", "banker": "red3", "tie": "green4"}
PLAIN_BEAD_STYLE: Final = "bold black on grey78"
RESULT_SEPARATOR: Final = " · "


class ResultRow:
    """Draws the last results of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def word_row(self, status: Status, width: int) -> RenderableType:
        """Return the last results in words, as many as fit."""
        row_text = StyledText(f" {self._render('view.results')}  ")
        free_width = width - cell_len(row_text.plain)
        last_results = list(status.results)
        while cell_len(RESULT_SEPARATOR.join(last_results)) > free_width:
            del last_results[0]
        return row_text.append(RESULT_SEPARATOR.join(last_results), "dim")

    def number_row(self, status: Status, width: int) -> RenderableType:
        """Return the last results, the latest first: as many as fit."""
        row_text = StyledText(f" {self._render('view.results')}  ")
        if status.instrument and status.instrument.step == "balls":
            return StyledText(" ")
        for result in reversed(status.results):
            bead_text = StyledText(f" {result} ", _bead_style(status, result))
            if cell_len(row_text.plain) + cell_len(bead_text.plain) >= width:
                break
            row_text.append_text(bead_text).append(" ")
        return row_text

    def bead_rows(self, status: Status, width: int, row_count: int) -> RenderableType:
        """Return the last results in columns, each a letter on a colour."""
        title_text = f" {self._render('view.results')}  "
        column_count = (width - cell_len(title_text)) // 3
        last_results = status.results[-column_count * row_count :]
        bead_lines = [
            StyledText.assemble(
                *(self._letter_bead(result) for result in last_results[row_index::row_count])
            )
            for row_index in range(min(row_count, max(1, len(last_results))))
        ]
        bead_grid = Table.grid()
        bead_grid.add_row(StyledText(title_text), Group(*bead_lines))
        return bead_grid

    def _letter_bead(self, result: str) -> tuple[str, str]:
        letter = self._words.render(bet_words(result))[0]
        return f" {letter} ", f"bold white on {BEAD_COLOURS[result]}"

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))


def _bead_style(status: Status, result: str) -> str:
    """Return the colours of a result: at roulette those of its number."""
    has_numbers = status.instrument is not None and status.instrument.step == "number"
    return number_style(result) if has_numbers else PLAIN_BEAD_STYLE
