"""A table of a hold'em tournament: a poker table whose chips have no value (123 to 127, 004).

The tournament sends the level, which applies from the next game on, and the moves. If its server is
silent, the table plays on at the last level. A closed table accepts the level of any tournament, an
open one only its own's.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from firmware.core.game.bounds import Bound
from firmware.core.poker_room.engine.acts import SetLevel
from firmware.core.poker_room.engine.blind_positions import MIN_PLAYERS
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT, PRICE, PokerTerms
from firmware.core.poker_room.engine.tournament_link import NO_TOURNAMENT, TournamentLink
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import MOST_CENTS
from firmware.core.vocabulary.rulings import Refused
from firmware.core.vocabulary.tournament import LevelSeen

CASH_GAME_KEYS: Final = frozenset({Key.TAKE_CHIPS_OFF, Key.SIT_OUT})
"""Keys without a use: nobody takes chips off or sits out; an absent player is dealt in."""


class TournamentTable(PokerRoom):
    """One table of a tournament."""

    PANEL_KEYS = PokerRoom.PANEL_KEYS - CASH_GAME_KEYS
    BOUNDS = MappingProxyType({PRICE: Bound(1, MOST_CENTS)})
    """Of its tournament, whose server reads them."""
    NAME: ClassVar = HOLDEM_TOURNAMENT

    def take_level(self, level: LevelSeen) -> None:
        """Apply a level. Raises Forbidden if this table's chips cannot play it."""
        if self.tournament_link.is_foreign(level):
            self.engine, self.tournament_link = PokerEngine(self.terms), NO_TOURNAMENT
        self._apply_level(level)
        self.tournament_link = self.tournament_link.with_level(level)

    def table_opened(self) -> None:
        """Reset the table if the tournament was won here before it was closed."""
        if len(self.poker_state.seats) < MIN_PLAYERS:
            self.engine = PokerEngine(self.terms)
            # another tournament of this name counts its rebuys from 1 again
            self.tournament_link = replace(self.tournament_link, rebuys_laid=())
            if self.tournament_link.last_level:
                self._apply_level(self.tournament_link.last_level)

    def _apply_level(self, level: LevelSeen) -> None:
        for ruling in self.engine.handle(SetLevel(level.blinds, level.ante), self.step):
            if isinstance(ruling, Refused):
                raise Forbidden(ruling.why)

    def terms_at_level(self, remembered: PokerTerms) -> PokerTerms:
        """Return the configured terms, at the level of the remembered ones."""
        if self.tournament_link.last_level is None:
            return self.terms
        return replace(self.terms, blinds=remembered.blinds, ante=remembered.ante)

    @property
    def memory(self) -> dict[str, Any]:
        return {**super().memory, "hall": msgspec.to_builtins(self.tournament_link)}

    def remember(self, memory: Mapping[str, Any]) -> None:
        self.tournament_link = remembered_link(memory)
        super().remember(memory)


def remembered_link(memory: Mapping[str, Any]) -> TournamentLink:
    """Return the tournament link in a table's memory."""
    return msgspec.convert(memory["hall"], TournamentLink) if "hall" in memory else NO_TOURNAMENT


GAME: Final = TournamentTable
