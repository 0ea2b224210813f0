"""The layout of a roulette table drawn for a terminal: chips lie on numbers and on lines."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.text import Text as Ink

from firmware.cli.terminal.marks import chips_on, marked
from firmware.core.games.roulette.layout import COLUMNS, LAST, RED, ROWS
from firmware.core.vocabulary.rulings import bet_name
from firmware.core.vocabulary.status import Status
from firmware.shell.sheets.roulette_lines import (
    BEHIND_ZERO,
    LINE,
    OF_ZERO,
    At,
    lies_at,
    zero_at,
)
from firmware.shell.words.words import Words

SHOWN: Final = "bold black on gold1"
INKS: Final = {True: "bold white on red3", False: "bold white on grey7"}
ZERO: Final = "bold white on green4"
EVEN_CHANCES: Final = ("low", "even", "red", "black", "odd", "high")
CELL: Final = 4
DOZEN: Final = 20
CHANCE: Final = 10
INDENT: Final = 6


def roulette_rows(status: Status, words: Words) -> list[Ink]:
    """Return the numbers, and the outside bets below and beside them."""
    chips = chips_on(status)
    lying: dict[At, list[int]] = {}
    zeros = [n for n in (status.instrument.symbols if status.instrument else ()) if int(n) == 0]
    for on, spots in chips.items():
        at = lies_at(on, zeros)
        if at is not None:
            lying.setdefault(at, []).extend(spots)
    grid = [_row(y, lying, zeros, status, chips) for y in range(2 * COLUMNS - 2, LINE - 1, -1)]
    dozens = [_outside(f"dozen:{nth}", chips, words, DOZEN) for nth in (1, 2, 3)]
    chances = [_outside(on, chips, words, CHANCE) for on in EVEN_CHANCES]
    return [*grid, *(Ink(" " * INDENT) + Ink().join(places) for places in (dozens, chances))]


def _row(
    y: int,
    lying: Mapping[At, list[int]],
    zeros: Sequence[str],
    status: Status,
    chips: Mapping[str, Sequence[int]],
) -> Ink:
    at_zero = {zero_at(zero, zeros): zero for zero in zeros}
    last = status.results[-1] if status.results else ""
    row = Ink(" ") + _cell(at_zero.get(y), lying.get((OF_ZERO, y), ()), last)
    for x in range(BEHIND_ZERO, 2 * ROWS - 1):
        spots = lying.get((x, y), ())
        number = str(x // 2 * COLUMNS + y // 2 + 1) if x % 2 == 0 and y % 2 == 0 else None
        row += marked(spots, 1) + Ink(" " * (not spots)) if x % 2 else _cell(number, spots, last)
    if y % 2 == 0:
        row += Ink(" ◂ ", "dim") + marked(chips.get(f"column:{y // 2 + 1}", ()), 7)
    return row


def _cell(number: str | None, spots: Sequence[int], last: str) -> Ink:
    """Return a number in its colour, or the line between two, with chips."""
    if number is None:
        return Ink(" ") + marked(spots, 2) + Ink(" " * (CELL - 1 - min(len(spots), 2)))
    style = SHOWN if number == last else number_ink(number)
    ground = f" {style[style.index('on ') :]}"
    dots = marked(spots, 2, ground)
    return Ink(f"{number:>2}", style) + dots + Ink(" " * (2 - len(dots.plain)), style)


def number_ink(number: str) -> str:
    """Return the colours of a number."""
    return INKS[int(number) in RED] if int(number) in range(1, LAST + 1) else ZERO


def _outside(on: str, chips: Mapping[str, Sequence[int]], words: Words, width: int) -> Ink:
    said = Ink(f"{words.say(bet_name(on))} ", "bold")
    place = said + marked(chips.get(on, ()), width - len(said.plain) - 1)
    place.truncate(width, pad=True)
    return place
