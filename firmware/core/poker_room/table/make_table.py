"""The table of a game. Only a poker room loads its engine, which no other table needs."""

from firmware.core.game.game import Game
from firmware.core.table.rules import TableRules
from firmware.core.table.state import INITIAL_CHECKPOINT, Checkpoint
from firmware.core.table.table import Table


def make_table(game: Game, rules: TableRules, checkpoint: Checkpoint = INITIAL_CHECKPOINT) -> Table:
    """Return the table of a game: among players it has rows of its own."""
    if game.PANEL_KEYS:
        from firmware.core.poker_room.engine.game import PokerRoom
        from firmware.core.poker_room.table.table import PokerRoomTable

        if isinstance(game, PokerRoom):
            return PokerRoomTable(game, rules, checkpoint)
    return Table(game, rules, checkpoint)
