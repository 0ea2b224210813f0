"""The rules of a game as they are printed, with the returns of its bets if they are known without a
computation.
"""

import msgspec

from firmware.cli.commands.odds import all_side_bets_options, is_offered
from firmware.cli.commands.odds_rows import merged_rows
from firmware.cli.commands.odds_sheet import odds_notes, returns_section
from firmware.odds.odds import INSTANT_MODULE, PIECES, stored_figures
from firmware.odds.store import Store
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack
from firmware.shell.sheets.table_sheet import table_sheet
from firmware.shell.words.text_table import PrintedSheet
from firmware.shell.words.typeset import typeset_sheet
from firmware.shell.words.words import Words


def rules_with_odds(
    game_name: str,
    words: Words,
    odds_store: Store,
    rule_pack: RulePack,
    table_config: Config | None = None,
) -> PrintedSheet:
    """Return the sheet of a game, with its returns if it is one against the house."""
    rules_sheet = table_sheet(game_name, words, rule_pack, table_config)
    has_own_returns = game_name in POKER_GAMES or PIECES[game_name][0].startswith(INSTANT_MODULE)
    if not has_own_returns:
        game_words = words.for_house(rule_pack.words).for_game(game_name)
        rules_sheet = _with_stored_returns(
            rules_sheet, game_name, game_words, odds_store, rule_pack, table_config
        )
    return typeset_sheet(rules_sheet, words.language)


def _with_stored_returns(
    rules_sheet: PrintedSheet,
    game_name: str,
    words: Words,
    odds_store: Store,
    rule_pack: RulePack,
    table_config: Config | None,
) -> PrintedSheet:
    opened_game = (
        table_config.open_game()
        if table_config
        else rule_pack.open_game(game_name, all_side_bets_options(rule_pack.game_class(game_name)))
    )
    offered_figures = [
        figure
        for figure in stored_figures(game_name, opened_game, odds_store)
        if is_offered(figure, table_config, opened_game)
    ]
    if not offered_figures:
        return rules_sheet
    shown_rows = [
        odds_row
        for odds_row in merged_rows(offered_figures)
        if table_config or odds_row.figure.break_even is None
    ]
    note_lines = tuple(
        odds_note.removesuffix(".") for odds_note in odds_notes(game_name, offered_figures, words)
    )
    returns = msgspec.structs.replace(returns_section(shown_rows, words), notes=note_lines)
    return msgspec.structs.replace(rules_sheet, sections=(*rules_sheet.sections, returns))
