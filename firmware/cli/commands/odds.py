"""`croupier odds`: each bet's return and profits' probabilities, and the best decisions."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from firmware.cli.args.types import GameWord, PlainName
from firmware.cli.commands.odds_sheet import odds_sheet
from firmware.cli.rule_packs import RulesFile, config_and_pack
from firmware.cli.sheets import print_sheet
from firmware.core.game.game import Game
from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.odds.figure import Figure
from firmware.odds.odds import game_figures
from firmware.odds.store import SHIPPED, Store, ratio_text, user_folder
from firmware.shell.config.settings import Config
from firmware.shell.rules.rule_pack import RulePack
from firmware.shell.words.words import Words


def odds(
    words: Words,
    game: GameWord | None = None,
    *,
    config: Path | None = None,
    rules: RulesFile | None = None,
    bet: PlainName | None = None,
    json: bool = False,
) -> int:
    """Print the odds of a game's bets: at a configured table, or by the usual options."""
    table_config, rule_pack = config_and_pack(config, rules)
    game_name = _chosen_game(game, table_config)
    opened_game = (
        table_config.open_game()
        if table_config
        else rule_pack.open_game(game_name, _default_options(rule_pack, game_name))
    )
    words = words.for_house(rule_pack.words)
    all_figures = _compute_figures(game_name, opened_game, words, bet)
    shown_figures = [
        figure
        for figure in all_figures
        if is_offered(figure, table_config, opened_game) and _is_requested(figure, bet)
    ]
    if bet is not None and not shown_figures:
        similar_names = ", ".join(_similar_bets(bet, all_figures))
        raise RequestFailed(Text("chances.no_bet", {"given": bet, "names": similar_names}))
    if json:
        _print_json_lines(game_name, opened_game.options, shown_figures)
    else:
        print_sheet(odds_sheet(game_name, shown_figures, words.for_game(game_name)))
    return 0


def _compute_figures(
    game_name: str, opened_game: Game, words: Words, bet: str | None
) -> list[Figure]:
    """Return the figures, from the store or computed; on stderr a line shows how far it is."""
    progress_text = words.render(Text("chances.reckoning"))
    with Console(stderr=True).status(progress_text) as progress_line:

        def show_progress(parts_done: int, part_count: int) -> None:
            placeholders: TextValues = {
                "said": progress_text,
                "done": parts_done,
                "parts": part_count,
            }
            progress_line.update(words.render(Text("chances.part", placeholders)))

        return list(
            game_figures(game_name, opened_game, Store(user_folder(), SHIPPED), show_progress, bet)
        )


def _chosen_game(game: str | None, table_config: Config | None) -> str:
    if table_config and game not in (None, table_config.table.game):
        raise RequestFailed(Text("sheet.other_game", {"game": table_config.table.game}))
    game_name = table_config.table.game if table_config else game
    if game_name is None:
        raise RequestFailed(Text("chances.which_game"))
    return game_name


def _default_options(rule_pack: RulePack, game_name: str) -> dict[str, Any]:
    game_type = rule_pack.game_class(game_name)
    if required := game_type.REQUIRED_OPTIONS:
        raise RequestFailed(Text("chances.needs_table", {"names": ", ".join(required)}))
    return all_side_bets_options(game_type)


def all_side_bets_options(game_type: type[Game]) -> dict[str, Any]:
    """Return the options with which a table has every side bet."""
    hidden_bets = game_type.HIDDEN_SIDE_BETS
    return {"side_bets": [*game_type.SIDE_BETS, *hidden_bets]} if hidden_bets else {}


def _is_requested(figure: Figure, requested_bet: str | None) -> bool:
    return requested_bet is None or requested_bet in (figure.bet, base_bet_name(figure.bet))


def _similar_bets(requested_bet: str, all_figures: Collection[Figure]) -> Collection[str]:
    """Return the names to suggest for an unknown bet: those of its base bet, or all base bets."""
    placed_bets = [
        figure.bet
        for figure in all_figures
        if base_bet_name(figure.bet) == base_bet_name(requested_bet)
    ]
    return dict.fromkeys(placed_bets or (base_bet_name(figure.bet) for figure in all_figures))


def is_offered(figure: Figure, table_config: Config | None, table_game: Game) -> bool:
    """Return whether the limits and the chips of a table allow the stake of a figure."""
    if figure.stake and figure.stake % table_game.bet_step(figure.bet):
        return False
    bet_limits = table_config.limits.get(base_bet_name(figure.bet)) if table_config else None
    return bet_limits is None or not (
        figure.stake and not bet_limits.min_cents <= figure.stake <= bet_limits.max_cents
    )


def _print_json_lines(
    game_name: str, options: dict[str, Any], shown_figures: Collection[Figure]
) -> None:
    for figure in shown_figures:
        json_line = {
            "game": game_name,
            "options": options,
            "bet": figure.bet,
            "stake": figure.stake,
            "play": figure.play,
            "per": figure.per,
            "ev": ratio_text(figure.expected_profit),
            "variance": ratio_text(figure.variance),
        }
        if figure.bound:
            json_line["bound"] = figure.bound
        if figure.minimum is not None:
            json_line["least"] = ratio_text(figure.minimum)
        if figure.dealer:
            json_line["dealer"] = figure.dealer
        if figure.break_even is not None:
            json_line["break_even"] = figure.break_even
        print(msgspec.json.encode(json_line).decode())
