"""The sheet that a table posts (article 2), of a game against the house or of poker; without the
returns that take a computation.
"""

from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, read_terms
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.text_table import PrintedSheet
from firmware.shell.words.words import Words


def table_sheet(
    game: str, words: Words, rule_pack: RulePack, table_config: Config | None = None
) -> PrintedSheet:
    """Return the sheet of a game by a pack; for a given table, with its options and its limits."""
    if game in POKER_GAMES:
        return _poker_table_sheet(game, words, rule_pack, table_config)
    return rule_sheet(game, words, rule_pack, table_config)


def _poker_table_sheet(
    game: str, words: Words, rule_pack: RulePack, table_config: Config | None
) -> PrintedSheet:
    default_options = {"role": "table"} if game == HOLDEM_TOURNAMENT else {}
    options = table_config.game_options if table_config else default_options
    spots = table_config.table.spots if table_config else None
    house = table_config.house_words if table_config else rule_pack.words
    game_words = words.for_house(house).for_game(game, chips=game == HOLDEM_TOURNAMENT)
    bounds = rule_pack.rules(game).bounds
    terms = read_terms(game, options, spots, bounds=bounds, unit=rule_pack.unit)
    return poker_sheet(game_words, rule_pack, terms)
