"""`croupier rules`: the bets of a game, and their payments (article 2)."""

from pathlib import Path

from firmware.cli.args.types import RuledGame
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.sheets import print_sheet
from firmware.core.poker_room.engine.terms import TOURNAMENT, terms_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.odds.store import SHIPPED, Store, own_folder
from firmware.shell.config.config import load
from firmware.shell.rules.rules import AMONG_PLAYERS, served_games
from firmware.shell.sheets.room_sheet import room_sheet
from firmware.shell.words.words import Words


def rules(words: Words, game: RuledGame | None = None, *, config: Path | None = None) -> int:
    """Print the rules of a game, with the limits of a configured table; without one, the games."""
    table = load(config) if config else None
    if table and game not in (None, table.table.game):
        raise CannotBeDone(Text("sheet.other_game", {"game": table.table.game}))
    game = table.table.game if table else game
    if game is None:
        _print_games(words)
    elif game in AMONG_PLAYERS:
        usual = {"role": "table"} if game == TOURNAMENT else {}
        options, spots = (table.game_options, table.table.spots) if table else (usual, None)
        own = words.at(game, chips=game == TOURNAMENT)
        print_sheet(room_sheet(own, terms_of(game, options, spots)))
    else:
        print_sheet(rules_with_odds(game, words, Store(own_folder(), SHIPPED), table))
    return 0


def _print_games(words: Words) -> None:
    names = served_games()
    width = max(map(len, names))
    for game in names:
        print(f"{game:{width}}  {words.say(Text(f'game.{game}'))}")
