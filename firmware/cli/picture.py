"""The table drawn for a terminal: displays, hands, shoe, felt, keys, results and alarms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.layout import Layout
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from firmware.cli.felt import Felt
from firmware.core.cards import CARDS, Card
from firmware.core.events import Key
from firmware.core.faults import FAULTS
from firmware.core.games import baccarat
from firmware.core.panel import Text
from firmware.shell.screens import SIMULATION
from firmware.shell.status import FaultStatus, Status
from firmware.shell.words import Words

LEAST: Final = (80, 24)
"""The smallest terminal, in columns and rows, that the whole table fits."""

POINTS: Final[Mapping[str, Callable[[Sequence[Card]], int]]] = {"baccarat": baccarat.points}
BEADS: Final[Mapping[str, str]] = {"player": "blue3", "banker": "red3", "tie": "green4"}
BEAD_ROWS: Final = 6
GAP: Final = " "
LED: Final = "bold red1 on grey7"
SCREEN: Final = "bright_cyan on grey7"
MARK: Final = "bold black on gold1"
ALARM: Final = "bold white on red3"
WARNING: Final = "bold black on orange3"


class Rooms:
    """How the rows are shared out: to each in turn what it can use, as long as there are any."""

    def __init__(self, height: int, felt: int) -> None:
        self._spare = height - 1 - 1 - felt - 1 - 1 - 2 - 11
        self.upper = 11 + min(0, self._spare)
        self.arc = self._give(3)
        self.beads = 1 + self._give(BEAD_ROWS - 1)
        self.upper += self._give(4)
        self.alarms = 2 + self._give(4)

    def _give(self, most: int) -> int:
        given = max(0, min(most, self._spare))
        self._spare -= given
        return given


class Picture:
    """Draws a status in the table's language."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._felt = Felt(words)

    def draw(self, status: Status, width: int, height: int) -> RenderableType:
        """Return the whole table, or its displays alone where it does not fit."""
        if width < LEAST[0] or height < LEAST[1]:
            return self._small(status)
        felt = self._felt.rows(len(status.spots), width)
        rooms = Rooms(height, felt)
        layout = Layout()
        layout.split_column(
            Layout(self._header(status, width), size=1),
            self._upper(status, width, rooms.upper),
            Layout(self._shoe(status, width), size=1),
            Layout(self._felt.draw(status.spots, width, rooms.arc), size=felt + rooms.arc),
            Layout(self._keys(status), size=1),
            Layout(self._results(status, width, rooms.beads), size=rooms.beads),
            Layout(self._alarms(status, width, rooms.alarms)),
        )
        return layout

    def _small(self, status: Status) -> RenderableType:
        alarms = self._alarms(status, 0, 2 * len(status.faults)).renderables
        return Group(self._mark(status) or "", *alarms, *status.dealer, "", *status.players)

    # the rows, from above

    def _header(self, status: Status, width: int) -> RenderableType:
        left = Ink(f" {status.table}  ", "bold", overflow="ellipsis", no_wrap=True)
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
        mark = self._mark(status)
        prompt, *rest = status.dealer
        texts = [Ink(prompt, "bold bright_white"), *map(Ink, rest)]
        dealer = self._screen("dealer_display", texts, mark, left, rows - hands)
        paying = list(map(Ink, status.players))
        players = self._screen("payout_display", paying, mark, width - left, rows)
        column = Layout(size=left)
        column.split_column(Layout(dealer), Layout(self._hands(status, hands), size=hands))
        upper = Layout(size=rows)
        upper.split_row(column, Layout(players))
        return upper

    def _screen(
        self, part: str, lines: Sequence[Ink], mark: Ink | None, width: int, rows: int
    ) -> RenderableType:
        return Panel(
            Group(*_fitted(lines, width - 4, rows - 2)),
            title=Ink(self._say(f"part.{part}"), "white"),
            subtitle=mark,
            style=SCREEN,
            border_style="grey62",
            height=rows,
        )

    def _mark(self, status: Status) -> Ink | None:
        """Return the word that every display of a simulated table carries."""
        simulated = status.board == "sim"
        return Ink(f" {self._words.say(SIMULATION)} ", MARK) if simulated else None

    def _hands(self, status: Status, rows: int) -> RenderableType:
        grid = Table.grid(padding=(0, 1))
        grid.add_column(min_width=7)
        grid.add_column(justify="right", min_width=2)
        draw = _tall if rows >= 7 else _flat
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
        left = Ink(f" {self._say('ui.shoe', left=shoe.left)} ")
        cut = Ink(f" {self._say('view.cut')} ", WARNING) if shoe.cut else Ink()
        money = "" if status.figures is None else self._words.money(status.figures)
        figures = Ink(f"{money:>13} ", LED)
        room = width - sum(cell_len(text.plain) for text in (left, cut, figures)) - 2
        full = round(room * max(0, shoe.left) / max(1, shoe.of))
        bar = Ink.assemble(("█" * full, "cyan"), ("░" * (room - full), "grey35"), " ")
        return Ink.assemble(left, bar, cut, " ", figures)

    def _keys(self, status: Status) -> RenderableType:
        lit = [key for key in Key if key in status.keys]
        badges = (Ink(f" {self._say(f'ui.key.{key}')} ", "bold black on white") for key in lit)
        return Ink(" ") + Ink(" ").join(badges)

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


def _fitted(lines: Sequence[Ink], width: int, rows: int) -> list[Ink]:
    """Return the lines, the short ones at the end side by side where there are too many."""
    lines = list(lines)
    while sum(-(-cell_len(line.plain) // width) or 1 for line in lines) > rows:
        pairs = [
            n for n in range(1, len(lines)) if cell_len(f"{lines[n - 1]}   {lines[n]}") <= width
        ]
        if not pairs:
            break
        last = pairs[-1]
        lines[last - 1 : last + 1] = [Ink.assemble(lines[last - 1], "   ", lines[last])]
    return lines


Faces = Sequence[tuple[Card, str]]


def _flat(faces: Faces) -> RenderableType:
    cards = (Ink(f" {said:<3} ", _ink(card)) for card, said in faces)
    return Ink(" ").join(cards)


def _tall(faces: Faces) -> RenderableType:
    """Return cards of two rows: the rank above, the suit below."""
    rows = [Ink(), Ink()]
    for card, said in faces:
        rows[0].append(f" {said[:-1]:<3}", _ink(card)).append(" ")
        rows[1].append(f"  {said[-1]} ", _ink(card)).append(" ")
    return Group(*rows, "")


def _ink(card: Card) -> str:
    return f"bold {'#c00000' if card.suit in 'HD' else 'black'} on #f2efe6"
