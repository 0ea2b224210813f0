"""`croupier rules GAME`: what is bet, and what is paid (article 2)."""

import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from firmware.cli.commands.exits import BAD_INPUT
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.config import ConfigError, load
from firmware.shell.rules.rules import games
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.text_table import Section, Sheet
from firmware.shell.words.words import Words

WIDEST = 100
"""Columns where nobody looks in a terminal."""
UNBROKEN = 30
"""Columns no wider than this are not made narrower."""


def rules(game: str, config: Path | None, language: str) -> int:
    """Print the rules of a game, with the limits of a table where its configuration is given."""
    words = Words.load(language)
    if game not in games():
        values = {"game": game, "games": ", ".join(games())}
        return _complain(words.say(Text("sheet.no_game", values)))
    try:
        table = load(config) if config else None
    except ConfigError as error:
        return _complain(*error.lines(words))
    if table and table.table.game != game:
        return _complain(words.say(Text("sheet.other_game", {"game": table.table.game})))
    _print(rule_sheet(game, words, table))
    return 0


def _print(sheet: Sheet) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console = Console(highlight=False, width=WIDEST)
    console.print(f"[bold]{sheet.title}[/bold]", *sheet.lines, sep="\n")
    for section in sheet.sections:
        console.print(f"\n[bold]{section.title}[/bold]", _table(section), sep="\n", end="")


def _table(section: Section) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    kept = [at for at, _ in enumerate(section.columns) if any(row[at] for row in section.rows)]
    for at in kept:
        width = max(len(row[at]) for row in section.rows)
        table.add_column(section.columns[at], no_wrap=width <= UNBROKEN)
    for row in section.rows:
        table.add_row(*(row[at] for at in kept))
    return table


def _complain(*lines: str) -> int:
    for line in lines:
        print(f"croupier rules: {line}", file=sys.stderr)  # noqa: T201
    return BAD_INPUT
