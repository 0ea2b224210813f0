"""The way of a player who was moved: the room moves him at once, and people take a while."""

import msgspec

from firmware.core.tournament.rulings import At


class Way(msgspec.Struct, frozen=True):
    """The seats that a player was sent to in turn, from where he was last known to be; he belongs
    at the last one. `left` are those where he is no more, `number` is his last move's.
    """

    seats: tuple[At, ...]
    left: tuple[At, ...] = ()
    number: int = 0

    @property
    def to(self) -> At:
        return self.seats[-1]

    @property
    def may_be(self) -> set[At]:
        """The other seats where he may still be."""
        return {*self.seats} - {self.to, *self.left}

    @property
    def origins(self) -> list[At]:
        """From where he comes: each seat where he may be, or where he was last seen."""
        others = [at for at in dict.fromkeys(self.seats) if at != self.to]
        return [at for at in others if at not in self.left] or others[:1]

    def on_to(self, to: At, number: int) -> "Way":
        """Return the way after a further move."""
        return Way((*self.seats, to), tuple(at for at in self.left if at != to), number)

    def before(self, seat: At) -> set[At]:
        """Return the seats before the first time that the way leads to this one."""
        return {*self.seats[: self._first(seat)]} if seat in self.seats[1:] else set()

    def rest(self, seat: At) -> "Way | None":
        """Return the way from a seat that he has come to; None if he belongs there."""
        rest = self.seats[self._first(seat) :]
        return Way(rest, number=self.number) if len(rest) > 1 else None

    def _first(self, seat: At) -> int:
        return self.seats.index(seat, 1)
