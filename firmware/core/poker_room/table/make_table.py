"""Makes the table of a game. Only a poker room imports the poker engine, to save start-up time."""

from firmware.core.game.game import Game
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table


def make_table(game: Game, rules: TableRules, checkpoint: Checkpoint = INITIAL_CHECKPOINT) -> Table:
    """Return the table of a game: a `PokerRoomTable` for a poker room."""
    if game.PANEL_KEYS:
        from firmware.core.poker_room.engine.game import PokerRoom
        from firmware.core.poker_room.table.table import PokerRoomTable

        if isinstance(game, PokerRoom):
            return PokerRoomTable(game, rules, checkpoint)
    return Table(game, rules, checkpoint)
