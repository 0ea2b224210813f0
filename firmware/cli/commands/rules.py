"""`croupier rules`: the bets of a game, and their payments (article 2)."""

from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from firmware.cli.line.kinds import RuledGame
from firmware.core.games.poker_room.terms import ROOM
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.config import load
from firmware.shell.rules.rules import games
from firmware.shell.sheets.room_sheet import room_sheet
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.text_table import Section, Sheet
from firmware.shell.words.words import Words

WIDEST = 100
"""The width of the output outside a terminal."""
UNBROKEN = 30
"""Columns no wider than this are not made narrower."""


def rules(words: Words, game: RuledGame | None = None, *, config: Path | None = None) -> int:
    """Print the rules of a game, with the limits of a configured table; without one, the games."""
    table = load(config) if config else None
    if table and game not in (None, table.table.game):
        raise CannotBeDone(Text("sheet.other_game", {"game": table.table.game}))
    game = table.table.game if table else game
    if game is None:
        _print_games(words)
    elif game == ROOM:
        _print(room_sheet(words))
    else:
        _print(rule_sheet(game, words, table))
    return 0


def _print_games(words: Words) -> None:
    names = (*games(), ROOM)
    width = max(map(len, names))
    for game in names:
        print(f"{game:{width}}  {words.say(Text(f'game.{game}'))}")


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
