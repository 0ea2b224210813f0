"""The layout of a table with a wheel, dice or balls, drawn for a terminal, with the chips on it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text as Ink

from firmware.cli.terminal.marks import chips_on, marked
from firmware.cli.terminal.roulette_board import roulette_rows
from firmware.core.games.sic_bo import SicBo
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

SHOWN: Final = "bold black on gold1"
FACE: Final = "bold black on white"
NUMBERS: Final = (4, 5, 6, 8, 9, 10)
BY_NUMBER: Final = ("come", "dont_come", "place", "buy", "lay")
"""Bets of craps in the box of their number; odds are beside their own bet."""
BOX: Final = 10
LABEL: Final = 11
NAMED: Final = ("small", "any_triple", "big")
"""The places of Sic bo that have no numbers."""
KENO_ROWS: Final = 8
KENO_COLUMNS: Final = 10
PART: Final = 11
"""Columns of a part of the wheel of fortune."""
BALL: Final = 4


class Board:
    """Draws the layout of a game in a constant number of rows."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._drawn: Mapping[str, Callable[[Status, int], list[Ink]]] = {
            "number": lambda status, _: roulette_rows(status, words),
            "segment": self._wheel_of_fortune,
            "balls": self._keno,
        }

    def rows(self, status: Status, width: int) -> list[Ink]:
        """Return the layout of the status's game."""
        step = status.instrument.step if status.instrument else ""
        dice = self._craps if status.game == "craps" else self._sic_bo
        return self._drawn.get(step, dice)(status, width)

    # dice

    def _craps(self, status: Status, width: int) -> list[Ink]:
        point, chips = status.told.get("point", {}).get("number"), chips_on(status)
        puck = self._say("view.puck_off" if point is None else "view.puck_on")
        pucks = [Ink(f" {puck} ", SHOWN) if number == point else Ink() for number in NUMBERS]
        off = Ink(f" {puck} ", "bold white on black") if point is None else Ink()
        boxes = [Ink(f"{number:^7}", SHOWN if number == point else FACE) for number in NUMBERS]
        rows = [_row(off, pucks, BOX), _row(Ink(), boxes, BOX)]
        for on in BY_NUMBER:
            cells = (
                marked([*chips.get(f"{on}:{n}", ()), *chips.get(f"{on}_odds:{n}", ())], BOX - 2)
                for n in NUMBERS
            )
            rows.append(_row(Ink(f" {self._say(f'bet.{on}')}"), cells, BOX))
        boxed = {f"{on}{odds}" for on in BY_NUMBER for odds in ("", "_odds")}
        others = {on: c for on, c in chips.items() if base_name(on) not in boxed or ":" not in on}
        return [*rows, *self._listed(others, width, 2)]

    def _sic_bo(self, status: Status, width: int) -> list[Ink]:
        chips, room = chips_on(status), width - LABEL
        named = [self._named(on, chips.get(on, ())) for on in NAMED]
        rows = [self._dice(status), _row(Ink(), named, room // len(NAMED))]
        for on, arguments in _places(SicBo.BETS).items():
            each = room // len(arguments)
            cells = (
                _argued(argument, chips.get(f"{on}:{argument}", ()), each) for argument in arguments
            )
            rows.append(_row(Ink(f" {self._say(f'bet.{on}')}"), cells, each))
        return rows

    def _named(self, on: str, spots: Sequence[int]) -> Ink:
        return Ink(f"{self._say(f'bet.{on}')} ") + marked(spots, 7)

    def _dice(self, status: Status) -> Ink:
        shown = _last(status).split("-") if _last(status) else []
        faces = [Ink(f" {face} ", FACE) for face in shown]
        return Ink(" " * LABEL) + Ink("  ").join(faces)

    # balls

    def _keno(self, status: Status, width: int) -> list[Ink]:  # noqa: ARG002
        drawn = set(_last(status).split())
        tickets = [bet for bet in status.standing if base_name(bet.on) == "ticket"]
        stakes = self._words.money(sum(bet.cents or 0 for bet in tickets))
        beside = [
            Ink(self._say("view.tickets", number=len(tickets)), "bold"),
            Ink(self._say("view.tickets_sum", sum=stakes)),
        ]
        rows = []
        for first in range(1, KENO_ROWS * KENO_COLUMNS, KENO_COLUMNS):
            numbers = map(str, range(first, first + KENO_COLUMNS))
            balls = (Ink(f"{n:>3} ", SHOWN if n in drawn else "white") for n in numbers)
            rows.append(Ink(" ") + Ink().join(balls) + Ink("   "))
        return [row + (beside[n] if n < len(beside) else Ink()) for n, row in enumerate(rows)]

    # the wheel of fortune

    def _wheel_of_fortune(self, status: Status, width: int) -> list[Ink]:
        symbols = status.instrument.symbols if status.instrument else ()
        chips, parts = chips_on(status), Counter(symbols)
        rows, names = [], list(dict.fromkeys(symbols))
        a_row = max(1, (width - 2) // PART)
        for first in range(0, len(names), a_row):
            some = names[first : first + a_row]
            rows += [
                _row(Ink(), [self._pointer(status, name) for name in some], PART, 1),
                _row(Ink(), [self._part(status, name) for name in some], PART, 1),
                _row(Ink(), [Ink(self._say("view.parts", count=parts[n])) for n in some], PART, 1),
                _row(Ink(), [marked(chips.get(f"on:{n}", ()), PART - 2) for n in some], PART, 1),
            ]
        return rows

    def _pointer(self, status: Status, name: str) -> Ink:
        return Ink("▼", "bold gold1") if name == _last(status) else Ink()

    def _part(self, status: Status, name: str) -> Ink:
        return Ink(f" {name[: PART - 4]} ", SHOWN if name == _last(status) else FACE)

    # words

    def _listed(self, chips: Mapping[str, Sequence[int]], width: int, most: int) -> list[Ink]:
        """Return places by their names, those with chips alone, in so many rows."""
        rows = [Ink(" ")]
        for on, spots in chips.items():
            said = Ink(f" {self._words.say(bet_name(on))} ") + marked(spots, 7) + Ink(" ")
            if cell_len(rows[-1].plain) + cell_len(said.plain) > width:
                rows.append(Ink(" "))
            rows[-1].append_text(said)
        return [*rows, *([Ink()] * most)][:most]

    def _say(self, key: str, **values: str | int) -> str:
        return self._words.say(Text(key, values))


def _row(label: Ink, cells: Iterable[Ink], width: int, indent: int = LABEL) -> Ink:
    """Return cells of one width side by side, behind a label."""
    return _wide(label, indent) + Ink().join(_wide(cell, width) for cell in cells)


def _wide(cell: Ink, width: int) -> Ink:
    cell = cell.copy()
    cell.truncate(width, pad=True)
    return cell


def _argued(argument: str, spots: Sequence[int], width: int) -> Ink:
    return Ink(argument, "bold") + marked(spots, max(1, width - cell_len(argument) - 1))


def _places(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the arguments of every bet that has some."""
    found: dict[str, list[str]] = {}
    for base, _, argument in (name.partition(":") for name in names):
        if argument:
            found.setdefault(base, []).append(argument)
    return found


def _last(status: Status) -> str:
    """Return the last result."""
    return status.results[-1] if status.results else ""
