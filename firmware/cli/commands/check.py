"""`croupier check`: all that is wrong with a configuration."""

import sys
from pathlib import Path

from firmware.cli.line.exits import BAD_INPUT
from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.panel import Text, Values
from firmware.shell.config.config import load
from firmware.shell.config.faults import ConfigError
from firmware.shell.rules.rules import RulesError, open_game
from firmware.shell.words.words import Words
from hal.pi.gpio import library


def check(words: Words, config: Path) -> int:
    """Say every fault of a configuration, each with its key; return 2 if there is one.

    A sound one is followed by the library through which this machine opens pins.
    """
    try:
        found = load(config)
        open_game(found.table.game, dict(found.game_options))
    except ConfigError as error:
        return _say_faults(error.lines(words))
    except OptionRefused as refused:
        return _say_faults([words.say(refused.why)])
    except RulesError as error:
        return _say_faults([words.say(fault) for fault in error.faults])
    values: Values = {"name": found.table.name, "spots": found.table.spots}
    print(words.say(Text("status.checked", values)))
    print(words.say(_pins()))
    return 0


def _pins() -> Text:
    here = library()
    return Text("status.no_gpio") if here is None else Text("status.gpio", {"library": str(here)})


def _say_faults(lines: list[str]) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return BAD_INPUT
