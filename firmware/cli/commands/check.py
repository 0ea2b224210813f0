"""`croupier check`: all that is wrong with a configuration."""

import sys
from pathlib import Path

from firmware.cli.args.exits import BAD_INPUT
from firmware.cli.commands.odds import is_offered
from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import base_name, bet_name
from firmware.odds.generous import generous
from firmware.odds.odds import known
from firmware.odds.store import SHIPPED, Store, own_folder
from firmware.shell.config.config import load
from firmware.shell.config.faults import ConfigError
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import RulesError, open_game
from firmware.shell.words.rounded import percent
from firmware.shell.words.words import Words
from hal.pi.gpio import library


def check(words: Words, config: Path) -> int:
    """Say every fault of a configuration, each with its key; return 2 if there is one.

    A sound one is followed by the library through which this machine opens pins.
    """
    try:
        found = load(config)
        opened = open_game(found.table.game, dict(found.game_options))
    except ConfigError as error:
        return _say_faults(error.lines(words))
    except OptionRefused as refused:
        return _say_faults([words.say(refused.why)])
    except RulesError as error:
        return _say_faults([words.say(fault) for fault in error.faults])
    values: Values = {"name": found.table.name, "spots": found.table.spots}
    print(words.say(Text("status.checked", values)))
    if found.tournament and found.tournament.entry:
        print(words.say(Text("status.tournament", {"entry_cents": found.tournament.entry})))
    _warn(found, opened, words)
    print(words.say(_pins()))
    return 0


def _warn(found: Config, opened: Game, words: Words) -> None:
    """Name each bet that costs the house money, at the highest stake that the table allows."""
    name = found.table.game
    figures = (f for f in known(name, opened, Store(own_folder(), SHIPPED)) if is_offered(f, found))
    for each in generous(figures):
        limits = found.limits.get(base_name(each.bet))
        stake = limits.max_cents if limits else opened.nominal(each.bet)
        values: Values = {
            "on": bet_name(each.bet),
            "back": percent(each.back, words),
            "cost": words.money(Cents(round(each.cost * stake))),
            "stake": words.money(stake),
        }
        print(words.say(Text("status.generous", values)), file=sys.stderr)


def _pins() -> Text:
    here = library()
    return Text("status.no_gpio") if here is None else Text("status.gpio", {"library": str(here)})


def _say_faults(lines: list[str]) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return BAD_INPUT
