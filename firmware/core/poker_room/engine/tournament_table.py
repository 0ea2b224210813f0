"""A table of a hold'em tournament: a poker table whose chips have no value (123 to 127, 004).

Its hall says the level, which holds from the next game on, and who moves. The table plays on at the
last level if the hall is silent. A closed table takes the level of any tournament, an open one only
that of its own.
"""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import Level
from firmware.core.poker_room.engine.engine import PokerTable
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.places import TWO
from firmware.core.poker_room.engine.terms import TOURNAMENT, Terms
from firmware.core.poker_room.engine.tournament import NO_HALL, Hall
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.hall import LevelSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import Refused

NOT_HERE: Final = frozenset({Key.TAKE_OFF, Key.SIT_OUT})
"""Nobody takes chips off or sits out: an absent player is dealt in."""


class TournamentTable(PokerRoom):
    """One table of a tournament."""

    PANEL = PokerRoom.PANEL - NOT_HERE
    NAME: ClassVar = TOURNAMENT

    def hear(self, said: LevelSeen) -> None:
        """Take the hall's word. Raises Forbidden if the level can't be played here."""
        if self.hall.is_of_another(said):
            self.engine, self.hall = PokerTable(self.terms), NO_HALL
        self._play_at(said)
        self.hall = self.hall.heard(said)

    def opened(self) -> None:
        """A tournament that is won here is over once the table has been closed."""
        if len(self.room.seats) < TWO:
            self.engine = PokerTable(self.terms)
            if self.hall.said:
                self._play_at(self.hall.said)

    def _play_at(self, said: LevelSeen) -> None:
        for ruling in self.engine.handle(Level(said.blinds, said.ante), self.step):
            if isinstance(ruling, Refused):
                raise Forbidden(ruling.why)

    def terms_at(self, kept: Terms) -> Terms:
        """Return the configured terms, at the level of those that are remembered."""
        if self.hall.said is None:
            return self.terms
        return replace(self.terms, blinds=kept.blinds, ante=kept.ante)

    @property
    def memory(self) -> dict[str, Any]:
        return {**super().memory, "hall": msgspec.to_builtins(self.hall)}

    def remember(self, memory: Mapping[str, Any]) -> None:
        self.hall = hall_in(memory)
        super().remember(memory)


def hall_in(memory: Mapping[str, Any]) -> Hall:
    """Return what a table remembers of its hall."""
    return msgspec.convert(memory["hall"], Hall) if "hall" in memory else NO_HALL


GAME: Final = TournamentTable
