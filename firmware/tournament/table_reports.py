"""Takes each report of a table once, even if it is late, repeated or from before a restart.

Hand for hand no report counts before each table has sent one. Then the games of all tables count as
one step, and the tables are released to begin the next games together.
"""

from collections.abc import Mapping

from firmware.core.tournament import acts
from firmware.core.tournament.acts import EliminatedPlayer
from firmware.core.tournament.rulings import AnyTournamentRuling
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.rulings import Refused
from firmware.floor.level_wire import TableReport
from firmware.shell.history.journal_entries import (
    PlayerSeated,
    RebuyLaid,
    TableReported,
    TournamentAlarm,
)
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.state import is_in_play

ReportsByTable = Mapping[int, TableReport]
"""Reports by table number."""


class TableReports:
    """Takes the reports of a tournament's tables."""

    def __init__(self, journaled: JournaledTournament) -> None:
        self._journaled = journaled
        self._waiting_reports: dict[int, TableReport] = {}
        """Hand for hand, the reports that wait for those of other tables."""

    def take_report(self, table: int, table_report: TableReport) -> tuple[AnyTournamentRuling, ...]:
        """Take a report unless it was taken before; return its rulings. Raises JournalLost."""
        state, tournament = self._journaled.state, self._journaled.tournament
        of_another = table_report.tournament not in ("", state.name)
        if (
            tournament.stage is TournamentStage.SALE
            or of_another
            or table_report.number <= state.reports_taken.get(table, 0)
        ):
            return ()
        has_game = table_report.button is not None or bool(table_report.out)
        tables_in_step = self._tables_in_step()
        # no longer hand for hand: those reports come again, as they were not confirmed
        if not tables_in_step:
            self._waiting_reports.clear()
        # a report without a game, as of arrivals, counts at once
        if not has_game or table not in tables_in_step:
            return self._count_reports({table: table_report})
        self._waiting_reports[table] = table_report
        if not tables_in_step <= self._waiting_reports.keys():
            return ()
        game_reports, self._waiting_reports = self._waiting_reports, {}
        return self._count_reports(game_reports)

    @property
    def awaited_tables(self) -> tuple[int, ...]:
        """Hand for hand, the tables still to report, once one has reported."""
        return (
            tuple(sorted(self._tables_in_step() - self._waiting_reports.keys()))
            if self._waiting_reports
            else ()
        )

    def _tables_in_step(self) -> set[int]:
        """Return the tables whose games count as one step; none unless it is hand for hand.

        Only tables where two players certainly sit: another could wait for a player who is out.
        """
        tournament, pending_moves = self._journaled.tournament, self._journaled.state.pending_moves
        if not (tournament.hand_for_hand and is_in_play(tournament)):
            return set()
        seatings = tournament.seating.tables.items()
        return {
            number
            for number, table in seatings
            if len({*table.players.values()} - pending_moves.keys()) > 1
        }

    def _count_reports(self, reports_by_table: ReportsByTable) -> tuple[AnyTournamentRuling, ...]:
        """Count reports as one step."""
        journaled = self._journaled
        rulings = [*journaled.count_elapsed()]
        for table, table_report in reports_by_table.items():
            self._confirm_arrivals(table, table_report)
            self._confirm_rebuys(table, table_report)
            rulings += self._report_button(table, table_report)
        eliminated = [
            loser
            for table, table_report in reports_by_table.items()
            for loser in self._eliminated(table, table_report)
        ]
        # one act for all tables, as players out in the same step are placed by their stacks
        if eliminated:
            rulings += self._report_eliminated(eliminated)
        for table, table_report in reports_by_table.items():
            # in one commit with its effects: after a power cut all of it counts, or it is repeated
            journaled.write_entry(TableReported(journaled.now(), table, table_report.number))
        journaled.commit()
        return tuple(rulings)

    def _eliminated(self, table: int, table_report: TableReport) -> list[EliminatedPlayer]:
        """Return the eliminated players of a report; an alarm if a seat has none or several."""
        eliminated = []
        for spot, stack in table_report.out:
            first_player, *more_players = sorted(
                self._journaled.state.candidates_at(table, spot)
            ) or [""]
            if buyer := self._journaled.state.unreported_buyer_at((table, spot)):
                # the chips that he had before: those of the rebuy were not laid yet
                values: TextValues = {"table": table, "spot": spot, "who": buyer}
                self._raise_alarm(Text("hall.incident.rebuy", values))
            elif first_player and not more_players:
                eliminated.append(EliminatedPlayer(first_player, stack))
            else:
                values = {
                    "table": table,
                    "spot": spot,
                    "who": ", ".join([first_player, *more_players]),
                }
                self._raise_alarm(
                    Text("hall.incident.unsure" if more_players else "hall.incident.empty", values)
                )
        return eliminated

    def _confirm_arrivals(self, table: int, table_report: TableReport) -> None:
        """Record arrivals; several origins mean that the player may have been at each."""
        for spot in {spot for spot, _ in table_report.arrived}:
            origins = {
                origin for destination, origin in table_report.arrived if destination == spot
            }
            first_player, *more_players = self._journaled.state.candidates_from(
                origins, (table, spot)
            ) or [""]
            if first_player and not more_players:
                self._journaled.write_entry(
                    PlayerSeated(self._journaled.now(), first_player, table, spot)
                )

    def _confirm_rebuys(self, table: int, table_report: TableReport) -> None:
        """Record the rebuys whose chips were laid."""
        for player, rebuy in [*self._journaled.state.rebuys.items()]:
            if rebuy.seat[0] == table and rebuy.number in table_report.laid:
                self._journaled.write_entry(RebuyLaid(self._journaled.now(), player))

    def _report_button(
        self, table: int, table_report: TableReport
    ) -> tuple[AnyTournamentRuling, ...]:
        table_seating = self._journaled.tournament.seating.tables.get(table)
        if table_seating is None or table_report.button in (None, table_seating.button):
            return ()
        return self._journaled.apply(acts.ReportButton(table, table_report.button or 0))

    def _report_eliminated(
        self, eliminated: list[EliminatedPlayer]
    ) -> tuple[AnyTournamentRuling, ...]:
        rulings = self._journaled.apply(acts.ReportEliminated(tuple(eliminated)))
        for ruling in rulings:
            if isinstance(ruling, Refused):
                names = ", ".join(loser.player for loser in eliminated)
                self._raise_alarm(
                    Text("hall.incident.not_counted", {"who": names, "why": ruling.why})
                )
        return rulings

    def _raise_alarm(self, reason: Text) -> None:
        self._journaled.write_entry(TournamentAlarm(self._journaled.now(), reason))
