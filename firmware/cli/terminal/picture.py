"""The table drawn for a terminal: displays, hands, shoe, felt, keys, results and alarms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as StyledText

from firmware.cli.terminal.alarms import AlarmRows
from firmware.cli.terminal.boards import BettingLayout
from firmware.cli.terminal.displays import Displays
from firmware.cli.terminal.felt import FELT_STYLE, MIN_BET_LINES, FeltView
from firmware.cli.terminal.hands import HandGrid, spaced_cards, tall_cards
from firmware.cli.terminal.instrument_row import GaugeRows
from firmware.cli.terminal.key_rows import KeyRows
from firmware.cli.terminal.results import ResultRow
from firmware.cli.terminal.row_shares import DISPLAY_ROWS, ManyHandsRows, TwoHandsRows
from firmware.core.games import baccarat_hands
from firmware.core.vocabulary.cards import CARDS_BY_NAME, Card
from firmware.core.vocabulary.status import InstrumentStatus, Status, hand_words
from firmware.shell.words.words import Words

MIN_TERMINAL_SIZE: Final = (80, 24)
"""The smallest terminal, in columns and rows, for the whole table."""

POINT_COUNTERS: Final[Mapping[str, Callable[[Sequence[Card]], int]]] = {
    "baccarat": baccarat_hands.hand_points
}
MIN_DISPLAY_ROWS: Final = 5
MIN_ALARM_ROWS: Final = 2
"""The least rows of the alarms."""


class Picture:
    """Draws a status in the table's language; lit keys `numbered` from 1 have digits."""

    def __init__(self, words: Words, *, numbered: bool = False) -> None:
        self._words = words
        self._felt_view = FeltView(words)
        self._hand_grid = HandGrid(words)
        self._betting_layout = BettingLayout(words)
        self._displays = Displays(words)
        self._gauge_rows = GaugeRows(words, self._felt_view)
        self._key_rows = KeyRows(words, numbered=numbered)
        self._result_row = ResultRow(words)
        self._alarm_rows = AlarmRows(words)

    def draw(self, status: Status, width: int, height: int) -> RenderableType:
        """Return the whole table, or its displays alone on a smaller terminal."""
        if width < MIN_TERMINAL_SIZE[0] or height < MIN_TERMINAL_SIZE[1]:
            return self._small_picture(status)
        if status.instrument is not None:
            return self._layout_picture(status, status.instrument, width, height)
        if status.game not in POINT_COUNTERS:
            return self._many_hands_picture(status, width, height)
        felt_rows = self._felt_view.row_count(len(status.spots), width)
        row_shares = TwoHandsRows(height, felt_rows)
        picture_layout = Layout()
        picture_layout.split_column(
            Layout(self._displays.header_row(status, width), size=1),
            self._upper_layout(status, width, row_shares.upper_rows),
            Layout(self._gauge_rows.shoe_row(status, width), size=1),
            Layout(
                self._felt_view.draw(status.spots, width, row_shares.arc_rows),
                size=felt_rows + row_shares.arc_rows,
            ),
            Layout(self._key_rows.draw(status, width)[0], size=1),
            Layout(
                self._result_row.bead_rows(status, width, row_shares.bead_rows),
                size=row_shares.bead_rows,
            ),
            Layout(self._alarm_rows.draw(status, width, row_shares.alarm_rows)),
        )
        return picture_layout

    def _many_hands_picture(self, status: Status, width: int, height: int) -> RenderableType:
        """Return a table of a game with hands at the spots, which have rows of their own."""
        felt_rows, key_lines = (
            self._felt_view.row_count(len(status.spots), width),
            self._key_rows.draw(status, width),
        )
        costs_line = self._key_rows.choice_costs(status)
        hand_rows = self._hand_grid.row_count(status, width)
        max_bets = max(len(spot.bets) for spot in status.spots.values())
        row_shares = ManyHandsRows(
            height, felt_rows, hand_rows, len(key_lines), max_bets, has_costs=bool(costs_line)
        )
        bet_lines = MIN_BET_LINES + row_shares.more_bet_lines
        felt_rows += row_shares.more_bet_lines + row_shares.arc_rows
        sized_parts: list[tuple[RenderableType, int]] = [
            (self._displays.header_row(status, width), 1),
            (self._displays.draw(status, width, row_shares.upper_rows), row_shares.upper_rows),
            (self._hand_grid.draw(status, width, row_shares.hand_rows), row_shares.hand_rows),
            (costs_line or "", row_shares.cost_rows),
            (self._gauge_rows.shoe_row(status, width), 1),
            (self._felt_view.draw(status.spots, width, row_shares.arc_rows, bet_lines), felt_rows),
            (Group(*key_lines), row_shares.key_rows),
            (self._result_row.word_row(status, width), 1),
        ]
        return self._stack_parts(status, sized_parts, width, height)

    def _layout_picture(
        self, status: Status, instrument: InstrumentStatus, width: int, height: int
    ) -> RenderableType:
        """Return a table whose players bet on one layout."""
        board_rows, key_lines = (
            self._betting_layout.layout_rows(status, width),
            self._key_rows.draw(status, width),
        )
        strip_rows = self._felt_view.strip_rows(len(status.spots), width)
        spare_rows = height - 1 - 1 - strip_rows - len(key_lines) - 1 - MIN_ALARM_ROWS
        display_rows = max(MIN_DISPLAY_ROWS, min(DISPLAY_ROWS[2], spare_rows - len(board_rows)))
        shown_rows = min(len(board_rows), spare_rows - display_rows)
        sized_parts: list[tuple[RenderableType, int]] = [
            (self._displays.header_row(status, width), 1),
            (self._displays.draw(status, width, display_rows), display_rows),
            (self._gauge_rows.instrument_row(status, instrument, width), 1),
            (Padding(Group(*board_rows[:shown_rows]), 0, style=FELT_STYLE), shown_rows),
            (self._felt_view.draw_strip(status.spots, width), strip_rows),
            (Group(*key_lines), len(key_lines)),
            (self._result_row.number_row(status, width), 1),
        ]
        return self._stack_parts(status, sized_parts, width, height)

    def _stack_parts(
        self,
        status: Status,
        sized_parts: Sequence[tuple[RenderableType, int]],
        width: int,
        height: int,
    ) -> Layout:
        """Return the parts one below the other, and the alarms in the remaining rows."""
        picture_layout = Layout()
        picture_layout.split_column(
            *(
                Layout(picture_part, size=part_rows)
                for picture_part, part_rows in sized_parts
                if part_rows
            ),
            Layout(
                self._alarm_rows.draw(
                    status, width, height - sum(part_rows for _, part_rows in sized_parts)
                )
            ),
        )
        return picture_layout

    def _small_picture(self, status: Status) -> RenderableType:
        alarm_lines = self._alarm_rows.draw(status, 0, 2 * len(status.faults)).renderables
        return Group(
            self._displays.status_mark(status) or "",
            *alarm_lines,
            *status.dealer,
            "",
            *status.players,
        )

    def _upper_layout(self, status: Status, width: int, row_count: int) -> Layout:
        left_width = (width + 4) // 2
        hand_rows = 7 if row_count >= 15 else 4
        left_column = Layout(size=left_width)
        left_column.split_column(
            Layout(self._displays.dealer_panel(status, left_width, row_count - hand_rows)),
            Layout(self._two_hands_panel(status, hand_rows), size=hand_rows),
        )
        upper_layout = Layout(size=row_count)
        upper_layout.split_row(
            left_column, Layout(self._displays.players_panel(status, width - left_width, row_count))
        )
        return upper_layout

    def _two_hands_panel(self, status: Status, row_count: int) -> RenderableType:
        hand_grid = Table.grid(padding=(0, 1))
        hand_grid.add_column(min_width=7)
        hand_grid.add_column(justify="right", min_width=2)
        draw_cards = tall_cards if row_count >= 7 else spaced_cards
        for hand_key, card_names in status.cards.items():
            cards = [CARDS_BY_NAME[card_name] for card_name in card_names]
            count_points = POINT_COUNTERS.get(status.game)
            points_text = str(count_points(cards)) if count_points and cards else ""
            card_faces = draw_cards([(card, self._words.card_face(card)) for card in cards])
            hand_label = self._words.render(hand_words(hand_key))
            hand_grid.add_row(
                StyledText(hand_label, "bold"),
                StyledText(points_text, "bold bright_white"),
                card_faces,
            )
        return Panel(hand_grid, border_style="grey42", height=row_count)
