"""A tournament's table whose dealer keys, with its inbox and what its uplink reports."""

from firmware.core.poker_room.table.apply import poker_state_of
from firmware.core.poker_room.table.tournament import tournament_link_of
from firmware.core.vocabulary.keys import Key
from firmware.floor.uplink.table_reports import TableReports
from firmware.floor.uplink.tournament import level_for_table
from firmware.shell.poker_room.tournament_mail import TournamentInbox
from firmware.tournament.service import TournamentService
from hal.ports import Millis
from tests.kits.games.tournament_evening import TournamentEvening


class LinkedTable(TournamentEvening):
    """A table with its inbox, and the reports that its uplink makes of its journal."""

    def __init__(self, tournament: str, number: int, players: int, stack: int) -> None:
        super().__init__(players, has_level=False)
        self.number, self._stack = number, stack
        state = self.table.state
        self._inbox = TournamentInbox(
            state,
            lambda: tournament_link_of(state),
            lambda: poker_state_of(state).alarm is not None,
        )
        self._reports = TableReports(tournament)
        self._read_entries = 0

    def send_reports(self, service: TournamentService) -> None:
        """Send the reports of what has been played."""
        for number, entry in list(enumerate(self.entries))[self._read_entries :]:
            for report in self._reports.add_record(number, entry):
                service.report_from_table(self.number, report)
        self._read_entries = len(self.entries)

    def take_level(self, service: TournamentService) -> None:
        """Take the tournament's level for this table."""
        message = service.level_for_table(self.number)
        self._inbox.take(level_for_table(self.number, message, has_report=False))
        for event in self._inbox.poll(Millis(self.now)):
            self.tell(event)

    def carry_out_moves(self) -> None:
        """Have the dealer key what the display says of moves."""
        for move in tournament_link_of(self.table.state).open_moves:
            self.at(move.spot)
            if move.is_arrival:
                self.amount(self._stack)
            self.press(Key.SIT_DOWN if move.is_arrival else Key.LEAVE_SEAT)
