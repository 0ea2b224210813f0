"""The table drawn for a terminal: displays, hands, shoe, felt, keys, results and alarms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from firmware.cli.terminal.alarms import Alarms
from firmware.cli.terminal.boards import Board
from firmware.cli.terminal.displays import Displays
from firmware.cli.terminal.felt import BETS, FELT, Felt
from firmware.cli.terminal.gauges import Gauges
from firmware.cli.terminal.hands import Hands, spaced, tall
from firmware.cli.terminal.key_rows import KeyRows
from firmware.cli.terminal.results import Results
from firmware.cli.terminal.rows import DISPLAYS, Rooms, Rows
from firmware.core.games import baccarat
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import InstrumentStatus, Status
from firmware.shell.words.words import Words

LEAST: Final = (80, 24)
"""The smallest terminal, in columns and rows, that the whole table fits."""

POINTS: Final[Mapping[str, Callable[[Sequence[Card]], int]]] = {"baccarat": baccarat.points}
LOWEST: Final = 5
ALARMS: Final = 2
"""Rows of the displays beside a layout, at least, and of the alarms."""


class Picture:
    """Draws a status in the table's language; lit keys `numbered` from 1 have digits."""

    def __init__(self, words: Words, *, numbered: bool = False) -> None:
        self._words = words
        self._felt = Felt(words)
        self._hands = Hands(words)
        self._board = Board(words)
        self._displays = Displays(words)
        self._gauges = Gauges(words, self._felt)
        self._keys = KeyRows(words, numbered=numbered)
        self._results = Results(words)
        self._alarms = Alarms(words)

    def draw(self, status: Status, width: int, height: int) -> RenderableType:
        """Return the whole table, or its displays alone where it does not fit."""
        if width < LEAST[0] or height < LEAST[1]:
            return self._small(status)
        if status.instrument is not None:
            return self._layout(status, status.instrument, width, height)
        if status.game not in POINTS:
            return self._many_hands(status, width, height)
        felt = self._felt.rows(len(status.spots), width)
        rooms = Rooms(height, felt)
        layout = Layout()
        layout.split_column(
            Layout(self._displays.header(status, width), size=1),
            self._upper(status, width, rooms.upper),
            Layout(self._gauges.shoe(status, width), size=1),
            Layout(self._felt.draw(status.spots, width, rooms.arc), size=felt + rooms.arc),
            Layout(self._keys.draw(status, width)[0], size=1),
            Layout(self._results.as_beads(status, width, rooms.beads), size=rooms.beads),
            Layout(self._alarms.draw(status, width, rooms.alarms)),
        )
        return layout

    def _many_hands(self, status: Status, width: int, height: int) -> RenderableType:
        """Return a table of a game that deals to the spots: their hands have rows of their own."""
        felt, keys = self._felt.rows(len(status.spots), width), self._keys.draw(status, width)
        asked = self._keys.asked(status)
        hands = self._hands.rows(status, width)
        most = max(len(spot.bets) for spot in status.spots.values())
        rows = Rows(height, felt, hands, len(keys), most, asked=bool(asked))
        bets = BETS + rows.more_bets
        felt += rows.more_bets + rows.arc
        parts: list[tuple[RenderableType, int]] = [
            (self._displays.header(status, width), 1),
            (self._displays.draw(status, width, rows.upper), rows.upper),
            (self._hands.draw(status, width, rows.hands), rows.hands),
            (asked or "", rows.asked),
            (self._gauges.shoe(status, width), 1),
            (self._felt.draw(status.spots, width, rows.arc, bets), felt),
            (Group(*keys), rows.keys),
            (self._results.in_words(status, width), 1),
        ]
        return self._stacked(status, parts, width, height)

    def _layout(
        self, status: Status, instrument: InstrumentStatus, width: int, height: int
    ) -> RenderableType:
        """Return a table whose players bet on one layout."""
        board, keys = self._board.rows(status, width), self._keys.draw(status, width)
        strip = self._felt.strip_rows(len(status.spots), width)
        spare = height - 1 - 1 - strip - len(keys) - 1 - ALARMS
        upper = max(LOWEST, min(DISPLAYS[2], spare - len(board)))
        shown = min(len(board), spare - upper)
        parts: list[tuple[RenderableType, int]] = [
            (self._displays.header(status, width), 1),
            (self._displays.draw(status, width, upper), upper),
            (self._gauges.instrument(status, instrument, width), 1),
            (Padding(Group(*board[:shown]), 0, style=FELT), shown),
            (self._felt.strip(status.spots, width), strip),
            (Group(*keys), len(keys)),
            (self._results.as_numbers(status, width), 1),
        ]
        return self._stacked(status, parts, width, height)

    def _stacked(
        self, status: Status, parts: Sequence[tuple[RenderableType, int]], width: int, height: int
    ) -> Layout:
        """Return rows one below the other, and the alarms in the remaining ones."""
        layout = Layout()
        layout.split_column(
            *(Layout(part, size=size) for part, size in parts if size),
            Layout(self._alarms.draw(status, width, height - sum(size for _, size in parts))),
        )
        return layout

    def _small(self, status: Status) -> RenderableType:
        alarms = self._alarms.draw(status, 0, 2 * len(status.faults)).renderables
        return Group(
            self._displays.mark(status) or "", *alarms, *status.dealer, "", *status.players
        )

    def _upper(self, status: Status, width: int, rows: int) -> Layout:
        left = (width + 4) // 2
        hands = 7 if rows >= 15 else 4
        column = Layout(size=left)
        column.split_column(
            Layout(self._displays.dealer(status, left, rows - hands)),
            Layout(self._two_hands(status, hands), size=hands),
        )
        upper = Layout(size=rows)
        upper.split_row(column, Layout(self._displays.players(status, width - left, rows)))
        return upper

    def _two_hands(self, status: Status, rows: int) -> RenderableType:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(min_width=7)
        grid.add_column(justify="right", min_width=2)
        draw = tall if rows >= 7 else spaced
        for hand, names in status.cards.items():
            cards = [CARDS[name] for name in names]
            points = POINTS.get(status.game)
            said = str(points(cards)) if points and cards else ""
            faces = draw([(card, self._words.card(card)) for card in cards])
            name = self._words.say(Text(f"hand.{hand}"))
            grid.add_row(Ink(name, "bold"), Ink(said, "bold bright_white"), faces)
        return Panel(grid, border_style="grey42", height=rows)
