"""The felt drawn for a terminal: a box a spot, with its light and its bets.

The view is the players', as on the page: spot 1 is on the right, at the dealer's left.
"""

import re
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
from rich.text import Text as Ink

from firmware.cli.terminal.marks import DOT, colour
from firmware.core.table.settlement import MIXED
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import bet_name
from firmware.core.vocabulary.status import BetStatus, SpotStatus
from firmware.shell.words.words import Words

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
"""The symbol of each light, besides its word: a shape and a colour."""

NARROWEST: Final = 11
WIDEST: Final = 20
"""Columns of a spot."""
BETS: Final = 3
"""Lines that every spot has for bets, at least."""
BOXED: Final = 3
BARE: Final = 1
STRIP: Final = 3
"""Rows in addition to those of a spot in a box, and to those of one without if they take several
rows; and those of a spot of a layout.
"""
CAME_TO: Final[Mapping[str | None, tuple[str, str]]] = {
    "win": LIGHTS["win"],
    "lose": LIGHTS["lose"],
    "surrender": LIGHTS["lose"],
    MIXED: LIGHTS["push"],
    "push": LIGHTS["push"],
}
"""The symbol of each outcome of one bet."""

CURRENCY: Final = "$\u00a0"
CHIPS: Final = "●"
"""The symbol for an unknown amount, or for one without room."""


class Felt:
    """Draws spots, in an arc where `arc` rows are to spare."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def rows(self, spots: int, width: int) -> int:
        """Return how high the felt is without an arc."""
        ranks = _ranks(spots, width)
        return BETS + BOXED if ranks == 1 else ranks * (BETS + BARE)

    def strip_rows(self, spots: int, width: int) -> int:
        """Return how high the strip is."""
        return STRIP * _ranks(spots, width)

    def strip(self, spots: Mapping[int, SpotStatus], width: int) -> RenderableType:
        """Return the spots of a layout, each with its colour, its light and its bets."""
        ranks = _ranks(len(spots), width)
        a_rank = ceil(len(spots) / ranks)
        each, numbers = min(WIDEST, width // a_rank), list(spots)
        rows = []
        for at in range(0, len(numbers), a_rank):
            grid = Table.grid()
            for _ in range(a_rank):
                grid.add_column(width=each)
            rank = numbers[at : at + a_rank]
            grid.add_row(*(self._of_layout(n, spots[n], each) for n in reversed(rank)))
            rows.append(grid)
        return Align.center(Group(*rows), style=FELT)

    def _of_layout(self, number: int, spot: SpotStatus, width: int) -> Ink:
        shape, style = LIGHTS[spot.light]
        word = self._words.say(Text(f"view.light.{spot.light}"))
        turn = Ink("▶" if spot.pulsing else " ", "bold white")
        title = turn + Ink(f"{DOT} {number}", f"bold {colour(number)}")
        lines = [title, Ink(f" {shape} {word}", style), Ink(f" {self._summed(spot.bets)}", "bold")]
        for line in lines:
            line.truncate(width)
        return Ink("\n").join(lines)

    def _summed(self, bets: Sequence[BetStatus]) -> str:
        """Return the number of bets, and their total if it is known."""
        amounts = [bet.cents for bet in bets if bet.cents is not None]
        if not bets or len(amounts) < len(bets):
            return str(len(bets) or "")
        return f"{len(bets)} · {short(self._words.money(sum(amounts))).strip(CURRENCY)}"

    def draw(
        self, spots: Mapping[int, SpotStatus], width: int, arc: int, bets: int = BETS
    ) -> RenderableType:
        """Return the felt, as wide as the terminal, with so many lines for bets in every box."""
        ranks = _ranks(len(spots), width)
        a_rank = ceil(len(spots) / ranks)
        each = min(WIDEST, width // a_rank)
        numbers = list(spots)
        rows: Iterable[RenderableType] = (
            self._rank(
                {n: spots[n] for n in reversed(numbers[at : at + a_rank])},
                each,
                arc,
                bets if ranks == 1 else None,
            )
            for at in range(0, len(numbers), a_rank)
        )
        return Align.center(Group(*rows), style=FELT, vertical="middle")

    def legend(self, spots: Mapping[int, SpotStatus], width: int) -> list[str]:
        """Return each sign that is drawn because its bet's name has no room, with that name."""
        ranks = _ranks(len(spots), width)
        each = min(WIDEST, width // ceil(len(spots) / ranks)) - (2 if ranks == 1 else 3)
        drawn = [(bet, self._bet(bet, each).plain) for s in spots.values() for bet in s.bets]
        named = [(bet, line, self._words.say(bet_name(bet.on))) for bet, line in drawn]
        signed = (f"{self._sign(bet.on)} = {name}" for bet, line, name in named if name not in line)
        return list(dict.fromkeys(signed))

    def _rank(
        self, spots: Mapping[int, SpotStatus], each: int, arc: int, boxed: int | None
    ) -> RenderableType:
        """Return the spots of one row, in boxes with so many lines for bets where those fit."""
        grid = Table.grid()
        for _ in spots:
            grid.add_column(width=each)
        cells = (
            self._boxed(number, spot, each, boxed) if boxed else self._bare(number, spot, each)
            for number, spot in spots.items()
        )
        bow = _bow(len(spots), arc)
        grid.add_row(*(Padding(c, (down, 0, 0, 0)) for c, down in zip(cells, bow, strict=True)))
        return grid

    def _boxed(self, number: int, spot: SpotStatus, width: int, bets: int) -> RenderableType:
        _, style = LIGHTS[spot.light]
        return Panel(
            Ink("\n").join(self._lines(spot, width - 2, bets)),
            title=f"▶ {number} ◀" if spot.pulsing else f"{number}",
            box=HEAVY if spot.pulsing else ROUNDED,
            border_style=style.partition(" on ")[0] if spot.light != "fault" else "bold red1",
            padding=0,
            height=bets + BOXED,
            width=width,
        )

    def _bare(self, number: int, spot: SpotStatus, width: int) -> RenderableType:
        title = Ink(f"▶{number} " if spot.pulsing else f" {number} ", "bold white")
        light, *bets = self._lines(spot, width - 3, BETS)
        bets += [Ink()] * (BETS - len(bets))
        return Ink("\n").join([title + light, *bets])

    def _lines(self, spot: SpotStatus, width: int, most: int) -> list[Ink]:
        """Return a spot's light and its bets: the first ones, and how many more there are."""
        shape, style = LIGHTS[spot.light]
        word = self._words.say(Text(f"view.light.{spot.light}"))
        bets = [self._bet(bet, width) for bet in spot.bets]
        if len(bets) > most:
            more = self._words.say(Text("view.more", {"number": len(bets) - most + 1}))
            bets[most - 1 :] = [Ink(more, "bold white")]
        return [Ink(f"{shape} {word}", style), *bets]

    def _bet(self, bet: BetStatus, width: int) -> Ink:
        """Return a bet in one line: by its name where there is room for it, else by a sign."""
        shape, style = CAME_TO.get(bet.outcome, ("", "bold white"))
        behind = f" {bet.bettor}" if bet.bettor else ""
        name, sign = self._words.say(bet_name(bet.on)) + behind, self._sign(bet.on) + behind
        cents = CHIPS if bet.cents is None else short(self._words.money(bet.cents))
        bare = f"{sign} {cents.strip(CURRENCY)}"
        said = (f"{shape}{name} {cents}", f"{shape}{sign} {cents}", f"{shape}{bare}", bare)
        fits = (text for text in said if cell_len(text) <= width)
        return Ink(next(fits, f"{sign} {CHIPS}"), style)

    def _sign(self, on: str) -> str:
        base, _, argument = on.partition(":")
        return self._words.say(Text(f"view.sign.{base}")) + argument


def short(money: str) -> str:
    """Return an amount without its cents, where there are none."""
    return re.sub(r"[.,]00(?=\D*$)", "", money)


def _ranks(spots: int, width: int) -> int:
    return ceil(spots * NARROWEST / width)


def _bow(spots: int, arc: int) -> list[int]:
    """Return how far down each spot lies: those in the middle are furthest from the dealer."""
    middle = max((spots - 1) / 2, 1)
    return [round(arc * (1 - ((n - (spots - 1) / 2) / middle) ** 2)) for n in range(spots)]
