"""The tables of a tournament: who sits where, who moves, which table is broken.

A player's turn is how many players are the big blind before him. The next big blind is the third
player on the left of the button; of two, the first.
"""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import At, Moved, Seated, TableBroken

BEFORE_SPOT_1 = 0
"""A button that no table has reported."""


class Table(msgspec.Struct):
    """The players of a table by their spots, and its button."""

    players: dict[int, str] = {}
    button: int = BEFORE_SPOT_1

    def turns(self, also: int | None = None) -> dict[int, int]:
        """Return the turn of each spot that is taken, as if `also` were."""
        taken = sorted({*self.players, *(() if also is None else (also,))})
        left = [spot for spot in taken if spot > self.button]
        order = left + [spot for spot in taken if spot <= self.button]
        return {spot: (at - 2) % len(order) for at, spot in enumerate(order)}


class Seating(msgspec.Struct):
    """The tables by number; a table that is broken is gone."""

    seats: int
    tables: dict[int, Table] = {}

    def seat_all(self, drawn: Sequence[str]) -> Iterator[Seated]:
        """Seat the players in the order drawn, table after table, at the lowest spots."""
        count = self.needed(len(drawn))
        self.tables = {number: Table() for number in range(1, count + 1)}
        for at, player in enumerate(drawn):
            spot, table = at // count + 1, at % count + 1
            self.tables[table].players[spot] = player
            yield Seated(player, table, spot)

    def needed(self, players: int) -> int:
        """Return how many tables so many players need."""
        return -(-players // self.seats)

    @property
    def count(self) -> int:
        """How many players sit."""
        return sum(len(table.players) for table in self.tables.values())

    def seats_of_all(self) -> dict[str, At]:
        """Return the seat of each player."""
        return {
            player: (number, spot)
            for number, table in self.tables.items()
            for spot, player in table.players.items()
        }

    def remove(self, player: str) -> None:
        """Let a player go, who is out."""
        for table in self.tables.values():
            table.players = {spot: who for spot, who in table.players.items() if who != player}

    def put_right(self) -> Iterator[TableBroken | Moved]:
        """Break the tables that are not needed, then balance those that are left."""
        while len(self.tables) > max(1, self.needed(self.count)):
            yield from self._break(max(self.tables))
        while moved := self._balance():
            yield moved

    def _break(self, number: int) -> Iterator[TableBroken | Moved]:
        table = self.tables.pop(number)
        yield TableBroken(number)
        turns = table.turns()
        for spot in sorted(table.players):
            yield self._move(table.players[spot], (number, spot), turns[spot])

    def _balance(self) -> Moved | None:
        number = max(self.tables, key=lambda n: (len(self.tables[n].players), n))
        full = self.tables[number]
        if len(full.players) - min(len(table.players) for table in self.tables.values()) < 2:
            return None
        turns = full.turns()
        spot = min(turns, key=lambda spot: turns[spot])
        return self._move(full.players.pop(spot), (number, spot), turns[spot])

    def _move(self, player: str, origin: At, turn: int) -> Moved:
        """Seat a player at the emptiest table, where his turn is nearest to the one he had."""
        number = min(self.tables, key=lambda n: (len(self.tables[n].players), n))
        table = self.tables[number]
        free = [spot for spot in range(1, self.seats + 1) if spot not in table.players]
        there = {spot: table.turns(spot)[spot] for spot in free}
        spot = min(free, key=lambda spot: (abs(there[spot] - turn), there[spot], spot))
        table.players[spot] = player
        return Moved(player, origin, (number, spot))
