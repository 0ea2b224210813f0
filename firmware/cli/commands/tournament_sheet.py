"""`croupier tournament sheet`: the sheets of a tournament, to print or for a spreadsheet."""

from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

from firmware.cli.args.errors import print_error
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.commands.tournament import replied
from firmware.cli.commands.tournament_arguments import PlayerName, TournamentDirectory
from firmware.core.vocabulary.panel import Text
from firmware.shell.words.day_text import day_text
from firmware.shell.words.words import Words
from firmware.tournament.config import load_config
from firmware.tournament.requests import GetReportSheet, GetTickets
from firmware.tournament.sheets.rules_sheet import publication_deadline, rules_sheet
from firmware.tournament.sheets.sheet import Sheet, render_csv, render_html
from firmware.tournament.sheets.tickets import tickets_html, tickets_text

EARLIEST_YEAR: Final = 2000
"""An earlier year is a typing mistake."""


def parse_day(typed_text: str) -> date:
    """Return a day, as in 2026-12-05. Raises ValueError."""
    read_day = date.fromisoformat(typed_text)
    if read_day.year < EARLIEST_YEAR:
        raise ValueError(typed_text)
    return read_day


def print_rules(
    words: Words,
    *,
    config: Path,
    day: Annotated[
        date,
        Option(parse=parse_day, expected_key="command.wanted.day", value_key="command.value.day"),
    ],
    csv: bool = False,
) -> int:
    """Print the rules and prizes of a tournament on that day, as HTML or as CSV."""
    tournament_config = load_config(config)
    deadline = publication_deadline(tournament_config.terms, day)
    if deadline and deadline < datetime.now().astimezone().date():
        print_error(
            "tournament",
            0,
            words.render(Text("hall.sheet.publish_late", {"day": day_text(deadline)})),
        )
    words = words.for_house(tournament_config.rule_pack.words)
    _print_sheet(words, rules_sheet(tournament_config, day, words.language), csv=csv)
    return 0


def print_tickets(
    words: Words,
    players: tuple[PlayerName, ...] = (),
    *,
    text: bool = False,
    directory: TournamentDirectory,
) -> int:
    """Print the tickets of the entries sold; return 1 if one was not sold."""
    reply = replied(directory, GetTickets(players))
    words = words.for_house(reply.house)
    if not reply.is_accepted:
        return print_error("tournament", EXIT_FINDINGS, *map(words.render, reply.texts))
    render_tickets = tickets_text if text else tickets_html
    print(render_tickets(reply.tickets, words), end="")
    return 0


def print_final_report(words: Words, *, csv: bool = False, directory: TournamentDirectory) -> int:
    """Print the final report of the served tournament; return 1 if it is not over."""
    reply = replied(directory, GetReportSheet())
    words = words.for_house(reply.house)
    if reply.sheet is None:
        return print_error("tournament", EXIT_FINDINGS, *map(words.render, reply.texts))
    _print_sheet(words, reply.sheet, csv=csv)
    return 0


def _print_sheet(words: Words, sheet: Sheet, *, csv: bool) -> None:
    print(render_csv(sheet, words) if csv else render_html(sheet, words), end="")
