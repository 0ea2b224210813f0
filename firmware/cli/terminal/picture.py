"""The table drawn for a terminal: displays, hands, shoe, felt, keys, results and alarms."""

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from firmware.cli.terminal.boards import Board
from firmware.cli.terminal.felt import BETS, FELT, Felt
from firmware.cli.terminal.hands import Hands, spaced, tall
from firmware.cli.terminal.roulette_board import number_ink
from firmware.core.games import baccarat
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import CARDS, Card
from firmware.core.vocabulary.faults import FAULTS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.status import (
    ChoiceStatus,
    FaultStatus,
    InstrumentStatus,
    StakeStatus,
    Status,
)
from firmware.shell.words.screens import SIMULATION, TEST
from firmware.shell.words.words import Words

LEAST: Final = (80, 24)
"""The smallest terminal, in columns and rows, that the whole table fits."""

POINTS: Final[Mapping[str, Callable[[Sequence[Card]], int]]] = {"baccarat": baccarat.points}
BEADS: Final[Mapping[str, str]] = {"player": "blue3", "banker": "red3", "tie": "green4"}
BEAD_ROWS: Final = 6
DISPLAYS: Final = (6, 8, 14)
"""Rows of the displays of a game of many hands: at least, as a rule, at most."""
WITH_TILES: Final = frozenset({"pai-gow"})
BEAD: Final = "bold black on grey78"
LOWEST: Final = 5
ALARMS: Final = 2
"""Rows of the displays beside a layout, at least, and of the alarms."""
SHORTEST_BAR: Final = 8
"""Columns of the bar that shows how many cards are left."""
DIGITS: Final = 9
"""So many keys have a digit of the keyboard."""
BETWEEN: Final = " · "
LED: Final = "bold red1 on grey7"
SCREEN: Final = "bright_cyan on grey7"
MARK: Final = "bold black on gold1"
ALARM: Final = "bold white on red3"
WARNING: Final = "bold black on orange3"


class Rooms:
    """The distribution of rows: each part in turn gets the rows it can use, as
    long as there are any.
    """

    def __init__(self, height: int, felt: int) -> None:
        self._spare = height - 1 - 1 - felt - 1 - 1 - 2 - 11
        self.upper = 11 + min(0, self._spare)
        self.arc = self._give(3)
        self.beads = 1 + self._give(BEAD_ROWS - 1)
        self.upper += self._give(4)
        self.alarms = 2 + self._give(4)

    def _give(self, most: int) -> int:
        """Share some of the spare rows out."""
        given = max(0, min(most, self._spare))
        self._spare -= given
        return given


class Rows:
    """The rows of a game of many hands: the displays get the remaining rows, within bounds."""

    def __init__(
        self, height: int, felt: int, hands: int, keys: int, bets: int, *, asked: bool
    ) -> None:
        least, well, most = DISPLAYS
        self.keys = keys
        self.asked = int(asked)
        spare = height - 1 - self.asked - 1 - felt - keys - 1 - 2
        self.hands = min(hands, max(spare - least, 0))
        spare -= self.hands
        self.more_bets = max(0, min(bets - BETS, spare - well))
        spare -= self.more_bets
        self.upper = min(most, spare)
        self.arc = min(3, spare - self.upper)


def lit_keys(status: Status) -> tuple[Key, ...]:
    """Return the lit keys in the order in which they are drawn."""
    return tuple(key for key in Key if key in status.keys)


class Picture:
    """Draws a status in the table's language; lit keys `numbered` from 1 have digits."""

    def __init__(self, words: Words, *, numbered: bool = False) -> None:
        self._words = words
        self._numbered = numbered
        self._felt = Felt(words)
        self._hands = Hands(words)
        self._board = Board(words)

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
            Layout(self._header(status, width), size=1),
            self._upper(status, width, rooms.upper),
            Layout(self._shoe(status, width), size=1),
            Layout(self._felt.draw(status.spots, width, rooms.arc), size=felt + rooms.arc),
            Layout(self._keys(status, width)[0], size=1),
            Layout(self._results(status, width, rooms.beads), size=rooms.beads),
            Layout(self._alarms(status, width, rooms.alarms)),
        )
        return layout

    def _many_hands(self, status: Status, width: int, height: int) -> RenderableType:
        """Return a table of a game that deals to the spots: their hands have rows of their own."""
        felt, keys = self._felt.rows(len(status.spots), width), self._keys(status, width)
        asked = self._asked(status)
        hands = self._hands.rows(status, width)
        most = max(len(spot.bets) for spot in status.spots.values())
        rows = Rows(height, felt, hands, len(keys), most, asked=bool(asked))
        bets = BETS + rows.more_bets
        felt += rows.more_bets + rows.arc
        parts: list[tuple[RenderableType, int]] = [
            (self._header(status, width), 1),
            (self._displays(status, width, rows.upper), rows.upper),
            (self._hands.draw(status, width, rows.hands), rows.hands),
            (asked or "", rows.asked),
            (self._shoe(status, width), 1),
            (self._felt.draw(status.spots, width, rows.arc, bets), felt),
            (Group(*keys), rows.keys),
            (self._said_results(status, width), 1),
        ]
        return self._stacked(status, parts, width, height)

    def _layout(
        self, status: Status, instrument: InstrumentStatus, width: int, height: int
    ) -> RenderableType:
        """Return a table whose players bet on one layout."""
        board, keys = self._board.rows(status, width), self._keys(status, width)
        strip = self._felt.strip_rows(len(status.spots), width)
        spare = height - 1 - 1 - strip - len(keys) - 1 - ALARMS
        upper = max(LOWEST, min(DISPLAYS[2], spare - len(board)))
        shown = min(len(board), spare - upper)
        parts: list[tuple[RenderableType, int]] = [
            (self._header(status, width), 1),
            (self._displays(status, width, upper), upper),
            (self._instrument(status, instrument, width), 1),
            (Padding(Group(*board[:shown]), 0, style=FELT), shown),
            (self._felt.strip(status.spots, width), strip),
            (Group(*keys), len(keys)),
            (self._shown_results(status, width), 1),
        ]
        return self._stacked(status, parts, width, height)

    def _stacked(
        self, status: Status, parts: Sequence[tuple[RenderableType, int]], width: int, height: int
    ) -> Layout:
        """Return rows one below the other, and the alarms in the remaining ones."""
        layout = Layout()
        layout.split_column(
            *(Layout(part, size=size) for part, size in parts if size),
            Layout(self._alarms(status, width, height - sum(size for _, size in parts))),
        )
        return layout

    def _small(self, status: Status) -> RenderableType:
        alarms = self._alarms(status, 0, 2 * len(status.faults)).renderables
        return Group(self._mark(status) or "", *alarms, *status.dealer, "", *status.players)

    # the rows, from above

    def _header(self, status: Status, width: int) -> RenderableType:
        name = self._say(f"game.{status.game}") if status.table == status.game else status.table
        left = Ink(f" {name}  ", "bold", overflow="ellipsis", no_wrap=True)
        middle = Ink(self._say("ui.round", number=status.round), "bold")
        if status.stopped:
            middle = Ink.assemble(middle, "  ", (f" {self._say('ui.stopped')} ", ALARM))
        right = Ink(justify="right")
        if status.shoe_port:
            right.append(self._say("view.port", path=status.shoe_port) + "  ", "dim")
        right.append(self._mark(status) or Ink(f"croupier {status.version} ", "dim"))
        grid = Table.grid(expand=True)
        grid.add_column(max_width=width - cell_len(middle.plain) - cell_len(right.plain) - 1)
        grid.add_column()
        grid.add_column(justify="right", ratio=1)
        grid.add_row(left, middle, right)
        return grid

    def _upper(self, status: Status, width: int, rows: int) -> Layout:
        left = (width + 4) // 2
        hands = 7 if rows >= 15 else 4
        column = Layout(size=left)
        column.split_column(
            Layout(self._dealer(status, left, rows - hands)),
            Layout(self._two_hands(status, hands), size=hands),
        )
        upper = Layout(size=rows)
        upper.split_row(column, Layout(self._players(status, width - left, rows)))
        return upper

    def _displays(self, status: Status, width: int, rows: int) -> Layout:
        left = width * 33 // 80
        upper = Layout(size=rows)
        upper.split_row(
            Layout(self._dealer(status, left, rows), size=left),
            Layout(self._players(status, width - left, rows)),
        )
        return upper

    def _dealer(self, status: Status, width: int, rows: int) -> RenderableType:
        prompt, *rest = status.dealer
        lines = [Ink(prompt, "bold bright_white"), *map(Ink, rest)]
        return self._screen("dealer_display", lines, self._mark(status), width, rows)

    def _players(self, status: Status, width: int, rows: int) -> RenderableType:
        lines = list(map(Ink, status.players))
        return self._screen("payout_display", lines, self._mark(status), width, rows)

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

    def _mark(self, status: Status) -> Ink | None:
        """Return the words that every display carries in a test and of a simulated table."""
        test, simulated = [TEST] * status.testing, [SIMULATION] * (status.board == "sim")
        said = " ".join(map(self._words.say, test + simulated))
        return Ink(f" {said} ", MARK) if said else None

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
            name = self._say(f"hand.{hand}")
            grid.add_row(Ink(name, "bold"), Ink(said, "bold bright_white"), faces)
        return Panel(grid, border_style="grey42", height=rows)

    def _shoe(self, status: Status, width: int) -> RenderableType:
        shoe = status.shoe
        pieces = "view.tiles_left" if status.game in WITH_TILES else "ui.shoe"
        left = Ink(f" {self._say(pieces, left=shoe.left)} ")
        cut = Ink(f" {self._say('view.cut')} ", WARNING) if shoe.cut else Ink()
        figures = self._figures(status)
        room = width - sum(cell_len(text.plain) for text in (left, cut, figures)) - 2
        legend = self._legend(status, width, room - SHORTEST_BAR)
        room -= cell_len(legend)
        full = round(room * max(0, shoe.left) / max(1, shoe.of))
        bar = Ink.assemble(("█" * full, "cyan"), ("░" * (room - full), "grey35"), " ")
        return Ink.assemble(left, bar, (legend, "dim"), cut, " ", figures)

    def _legend(self, status: Status, width: int, room: int) -> str:
        """Return as many of the felt's signs with their names as there is room for."""
        legend = ""
        for sign in self._felt.legend(status.spots, width):
            longer = f"{legend} {sign} "
            legend = longer if cell_len(longer) <= room else legend
        return legend

    def _figures(self, status: Status) -> Ink:
        money = "" if status.figures is None else self._words.money(status.figures)
        return Ink(f"{money:>13} ", LED)

    def _instrument(
        self, status: Status, instrument: InstrumentStatus, width: int
    ) -> RenderableType:
        """Return the result of the wheel, the dice or the balls, and the values always shown."""
        name = self._say(f"view.instrument.{instrument.step}")
        under_way = (
            self._say("view.spinning")
            if status.phase == "round" and status.ask.do is Act.BRING_RESULT
            else "–"
        )
        is_long = instrument.step == "balls"
        said = " ".join(instrument.shown or instrument.keyed) if not is_long else ""
        told = (Text(f"told.{key}", values) for key, values in status.told.items())
        left = Ink.assemble(f" {name}  ", (f" {said or under_way} ", MARK), "   ")
        left.append(BETWEEN.join(map(self._words.say, told)), "bold")
        figures = self._figures(status)
        left.truncate(width - cell_len(figures.plain) - 1, pad=True)
        return left + figures

    def _keys(self, status: Status, width: int) -> list[Ink]:
        """Return the lit keys, in as many rows as they need."""
        said = [self._say(f"ui.key.{key}") for key in lit_keys(status)]
        if self._numbered:
            said = [f"{n} {word}" if n <= DIGITS else word for n, word in enumerate(said, 1)]
        badges = [Ink(f" {word} ", "bold black on white") for word in said]
        rows = [Ink()]
        for badge in badges:
            if cell_len(f"{rows[-1]} {badge}") > width:
                rows.append(Ink())
            rows[-1].append(" ").append(badge)
        return rows

    def _asked(self, status: Status) -> Ink | None:
        """Return the chips for the choices of the spot in focus, and those laid."""
        costs = [
            (choice, stake)
            for choice in status.choices
            for stake in choice.stakes
            if choice.spot == status.focus and stake.least is not None
        ]
        said = [self._cost(choice, stake) for choice, stake in costs]
        return Ink("  " + "   ".join(said), "bold") if said else None

    def _cost(self, choice: ChoiceStatus, stake: StakeStatus) -> str:
        range_ = "view.costs" if stake.least == stake.most else "view.costs_range"
        values: Values = {
            "do": Text(f"ui.key.{choice.do}"),
            "least_cents": stake.least or NOTHING,
            "most_cents": stake.most or NOTHING,
            "laid_cents": stake.laid or NOTHING,
        }
        laid = f", {self._words.say(Text('view.laid', values))}" if stake.laid else ""
        return f"{self._words.say(Text(range_, values))}{laid}"

    def _said_results(self, status: Status, width: int) -> RenderableType:
        """Return the last results in words, as many as fit in a row."""
        said = Ink(f" {self._say('view.results')}  ")
        room = width - cell_len(said.plain)
        last = list(status.results)
        while cell_len(BETWEEN.join(last)) > room:
            del last[0]
        return said.append(BETWEEN.join(last), "dim")

    def _shown_results(self, status: Status, width: int) -> RenderableType:
        """Return the last results, the latest first: as many as fit."""
        said = Ink(f" {self._say('view.results')}  ")
        if status.instrument and status.instrument.step == "balls":
            return Ink(" ")
        for result in reversed(status.results):
            bead = Ink(f" {result} ", bead_ink(status, result))
            if cell_len(said.plain) + cell_len(bead.plain) >= width:
                break
            said.append_text(bead).append(" ")
        return said

    def _results(self, status: Status, width: int, rows: int) -> RenderableType:
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

    def _alarms(self, status: Status, width: int, rows: int) -> Group:
        lines = [line for fault in status.faults for line in self._alarm(fault, width)]
        lines += [Ink(f" {note}", "yellow", overflow="fold") for note in status.notes]
        if len(lines) > rows:
            hidden = self._say("view.more", number=len(lines) - rows + 1)
            lines[rows - 1 :] = [Ink(f" {hidden}", "bold red1")]
        return Group(*lines)

    def _alarm(self, fault: FaultStatus, width: int) -> list[Ink]:
        style = ALARM if FAULTS[fault.code].stops else WARNING
        what = Ink(f" {self._say('view.alarm', words=fault.words)} ", style)
        remedy = Ink(f" {self._say('view.remedy', words=fault.remedy)}", "bold")
        if cell_len(what.plain) + cell_len(remedy.plain) <= width:
            return [Ink.assemble(what, remedy)]
        return [what, remedy]

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))


def bead_ink(status: Status, result: str) -> str:
    """Return the colours of a result: those of its number, where it has some."""
    numbered = status.instrument is not None and status.instrument.step == "number"
    return number_ink(result) if numbered else BEAD


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
