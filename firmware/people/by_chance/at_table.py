"""The croupier of a table: a poker table has a dealer of its own."""

from random import Random

from firmware.core.games.poker_room.poker_room import PokerRoom
from firmware.people.by_chance.croupier import MISHAPS, Croupier
from firmware.people.by_chance.room_croupier import RoomCroupier
from firmware.people.person import Person

AnyCroupier = Croupier | RoomCroupier


def croupier_at(
    person: Person, chance: Random, *, deals: bool = True, mishaps: float = MISHAPS
) -> AnyCroupier:
    """Return the croupier of the person's table."""
    poker = isinstance(person.layout.game, PokerRoom)
    kind: type[Croupier] | type[RoomCroupier] = RoomCroupier if poker else Croupier
    return kind(person, chance, deals=deals, mishaps=mishaps)
