"""A table of a hold'em tournament: a poker table whose chips have no value (123 to 127, 004)."""

from typing import ClassVar, Final

from firmware.core.games.poker_room.poker_room import PokerRoom
from firmware.core.games.poker_room.terms import TOURNAMENT
from firmware.core.vocabulary.keys import Key

NOT_HERE: Final = frozenset({Key.LEAVE, Key.TAKE_OFF, Key.SIT_OUT})
"""Nobody leaves, takes chips off or sits out: an absent player is dealt in."""


class TournamentTable(PokerRoom):
    """One table of a tournament."""

    PANEL = PokerRoom.PANEL - NOT_HERE
    NAME: ClassVar = TOURNAMENT


GAME: Final = TournamentTable
