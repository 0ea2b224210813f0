"""The felt drawn for a terminal: a box for each spot, with its light and its bets.

The view is the players', as on the page: spot 1 is on the right, at the dealer's left.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final

from rich.align import Align
from rich.box import HEAVY, ROUNDED
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as StyledText

from firmware.cli.terminal.chip_marks import CHIP_DOT, player_colour
from firmware.core.table.settlement import MIXED_OUTCOME
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.labels import BET_SIGNS, LIGHT_LABELS
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import BetStatus, SpotStatus
from firmware.shell.words.words import Words

FELT_STYLE: Final = "on #0b3d2e"
LIGHT_MARKS: Final[Mapping[str, tuple[str, str]]] = {
    "awaiting": ("○", "bold white"),
    "placed": ("●", "bold bright_blue"),
    "none": ("·", "grey62"),
    "locked": ("■", "bold bright_cyan"),
    "win": ("▲", "bold bright_green"),
    "lose": ("▼", "bold red1"),
    "push": ("◆", "bold gold1"),
    "late": ("!", "bold bright_magenta"),
    "fault": ("✖", "bold white on red"),
}
"""The symbol of each light: a shape and a colour."""

MIN_SPOT_WIDTH: Final = 11
MAX_SPOT_WIDTH: Final = 20
"""Columns of a spot."""
MIN_BET_LINES: Final = 3
"""The least lines for bets of a spot."""
BOX_EXTRA_ROWS: Final = 3
BARE_EXTRA_ROWS: Final = 1
STRIP_SPOT_ROWS: Final = 3
"""Rows in addition to those of a spot in a box, and to those of one without if they take several
rows; and those of a spot of a layout.
"""
OUTCOME_MARKS: Final[Mapping[str | None, tuple[str, str]]] = {
    "win": LIGHT_MARKS["win"],
    "lose": LIGHT_MARKS["lose"],
    "surrender": LIGHT_MARKS["lose"],
    MIXED_OUTCOME: LIGHT_MARKS["push"],
    "push": LIGHT_MARKS["push"],
}
"""The symbol of each outcome of one bet."""

UNKNOWN_AMOUNT_MARK: Final = "●"
"""The symbol for an amount that is unknown or does not fit."""


class FeltView:
    """Draws spots, in an arc where `arc_rows` rows are to spare."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def row_count(self, spot_count: int, width: int) -> int:
        """Return the rows of the felt without an arc."""
        rank_count = _rank_count(spot_count, width)
        return (
            MIN_BET_LINES + BOX_EXTRA_ROWS
            if rank_count == 1
            else rank_count * (MIN_BET_LINES + BARE_EXTRA_ROWS)
        )

    def strip_rows(self, spot_count: int, width: int) -> int:
        """Return the rows of the strip."""
        return STRIP_SPOT_ROWS * _rank_count(spot_count, width)

    def draw_strip(self, spots: Mapping[int, SpotStatus], width: int) -> RenderableType:
        """Return the spots of a layout, each with its colour, its light and its bets."""
        rank_count = _rank_count(len(spots), width)
        spots_per_rank = ceil(len(spots) / rank_count)
        spot_width, spot_numbers = min(MAX_SPOT_WIDTH, width // spots_per_rank), list(spots)
        rank_rows = []
        for first_index in range(0, len(spot_numbers), spots_per_rank):
            rank_grid = Table.grid()
            for _ in range(spots_per_rank):
                rank_grid.add_column(width=spot_width)
            rank_numbers = spot_numbers[first_index : first_index + spots_per_rank]
            rank_grid.add_row(
                *(
                    self._layout_spot(spot_number, spots[spot_number], spot_width)
                    for spot_number in reversed(rank_numbers)
                )
            )
            rank_rows.append(rank_grid)
        return Align.center(Group(*rank_rows), style=FELT_STYLE)

    def _layout_spot(self, spot_number: int, spot: SpotStatus, width: int) -> StyledText:
        light_shape, light_style = LIGHT_MARKS[spot.light]
        light_word = self._words.render(Text(LIGHT_LABELS[spot.light]))
        pulse_mark = StyledText("▶" if spot.pulsing else " ", "bold white")
        title_line = pulse_mark + StyledText(
            f"{CHIP_DOT} {self._words.seat_name(spot_number)}",
            f"bold {player_colour(spot_number)}",
        )
        spot_lines = [
            title_line,
            StyledText(f" {light_shape} {light_word}", light_style),
            StyledText(f" {self._bets_summary(spot.bets)}", "bold"),
        ]
        for spot_line in spot_lines:
            spot_line.truncate(width)
        return StyledText("\n").join(spot_lines)

    def _bets_summary(self, bets: Sequence[BetStatus]) -> str:
        """Return the number of bets, and their total if it is known."""
        known_amounts = [bet.cents for bet in bets if bet.cents is not None]
        if not bets or len(known_amounts) < len(bets):
            return str(len(bets) or "")
        return f"{len(bets)} · {self._words.bare_amount(sum(known_amounts))}"

    def draw(
        self,
        spots: Mapping[int, SpotStatus],
        width: int,
        arc_rows: int,
        bet_lines: int = MIN_BET_LINES,
    ) -> RenderableType:
        """Return the felt, as wide as the terminal, with so many lines for bets in every box."""
        rank_count = _rank_count(len(spots), width)
        spots_per_rank = ceil(len(spots) / rank_count)
        spot_width = min(MAX_SPOT_WIDTH, width // spots_per_rank)
        spot_numbers = list(spots)
        rank_rows: Iterable[RenderableType] = (
            self._rank_row(
                {
                    spot_number: spots[spot_number]
                    for spot_number in reversed(
                        spot_numbers[first_index : first_index + spots_per_rank]
                    )
                },
                spot_width,
                arc_rows,
                bet_lines if rank_count == 1 else None,
            )
            for first_index in range(0, len(spot_numbers), spots_per_rank)
        )
        return Align.center(Group(*rank_rows), style=FELT_STYLE, vertical="middle")

    def legend(self, spots: Mapping[int, SpotStatus], width: int) -> list[str]:
        """Return the signs that are drawn in place of a bet's name, each with that name."""
        rank_count = _rank_count(len(spots), width)
        spot_width = min(MAX_SPOT_WIDTH, width // ceil(len(spots) / rank_count)) - (
            2 if rank_count == 1 else 3
        )
        drawn_bets = [
            (bet, self._bet_line(bet, spot_width).plain)
            for legend_spot in spots.values()
            for bet in legend_spot.bets
        ]
        named_bets = [
            (bet, bet_line, self._words.render(bet_words(bet.on))) for bet, bet_line in drawn_bets
        ]
        legend_entries = (
            f"{self._bet_sign(bet.on)} = {bet_text}"
            for bet, bet_line, bet_text in named_bets
            if bet_text not in bet_line
        )
        return list(dict.fromkeys(legend_entries))

    def _rank_row(
        self,
        spots: Mapping[int, SpotStatus],
        spot_width: int,
        arc_rows: int,
        boxed_lines: int | None,
    ) -> RenderableType:
        """Return the spots of one row: in boxes with `boxed_lines` lines for bets, or bare."""
        rank_grid = Table.grid()
        for _ in spots:
            rank_grid.add_column(width=spot_width)
        spot_cells = (
            self._boxed_spot(spot_number, spot, spot_width, boxed_lines)
            if boxed_lines
            else self._bare_spot(spot_number, spot, spot_width)
            for spot_number, spot in spots.items()
        )
        arc_offsets = _arc_offsets(len(spots), arc_rows)
        rank_grid.add_row(
            *(
                Padding(spot_cell, (arc_offset, 0, 0, 0))
                for spot_cell, arc_offset in zip(spot_cells, arc_offsets, strict=True)
            )
        )
        return rank_grid

    def _boxed_spot(
        self, spot_number: int, spot: SpotStatus, width: int, bet_lines: int
    ) -> RenderableType:
        _, light_style = LIGHT_MARKS[spot.light]
        seat_name = self._words.seat_name(spot_number)
        return Panel(
            StyledText("\n").join(self._spot_lines(spot, width - 2, bet_lines)),
            title=f"▶ {seat_name} ◀" if spot.pulsing else seat_name,
            box=HEAVY if spot.pulsing else ROUNDED,
            border_style=light_style.partition(" on ")[0] if spot.light != "fault" else "bold red1",
            padding=0,
            height=bet_lines + BOX_EXTRA_ROWS,
            width=width,
        )

    def _bare_spot(self, spot_number: int, spot: SpotStatus, width: int) -> RenderableType:
        title_line = StyledText(
            f"{'▶' if spot.pulsing else ' '}{self._words.seat_name(spot_number)} ", "bold white"
        )
        light_line, *bet_lines = self._spot_lines(spot, width - 3, MIN_BET_LINES)
        bet_lines += [StyledText()] * (MIN_BET_LINES - len(bet_lines))
        return StyledText("\n").join([title_line + light_line, *bet_lines])

    def _spot_lines(self, spot: SpotStatus, width: int, max_bets: int) -> list[StyledText]:
        """Return a spot's light and its bets; the last line counts the hidden ones."""
        light_shape, light_style = LIGHT_MARKS[spot.light]
        light_word = self._words.render(Text(LIGHT_LABELS[spot.light]))
        bet_lines = [self._bet_line(bet, width) for bet in spot.bets]
        if len(bet_lines) > max_bets:
            more_text = self._words.render(
                Text("view.more", {"number": len(bet_lines) - max_bets + 1})
            )
            bet_lines[max_bets - 1 :] = [StyledText(more_text, "bold white")]
        return [StyledText(f"{light_shape} {light_word}", light_style), *bet_lines]

    def _bet_line(self, bet: BetStatus, width: int) -> StyledText:
        """Return a bet in one line: by its name if that fits, else by its sign."""
        outcome_shape, outcome_style = OUTCOME_MARKS.get(bet.outcome, ("", "bold white"))
        bettor_suffix = f" {bet.bettor}" if bet.bettor else ""
        bet_text, bet_sign = (
            self._words.render(bet_words(bet.on)) + bettor_suffix,
            self._bet_sign(bet.on) + bettor_suffix,
        )
        amount_text, bare_amount = (
            (UNKNOWN_AMOUNT_MARK, UNKNOWN_AMOUNT_MARK)
            if bet.cents is None
            else (self._words.short_money(bet.cents), self._words.bare_amount(bet.cents))
        )
        unmarked_text = f"{bet_sign} {bare_amount}"
        candidate_texts = (
            f"{outcome_shape}{bet_text} {amount_text}",
            f"{outcome_shape}{bet_sign} {amount_text}",
            f"{outcome_shape}{unmarked_text}",
            unmarked_text,
        )
        # from the fullest to the shortest; the amount is dropped last
        fitting_texts = (
            candidate_text
            for candidate_text in candidate_texts
            if cell_len(candidate_text) <= width
        )
        return StyledText(next(fitting_texts, f"{bet_sign} {UNKNOWN_AMOUNT_MARK}"), outcome_style)

    def _bet_sign(self, bet_key: str) -> str:
        base_bet, _, bet_argument = bet_key.partition(":")
        return self._words.render(Text(BET_SIGNS.get(base_bet, base_bet))) + bet_argument


def _rank_count(spot_count: int, width: int) -> int:
    return ceil(spot_count * MIN_SPOT_WIDTH / width)


def _arc_offsets(spot_count: int, arc_rows: int) -> list[int]:
    """Return each spot's rows from the top of the arc; the middle is furthest from the dealer."""
    half_width = max((spot_count - 1) / 2, 1)
    return [
        round(arc_rows * (1 - ((spot_index - (spot_count - 1) / 2) / half_width) ** 2))
        for spot_index in range(spot_count)
    ]
