"""The header of the picture, and the displays of the dealer and of the players."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as StyledText

from firmware.cli.terminal.alarms import ALARM_STYLE
from firmware.core.vocabulary.labels import game_label
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
            self._words.render(game_label(status.game))
            if status.table == status.game
            else status.table
        )
        title_text = StyledText(f" {table_title}  ", "bold", overflow="ellipsis", no_wrap=True)
        round_text = StyledText(self._render("ui.round", number=status.round), "bold")
        if status.stopped:
            round_text = StyledText.assemble(
                round_text, "  ", (f" {self._render('ui.stopped')} ", ALARM_STYLE)
            )
        right_text = StyledText(justify="right")
        if status.shoe_port:
            right_text.append(self._render("view.port", path=status.shoe_port) + "  ", "dim")
        right_text.append(
            self.status_mark(status) or StyledText(f"croupier {status.version} ", "dim")
        )
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
        display_lines = [
            StyledText(prompt_text, "bold bright_white"),
            *map(StyledText, other_lines),
        ]
        return self._display_panel(
            "part.dealer_display", display_lines, self.status_mark(status), width, row_count
        )

    def players_panel(self, status: Status, width: int, row_count: int) -> RenderableType:
        display_lines = list(map(StyledText, status.players))
        return self._display_panel(
            "part.payout_display", display_lines, self.status_mark(status), width, row_count
        )

    def status_mark(self, status: Status) -> StyledText | None:
        """Return the mark of a test, of chips without value, or of a simulated table."""
        mark_texts = display_marks(
            testing=status.testing, chips=self._words.chips, simulated=status.board == "sim"
        )
        mark_line = " ".join(map(self._words.render, mark_texts))
        return StyledText(f" {mark_line} ", MARK_STYLE) if mark_line else None

    def _display_panel(
        self,
        title_key: str,
        display_lines: Sequence[StyledText],
        mark_text: StyledText | None,
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
            title=StyledText(self._render(title_key), "white"),
            subtitle=mark_text,
            style=SCREEN_STYLE,
            border_style="grey62",
            height=row_count,
        )

    def _lines_within(
        self, display_lines: list[StyledText], width: int, row_count: int
    ) -> list[StyledText]:
        """Return the lines that fit into the rows, and the number of hidden ones."""
        shown_lines, shown_count = list(display_lines), len(display_lines)
        while _wrapped_height(shown_lines, width) > row_count and shown_count:
            shown_count -= 1
            more_line = StyledText(
                self._render("view.more", number=len(display_lines) - shown_count)
            )
            shown_lines = [*display_lines[:shown_count], more_line]
        return [
            wrapped_line
            for shown_line in shown_lines
            for wrapped_line in _wrapped_lines(shown_line, width)
        ]

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))


def _wrapped_height(display_lines: Sequence[StyledText], width: int) -> int:
    return sum(len(_wrapped_lines(display_line, width)) for display_line in display_lines)


def _wrapped_lines(display_line: StyledText, width: int) -> list[StyledText]:
    """Return a line wrapped at spaces, never at a no-break space."""
    return [
        StyledText(wrapped_line, display_line.style)
        for wrapped_line in wrap(display_line.plain, width)
    ] or [StyledText()]


def _joined_to_fit(
    display_lines: Sequence[StyledText], width: int, row_count: int
) -> list[StyledText]:
    """Return the lines; if there are too many, the last short ones are joined in pairs."""
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
            StyledText.assemble(display_lines[last_index - 1], "   ", display_lines[last_index])
        ]
    return display_lines
