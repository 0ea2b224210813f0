"""How the section of a tournament is read: any game may be one (123, 124)."""

from collections.abc import Mapping
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.poker_room.engine.terms import ROOM, TOURNAMENT
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.limits import MOST_CENTS
from firmware.shell.config.reader import Reader
from firmware.shell.config.settings import TournamentSetting

GRAND_PRIX: Final = "poker-grand-prix"
LEAST_PERCENT: Final = 30
"""Of the bonus bet, from which the entry is taken (124)."""
MOST_TABLES: Final = 99


def read_tournament(
    top: Reader, game: str, kind: type[Game], rules: GameRules, options: Mapping[str, Any]
) -> TournamentSetting | None:
    """Read how the table takes part; None if it plays for money."""
    if not top.has("tournament"):
        return TournamentSetting() if game == TOURNAMENT else None
    if game == ROOM:
        top.fault("table.game", "among", value=game, allowed=TOURNAMENT)
    if {*kind.HIDDEN_SIDE_BETS}.intersection(options.get("side_bets", ())):
        top.fault("game", "lot_in_tournament")
    with top.table("tournament") as tournament:
        entry = Cents(tournament.integer("entry_cents", 1, MOST_CENTS))
        number = tournament.integer("table", 1, MOST_TABLES) if tournament.has("table") else 1
        least = _least(game, rules)
        if tournament.sound("entry_cents") and entry < least:
            tournament.fault("entry_cents", "entry_low", entry_cents=entry, least_cents=least)
        return TournamentSetting(entry, number)


def _least(game: str, rules: GameRules) -> int:
    """Return the least entry, in cents: at Poker Grand Prix a share of the bonus bet."""
    if game != GRAND_PRIX:
        return 1
    return -(-rules.stakes["bonus"].cents * LEAST_PERCENT // 100)
