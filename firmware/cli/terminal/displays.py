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

from firmware.cli.terminal.alarms import ALARM_STYLE
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.screens import display_marks
from firmware.shell.words.words import Words

SCREEN_STYLE: Final = "bright_cyan on grey7"
MARK_STYLE: Final = "bold black on gold1"


class Displays:
    """Draws the displays of a table in a language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def header_row(self, status: Status, width: int) -> RenderableType:
        table_title = (
            self._render(f"game.{status.game}") if status.table == status.game else status.table
        )
        title_text = Ink(f" {table_title}  ", "bold", overflow="ellipsis", no_wrap=True)
        round_text = Ink(self._render("ui.round", number=status.round), "bold")
        if status.stopped:
            round_text = Ink.assemble(
                round_text, "  ", (f" {self._render('ui.stopped')} ", ALARM_STYLE)
            )
        right_text = Ink(justify="right")
        if status.shoe_port:
            right_text.append(self._render("view.port", path=status.shoe_port) + "  ", "dim")
        right_text.append(self.status_mark(status) or Ink(f"croupier {status.version} ", "dim"))
        header_grid = Table.grid(expand=True)
        header_grid.add_column(
            max_width=width - cell_len(round_text.plain) - cell_len(right_text.plain) - 1
        )
        header_grid.add_column()
        header_grid.add_column(justify="right", ratio=1)
        header_grid.add_row(title_text, round_text, right_text)
        return header_grid

    def draw(self, status: Status, width: int, row_count: int) -> Layout:
        left_width = width * 33 // 80
        displays_layout = Layout(size=row_count)
        displays_layout.split_row(
            Layout(self.dealer_panel(status, left_width, row_count), size=left_width),
            Layout(self.players_panel(status, width - left_width, row_count)),
        )
        return displays_layout

    def dealer_panel(self, status: Status, width: int, row_count: int) -> RenderableType:
        prompt_text, *other_lines = status.dealer
        display_lines = [Ink(prompt_text, "bold bright_white"), *map(Ink, other_lines)]
        return self._display_panel(
            "dealer_display", display_lines, self.status_mark(status), width, row_count
        )

    def players_panel(self, status: Status, width: int, row_count: int) -> RenderableType:
        display_lines = list(map(Ink, status.players))
        return self._display_panel(
            "payout_display", display_lines, self.status_mark(status), width, row_count
        )

    def status_mark(self, status: Status) -> Ink | None:
        """Return the words that every display carries in a test and of a simulated table."""
        mark_texts = display_marks(
            testing=status.testing, chips=self._words.chips, simulated=status.board == "sim"
        )
        mark_line = " ".join(map(self._words.render, mark_texts))
        return Ink(f" {mark_line} ", MARK_STYLE) if mark_line else None

    def _display_panel(
        self,
        part_name: str,
        display_lines: Sequence[Ink],
        mark_text: Ink | None,
        width: int,
        row_count: int,
    ) -> RenderableType:
        return Panel(
            Group(
                *self._lines_within(
                    _joined_to_fit(display_lines, width - 4, row_count - 2),
                    width - 4,
                    row_count - 2,
                )
            ),
            title=Ink(self._render(f"part.{part_name}"), "white"),
            subtitle=mark_text,
            style=SCREEN_STYLE,
            border_style="grey62",
            height=row_count,
        )

    def _lines_within(self, display_lines: list[Ink], width: int, row_count: int) -> list[Ink]:
        """Return as many of the lines as there are rows for, and how many more there are."""
        shown_lines, shown_count = list(display_lines), len(display_lines)
        while _wrapped_height(shown_lines, width) > row_count and shown_count:
            shown_count -= 1
            more_line = Ink(self._render("view.more", number=len(display_lines) - shown_count))
            shown_lines = [*display_lines[:shown_count], more_line]
        return [
            wrapped_line
            for shown_line in shown_lines
            for wrapped_line in _wrapped_lines(shown_line, width)
        ]

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))


def _wrapped_height(display_lines: Sequence[Ink], width: int) -> int:
    return sum(len(_wrapped_lines(display_line, width)) for display_line in display_lines)


def _wrapped_lines(display_line: Ink, width: int) -> list[Ink]:
    """Return a line in as many as it needs, never broken at a no-break space."""
    return [
        Ink(wrapped_line, display_line.style) for wrapped_line in wrap(display_line.plain, width)
    ] or [Ink()]


def _joined_to_fit(display_lines: Sequence[Ink], width: int, row_count: int) -> list[Ink]:
    """Return the lines, the short ones at the end side by side where there are too many."""
    display_lines = list(display_lines)
    while _wrapped_height(display_lines, width) > row_count:
        joinable_indices = [
            line_index
            for line_index in range(1, len(display_lines))
            if cell_len(f"{display_lines[line_index - 1]}   {display_lines[line_index]}") <= width
        ]
        if not joinable_indices:
            break
        last_index = joinable_indices[-1]
        display_lines[last_index - 1 : last_index + 1] = [
            Ink.assemble(display_lines[last_index - 1], "   ", display_lines[last_index])
        ]
    return display_lines
