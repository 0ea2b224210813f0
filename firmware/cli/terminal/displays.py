"""The head of the picture, and the displays of the dealer and of the players."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from firmware.cli.terminal.alarms import ALARM
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.screens import marks
from firmware.shell.words.words import Words

SCREEN: Final = "bright_cyan on grey7"
MARK: Final = "bold black on gold1"


class Displays:
    """Draws the displays of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def header(self, status: Status, width: int) -> RenderableType:
        name = self._say(f"game.{status.game}") if status.table == status.game else status.table
        left = Ink(f" {name}  ", "bold", overflow="ellipsis", no_wrap=True)
        middle = Ink(self._say("ui.round", number=status.round), "bold")
        if status.stopped:
            middle = Ink.assemble(middle, "  ", (f" {self._say('ui.stopped')} ", ALARM))
        right = Ink(justify="right")
        if status.shoe_port:
            right.append(self._say("view.port", path=status.shoe_port) + "  ", "dim")
        right.append(self.mark(status) or Ink(f"croupier {status.version} ", "dim"))
        grid = Table.grid(expand=True)
        grid.add_column(max_width=width - cell_len(middle.plain) - cell_len(right.plain) - 1)
        grid.add_column()
        grid.add_column(justify="right", ratio=1)
        grid.add_row(left, middle, right)
        return grid

    def draw(self, status: Status, width: int, rows: int) -> Layout:
        left = width * 33 // 80
        upper = Layout(size=rows)
        upper.split_row(
            Layout(self.dealer(status, left, rows), size=left),
            Layout(self.players(status, width - left, rows)),
        )
        return upper

    def dealer(self, status: Status, width: int, rows: int) -> RenderableType:
        prompt, *rest = status.dealer
        lines = [Ink(prompt, "bold bright_white"), *map(Ink, rest)]
        return self._screen("dealer_display", lines, self.mark(status), width, rows)

    def players(self, status: Status, width: int, rows: int) -> RenderableType:
        lines = list(map(Ink, status.players))
        return self._screen("payout_display", lines, self.mark(status), width, rows)

    def mark(self, status: Status) -> Ink | None:
        """Return the words that every display carries in a test and of a simulated table."""
        stand = marks(
            testing=status.testing, chips=self._words.chips, simulated=status.board == "sim"
        )
        said = " ".join(map(self._words.say, stand))
        return Ink(f" {said} ", MARK) if said else None

    def _screen(
        self, part: str, lines: Sequence[Ink], mark: Ink | None, width: int, rows: int
    ) -> RenderableType:
        return Panel(
            Group(*self._within(_fitted(lines, width - 4, rows - 2), width - 4, rows - 2)),
            title=Ink(self._say(f"part.{part}"), "white"),
            subtitle=mark,
            style=SCREEN,
            border_style="grey62",
            height=rows,
        )

    def _within(self, lines: list[Ink], width: int, rows: int) -> list[Ink]:
        """Return as many of the lines as there are rows for, and how many more there are."""
        kept, left = list(lines), len(lines)
        while _height(kept, width) > rows and left:
            left -= 1
            more = Ink(self._say("view.more", number=len(lines) - left))
            kept = [*lines[:left], more]
        return [part for line in kept for part in _broken(line, width)]

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))


def _height(lines: Sequence[Ink], width: int) -> int:
    return sum(len(_broken(line, width)) for line in lines)


def _broken(line: Ink, width: int) -> list[Ink]:
    """Return a line in as many as it needs, never broken at a no-break space."""
    return [Ink(part, line.style) for part in wrap(line.plain, width)] or [Ink()]


def _fitted(lines: Sequence[Ink], width: int, rows: int) -> list[Ink]:
    """Return the lines, the short ones at the end side by side where there are too many."""
    lines = list(lines)
    while _height(lines, width) > rows:
        pairs = [
            n for n in range(1, len(lines)) if cell_len(f"{lines[n - 1]}   {lines[n]}") <= width
        ]
        if not pairs:
            break
        last = pairs[-1]
        lines[last - 1 : last + 1] = [Ink.assemble(lines[last - 1], "   ", lines[last])]
    return lines
