"""The exact edges at a table, by the settings that it told as it started."""

from collections.abc import Mapping
from typing import Any

from firmware.core.game.options import OptionRefused
from firmware.odds.edges import Edges
from firmware.odds.odds import known
from firmware.odds.store import SHIPPED, Store, own_folder
from firmware.shell.rules.rules import RulesError, open_game


def find_edges(setting: Mapping[str, Any]) -> Edges | None:
    """Return the edges that are known without reckoning. None if this program has not the table's
    rules, or if the table has not told its options.
    """
    if "options" not in setting:
        return None
    try:
        game = open_game(setting["game"], dict(setting["options"]))
    except (RulesError, OptionRefused):
        return None
    return Edges(game, known(setting["game"], game, Store(own_folder(), SHIPPED)))
