"""Seating: the draw, the balance of tables, and broken tables.

A moved player gets the seat whose distance to the big blind is nearest to the old one's. The next
big blind is the third player to the left of the button; with two players, the first.
"""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import PlayerMoved, SeatDrawn, TableBroken, TableSpot

NO_BUTTON = 0
"""The button of a table that has not reported one: left of it is spot 1."""


class SeatedTable(msgspec.Struct):
    """The players of a table by spot, and the spot of its button."""

    players: dict[int, str] = {}
    button: int = NO_BUTTON

    def hands_to_big_blind(self, extra_spot: int | None = None) -> dict[int, int]:
        """Return, by occupied spot, how many players have the big blind before it; with
        `extra_spot` counted as occupied.
        """
        taken_spots = sorted({*self.players, *(() if extra_spot is None else (extra_spot,))})
        spots_left_of_button = [spot for spot in taken_spots if spot > self.button]
        spots_from_blind = spots_left_of_button + [
            spot for spot in taken_spots if spot <= self.button
        ]
        # position 1 posted the big blind of the button's hand, so position 2 is the next; heads up
        # the two alternate, and it is position 0: (0 - 2) % 2 == 0
        return {
            spot: (position - 2) % len(spots_from_blind)
            for position, spot in enumerate(spots_from_blind)
        }


class TournamentSeating(msgspec.Struct):
    """The tables by number, without the broken ones; `seats` is the number of spots a table has."""

    seats: int
    tables: dict[int, SeatedTable] = {}
    vacated: dict[str, TableSpot] = {}
    """The seats that eliminated players left."""

    def copy(self) -> "TournamentSeating":
        """Return the same seats, which change by themselves."""
        tables = {
            number: SeatedTable({**table.players}, table.button)
            for number, table in self.tables.items()
        }
        return TournamentSeating(self.seats, tables, {**self.vacated})

    def seat_players(self, drawn_players: Sequence[str]) -> Iterator[SeatDrawn]:
        """Seat players in the order drawn: one at each table in turn, the lowest spots first."""
        table_count = self.tables_needed(len(drawn_players))
        self.tables = {table_number: SeatedTable() for table_number in range(1, table_count + 1)}
        for position, player in enumerate(drawn_players):
            spot, table = position // table_count + 1, position % table_count + 1
            self.tables[table].players[spot] = player
            yield SeatDrawn(player, table, spot)

    def tables_needed(self, player_count: int) -> int:
        """Return how many tables a number of players needs."""
        return -(-player_count // self.seats)

    @property
    def player_count(self) -> int:
        """The number of seated players."""
        return sum(len(table.players) for table in self.tables.values())

    def seats_by_player(self) -> dict[str, TableSpot]:
        """Return the seat of each player."""
        return {
            player: (table_number, spot)
            for table_number, table in self.tables.items()
            for spot, player in table.players.items()
        }

    def remove_player(self, player: str) -> None:
        """Free the seat of an eliminated player."""
        table_number, spot = self.vacated[player] = self.seats_by_player()[player]
        del self.tables[table_number].players[spot]

    def seat_again(self, player: str) -> SeatDrawn | PlayerMoved:
        """Seat a player who was eliminated by mistake: at the seat he left, if it is free."""
        table_number, spot = self.vacated.pop(player)
        table = self.tables.get(table_number)
        if table is not None and spot not in table.players:
            table.players[spot] = player
            return SeatDrawn(player, table_number, spot)
        if self.player_count == self.seats * len(self.tables):
            self.tables[max(self.tables) + 1] = SeatedTable()
        # as the next big blind, so that nobody gains by having been away
        return self._move_player(player, (table_number, spot), hands_before_blind=0)

    def rebalance(self) -> Iterator[TableBroken | PlayerMoved]:
        """Break tables that are not needed, then balance the remaining ones; yield the moves."""
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
        # a difference of one player cannot be evened out
        if len(fullest.players) - min(len(table.players) for table in self.tables.values()) < 2:
            return None
        hands_to_big_blind = fullest.hands_to_big_blind()
        # the player who is next to pay the big blind moves
        spot = min(hands_to_big_blind, key=lambda spot: hands_to_big_blind[spot])
        return self._move_player(
            fullest.players.pop(spot), (table_number, spot), hands_to_big_blind[spot]
        )

    def _move_player(self, player: str, origin: TableSpot, hands_before_blind: int) -> PlayerMoved:
        """Seat a player at the table with the fewest players, at the free spot whose distance to
        the big blind is nearest to `hands_before_blind`.
        """
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
