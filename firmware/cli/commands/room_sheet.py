"""`croupier room sheet`: the sheets of a tournament, to print or for a spreadsheet."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.errors import complain
from firmware.cli.args.exits import UNWELL
from firmware.cli.args.signature import How
from firmware.cli.commands.room import GAMES, answered
from firmware.cli.commands.room_kinds import At
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.words import Words
from firmware.tournament.config import load_hall
from firmware.tournament.requests import TellSheet
from firmware.tournament.sheets.paper import Paper, csv_of, html_of
from firmware.tournament.sheets.rules_sheet import publish_by, rules_sheet

FIRST_YEAR: Final = 2000
"""Before it is a typing mistake."""


def day(text: str) -> date:
    """Return a day, as in 2026-12-05. Raises ValueError."""
    found = date.fromisoformat(text)
    if found.year < FIRST_YEAR:
        raise ValueError(text)
    return found


def rules(
    words: Words,
    *,
    config: Path,
    day: Annotated[date, How(read=day, value="day")],
    csv: bool = False,
) -> int:
    """Print the rules and prizes of a tournament on that day, as HTML or as CSV."""
    setting = load_hall(config, GAMES)
    publish = publish_by(setting.terms, day)
    if publish < datetime.now().astimezone().date():
        complain(
            "room", 0, words.say(Text("hall.sheet.publish_late", {"day": publish.isoformat()}))
        )
    _print(words, rules_sheet(setting.terms, setting.title, day), csv=csv)
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
