"""The rules of a game, and what its bets return if that is known without a reckoning."""

from firmware.cli.commands.odds import every_bet, is_offered
from firmware.cli.commands.odds_rows import rows
from firmware.cli.commands.odds_sheet import notes, summary
from firmware.odds.odds import AT_ONCE, PIECES, known
from firmware.odds.store import Store
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import open_game
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.text_table import Sheet
from firmware.shell.words.words import Words


def rules_with_odds(name: str, words: Words, store: Store, table: Config | None = None) -> Sheet:
    """Return the sheet of a game; that of a wheel, of dice or of balls has its returns already."""
    sheet = rule_sheet(name, words, table)
    if PIECES[name][0].startswith(AT_ONCE):
        return sheet
    game = open_game(name, dict(table.game_options) if table else every_bet(name))
    found = [figure for figure in known(name, game, store) if is_offered(figure, table)]
    if not found:
        return sheet
    words = words.at(name)
    shown = [row for row in rows(found) if table or row.figure.break_even is None]
    lines = (note.removesuffix(".") for note in notes(name, found, words))
    return Sheet(sheet.title, (*sheet.lines, *lines), (*sheet.sections, summary(shown, words)))
