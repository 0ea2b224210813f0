"""The heartbeat of a tournament for the pit: clock, tables and prizes, without players' names."""

from collections.abc import Iterator

from firmware.core.tournament import prizes
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.floor.heartbeat import TournamentHeartbeat, TournamentView
from firmware.tournament.journaled_tournament import JournaledTournament
from firmware.tournament.service import TournamentService
from firmware.tournament.status import TournamentStatus, tournament_status


def tournament_heartbeat(service: TournamentService, sent_at: str) -> TournamentHeartbeat:
    """Return the heartbeat. Raises JournalError."""
    return TournamentHeartbeat(sent_at, service.read_exclusively(tournament_view))


def tournament_view(journaled: JournaledTournament) -> TournamentView:
    status, tournament = tournament_status(journaled), journaled.tournament
    prize_cents = prizes.prize_amounts(
        tournament.terms, sum(tournament.payments.values()), len(tournament.payments)
    )
    return TournamentView(
        tournament=status.tournament,
        stage=status.stage,
        level=status.level,
        blinds=status.blinds,
        ante=status.ante,
        rest=status.rest,
        runs=status.runs,
        left_s=status.left_s,
        hand_for_hand=status.hand_for_hand,
        entered=status.entered,
        left=status.left,
        tables=status.tables,
        prizes=tuple(map(Cents, prize_cents)),
        alarms=tuple(_active_alarms(journaled, status)),
    )


def _active_alarms(journaled: JournaledTournament, status: TournamentStatus) -> Iterator[Text]:
    if status.came_back:
        yield Text("hall.alarm.came_back")
    if journaled.has_single_copy:
        yield Text("hall.alarm.alone")
