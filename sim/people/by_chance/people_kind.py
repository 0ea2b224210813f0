"""The kind of people who play a table by chance."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sim.people.by_chance.players import SIDE_BET_PROBABILITY
from sim.people.pack import ShuffledPack

if TYPE_CHECKING:
    from sim.people.by_chance.room_players import RoomPlayers


class PeopleKind(NamedTuple):
    """The usual people by default; a tool has others play, as at a table for its jackpot."""

    side_bet_probability: float = SIDE_BET_PROBABILITY
    make_pack: Callable[..., ShuffledPack] = ShuffledPack
    make_room_players: "Callable[..., RoomPlayers] | None" = None
    """The players of a poker room; None makes `RoomPlayers`."""


USUAL_PEOPLE = PeopleKind()
