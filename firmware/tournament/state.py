"""The state of a tournament in service: the engine, and everything else the journal records."""

from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.act_log import ActLog, new_act_log
from firmware.core.tournament.rulings import (
    ActUndone,
    CharityShort,
    PlayerMoved,
    PlayerPlaced,
    PlayerRenamed,
    TableSpot,
)
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.history.journal_entries import (
    Entry,
    PlayerSeated,
    RebuyLaid,
    ServerReturned,
    TableReported,
    TournamentActed,
    TournamentAlarm,
    TournamentBegan,
)
from firmware.shell.journal import ProgramVersion
from firmware.tournament.incidents import (
    INCIDENT_TEXTS,
    PROCEEDS_SHORT,
    Incident,
    absence_text,
    correction_incidents,
    note_text,
)
from firmware.tournament.pending_move import PendingMove
from firmware.tournament.sold_rebuy import SoldRebuy

Value = TypeVar("Value")


class RulingsDiffer(Exception):
    """An act is ruled differently by this program than in the journal."""


class SoldTicket(NamedTuple):
    """The ticket of an entry (004 9): its number, and the time of the sale."""

    number: int
    wall_time: str


class TournamentState(
    msgspec.Struct,
    rename={
        "name": "tournament",
        "act_log": "course",
        "last_wall_time": "wall",
        "reports_taken": "heard",
        "pending_moves": "ways",
        "move_count": "moved",
        "moves_of_eliminated": "ways_of_out",
    },
):
    """The state after the journal's entries so far."""

    name: str
    act_log: ActLog
    last_wall_time: str
    """The time of day of the last entry, refusals excepted."""
    reports_taken: dict[int, int] = {}
    """By table, the number of the last report taken."""
    pending_moves: dict[str, PendingMove] = {}
    """By player, the moves that are not confirmed (pending_move.py)."""
    move_count: int = 0
    """The number of moves so far."""
    moves_of_eliminated: dict[str, PendingMove] = {}
    """Moves of eliminated players, to be restored if the elimination is undone."""
    absences: list[int | None] = []
    """Absences since the clock last ran, in seconds; None for one of unknown length."""
    incidents: list[Incident] = []
    tickets: dict[str, SoldTicket] = {}
    """By player, the ticket of the entry."""
    tickets_sold: int = 0
    """How many tickets were sold, those of undone sales included: no number is used twice."""
    rebuys: dict[str, SoldRebuy] = {}
    """By player, the rebuy (sold_rebuy.py)."""
    rebuys_sold: int = 0
    """How many rebuys were sold, undone sales included."""
    act_times: dict[int, str] = {}
    """The time of day of each act that can be corrected, by its number."""
    program: ProgramVersion | None = None
    """The program that wrote the last entry, if it was recorded."""

    @property
    def tournament(self) -> Tournament:
        """The engine. An undo replaces it."""
        return self.act_log.tournament

    @property
    def absence_s(self) -> int | None:
        """The seconds of absence that no clock has counted; None if they are not known."""
        known_absences = [seconds for seconds in self.absences if seconds is not None]
        return sum(known_absences) if len(known_absences) == len(self.absences) else None

    @property
    def unconfirmed_moves(self) -> tuple[PlayerMoved, ...]:
        """The moves that are not confirmed, one from each seat where the player may still be."""
        pending = self.pending_moves.items()
        return tuple(
            PlayerMoved(player, origin, move.destination)
            for player, move in pending
            for origin in move.origins
        )

    def open_rebuys_at(self, table: int) -> dict[str, SoldRebuy]:
        """Return by player the rebuys at a table whose chips are not known to be laid."""
        remaining = self.tournament.remaining
        return {
            player: rebuy
            for player, rebuy in self.rebuys.items()
            if rebuy.seat[0] == table and not rebuy.is_laid and player in remaining
        }

    def unreported_buyer_at(self, seat: TableSpot) -> str | None:
        """Return the player, not out, who bought at this seat, and whose chips its table has not
        reported as laid; None if there is none.
        """
        remaining = self.tournament.remaining
        buyers = (
            player
            for player, rebuy in self.rebuys.items()
            if rebuy.seat == seat and not rebuy.is_reported and player in remaining
        )
        return next(buyers, None)

    def candidates_at(self, table: int, spot: int) -> set[str]:
        """Return who may be at a seat: the player seated there, and moved ones not gone yet."""
        table_seating = self.tournament.seating.tables.get(table)
        candidates = {
            player
            for player, move in self.pending_moves.items()
            if (table, spot) in move.possible_seats
        }
        return candidates | (
            {table_seating.players[spot]}
            if table_seating and spot in table_seating.players
            else set()
        )

    def candidates_from(self, origins: set[TableSpot], destination: TableSpot) -> list[str]:
        """Return the players who may have been at each of these seats before the destination."""
        return [
            player
            for player, move in self.pending_moves.items()
            if origins <= move.seats_before(destination)
        ]

    def replay_entry(self, entry: Entry) -> None:
        """Apply the next entry of the journal. Raises RulingsDiffer."""
        if isinstance(entry, TournamentActed):
            rulings = self.act_log.handle_act(entry.act, by_operator=entry.by_hand)
            if rulings != entry.rulings:
                raise RulingsDiffer
        self.note_entry(entry)

    def note_entry(self, entry: Entry) -> None:
        """Apply an entry whose act the engine has applied."""
        match entry:
            case TournamentActed(rulings=rulings) if is_refused(rulings):
                return
            case TournamentActed(wall=wall_time):
                self._note_act(entry)
            case TournamentBegan(wall=wall_time):
                self._note_later_start(entry)
            case ServerReturned(wall_time, absence_s):
                self.absences.append(absence_s)
                self._add_incident(wall_time, absence_text(absence_s))
            case TableReported(wall_time, table, number):
                self.reports_taken[table] = number
            case PlayerSeated(wall_time) | RebuyLaid(wall_time):
                self._note_at_table(entry)
            case TournamentAlarm(wall_time, reason):
                self._add_incident(wall_time, reason)
            case _:
                return
        self.last_wall_time = wall_time

    def _note_later_start(self, entry: TournamentBegan) -> None:
        """It was served again, with other managers or staff, or by another program."""
        if self.tournament.terms != entry.terms:
            self._add_incident(entry.wall, Text("hall.incident.terms"))
        self.tournament.terms, self.program = entry.terms, entry.program

    def _note_act(self, entry: TournamentActed) -> None:
        self.act_times.setdefault(self.act_log.numbers_given, entry.wall)
        if isinstance(entry.act, acts.CorrectAct):
            self._note_correction(entry)
        for ruling in entry.rulings:
            self._note_ruling(ruling, entry.wall)
        if isinstance(entry.act, acts.ResumeClock):
            self.absences.clear()  # the operator has said whether they count
        if isinstance(entry.act, acts.Register):
            self._sell_ticket(entry.act.player, entry.wall)
        if isinstance(entry.act, acts.RebuyChips):
            self._sell_rebuy(entry.act.player)
        if isinstance(entry.act, acts.NoteIncident):
            self._add_incident(entry.wall, note_text(entry.act))
        elif entry.by_hand and (description := INCIDENT_TEXTS.get(type(entry.act))):
            self._add_incident(entry.wall, description)

    def _sell_ticket(self, player: str, wall_time: str) -> None:
        self.tickets_sold += 1
        self.tickets[player] = SoldTicket(self.tickets_sold, wall_time)

    def _sell_rebuy(self, player: str) -> None:
        """Number a rebuy; its chips are laid at the player's seat, unless he is out since."""
        self.rebuys_sold += 1
        seating = self.tournament.seating
        seat = {**seating.vacated, **seating.seats_by_player()}[player]
        self.rebuys[player] = SoldRebuy(self.rebuys_sold, seat)

    def _note_ruling(self, ruling: Ruling, wall_time: str) -> None:
        match ruling:
            case PlayerMoved(player, origin, destination):
                self.move_count += 1
                self.pending_moves[player] = self.pending_moves.get(
                    player, PendingMove((origin,))
                ).extended(destination, self.move_count)
            # eliminated, perhaps by mistake: the move returns if that is undone
            case PlayerPlaced(player) if player in self.pending_moves:
                self.moves_of_eliminated[player] = self.pending_moves.pop(player)
            case ActUndone(description):
                self._note_replay()
                self._add_incident(wall_time, Text("hall.incident.undone", {"what": description}))
            case CharityShort():
                self._add_incident(wall_time, PROCEEDS_SHORT)

    def _note_replay(self) -> None:
        """Drop what the engine that an undo or a correction has replaced had, and this one has not:
        a short share of the charity, tickets, rebuys, eliminations during a move.
        """
        self.incidents = [
            incident for incident in self.incidents if incident.description != PROCEEDS_SHORT
        ]
        self.tickets = {
            player: ticket
            for player, ticket in self.tickets.items()
            if player in self.tournament.payments
        }
        self.rebuys = {
            player: rebuy
            for player, rebuy in self.rebuys.items()
            if self.tournament.payments.get(player, 0) > self.tournament.terms.entry_cents
        }
        for player in self.moves_of_eliminated.keys() & {*self.tournament.remaining}:
            self.pending_moves[player] = self.moves_of_eliminated.pop(player)

    def _note_correction(self, entry: TournamentActed) -> None:
        """Rename a player, drop and add what the correction has dropped and added, and record it
        with the money to settle.
        """
        for ruling in entry.rulings:
            if isinstance(ruling, PlayerRenamed):
                self._rename(ruling.player, ruling.to)
        self._note_replay()
        payments = self.tournament.payments
        for player in [player for player in payments if player not in self.tickets]:
            self._sell_ticket(player, entry.wall)
        for player, cents in payments.items():
            if cents > self.tournament.terms.entry_cents and player not in self.rebuys:
                self._sell_rebuy(player)
        for description in correction_incidents(entry.rulings):
            self._add_incident(entry.wall, description)

    def _rename(self, player: str, right_name: str) -> None:
        """Give what is by a player's name to the right one; a ticket keeps its number."""
        self.tickets = _renamed(self.tickets, player, right_name)
        self.rebuys = _renamed(self.rebuys, player, right_name)
        self.pending_moves = _renamed(self.pending_moves, player, right_name)
        self.moves_of_eliminated = _renamed(self.moves_of_eliminated, player, right_name)

    def _note_at_table(self, entry: PlayerSeated | RebuyLaid) -> None:
        """A moved player has arrived, or the chips of a rebuy were laid."""
        if isinstance(entry, PlayerSeated):
            self._note_seated(entry.player, (entry.table, entry.spot))
        # no table lets a player move on before the chips of his rebuy are laid
        if entry.player in self.rebuys:
            rebuy = self.rebuys[entry.player]
            is_reported = rebuy.is_reported or isinstance(entry, RebuyLaid)
            self.rebuys[entry.player] = replace(rebuy, is_laid=True, is_reported=is_reported)

    def _note_seated(self, player: str, seat: TableSpot) -> None:
        """A moved player has arrived at a seat; no other moved player can be there any more."""
        move = self.pending_moves.pop(player)
        # moved on before this arrival was known: the player has yet to go to the last seat
        if remaining_move := move.after_arrival(seat):
            self.pending_moves[player] = remaining_move
        for rival, rival_move in [*self.pending_moves.items()]:
            if rival != player and seat in rival_move.possible_seats:
                self.pending_moves[rival] = replace(
                    rival_move, left_seats=(*rival_move.left_seats, seat)
                )

    def _add_incident(self, wall_time: str, description: Text) -> None:
        self.incidents.append(Incident(wall_time, description))


def _renamed(by_player: dict[str, Value], player: str, right_name: str) -> dict[str, Value]:
    return {right_name if name == player else name: value for name, value in by_player.items()}


def new_state(began_entry: TournamentBegan) -> TournamentState:
    """Return the state of a tournament without entries."""
    return TournamentState(
        began_entry.tournament,
        new_act_log(began_entry.terms),
        began_entry.wall,
        program=began_entry.program,
    )


def is_in_play(tournament: Tournament) -> bool:
    """Return whether the clock counts."""
    return tournament.stage is TournamentStage.PLAY


def is_refused(rulings: tuple[Ruling, ...]) -> bool:
    return any(isinstance(ruling, Refused) for ruling in rulings)
