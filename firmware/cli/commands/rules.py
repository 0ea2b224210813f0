"""`croupier rules`: the bets of a game, and their payments (article 2)."""

from pathlib import Path

from firmware.cli.args.types import ServedGameWord
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.sheets import print_sheet
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, read_terms
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.config.config import load_config
from firmware.shell.rules.rules import POKER_GAMES, served_games
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.words import Words


def print_rules(
    words: Words, game: ServedGameWord | None = None, *, config: Path | None = None
) -> int:
    """Print the rules of a game, with a configured table's limits; without a game, the games."""
    table_config = load_config(config) if config else None
    if table_config and game not in (None, table_config.table.game):
        raise RequestFailed(Text("sheet.other_game", {"game": table_config.table.game}))
    game = table_config.table.game if table_config else game
    if game is None:
        _print_games(words)
    elif game in POKER_GAMES:
        default_options = {"role": "table"} if game == HOLDEM_TOURNAMENT else {}
        game_options, spot_count = (
            (table_config.game_options, table_config.table.spots)
            if table_config
            else (default_options, None)
        )
        game_words = words.for_game(game, chips=game == HOLDEM_TOURNAMENT)
        print_sheet(poker_sheet(game_words, read_terms(game, game_options, spot_count)))
    else:
        print_sheet(rules_with_odds(game, words, Store(user_folder(), SHIPPED), table_config))
    return 0


def _print_games(words: Words) -> None:
    game_names = served_games()
    width = max(map(len, game_names))
    for game_name in game_names:
        print(f"{game_name:{width}}  {words.render(game_label(game_name))}")
