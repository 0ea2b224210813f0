"""`croupier room sheet`: the sheets of a tournament, to print or for a spreadsheet."""

from datetime import date
from pathlib import Path
from typing import Annotated

from firmware.cli.commands.room import GAMES, answered
from firmware.cli.commands.room_kinds import At
from firmware.cli.line.answering import complain
from firmware.cli.line.exits import UNWELL
from firmware.cli.line.signature import How
from firmware.hall.asking import TellSheet
from firmware.hall.setting import load_hall
from firmware.hall.sheets.paper import Paper, csv_of, html_of
from firmware.hall.sheets.rules_sheet import rules_sheet
from firmware.shell.words.words import Words


def day(text: str) -> date:
    """Return a day, as in 2026-12-05. Raises ValueError."""
    return date.fromisoformat(text)


def rules(
    words: Words,
    *,
    config: Path,
    day: Annotated[date, How(read=day, value="day")],
    csv: bool = False,
) -> int:
    """Print the rules and prizes of a tournament on that day, as HTML or as CSV."""
    setting = load_hall(config, GAMES)
    _print(words, rules_sheet(setting.terms, setting.tournament, day), csv=csv)
    return 0


def report(words: Words, *, csv: bool = False, at: At) -> int:
    """Print the final report of the hall that is served; return 1 if it is not over."""
    answer = answered(at, TellSheet())
    if answer.paper is None:
        return complain("room", UNWELL, *map(words.say, answer.told))
    _print(words, answer.paper, csv=csv)
    return 0


def _print(words: Words, paper: Paper, *, csv: bool) -> None:
    print(csv_of(paper, words) if csv else html_of(paper, words), end="")
