"""`croupier check`: what a file configures, its faults, and the bets that cost the house money."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from firmware.cli.args.exits import EXIT_BAD_INPUT
from firmware.cli.commands.odds import is_offered
from firmware.cli.serving.table_config import require_signed_rules
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.returns import without_caps
from firmware.core.vocabulary.bets import base_bet_name, bet_words
from firmware.core.vocabulary.labels import game_label
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.odds.declared_odds import declared
from firmware.odds.odds import stored_figures
from firmware.odds.positive_bets import positive_bets
from firmware.odds.store import SHIPPED, Store, ratio_text, user_folder
from firmware.shell.config.config import load_config
from firmware.shell.config.faults import ConfigError, ConfigFault
from firmware.shell.config.settings import Config
from firmware.shell.config.shown_amounts import unshown_amounts
from firmware.shell.config.source import KIND_KEYS, FileKind, kind_of_file
from firmware.shell.rules.rule_pack import RulesError
from firmware.shell.words.ratios import percentage
from firmware.shell.words.words import Words
from hal.pi.gpio import gpio_library


def check(words: Words, config: Path) -> int:
    """Print the settings of a file, and every fault of it with its key; return 2 if it has one.

    Raises WordsUnfit if the program's own words are faulty: no service would start with them.
    """
    words.load_all()
    kind: FileKind | None = None
    try:
        kind = kind_of_file(config)
        CHECKS[kind or "table"](words, config)
    except ConfigError as error:
        return _print_faults(kind, error.rendered_lines(words), words, config)
    except OptionRefused as refused:
        return _print_faults(kind, [words.render(refused.why)], words, config)
    except RulesError as error:
        return _print_faults(kind, list(map(words.render, error.faults)), words, config)
    return 0


def _check_table(words: Words, config: Path) -> None:
    """Check a table's file; print the library through which this machine opens pins.

    Raises ConfigError, OptionRefused, RulesError.
    """
    table_config = load_config(config)
    require_signed_rules(table_config)
    table_game = table_config.open_game()
    words = words.for_house(table_config.rule_pack.words).for_game(table_config.table.game)
    for former_name in table_config.former_names:
        print(words.render(former_name), file=sys.stderr)
    placeholders: TextValues = {"name": table_config.table.name, "spots": table_config.table.spots}
    print(words.render(Text("status.checked", placeholders)))
    if table_config.tournament and table_config.tournament.entry:
        print(
            words.render(Text("status.tournament", {"entry_cents": table_config.tournament.entry}))
        )
    for notice in unshown_amounts(table_config, table_game, words):
        print(words.render(notice), file=sys.stderr)
    _refuse_generous(table_config, table_game, words)
    _warn_generous(table_config, table_game, words)
    print(words.render(_gpio_text()))


def _check_bank(words: Words, config: Path) -> None:
    """Check the file of a bank of slot machines. Raises ConfigError."""
    from firmware.slots.config import load_config as load_bank

    terms = load_bank(config).terms
    placeholders: TextValues = {"name": terms.name, "machines": len(terms.machine)}
    print(words.render(Text("status.checked_bank", placeholders)))


def _check_tournament(words: Words, config: Path) -> None:
    """Check a tournament's file. Raises ConfigError."""
    from firmware.tournament.config import load_config as load_tournament

    tournament_config = load_tournament(config)
    for notice in tournament_config.notices:
        print(words.render(notice), file=sys.stderr)
    placeholders: TextValues = {
        "name": tournament_config.heading,
        "tables": len(tournament_config.tables),
    }
    print(words.render(Text("status.checked_tournament", placeholders)))


CHECKS: Final[Mapping[FileKind, Callable[[Words, Path], None]]] = {
    "table": _check_table,
    "bank": _check_bank,
    "tournament": _check_tournament,
}


def _refuse_generous(table_config: Config, table_game: Game, words: Words) -> None:
    """Raise ConfigError with each offered bet of the rule pack that returns more than is staked,
    unless the pack names it generous.
    """
    bets, game_name = table_config.game_rules.bets, table_config.table.game
    stakes = {
        on: limits.min_cents
        for on, limits in table_config.limits.items()
        if on in bets and bets[on].prizes
    }
    faults = [
        ConfigFault(
            f"limits.{figure.bet}",
            Text(
                "pack.generous",
                {
                    "game": game_label(game_name),
                    "on": bet_words(figure.bet),
                    "ratio": ratio_text(1 + figure.expected_profit),
                    "percent": percentage(1 + figure.expected_profit, words),
                },
            ),
        )
        for figure in (declared(without_caps(table_game), stakes) if bets else ())
        if figure.bet in table_config.limits
        and figure.expected_profit > 0
        and not bets[figure.bet].generous
    ]
    if faults:
        raise ConfigError(faults)


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


def _print_faults(kind: FileKind | None, fault_lines: list[str], words: Words, config: Path) -> int:
    """Print what the file is, if that is known, and its faults."""
    if kind is not None:
        kind_line = ConfigFault(str(config), Text(KIND_KEYS[kind])).rendered(words)
        print(kind_line, file=sys.stderr)
    for fault_line in fault_lines:
        print(fault_line, file=sys.stderr)
    return EXIT_BAD_INPUT
