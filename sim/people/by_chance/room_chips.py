"""The chips before the seats of a poker table that reads them: pushed, raked in, put right."""

from random import Random
from typing import Final

from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.poker_room.table.chip_reader import SETTLE_MS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.poker_status import PokerStatus, SeatStatus
from sim.people.person import Person

CHIP_READ_MS: Final = 8000
"""How long a reader may take to count a stack before each of ten seats."""
SETTLED_STAGES: Final = ("showdown", "over")


class RoomChips:
    """Chips on the players' betting lines; none at a table without a reader."""

    def __init__(self, person: Person, terms: PokerTerms) -> None:
        self._actor, self._player_chips, self._terms = person.actor, person.player_chips, terms
        self.has_reader = person.layout.amounts.by_reader

    def correct_lines(self, room_status: PokerStatus) -> None:
        """Set the chips on each line to the amount in the table's status, at an empty seat none."""
        if not self.has_reader:
            return
        is_settled = room_status.stage is None or room_status.stage in SETTLED_STAGES
        for spot in range(1, self._terms.spots + 1):
            seat = room_status.seats.get(spot)
            line_cents = seat.put if seat and not is_settled else NO_CENTS
            self._player_chips.set_amount(Place(spot, BET_LINE), line_cents)
        self._await_reading()

    def push_chips(self, room_status: PokerStatus, key: Key, random_source: Random) -> None:
        """Have the player whose turn it is push the chips of his decision over the line."""
        spot = room_status.turn
        if spot is None:
            return
        self._player_chips.set_amount(
            Place(spot, BET_LINE),
            self._pushed_cents(room_status, room_status.seats[spot], key, random_source),
        )
        self._await_reading()
        self._actor.wait(SETTLE_MS)

    def _await_reading(self) -> None:
        self._actor.hands.await_chip_read()
        self._actor.wait_until(
            lambda current: current.room is None or self._are_lines_read(current.room), CHIP_READ_MS
        )

    def _are_lines_read(self, room_status: PokerStatus) -> bool:
        amounts_on_felt = self._player_chips.amounts_on_felt()
        return all(
            seat.read == amounts_on_felt.get((Place(spot, BET_LINE), None), NO_CENTS)
            for spot, seat in room_status.seats.items()
        )

    def _pushed_cents(
        self, room_status: PokerStatus, seat: SeatStatus, key: Key, random_source: Random
    ) -> Cents:
        """Return the amount on a player's line then: for a bet once or twice the least."""
        player_cents = Cents(seat.put + seat.cents)
        match key:
            case Key.ALL_IN:
                return player_cents
            case Key.BRING_IN:
                return min(Cents(self._terms.bring_in or 0), player_cents)
            case Key.CALL:
                return Cents(seat.put + room_status.call)
        lowest_bet, highest_bet = (
            room_status.least or player_cents,
            room_status.most or player_cents,
        )
        return random_source.choice([lowest_bet, min(highest_bet, Cents(2 * lowest_bet))])
