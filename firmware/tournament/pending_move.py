"""The way of a player who was moved: the room moves him at once, and people take a while."""

import msgspec

from firmware.core.tournament.rulings import TableSpot


class PendingMove(msgspec.Struct, frozen=True):
    """The seats that a player was sent to in turn, from where he was last known to be; he belongs
    at the last one. `left` are those where he is no more, `number` is his last move's.
    """

    seats: tuple[TableSpot, ...]
    left: tuple[TableSpot, ...] = ()
    number: int = 0

    @property
    def destination(self) -> TableSpot:
        return self.seats[-1]

    @property
    def possible_seats(self) -> set[TableSpot]:
        """The other seats where he may still be."""
        return {*self.seats} - {self.destination, *self.left}

    @property
    def origins(self) -> list[TableSpot]:
        """From where he comes: each seat where he may be, or where he was last seen."""
        earlier_seats = [seat for seat in dict.fromkeys(self.seats) if seat != self.destination]
        return [seat for seat in earlier_seats if seat not in self.left] or earlier_seats[:1]

    def extended(self, destination: TableSpot, number: int) -> "PendingMove":
        """Return the way after a further move."""
        return PendingMove(
            (*self.seats, destination),
            tuple(seat for seat in self.left if seat != destination),
            number,
        )

    def seats_before(self, seat: TableSpot) -> set[TableSpot]:
        """Return the seats before the first time that the way leads to this one."""
        return {*self.seats[: self._first_visit(seat)]} if seat in self.seats[1:] else set()

    def after_arrival(self, seat: TableSpot) -> "PendingMove | None":
        """Return the way from a seat that he has come to; None if he belongs there."""
        in_break = self.seats[self._first_visit(seat) :]
        return PendingMove(in_break, number=self.number) if len(in_break) > 1 else None

    def _first_visit(self, seat: TableSpot) -> int:
        return self.seats.index(seat, 1)
