"""The layout of a roulette table drawn for a terminal: chips on numbers and on lines."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text as StyledText

from firmware.cli.terminal.chip_marks import chip_dots, spots_by_bet
from firmware.core.games.roulette.layout import COLUMN_COUNT, LAST_NUMBER, RED_NUMBERS, ROW_COUNT
from firmware.core.vocabulary.bets import bet_words
from firmware.core.vocabulary.status import Status
from firmware.shell.sheets.roulette_lines import (
    BEHIND_ZERO,
    BORDER_LINE,
    OF_ZERO,
    LayoutPosition,
    bet_position,
    zero_position,
)
from firmware.shell.words.words import Words

HIGHLIGHT_STYLE: Final = "bold black on gold1"
NUMBER_STYLES: Final = {True: "bold white on red3", False: "bold white on grey7"}
ZERO_STYLE: Final = "bold white on green4"
EVEN_CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
CELL_WIDTH: Final = 4
DOZEN_WIDTH: Final = 20
CHANCE_WIDTH: Final = 10
GRID_INDENT: Final = 6


def roulette_rows(status: Status, words: Words) -> list[StyledText]:
    """Return the rows of the numbers with the columns' bets, then those of the outside bets."""
    chip_spots = spots_by_bet(status)
    spots_by_point: dict[LayoutPosition, list[int]] = {}
    zero_numbers = [
        zero_number
        for zero_number in (status.instrument.symbols if status.instrument else ())
        if int(zero_number) == 0
    ]
    for bet_key, spot_numbers in chip_spots.items():
        grid_point = bet_position(bet_key, zero_numbers)
        if grid_point is not None:
            spots_by_point.setdefault(grid_point, []).extend(spot_numbers)
    grid_rows = [
        _grid_row(grid_row, spots_by_point, zero_numbers, status, chip_spots)
        for grid_row in range(2 * COLUMN_COUNT - 2, BORDER_LINE - 1, -1)
    ]
    dozen_cells = [
        _outside_cell(f"dozen:{dozen_number}", chip_spots, words, DOZEN_WIDTH)
        for dozen_number in (1, 2, 3)
    ]
    chance_cells = [
        _outside_cell(bet_key, chip_spots, words, CHANCE_WIDTH) for bet_key in EVEN_CHANCES
    ]
    return [
        *grid_rows,
        *(
            StyledText(" " * GRID_INDENT) + StyledText().join(row_cells)
            for row_cells in (dozen_cells, chance_cells)
        ),
    ]


def _grid_row(
    grid_row: int,
    spots_by_point: Mapping[LayoutPosition, list[int]],
    zero_numbers: Sequence[str],
    status: Status,
    chip_spots: Mapping[str, Sequence[int]],
) -> StyledText:
    zero_by_row = {
        zero_position(zero_number, zero_numbers): zero_number for zero_number in zero_numbers
    }
    last_result = status.results[-1] if status.results else ""
    row_text = StyledText(" ") + _number_cell(
        zero_by_row.get(grid_row), spots_by_point.get((OF_ZERO, grid_row), ()), last_result
    )
    for grid_column in range(BEHIND_ZERO, 2 * ROW_COUNT - 1):
        spot_numbers = spots_by_point.get((grid_column, grid_row), ())
        number_text = (
            str(grid_column // 2 * COLUMN_COUNT + grid_row // 2 + 1)
            if grid_column % 2 == 0 and grid_row % 2 == 0
            else None
        )
        row_text += (
            chip_dots(spot_numbers, 1) + StyledText(" " * (not spot_numbers))
            if grid_column % 2
            else _number_cell(number_text, spot_numbers, last_result)
        )
    if grid_row % 2 == 0:
        row_text += StyledText(" ◂ ", "dim") + chip_dots(
            chip_spots.get(f"column:{grid_row // 2 + 1}", ()), 7
        )
    return row_text


def _number_cell(
    number_text: str | None, spot_numbers: Sequence[int], last_result: str
) -> StyledText:
    """Return a number in its colour, or the line between two, with chips."""
    if number_text is None:
        return (
            StyledText(" ")
            + chip_dots(spot_numbers, 2)
            + StyledText(" " * (CELL_WIDTH - 1 - min(len(spot_numbers), 2)))
        )
    cell_style = HIGHLIGHT_STYLE if number_text == last_result else number_style(number_text)
    background_style = f" {cell_style[cell_style.index('on ') :]}"
    dots_text = chip_dots(spot_numbers, 2, background_style)
    return (
        StyledText(f"{number_text:>2}", cell_style)
        + dots_text
        + StyledText(" " * (2 - len(dots_text.plain)), cell_style)
    )


def number_style(number_text: str) -> str:
    """Return the colours of a number."""
    return (
        NUMBER_STYLES[int(number_text) in RED_NUMBERS]
        if int(number_text) in range(1, LAST_NUMBER + 1)
        else ZERO_STYLE
    )


def _outside_cell(
    bet_key: str, chip_spots: Mapping[str, Sequence[int]], words: Words, width: int
) -> StyledText:
    """Return a bet with its chips: in `width`, or as wide as its name and a number need."""
    name_text = StyledText(f"{words.render(bet_words(bet_key))} ", "bold")
    width = max(width, len(name_text.plain) + 2)
    cell_text = name_text + chip_dots(chip_spots.get(bet_key, ()), width - len(name_text.plain) - 1)
    cell_text.truncate(width, pad=True)
    return cell_text
