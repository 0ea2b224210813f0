"""The service of a tournament: requests, table reports and ticks, one at a time.

It ends with the first error that is not a refusal, as a lost journal.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.act_log import CORRECTABLE
from firmware.core.tournament.player_names import resolve_names
from firmware.core.vocabulary.name_spelling import name_resolver
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Ruling
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.shell.journal import JournalError
from firmware.shell.sockets.line_client import ClientLimit
from firmware.shell.sockets.line_socket import LineSocket
from firmware.shell.words.decode_words import decode_reason
from firmware.tournament import requests
from firmware.tournament.act_correction import correction_of
from firmware.tournament.chip_counts import act_texts, check_chip_count
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.level_message import level_message
from firmware.tournament.requests import (
    AnyRequest,
    ConfirmMove,
    DrawSeats,
    ResumeClock,
    TournamentReply,
    UndoLastAct,
)
from firmware.tournament.ruling_text import ruling_texts
from firmware.tournament.sheets.report_sheet import report_sheet
from firmware.tournament.sheets.tickets import printed_tickets
from firmware.tournament.state import is_in_play, is_refused
from firmware.tournament.status import act_list_texts, report_texts, tournament_status
from firmware.tournament.table_reports import TableReports

SOCKET_MODE: Final = 0o660
MAX_LINE_BYTES: Final = 1 << 16
"""Bytes: the stacks of four hundred players."""
Result = TypeVar("Result")


class TournamentService:
    """Answers requests, reports and ticks. Thread-safe."""

    def __init__(self, journaled: JournaledTournament) -> None:
        self.journaled = journaled
        self._table_reports = TableReports(journaled)
        self.lock = threading.RLock()
        """Held during each operation."""
        self.failure: Exception | None = None
        """The error that ended the service: the state in memory is ahead of the journal."""

    def answer(self, request: AnyRequest) -> TournamentReply:
        """Answer a request."""
        try:
            reply = self._run_exclusively(lambda: self._dispatch(request))
        except RequestFailed as refusal:  # or the journal is lost
            reply = TournamentReply(is_accepted=False, texts=(refusal.why,))
        return replace(reply, house=self.journaled.config.rule_pack.words)

    def tick(self) -> tuple[Text, ...]:
        """Advance the clock; return each level, break and alarm in words. Raises JournalError."""
        return self._run_exclusively(lambda: self._rulings_and_alarms(self.journaled.tick))

    def report_from_table(self, table: int, table_report: TableReport) -> tuple[Text, ...]:
        """Take a table's report; return its rulings and alarms in words. Raises JournalError."""
        return self._run_exclusively(
            lambda: self._rulings_and_alarms(
                lambda: self._table_reports.take_report(table, table_report)
            )
        )

    def raise_alarm(self, reason: Text) -> tuple[Text, ...]:
        """Record an alarm; return it. Raises JournalError."""
        return self._run_exclusively(
            lambda: self._rulings_and_alarms(lambda: self.journaled.raise_alarm(reason))
        )

    def level_for_table(self, table: int) -> LevelMessage:
        """Return the level message for a table now. Raises JournalError."""
        return self._run_exclusively(lambda: level_message(self.journaled, table))

    def read_exclusively(self, query: Callable[[JournaledTournament], Result]) -> Result:
        """Return the result of a query, under the lock. Raises JournalError."""
        return self._run_exclusively(lambda: query(self.journaled))

    def _rulings_and_alarms(self, operation: Callable[[], tuple[Ruling, ...]]) -> tuple[Text, ...]:
        incident_count = len(self.journaled.state.incidents)
        texts = tuple(ruling_texts(operation()))
        return texts + tuple(
            incident.description for incident in self.journaled.state.incidents[incident_count:]
        )

    def _run_exclusively(self, operation: Callable[[], Result]) -> Result:
        """Run an operation under the lock. Any error but a refusal ends the service."""
        with self.lock:
            if self.failure is not None:
                raise self.failure
            try:
                return operation()
            except Exception as error:
                # a JournalError is a RequestFailed too, but no refusal
                if isinstance(error, JournalError) or not isinstance(error, RequestFailed):
                    self.failure = error
                raise

    def _dispatch(self, request: AnyRequest) -> TournamentReply:
        match request:
            case requests.ApplyAct(acts.StartPlay()):
                return self._start_play()
            case requests.ApplyAct(act):
                return self._apply_operator_act(act)
            case UndoLastAct():
                return self._undo_last_act()
            case requests.CorrectEarlierAct():
                return self._correct_act(request)
            case DrawSeats() | ResumeClock() | ConfirmMove():
                return _reply_of(self._apply_request(request))
        return self._answer_query(request)

    def _answer_query(self, request: requests.AnyQuery) -> TournamentReply:
        """Answer a request that changes nothing."""
        state = self.journaled.state
        match request:
            case requests.GetStatus():
                status = tournament_status(self.journaled, self._table_reports.awaited_tables)
                return TournamentReply(is_accepted=True, status=status)
            case requests.GetActs():
                return TournamentReply(is_accepted=True, texts=tuple(act_list_texts(state)))
            case requests.GetReport():
                return TournamentReply(is_accepted=True, texts=tuple(report_texts(state)))
            case requests.GetReportSheet():
                sheet = report_sheet(state, self.journaled.config)
                return TournamentReply(is_accepted=True, sheet=sheet)
            case requests.GetTickets(players):
                return self._tickets(players)

    def _tickets(self, players: tuple[str, ...]) -> TournamentReply:
        state = self.journaled.state
        resolve_name = name_resolver(state.tickets)
        holders = [resolve_name(player) for player in players] or [*state.tickets]
        if missing := [player for player in holders if player not in state.tickets]:
            raise RequestFailed(Text("hall.no_ticket", {"who": ", ".join(missing)}))
        tickets = printed_tickets(state.tickets, holders, self.journaled.config)
        return TournamentReply(is_accepted=True, tickets=tuple(tickets))

    def _start_play(self) -> TournamentReply:
        incident_count = len(self.journaled.state.incidents)
        reply = _reply_of(self.journaled.start_play())
        alarms = tuple(
            incident.description for incident in self.journaled.state.incidents[incident_count:]
        )
        return replace(reply, texts=reply.texts + alarms)

    def _undo_last_act(self) -> TournamentReply:
        reply = _reply_of(self.journaled.undo_last_act())
        is_clock_stopped = (
            reply.is_accepted
            and is_in_play(self.journaled.tournament)
            and not self.journaled.tournament.clock.is_running
        )
        return replace(reply, texts=reply.texts + (Text("hall.clock_stands"),) * is_clock_stopped)

    def _correct_act(self, request: requests.CorrectEarlierAct) -> TournamentReply:
        act_log = self.journaled.state.act_log
        typed_correction = correction_of(
            request.number, request.persons, request.reason, request.right_values, act_log
        )
        wrong_act = act_log.numbered_acts[request.number].act
        # the right name of an entry may be another spelling of the wrong one
        wrong_name = wrong_act.player if isinstance(wrong_act, acts.Register) else ""
        correction = self._with_known_names(typed_correction, but=wrong_name)
        if isinstance(correction, acts.CorrectAct) and correction.corrected is not None:
            check_chip_count(correction.corrected, act_log)
            self._check_rebuy(correction.corrected)
        self._check_laid(wrong_act)
        return _reply_of(self.journaled.handle_acts(correction))

    def _apply_request(self, request: DrawSeats | ResumeClock | ConfirmMove) -> tuple[Ruling, ...]:
        """Apply a request that is not an operator's act."""
        match request:
            case DrawSeats():
                return self.journaled.draw_seats()
            case ResumeClock(count_away):
                return self.journaled.resume_clock(count_away=count_away)
            case ConfirmMove(player):
                return self.journaled.confirm_move(
                    name_resolver(self.journaled.tournament.payments)(player)
                )

    def _apply_operator_act(self, typed_act: acts.AnyTournamentAct) -> TournamentReply:
        act_log = self.journaled.state.act_log
        act = self._with_known_names(typed_act)
        check_chip_count(act, act_log)
        self._check_rebuy(act)
        reply = _reply_of(self.journaled.handle_acts(act))
        if not reply.is_accepted:
            return reply
        texts = (*reply.texts, *act_texts(act, act_log.tournament))
        if isinstance(act, acts.Register):
            number = self.journaled.state.tickets[act.player].number
            texts = (*texts, Text("hall.did.ticket", {"number": number}))
        if isinstance(act, CORRECTABLE):
            texts = (*texts, Text("hall.did.number", {"number": act_log.numbers_given}))
        return replace(reply, texts=texts)

    def _with_known_names(
        self, typed_act: acts.AnyTournamentAct, but: str = ""
    ) -> acts.AnyTournamentAct:
        """Return an act with each name as it is known, but for one. Raises RequestFailed."""
        tournament = self.journaled.tournament
        # staff too, so that the engine knows one who registers under another spelling
        known_names = {*tournament.payments, *tournament.terms.staff} - {but}
        return resolve_names(typed_act, name_resolver(known_names))

    def _check_rebuy(self, act: acts.AnyTournamentAct) -> None:
        """Raise RequestFailed if a player buys who is on the way to or from a table in service."""
        if not isinstance(act, acts.RebuyChips):
            return
        move = self.journaled.state.pending_moves.get(act.player)
        tables_in_service = {*self.journaled.config.tables.values()}
        if move and tables_in_service & {table for table, _ in move.seats}:
            raise RequestFailed(Text("hall.rebuy_moving", {"who": act.player}))

    def _check_laid(self, act: acts.TournamentAct) -> None:
        """Raise RequestFailed if a rebuy to correct may yet be laid at its table in service."""
        rebuys = self.journaled.state.rebuys
        if not isinstance(act, acts.RebuyChips) or act.player not in rebuys:
            return
        if self.journaled.is_in_service(act.player) and not rebuys[act.player].is_laid:
            raise RequestFailed(Text("hall.correct.rebuy", {"who": act.player}))


def _reply_of(rulings: tuple[Ruling, ...]) -> TournamentReply:
    return TournamentReply(not is_refused(rulings), tuple(ruling_texts(rulings)))


class TournamentSocket(LineSocket):
    """The server of the tournament's socket; only its own user and group may open it."""

    def __init__(self, path: Path, service: TournamentService) -> None:
        """Open the socket. Raises ControlError if another process has it."""
        self._service = service
        super().__init__(path, SOCKET_MODE, self._answer, _excess_reply, MAX_LINE_BYTES)

    def _answer(self, line: bytes, _user_id: int) -> TournamentReply:
        try:
            request: AnyRequest = msgspec.json.decode(line, type=AnyRequest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return TournamentReply(is_accepted=False, texts=(decode_reason(error),))
        return self._service.answer(request)


def _excess_reply(excess: ClientLimit) -> TournamentReply:
    return TournamentReply(is_accepted=False, texts=(Text("hall.socket", {"why": excess}),))
