"""The status of a tournament for people and programs, and its report in words."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from firmware.core.tournament import prizes
from firmware.core.tournament.act_text import full_act_text
from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.tournament.incidents import Incident, absence_text
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.ruling_text import (
    duration_text,
    level_text,
    move_text,
    proceeds_text,
    ruling_texts,
)
from firmware.tournament.state import TournamentState

SHOWN_INCIDENTS: Final = 5
STAGE_KEYS: Final = {
    TournamentStage.SALE.name: "hall.stage.sale",
    TournamentStage.PLAY.name: "hall.stage.play",
    TournamentStage.TIME_OVER.name: "hall.stage.time_over",
    TournamentStage.OVER.name: "hall.stage.over",
}


class OpenRebuy(msgspec.Struct, frozen=True):
    """A rebuy whose chips are to be laid, and the seat of its player."""

    player: str
    table: int
    spot: int


class TournamentStatus(msgspec.Struct, frozen=True):
    """The status of a tournament; times in seconds."""

    tournament: str
    stage: str
    """SALE, PLAY, TIME_OVER or OVER."""
    entered: int
    left: int
    tables: dict[int, int]
    """The number of players at each table; empty while seats are to be drawn."""
    level: int
    blinds: tuple[int, int]
    """In a break, those of the level before it."""
    ante: int
    rest: bool
    runs: bool
    left_s: int
    """Seconds of the level or break; the last level lasts to the end of play."""
    now: Text
    """The level or break, and the time left of it."""
    hand_for_hand: bool
    awaited: tuple[int, ...]
    """Hand for hand, the tables whose games are still awaited."""
    moves: tuple[PlayerMoved, ...]
    """The moves that are not confirmed."""
    came_back: bool
    """Whether the process was away, and the clock has not run since."""
    away_s: int | None
    """The seconds of absence; None if they are not known."""
    if_counted: Text | None
    """The clock if the absence counts; None without an absence of known length."""
    incidents: tuple[Incident, ...]
    """The last incidents."""
    rebuys: tuple[OpenRebuy, ...] = ()
    """Rebuys at tables in service whose chips are not known to be laid."""


def tournament_status(
    journaled: JournaledTournament, awaited_tables: tuple[int, ...] = ()
) -> TournamentStatus:
    """Return the status of a tournament."""
    state, tournament = journaled.state, journaled.tournament
    clock, absence_counted = journaled.clock, journaled.clock_with_absence
    return TournamentStatus(
        tournament=state.name,
        stage=tournament.stage.name,
        entered=len(tournament.payments),
        left=len(tournament.remaining),
        tables=_players_by_table(tournament),
        level=clock.level_number,
        blinds=clock.current_level.blinds or (0, 0),
        ante=clock.current_level.ante,
        rest=clock.current_period.rest,
        runs=clock.is_running,
        left_s=clock.remaining_s,
        now=clock_text(clock),
        hand_for_hand=tournament.hand_for_hand,
        awaited=awaited_tables,
        moves=state.unconfirmed_moves,
        came_back=bool(state.absences),
        away_s=state.absence_s,
        if_counted=clock_text(absence_counted) if state.absence_s else None,
        incidents=tuple(state.incidents[-SHOWN_INCIDENTS:]),
        rebuys=tuple(
            OpenRebuy(player, *rebuy.seat)
            for table in journaled.config.tables.values()
            for player, rebuy in state.open_rebuys_at(table).items()
        ),
    )


def _players_by_table(tournament: Tournament) -> dict[int, int]:
    if tournament.stage is TournamentStage.SALE and not tournament.is_drawn:
        return {}
    return {number: len(table.players) for number, table in tournament.seating.tables.items()}


def status_texts(status: TournamentStatus) -> Iterator[Text]:
    """Yield the status in words."""
    yield Text(STAGE_KEYS[status.stage], {"name": status.tournament})
    if status.stage == TournamentStage.OVER.name:
        return
    yield Text("hall.status.players", {"count": status.left, "entered": status.entered})
    if status.stage == TournamentStage.PLAY.name:
        yield from _clock_texts(status)
    if status.entered and not status.tables:
        yield Text("hall.status.draw")
    for number, players in status.tables.items():
        yield Text("hall.status.table", {"table": number, "count": players})
    yield from _move_texts(status.moves)
    for rebuy in status.rebuys:
        values: TextValues = {"who": rebuy.player, "table": rebuy.table, "spot": rebuy.spot}
        yield Text("hall.status.rebuy", values)
    yield from map(_incident_text, status.incidents)


def _move_texts(moves: Iterable[PlayerMoved]) -> Iterator[Text]:
    """Yield each move; for a player moved twice, also the seat that may have been skipped."""
    last_player = ""
    for move in moves:
        table, spot = move.origin
        earlier_origin = Text(
            "hall.status.or_from", {"who": move.player, "table": table, "spot": spot}
        )
        yield earlier_origin if move.player == last_player else move_text(move)
        last_player = move.player


def clock_text(clock: TournamentClock) -> Text:
    """Return the level or break, and the time left of it."""
    level = clock.current_level
    if clock.current_period.rest:
        return Text(
            "hall.status.rest",
            {"number": clock.level_number, "span": duration_text(clock.remaining_s)},
        )
    return level_text(clock.level_number, level.blinds or (0, 0), level.ante, clock.remaining_s)


def _clock_texts(status: TournamentStatus) -> Iterator[Text]:
    yield status.now
    if not status.runs:
        yield Text("hall.clock_stands")
    if status.came_back:
        yield absence_text(status.away_s)
        yield Text("hall.status.resume")
    if status.if_counted:
        yield Text("hall.status.count_away", {"then": status.if_counted})
    if status.hand_for_hand:
        yield Text("hall.told.hand_for_hand")
    if status.awaited:
        yield Text("hall.status.awaited", {"tables": ", ".join(map(str, status.awaited))})


def _incident_text(incident: Incident) -> Text:
    return Text("hall.report.incident", {"time": incident.local_time, "what": incident.description})


def report_texts(state: TournamentState) -> Iterator[Text]:
    """Yield entries, prizes, account and incidents."""
    yield from outcome_texts(state)
    yield from map(_incident_text, state.incidents)


def act_list_texts(state: TournamentState) -> Iterator[Text]:
    """Yield the acts that can be corrected, with number and time."""
    for number, logged_act in state.act_log.numbered_acts.items():
        description = full_act_text(logged_act.act)
        if logged_act.is_withdrawn:
            description = Text("hall.act.withdrawn", {"what": description})
        incident = Incident(state.act_times[number], description)
        values: TextValues = {"number": number, "time": incident.local_time, "what": description}
        yield Text("hall.act.listed", values)
    if not state.act_log.numbered_acts:
        yield Text("hall.act.none")


def outcome_texts(state: TournamentState) -> Iterator[Text]:
    """Yield entries, prizes and account; before the end, the places of eliminated players."""
    tournament = state.tournament
    proceeds = prizes.proceeds_account(tournament.terms, tournament.payments)
    values: TextValues = {
        "entries": len(tournament.payments),
        "rebuys": tournament.rebuy_count,
        "gross_cents": proceeds.gross,
    }
    yield Text(STAGE_KEYS[tournament.stage.name], {"name": state.name})
    yield Text("hall.report.sold", values)
    if tournament.stage is TournamentStage.OVER and not tournament.is_cancelled:
        prizes_won = tuple(
            prizes.tournament_prizes(tournament.terms, tournament.payments, tournament.places)
        )
        prize_winners = {placing.player for placing in prizes_won}
        yield from ruling_texts(prizes_won)
        yield from ruling_texts(
            placing
            for placing in prizes.placings(tournament.places)
            if placing.player not in prize_winners
        )
        yield proceeds_text(proceeds)
    elif not tournament.is_cancelled:
        yield from ruling_texts(prizes.placings(tournament.places))
