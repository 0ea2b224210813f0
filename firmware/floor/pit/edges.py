"""The exact edges at a table, by the settings of its start."""

from collections.abc import Mapping
from typing import Any

from firmware.core.game.options import OptionRefused
from firmware.odds.edges import EdgeTable
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.rules.rules import RulesError, open_game


def find_edges(table_setting: Mapping[str, Any]) -> EdgeTable | None:
    """Return the edges that are known without computing. None if this program has not the table's
    rules, or if the table's start has no options.
    """
    if "options" not in table_setting:
        return None
    try:
        game = open_game(table_setting["game"], dict(table_setting["options"]))
    except (RulesError, OptionRefused):
        return None
    return EdgeTable(
        game, stored_figures(table_setting["game"], game, Store(user_folder(), SHIPPED))
    )
