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


def check(words: Words, config: Path) -> int:
    """Say every fault of a configuration, each with its key; return 2 if there is one."""
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
    return 0


def _say_faults(lines: list[str]) -> int:
    for line in lines:
        print(line, file=sys.stderr)
    return BAD_INPUT
