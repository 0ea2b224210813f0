"""The master game report as a file for a spreadsheet, a day at a time."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.floor.day.game_figures import GameFigures
from firmware.floor.day.game_report import GameDay, GameLine
from firmware.shell.words.spreadsheet import BYTE_ORDER_MARK, CsvCell, csv_text, in_units
from firmware.shell.words.words import Words

COLUMN_KEYS: Final[Mapping[str, str]] = {
    "sittings": "pit.day.head.sittings",
    "unfinished": "pit.day.head.unfinished",
    "opener": "pit.day.head.opener",
    "fills": "pit.day.head.fills",
    "credits": "pit.day.head.credits",
    "closer": "pit.day.head.closer",
    "drop": "pit.day.head.drop",
    "win": "pit.day.head.win",
    "hold": "pit.day.head.hold",
    "rounds": "pit.day.head.rounds",
    "handle": "pit.day.head.handle",
    "held": "pit.day.head.held",
    "priced": "pit.report.priced",
    "expected": "pit.day.head.expected",
    "band_cents": "pit.day.head.band",
    "deviations": "pit.day.head.deviations",
}
"""By figure: the key of its heading."""
MONEY: Final = frozenset(
    {"opener", "fills", "credits", "closer", "drop", "win", "handle", "held", "priced"}
    | {"expected", "band_cents"}
)


def csv_lines(days: Iterable[GameDay], words: Words) -> Iterator[str]:
    """Yield the heading, and each day's lines with its total last, whose group is empty."""
    heading_keys = ("pit.day.head.day", "pit.day.head.state", "pit.day.head.group")
    headings = [words.render(Text(key)) for key in (*heading_keys, *COLUMN_KEYS.values())]
    lines = csv_text([headings])
    for day in days:
        state = words.render(state_text(day))
        rows = [_row(day, state, line, words) for line in (*day.lines, GameLine("", day.total))]
        yield lines + csv_text(rows).removeprefix(BYTE_ORDER_MARK)
        lines = ""


def state_text(day: GameDay) -> Text:
    """Return whether a day is closed, or amended how often, in words."""
    if day.number is None:
        return Text("pit.day.not_closed")
    return Text("pit.day.amended", {"count": day.number}) if day.number else Text("pit.day.closed")


def _row(day: GameDay, state: str, line: GameLine, words: Words) -> list[CsvCell]:
    return [
        day.day,
        state,
        line.group,
        *(_cell(line.figures, name, words.money_decimals) for name in COLUMN_KEYS),
    ]


def _cell(figures: GameFigures, name: str, decimals: int) -> CsvCell:
    value: int | float | None = getattr(figures, name)
    if value is None:
        return None
    if isinstance(value, float):
        return Decimal(f"{value:.2f}")
    return in_units(value, decimals) if name in MONEY else value
