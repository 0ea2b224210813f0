"""The exact edges at a table, by the settings of its start."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from firmware.core.game.options import OptionRefused
from firmware.odds.edges import EdgeTable
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store, user_folder
from firmware.shell.rules.pack_files import DEFAULT_PACK, find_pack
from firmware.shell.rules.rule_pack import RulesError

MAX_SETTINGS: Final = 64
"""Different rules of tables whose edges are held; those of a floor are few."""


def find_edges(table_setting: Mapping[str, Any]) -> EdgeTable | None:
    """Return the edges that are known without computing. None if this program has not the table's
    rules, or if the table's start has no options.
    """
    if "options" not in table_setting:
        return None
    rules = {
        "pack": table_setting.get("pack", DEFAULT_PACK),
        **{name: table_setting[name] for name in ("game", "options")},
    }
    return _edges_of(msgspec.json.encode(rules, order="deterministic"))


@lru_cache(maxsize=MAX_SETTINGS)
def _edges_of(encoded_rules: bytes) -> EdgeTable | None:
    rules = msgspec.json.decode(encoded_rules)
    try:
        game = find_pack(rules["pack"]).open_game(rules["game"], rules["options"])
    except (RulesError, OptionRefused):
        return None
    return EdgeTable(game, stored_figures(rules["game"], game, Store(user_folder(), SHIPPED)))
