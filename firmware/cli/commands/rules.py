"""`croupier rules`: the bets of a game, and their payments (article 2)."""

from pathlib import Path

from firmware.cli.args.types import ServedGameWord
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.rule_packs import RulesFile, config_and_pack
from firmware.cli.sheets import print_sheet
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, read_terms
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack
from firmware.shell.sheets.facts_sheet import facts_sheet
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.words import Words


def print_rules(
    words: Words,
    game: ServedGameWord | None = None,
    *,
    config: Path | None = None,
    rules: RulesFile | None = None,
    facts: bool = False,
) -> int:
    """Print the rules of a game, with a configured table's limits, or its facts; without a game,
    the games.
    """
    table_config, rule_pack = config_and_pack(config, rules)
    if table_config and game not in (None, table_config.table.game):
        raise RequestFailed(Text("sheet.other_game", {"game": table_config.table.game}))
    game = table_config.table.game if table_config else game
    if game is None:
        _print_games(words, rule_pack)
    elif facts and game not in POKER_GAMES:
        print_sheet(facts_sheet(game, rule_pack.game_class(game), words))
    elif game in POKER_GAMES:
        default_options = {"role": "table"} if game == HOLDEM_TOURNAMENT else {}
        game_options, spot_count = (
            (table_config.game_options, table_config.table.spots)
            if table_config
            else (default_options, None)
        )
        house_words = words.for_house(table_config.house_words if table_config else rule_pack.words)
        game_words = house_words.for_game(game, chips=game == HOLDEM_TOURNAMENT)
        bounds = rule_pack.rules(game).bounds
        terms = read_terms(game, game_options, spot_count, bounds=bounds, unit=rule_pack.unit)
        print_sheet(poker_sheet(game_words, rule_pack, terms))
    else:
        store = Store(user_folder(), SHIPPED)
        print_sheet(rules_with_odds(game, words, store, rule_pack, table_config))
    return 0


def _print_games(words: Words, rule_pack: RulePack) -> None:
    game_names = rule_pack.served_games
    width = max(map(len, game_names))
    for game_name in game_names:
        print(f"{game_name:{width}}  {words.render(game_label(game_name))}")
