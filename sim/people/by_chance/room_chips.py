"""The chips before the seats of a poker table that reads them: pushed, raked in, put right."""

from random import Random
from typing import Final

from firmware.core.poker_room.engine.state_line import LINE
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.poker_room.table.chips import STILL_MS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.room_status import RoomStatus, SeatStatus
from sim.people.person import Person

READ_MS: Final = 8000
"""How long a reader may take to count a stack before each of ten seats."""
AFTERWARDS: Final = ("showdown", "over")


class RoomChips:
    """Chips that lie before the players; at a table without a reader nobody lays any."""

    def __init__(self, person: Person, terms: Terms) -> None:
        self._body, self._rack, self._terms = person.body, person.chips.rack, terms
        self.read = person.layout.amounts.by_reader

    def put_right(self, room: RoomStatus) -> None:
        """Lay the blinds, give change and rake in, so that each line is as the table has it."""
        if not self.read:
            return
        for spot, seat in room.seats.items():
            due = NOTHING if room.stage in AFTERWARDS or room.stage is None else seat.put
            self._rack.leave(Place(spot, LINE), due)
        self._await_reading()

    def push(self, room: RoomStatus, key: Key, chance: Random) -> None:
        """Have the player whose turn it is push the chips of his decision over the line."""
        spot = room.turn
        if spot is None:
            return
        self._rack.leave(Place(spot, LINE), self._pushed(room, room.seats[spot], key, chance))
        self._await_reading()
        self._body.wait(STILL_MS)

    def _await_reading(self) -> None:
        self._body.hands.let_read()
        self._body.until(lambda now: now.room is None or self._is_read(now.room), READ_MS)

    def _is_read(self, room: RoomStatus) -> bool:
        lying = self._rack.lying()
        return all(
            seat.read == lying.get((Place(spot, LINE), None), NOTHING)
            for spot, seat in room.seats.items()
        )

    def _pushed(self, room: RoomStatus, seat: SeatStatus, key: Key, chance: Random) -> Cents:
        """Return what lies before a player then: a bet is the least, or twice that."""
        has = Cents(seat.put + seat.cents)
        match key:
            case Key.ALL_IN:
                return has
            case Key.BRING_IN:
                return min(Cents(self._terms.bring_in or 0), has)
            case Key.CALL:
                return Cents(seat.put + room.call)
        least, most = room.least or has, room.most or has
        return chance.choice([least, min(most, Cents(2 * least))])
