"""`croupier check`: every fault of a configuration, and its bets that cost the house money."""

import sys
from pathlib import Path

from firmware.cli.args.exits import EXIT_BAD_INPUT
from firmware.cli.commands.odds import is_offered
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import base_bet_name, bet_words
from firmware.odds.odds import stored_figures
from firmware.odds.positive_bets import positive_bets
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import RulesError, open_game
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words
from hal.pi.gpio import gpio_library


def check(words: Words, config: Path) -> int:
    """Print every fault of a configuration, each with its key; return 2 if there is one.

    For a sound one, print the library through which this machine opens pins.
    """
    try:
        table_config = load_config(config)
        table_game = open_game(table_config.table.game, dict(table_config.game_options))
    except ConfigError as error:
        return _print_faults(error.rendered_lines(words))
    except OptionRefused as refused:
        return _print_faults([words.render(refused.why)])
    except RulesError as error:
        return _print_faults([words.render(rules_fault) for rules_fault in error.faults])
    for former_name in table_config.former_names:
        print(words.render(former_name), file=sys.stderr)
    placeholders: TextValues = {"name": table_config.table.name, "spots": table_config.table.spots}
    print(words.render(Text("status.checked", placeholders)))
    if table_config.tournament and table_config.tournament.entry:
        print(
            words.render(Text("status.tournament", {"entry_cents": table_config.tournament.entry}))
        )
    _warn_generous(table_config, table_game, words)
    print(words.render(_gpio_text()))
    return 0


def _warn_generous(table_config: Config, table_game: Game, words: Words) -> None:
    """Print each bet that costs the house money, with its cost at the stake where it returns most.

    If the return is the same at any stake, that is the highest allowed one.
    """
    game_name = table_config.table.game
    offered_figures = (
        offered_figure
        for offered_figure in stored_figures(game_name, table_game, Store(user_folder(), SHIPPED))
        if is_offered(offered_figure, table_config, table_game)
    )
    for generous_figure in positive_bets(offered_figures):
        bet_limits = table_config.limits.get(base_bet_name(generous_figure.bet))
        highest_stake = (
            bet_limits.max_cents if bet_limits else table_game.nominal_stake(generous_figure.bet)
        )
        stake_cents = generous_figure.stake or highest_stake
        placeholders: TextValues = {
            "on": bet_words(generous_figure.bet),
            "back": percentage(generous_figure.return_share, words),
            "cost": words.format_money(
                Cents(round(generous_figure.cost_per_hundred * stake_cents))
            ),
            "stake": words.format_money(stake_cents),
        }
        print(words.render(Text("status.generous", placeholders)), file=sys.stderr)


def _gpio_text() -> Text:
    installed_library = gpio_library()
    return (
        Text("status.no_gpio")
        if installed_library is None
        else Text("status.gpio", {"library": str(installed_library)})
    )


def _print_faults(fault_lines: list[str]) -> int:
    for fault_line in fault_lines:
        print(fault_line, file=sys.stderr)
    return EXIT_BAD_INPUT
