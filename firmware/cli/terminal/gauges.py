"""The row of the shoe, or of the wheel, dice or balls, with the figures beside it."""

from typing import Final

from rich.cells import cell_len
from rich.console import RenderableType
from rich.text import Text as Ink

from firmware.cli.terminal.alarms import WARNING
from firmware.cli.terminal.displays import MARK
from firmware.cli.terminal.felt import Felt
from firmware.cli.terminal.results import BETWEEN
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import InstrumentStatus, Status
from firmware.shell.words.words import Words

WITH_TILES: Final = frozenset({"pai-gow"})
SHORTEST_BAR: Final = 8
"""Columns of the bar that shows how many cards are left."""
LED: Final = "bold red1 on grey7"


class Gauges:
    """Draws the shoe, the instrument and the figures of a table in a language."""

    def __init__(self, words: Words, felt: Felt) -> None:
        self._words = words
        self._felt = felt

    def shoe(self, status: Status, width: int) -> RenderableType:
        """Return how many cards are left, the signs of the felt, and the figures."""
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

    def instrument(
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

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))
