"""`croupier rules`: the rules of a game as a casino posts them (article 2)."""

from pathlib import Path
from typing import Annotated

from firmware.cli.args.signature import Option, mutually_exclusive
from firmware.cli.args.types import ServedGameWord
from firmware.cli.commands.rules_print import print_document, rules_imprint
from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.cli.rule_packs import RulesFile, config_and_pack
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.rules.rule_pack import POKER_GAMES, RulePack
from firmware.shell.sheets.book_sheet import every_table_sheet
from firmware.shell.sheets.facts_sheet import facts_sheet
from firmware.shell.words.text_table import with_row_ids
from firmware.shell.words.typeset import typeset_sheet
from firmware.shell.words.words import Words

PrintFile = Annotated[Path, Option(value_key="command.value.file")]


@mutually_exclusive("game", "table")
@mutually_exclusive("facts", "table")
@mutually_exclusive("facts", "html")
@mutually_exclusive("facts", "poster")
def print_rules(
    words: Words,
    game: ServedGameWord | None = None,
    *,
    config: Path | None = None,
    rules: RulesFile | None = None,
    html: PrintFile | None = None,
    poster: PrintFile | None = None,
    ids: bool = False,
    table: bool = False,
    facts: bool = False,
) -> int:
    """Print the rules of a game, with a configured table's limits, or its facts, or the rules of
    every table; without a game, the games. With a file, write the sheet into it for a printer.
    """
    table_config, rule_pack = config_and_pack(config, rules)
    if table_config and game not in (None, table_config.table.game):
        raise RequestFailed(Text("sheet.other_game", {"game": table_config.table.game}))
    game = table_config.table.game if table_config else game
    if game is None and not table:
        _print_games(words, rule_pack)
        return 0
    if facts and game is not None and game not in POKER_GAMES:
        print_sheet(facts_sheet(game, rule_pack.game_class(game), words))
        return 0
    if game is None or table:
        sheet = typeset_sheet(every_table_sheet(words), words.language)
    else:
        store = Store(user_folder(), SHIPPED)
        sheet = rules_with_odds(game, words, store, rule_pack, table_config)
    if html is None and poster is None:
        print_sheet(with_row_ids(sheet, words.render(Text("sheet.id"))) if ids else sheet)
    imprint = rules_imprint(words, rule_pack, table_config, config)
    for file in filter(None, (html, poster)):
        print_document(file, sheet, imprint, words, poster=file is poster, ids=ids)
    return 0


def _print_games(words: Words, rule_pack: RulePack) -> None:
    game_names = rule_pack.served_games
    width = max(map(len, game_names))
    for game_name in game_names:
        print(f"{game_name:{width}}  {words.render(game_label(game_name))}")
