"""The betting layout of a wheel, dice or balls, drawn for a terminal, with the chips on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text as StyledText

from firmware.cli.terminal.chip_marks import chip_dots, spots_by_bet
from firmware.cli.terminal.roulette_board import roulette_rows
from firmware.core.games.sic_bo import SicBo
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

HIGHLIGHT_STYLE: Final = "bold black on gold1"
FACE_STYLE: Final = "bold black on white"
POINT_NUMBERS: Final = (4, 5, 6, 8, 9, 10)
BETS_BY_NUMBER: Final = ("come", "dont_come", "place", "buy", "lay")
"""Bets of craps in the box of their number; odds are shown with their bet."""
BOX_WIDTH: Final = 10
LABEL_WIDTH: Final = 11
UNNUMBERED_BETS: Final = ("small", "any_triple", "big")
"""The bets of Sic bo without a number."""
KENO_ROWS: Final = 8
KENO_COLUMNS: Final = 10
SEGMENT_WIDTH: Final = 11
"""Columns of a part of the wheel of fortune."""
BALL_WIDTH: Final = 4


class BettingLayout:
    """Draws the layout of a game in a constant number of rows."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._drawers: Mapping[str, Callable[[Status, int], list[StyledText]]] = {
            "number": lambda status, _: roulette_rows(status, words),
            "segment": self._fortune_rows,
            "balls": self._keno_rows,
        }

    def layout_rows(self, status: Status, width: int) -> list[StyledText]:
        """Return the layout of the status's game."""
        instrument_step = status.instrument.step if status.instrument else ""
        draw_dice = self._craps_rows if status.game == "craps" else self._sic_bo_rows
        return self._drawers.get(instrument_step, draw_dice)(status, width)

    # dice

    def _craps_rows(self, status: Status, width: int) -> list[StyledText]:
        chip_spots = spots_by_bet(status)
        boxed_bets = {
            f"{bet_key}{odds_suffix}" for bet_key in BETS_BY_NUMBER for odds_suffix in ("", "_odds")
        }
        unboxed_spots = {
            bet_key: spot_numbers
            for bet_key, spot_numbers in chip_spots.items()
            if base_bet_name(bet_key) not in boxed_bets or ":" not in bet_key
        }
        return [
            *self._point_rows(status.game_values.get("point", {}).get("number")),
            *(self._boxed_bet_row(bet_key, chip_spots) for bet_key in BETS_BY_NUMBER),
            *self._listed_places(unboxed_spots, width, 2),
        ]

    def _point_rows(self, point_number: object) -> list[StyledText]:
        """Return the boxes of the numbers, with the puck above its own."""
        puck_text = self._render("view.puck_off" if point_number is None else "view.puck_on")
        puck_cells = [
            StyledText(f" {puck_text} ", HIGHLIGHT_STYLE)
            if number == point_number
            else StyledText()
            for number in POINT_NUMBERS
        ]
        puck_off_cell = (
            StyledText(f" {puck_text} ", "bold white on black")
            if point_number is None
            else StyledText()
        )
        box_cells = [
            StyledText(f"{number:^7}", HIGHLIGHT_STYLE if number == point_number else FACE_STYLE)
            for number in POINT_NUMBERS
        ]
        return [
            _cell_row(puck_off_cell, puck_cells, BOX_WIDTH),
            _cell_row(StyledText(), box_cells, BOX_WIDTH),
        ]

    def _boxed_bet_row(self, bet_key: str, chip_spots: Mapping[str, list[int]]) -> StyledText:
        """Return the chips of a bet on each number, its odds included."""
        number_cells = (
            chip_dots(
                [
                    *chip_spots.get(f"{bet_key}:{box_number}", ()),
                    *chip_spots.get(f"{bet_key}_odds:{box_number}", ()),
                ],
                BOX_WIDTH - 2,
            )
            for box_number in POINT_NUMBERS
        )
        return _cell_row(
            StyledText(f" {self._words.render(bet_words(bet_key))}"), number_cells, BOX_WIDTH
        )

    def _sic_bo_rows(self, status: Status, width: int) -> list[StyledText]:
        chip_spots, cells_width = spots_by_bet(status), width - LABEL_WIDTH
        unnumbered_cells = [
            self._unnumbered_cell(bet_key, chip_spots.get(bet_key, ()))
            for bet_key in UNNUMBERED_BETS
        ]
        sic_bo_rows = [
            self._dice_row(status),
            _cell_row(StyledText(), unnumbered_cells, cells_width // len(UNNUMBERED_BETS)),
        ]
        for bet_key, bet_arguments in _arguments_by_bet(SicBo.BETS).items():
            cell_width = cells_width // len(bet_arguments)
            argument_cells = (
                _argument_cell(
                    bet_argument, chip_spots.get(f"{bet_key}:{bet_argument}", ()), cell_width
                )
                for bet_argument in bet_arguments
            )
            sic_bo_rows.append(
                _cell_row(
                    StyledText(f" {self._words.render(bet_words(bet_key))}"),
                    argument_cells,
                    cell_width,
                )
            )
        return sic_bo_rows

    def _unnumbered_cell(self, bet_key: str, spot_numbers: Sequence[int]) -> StyledText:
        return StyledText(f"{self._words.render(bet_words(bet_key))} ") + chip_dots(spot_numbers, 7)

    def _dice_row(self, status: Status) -> StyledText:
        shown_faces = _last_result(status).split("-") if _last_result(status) else []
        face_cells = [StyledText(f" {face_text} ", FACE_STYLE) for face_text in shown_faces]
        return StyledText(" " * LABEL_WIDTH) + StyledText("  ").join(face_cells)

    # balls

    def _keno_rows(self, status: Status, width: int) -> list[StyledText]:  # noqa: ARG002
        drawn_balls = set(_last_result(status).split())
        ticket_bets = [bet for bet in status.carried_bets if base_bet_name(bet.on) == "ticket"]
        stakes_text = self._words.format_money(sum(bet.cents or 0 for bet in ticket_bets))
        side_texts = [
            StyledText(self._render("view.tickets", number=len(ticket_bets)), "bold"),
            StyledText(self._render("view.tickets_sum", sum=stakes_text)),
        ]
        number_rows = []
        for first_number in range(1, KENO_ROWS * KENO_COLUMNS, KENO_COLUMNS):
            number_texts = map(str, range(first_number, first_number + KENO_COLUMNS))
            ball_cells = (
                StyledText(
                    f"{number_text:>3} ", HIGHLIGHT_STYLE if number_text in drawn_balls else "white"
                )
                for number_text in number_texts
            )
            number_rows.append(StyledText(" ") + StyledText().join(ball_cells) + StyledText("   "))
        return [
            number_row
            + (side_texts[number_text] if number_text < len(side_texts) else StyledText())
            for number_text, number_row in enumerate(number_rows)
        ]

    # the wheel of fortune

    def _fortune_rows(self, status: Status, width: int) -> list[StyledText]:
        symbols = status.instrument.symbols if status.instrument else ()
        chip_spots, segment_counts = spots_by_bet(status), Counter(symbols)
        segment_rows, symbol_names = [], list(dict.fromkeys(symbols))
        per_row = max(1, (width - 2) // SEGMENT_WIDTH)
        for first_index in range(0, len(symbol_names), per_row):
            row_symbols = symbol_names[first_index : first_index + per_row]
            segment_rows += [
                _cell_row(
                    StyledText(),
                    [self._pointer_cell(status, symbol_name) for symbol_name in row_symbols],
                    SEGMENT_WIDTH,
                    1,
                ),
                _cell_row(
                    StyledText(),
                    [self._segment_cell(status, symbol_name) for symbol_name in row_symbols],
                    SEGMENT_WIDTH,
                    1,
                ),
                _cell_row(
                    StyledText(),
                    [
                        StyledText(self._render("view.parts", count=segment_counts[n]))
                        for n in row_symbols
                    ],
                    SEGMENT_WIDTH,
                    1,
                ),
                _cell_row(
                    StyledText(),
                    [
                        chip_dots(chip_spots.get(f"on:{n}", ()), SEGMENT_WIDTH - 2)
                        for n in row_symbols
                    ],
                    SEGMENT_WIDTH,
                    1,
                ),
            ]
        return segment_rows

    def _pointer_cell(self, status: Status, symbol_name: str) -> StyledText:
        return (
            StyledText("▼", "bold gold1") if symbol_name == _last_result(status) else StyledText()
        )

    def _segment_cell(self, status: Status, symbol_name: str) -> StyledText:
        return StyledText(
            f" {symbol_name[: SEGMENT_WIDTH - 4]} ",
            HIGHLIGHT_STYLE if symbol_name == _last_result(status) else FACE_STYLE,
        )

    # words

    def _listed_places(
        self, chip_spots: Mapping[str, Sequence[int]], width: int, max_rows: int
    ) -> list[StyledText]:
        """Return the bets with chips by their names, in at most `max_rows` rows."""
        listed_rows = [StyledText(" ")]
        for bet_key, spot_numbers in chip_spots.items():
            place_text = (
                StyledText(f" {self._words.render(bet_words(bet_key))} ")
                + chip_dots(spot_numbers, 7)
                + StyledText(" ")
            )
            if cell_len(listed_rows[-1].plain) + cell_len(place_text.plain) > width:
                listed_rows.append(StyledText(" "))
            listed_rows[-1].append_text(place_text)
        return [*listed_rows, *([StyledText()] * max_rows)][:max_rows]

    def _render(self, text_key: str, **placeholders: str | int) -> str:
        return self._words.render(Text(text_key, placeholders))


def _cell_row(
    label: StyledText, row_cells: Iterable[StyledText], width: int, indent: int = LABEL_WIDTH
) -> StyledText:
    """Return cells of one width side by side, after a label."""
    return _padded_cell(label, indent) + StyledText().join(
        _padded_cell(row_cell, width) for row_cell in row_cells
    )


def _padded_cell(padded_cell: StyledText, width: int) -> StyledText:
    padded_cell = padded_cell.copy()
    padded_cell.truncate(width, pad=True)
    return padded_cell


def _argument_cell(bet_argument: str, spot_numbers: Sequence[int], width: int) -> StyledText:
    return StyledText(bet_argument, "bold") + chip_dots(
        spot_numbers, max(1, width - cell_len(bet_argument) - 1)
    )


def _arguments_by_bet(bet_names: Iterable[str]) -> dict[str, list[str]]:
    """Return the arguments of every base bet that has some: `total` has 4 to 17."""
    arguments_by_base: dict[str, list[str]] = {}
    for base_bet, _, bet_argument in (bet_key.partition(":") for bet_key in bet_names):
        if bet_argument:
            arguments_by_base.setdefault(base_bet, []).append(bet_argument)
    return arguments_by_base


def _last_result(status: Status) -> str:
    """Return the last result."""
    return status.results[-1] if status.results else ""
