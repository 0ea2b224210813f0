"""The tables of a tournament: who sits where, who moves, which table is broken.

A player's turn is how many players are the big blind before him. The next big blind is the third
player on the left of the button; of two, the first.
"""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import PlayerMoved, SeatDrawn, TableBroken, TableSpot

NO_BUTTON = 0
"""A button that no table has reported."""


class SeatedTable(msgspec.Struct):
    """The players of a table by their spots, and its button."""

    players: dict[int, str] = {}
    button: int = NO_BUTTON

    def hands_to_big_blind(self, extra_spot: int | None = None) -> dict[int, int]:
        """Return the turn of each spot that is taken, as if `also` were."""
        taken_spots = sorted({*self.players, *(() if extra_spot is None else (extra_spot,))})
        spots_left_of_button = [spot for spot in taken_spots if spot > self.button]
        spots_from_blind = spots_left_of_button + [
            spot for spot in taken_spots if spot <= self.button
        ]
        return {
            spot: (position - 2) % len(spots_from_blind)
            for position, spot in enumerate(spots_from_blind)
        }


class TournamentSeating(msgspec.Struct):
    """The tables by number; a table that is broken is gone."""

    seats: int
    tables: dict[int, SeatedTable] = {}

    def seat_players(self, is_drawn: Sequence[str]) -> Iterator[SeatDrawn]:
        """Seat the players in the order drawn, table after table, at the lowest spots."""
        table_count = self.tables_needed(len(is_drawn))
        self.tables = {table_number: SeatedTable() for table_number in range(1, table_count + 1)}
        for position, player in enumerate(is_drawn):
            spot, table = position // table_count + 1, position % table_count + 1
            self.tables[table].players[spot] = player
            yield SeatDrawn(player, table, spot)

    def tables_needed(self, player_count: int) -> int:
        """Return how many tables so many players need."""
        return -(-player_count // self.seats)

    @property
    def player_count(self) -> int:
        """How many players sit."""
        return sum(len(table.players) for table in self.tables.values())

    def seats_by_player(self) -> dict[str, TableSpot]:
        """Return the seat of each player."""
        return {
            player: (table_number, spot)
            for table_number, table in self.tables.items()
            for spot, player in table.players.items()
        }

    def remove_player(self, player: str) -> None:
        """Let a player go, who is out."""
        for table in self.tables.values():
            table.players = {
                spot: seated_player
                for spot, seated_player in table.players.items()
                if seated_player != player
            }

    def rebalance(self) -> Iterator[TableBroken | PlayerMoved]:
        """Break the tables that are not needed, then balance those that are left."""
        while len(self.tables) > max(1, self.tables_needed(self.player_count)):
            yield from self._break_table(max(self.tables))
        while player_move := self._balance_tables():
            yield player_move

    def _break_table(self, table_number: int) -> Iterator[TableBroken | PlayerMoved]:
        table = self.tables.pop(table_number)
        yield TableBroken(table_number)
        hands_to_big_blind = table.hands_to_big_blind()
        for spot in sorted(table.players):
            yield self._move_player(
                table.players[spot], (table_number, spot), hands_to_big_blind[spot]
            )

    def _balance_tables(self) -> PlayerMoved | None:
        table_number = max(
            self.tables, key=lambda candidate: (len(self.tables[candidate].players), candidate)
        )
        fullest = self.tables[table_number]
        if len(fullest.players) - min(len(table.players) for table in self.tables.values()) < 2:
            return None
        hands_to_big_blind = fullest.hands_to_big_blind()
        spot = min(hands_to_big_blind, key=lambda spot: hands_to_big_blind[spot])
        return self._move_player(
            fullest.players.pop(spot), (table_number, spot), hands_to_big_blind[spot]
        )

    def _move_player(self, player: str, origin: TableSpot, hands_before_blind: int) -> PlayerMoved:
        """Seat a player at the emptiest table, where his turn is nearest to the one he had."""
        table_number = min(
            self.tables, key=lambda candidate: (len(self.tables[candidate].players), candidate)
        )
        table = self.tables[table_number]
        free_spots = [spot for spot in range(1, self.seats + 1) if spot not in table.players]
        distance_by_spot = {spot: table.hands_to_big_blind(spot)[spot] for spot in free_spots}
        spot = min(
            free_spots,
            key=lambda spot: (
                abs(distance_by_spot[spot] - hands_before_blind),
                distance_by_spot[spot],
                spot,
            ),
        )
        table.players[spot] = player
        return PlayerMoved(player, origin, (table_number, spot))
