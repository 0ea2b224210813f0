"""A tournament's table in service whose dealer keys, as `SimTable` is one of chance alone.

What it hears are the uplink's words, what it reports the uplink has made of its journal's entries.
"""

from random import Random
from typing import Final

from firmware.core.poker_room.engine.rulings import OddChipRemoved
from firmware.core.poker_room.table.tournament import tournament_link_of
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.floor.uplink.table_reports import TableReports
from firmware.floor.uplink.tournament import level_for_table
from tests.kits.games.tournament_evening import TournamentEvening
from tools.tournament.table import Seat, Walked, Walking

TOURNAMENT: Final = "Gala"
"""Of the level that the table begins with."""
NOBODY: Final = Seat("", 0)


class KeyedTable:
    """A table with these players, by their spots; it has as many chips as they brought."""

    def __init__(
        self, number: int, chance: Random, walking: Walking, players: dict[int, Seat]
    ) -> None:
        self.number = number
        self.level: LevelMessage | None = None
        self._chance = chance
        self._walking = walking
        self._names: dict[int, str] = {}
        self._table = TournamentEvening(0)
        for spot, seat in players.items():
            self._sit(spot, seat)
        self._reports = TableReports(TOURNAMENT)
        self._read = 0
        self._made: list[TableReport] = []
        self._said: LevelSeen | None = None

    @property
    def seats(self) -> dict[int, Seat]:
        seats = self._table.room.seats.items()
        return {spot: Seat(self._names[spot], seat.cents) for spot, seat in seats}

    @property
    def laid(self) -> tuple[int, ...]:
        """The numbers of the rebuys whose chips were laid."""
        return tournament_link_of(self._table.table.state).rebuys_laid

    @property
    def removed(self) -> int:
        """The odd chips that were taken out of play (004 12)."""
        return sum(
            ruling.cents for ruling in self._table.said if isinstance(ruling, OddChipRemoved)
        )

    @property
    def up(self) -> TableReport | None:
        """The oldest report that was not received, as the uplink reads it off the journal."""
        entries = self._table.entries
        while self._read < len(entries):
            self._made += self._reports.add_record(self._read, entries[self._read])
            self._read += 1
        last_number = self.level.last_report if self.level else 0
        return next((report for report in self._made if report.number > last_number), None)

    def take_level(self, level: LevelMessage) -> None:
        """Take the hall's word, and carry out its moves."""
        self.level = level
        said = level_for_table(self.number, level, has_report=self.up is not None)
        if said != self._said:
            self._said = said
            self._table.tell(said)
        for rebuy in level.rebuys:
            self._table.at(rebuy.spot)
            if Key.SIT_DOWN in self._table.panel.keys:
                self._press(Key.SIT_DOWN)
        for move in level.moves:
            table, spot = move.origin
            if table == self.number and self.seats.get(spot, NOBODY).player == move.player:
                self._walking[move.player] = Walked(self.seats[spot].stack, move.origin)
                self._table.at(spot)
                self._press(Key.LEAVE_SEAT)
        for move in level.moves:
            table, spot = move.to
            if table == self.number and spot not in self.seats and move.player in self._walking:
                self._sit(spot, Seat(move.player, self._walking.pop(move.player).stack))

    def play(self) -> bool:
        """Play a game, if one may begin; return whether it did."""
        if Key.POST_BLINDS not in self._table.panel.keys:
            return False
        deck = [card.name for card in self._chance.sample(FULL_PACK, len(FULL_PACK))]
        self._press(Key.POST_BLINDS)
        self._press(Key.CARDS_DEALT)
        while (game := self._table.room.game) and not game.end_rulings:
            self._go_on(deck)
        self._press(Key.CONFIRM)
        return True

    def _go_on(self, deck: list[str]) -> None:
        """Do what the table waits for: a decision, cards of the board, a hand that is shown."""
        game, keys = self._table.room.game, self._table.panel.keys
        assert game is not None
        if game.to_act is not None:
            wanted = self._chance.choice((Key.CHECK, Key.CHECK, Key.CALL, Key.FOLD, Key.ALL_IN))
            if wanted not in keys or self._table.refused(wanted):
                self._press(Key.CHECK if Key.CHECK in keys else Key.CALL)
        elif Key.BURN_CARD in keys:
            self._press(Key.BURN_CARD)
            self._table.card(*(deck.pop() for _ in range(1 if game.board else 3)))
        else:
            self._table.card(deck.pop(), deck.pop())
            self._press(Key.SHOW_HAND)

    def _sit(self, spot: int, seat: Seat) -> None:
        self._table.at(spot)
        self._table.amount(seat.stack)
        self._press(Key.SIT_DOWN)
        self._names[spot] = seat.player

    def _press(self, key: Key) -> None:
        assert self._table.refused(key) is None, key
