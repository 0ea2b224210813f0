"""The felt drawn for a terminal: a box a spot, with its light and its bets."""

import re
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Final

from rich.align import Align
from rich.box import HEAVY, ROUNDED
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Ink

from firmware.core.panel import Text
from firmware.shell.status import BetStatus, SpotStatus
from firmware.shell.words import Words

FELT: Final = "on #0b3d2e"
LIGHTS: Final[Mapping[str, tuple[str, str]]] = {
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
"""What stands for each light, besides its word: a shape and a colour."""

NARROWEST: Final = 11
WIDEST: Final = 20
"""Columns of a spot."""
BETS: Final = 3
"""Lines that every box has for bets."""
BOX_ROWS: Final = BETS + 3
BARE_ROWS: Final = BETS + 1
"""Rows of a spot in a box, and of one without where they stand in several rows."""


class Felt:
    """Draws spots, in an arc where `arc` rows are to spare."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def rows(self, spots: int, width: int) -> int:
        """Return how high the felt is without an arc."""
        ranks = _ranks(spots, width)
        return BOX_ROWS if ranks == 1 else ranks * BARE_ROWS

    def draw(self, spots: Mapping[int, SpotStatus], width: int, arc: int) -> RenderableType:
        """Return the felt, as wide as the terminal."""
        ranks = _ranks(len(spots), width)
        a_rank = ceil(len(spots) / ranks)
        each = min(WIDEST, width // a_rank)
        numbers = list(spots)
        rows: Iterable[RenderableType] = (
            self._rank(
                {n: spots[n] for n in numbers[at : at + a_rank]}, each, arc, boxed=ranks == 1
            )
            for at in range(0, len(numbers), a_rank)
        )
        return Align.center(Group(*rows), style=FELT, vertical="middle")

    def _rank(
        self, spots: Mapping[int, SpotStatus], each: int, arc: int, *, boxed: bool
    ) -> RenderableType:
        grid = Table.grid()
        for _ in spots:
            grid.add_column(width=each)
        drawn = self._boxed if boxed else self._bare
        cells = (drawn(number, spot, each) for number, spot in spots.items())
        bow = _bow(len(spots), arc)
        grid.add_row(*(Padding(c, (down, 0, 0, 0)) for c, down in zip(cells, bow, strict=True)))
        return grid

    def _boxed(self, number: int, spot: SpotStatus, width: int) -> RenderableType:
        _, style = LIGHTS[spot.light]
        return Panel(
            Ink("\n").join(self._lines(spot, width - 2)),
            title=f"▶ {number} ◀" if spot.pulsing else f"{number}",
            box=HEAVY if spot.pulsing else ROUNDED,
            border_style=style.partition(" on ")[0] if spot.light != "fault" else "bold red1",
            padding=0,
            height=BOX_ROWS,
            width=width,
        )

    def _bare(self, number: int, spot: SpotStatus, width: int) -> RenderableType:
        title = Ink(f"▶{number} " if spot.pulsing else f" {number} ", "bold white")
        light, *bets = self._lines(spot, width - 3)
        bets += [Ink()] * (BETS - len(bets))
        return Ink("\n").join([title + light, *bets])

    def _lines(self, spot: SpotStatus, width: int) -> list[Ink]:
        shape, style = LIGHTS[spot.light]
        word = self._words.say(Text(f"view.light.{spot.light}"))
        return [Ink(f"{shape} {word}", style), *(self._bet(bet, width) for bet in spot.bets)]

    def _bet(self, bet: BetStatus, width: int) -> Ink:
        """Return a bet by its name where there is room for it, else by its first letter."""
        name = self._words.say(Text(f"bet.{bet.on}")) + (f" {bet.bettor}" if bet.bettor else "")
        cents = "●" if bet.cents is None else short(self._words.money(bet.cents))
        said = f"{name} {cents}"
        if cell_len(said) > width:
            said = f"{name[0]} {cents}"
        return Ink(said, "bold white", overflow="fold")


def short(money: str) -> str:
    """Return an amount without its cents, where there are none."""
    return re.sub(r"[.,]00(?=\D*$)", "", money)


def _ranks(spots: int, width: int) -> int:
    return ceil(spots * NARROWEST / width)


def _bow(spots: int, arc: int) -> list[int]:
    """Return how far down each spot lies: those in the middle are furthest from the dealer."""
    middle = max((spots - 1) / 2, 1)
    return [round(arc * (1 - ((n - (spots - 1) / 2) / middle) ** 2)) for n in range(spots)]
