"""How the section of a tournament is read: any game may be one (123, 124)."""

from collections.abc import Mapping
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, POKER_ROOM
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import TournamentSetting

GRAND_PRIX: Final = "poker-grand-prix"
LEAST_PERCENT: Final = 30
"""Of the bonus bet, from which the entry is taken (124)."""
MOST_TABLES: Final = 99


def read_tournament(
    document: SectionReader,
    game: str,
    game_class: type[Game],
    rules: GameRules,
    options: Mapping[str, Any],
) -> TournamentSetting | None:
    """Read how the table takes part; None if it plays for money."""
    if not document.has("tournament"):
        return TournamentSetting() if game == HOLDEM_TOURNAMENT else None
    if game == POKER_ROOM:
        document.add_fault("table.game", "config.among", value=game, allowed=HOLDEM_TOURNAMENT)
    if {*game_class.HIDDEN_SIDE_BETS}.intersection(options.get("side_bets", ())):
        document.add_fault("game", "config.lot_in_tournament")
    with document.table("tournament") as tournament:
        entry_cents = tournament.amount("entry_cents")
        table_number = tournament.integer("table", 1, MOST_TABLES) if tournament.has("table") else 1
        least_cents = _least_entry(game, rules)
        if tournament.are_sound("entry_cents") and entry_cents < least_cents:
            tournament.add_fault(
                "entry_cents", "config.entry_low", entry_cents=entry_cents, least_cents=least_cents
            )
        return TournamentSetting(entry_cents, table_number)


def _least_entry(game: str, rules: GameRules) -> int:
    """Return the least entry, in cents: at Poker Grand Prix a share of the bonus bet."""
    if game != GRAND_PRIX:
        return 1
    return -(-rules.stakes["bonus"].cents * LEAST_PERCENT // 100)
