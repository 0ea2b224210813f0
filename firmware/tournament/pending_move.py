"""Seat moves that are not confirmed: the engine has moved a player, people have not yet.

The engine seats a moved player at once (`PlayerMoved`), so that it can go on to balance tables. The
player takes minutes, and may be moved again meanwhile; until the move is confirmed, reports of his
old seat may still be his.

engine:  1.5 ──> 2.3 ──> 4.1              seats = (1.5, 2.3, 4.1), destination 4.1
reports: "4.1 has arrived"                the move is over
         "2.3 has arrived"                seats = (2.3, 4.1): he has yet to go on
         "the player of 1.5 is out"       it may be he, or the next player seated at 1.5

Two things confirm a move: the new table reports an arrival, or an operator says that the player
sits. An arrival at a seat also proves that no other moved player is there any more: that seat is
added to their `left_seats`. If a report names a seat where two players may be, none of them is
eliminated: it is an incident, and people report the player by name.

A player who is eliminated has no pending move; it is kept apart (`moves_of_eliminated`) in case the
elimination is undone.
"""

import msgspec

from firmware.core.tournament.rulings import TableSpot


class PendingMove(msgspec.Struct, frozen=True):
    """The seats a moved player was sent to, oldest first; he belongs at the last one.

    He may be at any of them except those in `left_seats`. `number` is the number of his last move.
    """

    seats: tuple[TableSpot, ...]
    left_seats: tuple[TableSpot, ...] = ()
    number: int = 0

    @property
    def destination(self) -> TableSpot:
        return self.seats[-1]

    @property
    def possible_seats(self) -> set[TableSpot]:
        """The seats where the player may still be, without the destination."""
        return {*self.seats} - {self.destination, *self.left_seats}

    @property
    def origins(self) -> list[TableSpot]:
        """The seats to look for the player: the possible ones, else the first one."""
        earlier_seats = [seat for seat in dict.fromkeys(self.seats) if seat != self.destination]
        return [seat for seat in earlier_seats if seat not in self.left_seats] or earlier_seats[:1]

    def extended(self, destination: TableSpot, number: int) -> "PendingMove":
        """Return the move after a further move of the player."""
        return PendingMove(
            (*self.seats, destination),
            tuple(seat for seat in self.left_seats if seat != destination),
            number,
        )

    def seats_before(self, seat: TableSpot) -> set[TableSpot]:
        """Return the seats that come before the first arrival at this one."""
        return {*self.seats[: self._first_visit(seat)]} if seat in self.seats[1:] else set()

    def after_arrival(self, seat: TableSpot) -> "PendingMove | None":
        """Return the rest of the move after this arrival; None at the destination."""
        in_break = self.seats[self._first_visit(seat) :]
        return PendingMove(in_break, number=self.number) if len(in_break) > 1 else None

    def _first_visit(self, seat: TableSpot) -> int:
        return self.seats.index(seat, 1)
