"""The row of the last results: in words, as numbers, or as beads."""

from collections.abc import Mapping
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text as Ink

from firmware.cli.terminal.roulette_board import number_ink
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

BEADS: Final[Mapping[str, str]] = {"player": "blue3", "banker": "red3", "tie": "green4"}
BEAD: Final = "bold black on grey78"
BETWEEN: Final = " · "


class Results:
    """Draws the last results of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def in_words(self, status: Status, width: int) -> RenderableType:
        """Return the last results in words, as many as fit in a row."""
        said = Ink(f" {self._say('view.results')}  ")
        room = width - cell_len(said.plain)
        last = list(status.results)
        while cell_len(BETWEEN.join(last)) > room:
            del last[0]
        return said.append(BETWEEN.join(last), "dim")

    def as_numbers(self, status: Status, width: int) -> RenderableType:
        """Return the last results, the latest first: as many as fit."""
        said = Ink(f" {self._say('view.results')}  ")
        if status.instrument and status.instrument.step == "balls":
            return Ink(" ")
        for result in reversed(status.results):
            bead = Ink(f" {result} ", _bead_ink(status, result))
            if cell_len(said.plain) + cell_len(bead.plain) >= width:
                break
            said.append_text(bead).append(" ")
        return said

    def as_beads(self, status: Status, width: int, rows: int) -> RenderableType:
        """Return the last results column by column, a letter on a colour each."""
        title = f" {self._say('view.results')}  "
        columns = (width - cell_len(title)) // 3
        last = status.results[-columns * rows :]
        lines = [
            Ink.assemble(*(self._bead(result) for result in last[row::rows]))
            for row in range(min(rows, max(1, len(last))))
        ]
        grid = Table.grid()
        grid.add_row(Ink(title), Group(*lines))
        return grid

    def _bead(self, result: str) -> tuple[str, str]:
        letter = self._say(f"bet.{result}")[0]
        return f" {letter} ", f"bold white on {BEADS[result]}"

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))


def _bead_ink(status: Status, result: str) -> str:
    """Return the colours of a result: those of its number, where it has some."""
    numbered = status.instrument is not None and status.instrument.step == "number"
    return number_ink(result) if numbered else BEAD
