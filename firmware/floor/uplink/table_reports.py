"""The reports of a tournament's table, derived from the table's journal.

A game is reported once its pots have been pushed, when no key can be undone any more: where the
button was, at which level it was played, and who is out. The report has the number of that record,
counted from 1, so it always has the same one. Arrivals by the tournament's moves since the game
before are in it too. Games that were played before the first level came are reported once it comes,
at level 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from firmware.core.poker_room.engine.rulings import BlindsPosted, PlayerEliminated, StackReported
from firmware.core.poker_room.engine.tournament_table import remembered_link
from firmware.core.tournament.rulings import TableSpot
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Announced,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
)
from firmware.core.vocabulary.tournament import LevelSeen
from firmware.floor.level_wire import TableReport
from firmware.shell.history.journal_entries import Carried, Entry, Happened, Ruled

Arrival = tuple[int, TableSpot]
OPENED_ANNOUNCEMENT: Final = Text("announce.table_open")


@dataclass(slots=True)
class _GameEvent:
    """An event of the present round, the level when it came, and its rulings that are
    not undone.
    """

    table_event: Event
    level_seen: LevelSeen | None
    rulings: Sequence[Ruling] = ()

    @property
    def seated_spots(self) -> set[int]:
        """The spot where somebody sat down or chips were added, if that was the event."""
        if self.table_event != KeyPressed(Key.SIT_DOWN):
            return set()
        return {ruling.spot for ruling in self.rulings if isinstance(ruling, StackReported)}

    def rebuy_laid(self, rebuys_laid: Sequence[int]) -> int | None:
        """Return the number of the rebuy whose chips were laid, besides those laid before."""
        rebuys = self.level_seen.rebuys if self.level_seen else ()
        open_numbers = (
            rebuy.number
            for rebuy in rebuys
            if rebuy.spot in self.seated_spots and rebuy.number not in rebuys_laid
        )
        return next(open_numbers, None)

    @property
    def arrivals(self) -> Iterator[Arrival]:
        """The player who sat down where the tournament had moved one, if one did."""
        for move in self.level_seen.moves if self.level_seen else ():
            if move.is_arrival and move.spot in self.seated_spots:
                yield move.spot, (move.table, move.seat)


class TableReports:
    """The reports of one tournament, from the entries of a journal, given in order."""

    def __init__(self, tournament: str) -> None:
        self._tournament = tournament
        self._level_seen: LevelSeen | None = None
        self._open_events: list[_GameEvent] = []
        self._arrivals: list[Arrival] = []
        """Arrivals since the last report: a voided game is not reported."""
        self._rebuys_laid: list[int] = []
        """The numbers of all rebuys whose chips were laid."""
        self._unreported_rebuys: list[int] = []
        """Those of them since the last report."""
        self._early_reports: list[TableReport] = []
        """Reports of games since the table was opened, before its first level."""
        self._testing = False

    def add_record(self, record_number: int, journal_entry: Entry) -> list[TableReport]:
        """Add the next record; return the report of a game that it ends, if it ends one, and those
        that waited for it.
        """
        match journal_entry:
            case Carried(table=checkpoint) if self._level_seen is None:
                tournament_link = remembered_link(checkpoint.real.game)
                self._level_seen = tournament_link.last_level
                self._rebuys_laid = [*tournament_link.rebuys_laid]
            case Happened(event=table_event):
                self._open_events.append(_GameEvent(table_event, self._level_seen))
                if isinstance(table_event, LevelSeen):
                    return self._set_level(table_event)
            case Ruled(rulings, events_back) if events_back < len(self._open_events):
                table_report = self._apply_rulings(
                    record_number, len(self._open_events) - 1 - events_back, rulings
                )
                return [table_report] if table_report else []
        return []

    def _set_level(self, level_seen: LevelSeen) -> list[TableReport]:
        """Set the level; return the reports from before the first one."""
        early_reports, self._early_reports, self._level_seen = self._early_reports, [], level_seen
        return early_reports if level_seen.tournament == self._tournament else []

    def _apply_rulings(
        self, record_number: int, event_index: int, rulings: Sequence[Ruling]
    ) -> TableReport | None:
        self._note_rulings(event_index, rulings)
        if any(isinstance(ruling, RoundCorrected) for ruling in rulings):
            return self._correction_report(record_number, event_index)
        if not any(isinstance(ruling, RoundOpened) for ruling in rulings):
            return None
        if Announced(OPENED_ANNOUNCEMENT) in rulings:
            self._early_reports = []
        game_events, self._open_events = (
            self._open_events[: event_index + 1],
            self._open_events[event_index + 1 :],
        )
        if self._testing:
            return None
        self._note_seated(game_events)
        return self._game_report(record_number + 1, game_events)

    def _note_rulings(self, event_index: int, rulings: Sequence[Ruling]) -> None:
        """Note the rulings on an event; those of the events that they undo are dropped."""
        self._open_events[event_index].rulings = rulings
        for ruling in rulings:
            if isinstance(ruling, Undone):
                for game_event in self._open_events[
                    max(event_index - ruling.back, 0) : event_index
                ]:
                    game_event.rulings = ()
            elif isinstance(ruling, TestOpened | TestClosed):
                self._testing = isinstance(ruling, TestOpened)

    def _note_seated(self, game_events: Sequence[_GameEvent]) -> None:
        """Note the rebuys whose chips were laid, and who arrived."""
        for game_event in game_events:
            rebuy_number = game_event.rebuy_laid(self._rebuys_laid)
            if rebuy_number is None:
                self._arrivals += game_event.arrivals
            else:
                self._rebuys_laid.append(rebuy_number)
                self._unreported_rebuys.append(rebuy_number)

    def _correction_report(self, record_number: int, event_index: int) -> TableReport | None:
        """Return the report of a player who is out because a stack was corrected, if one is."""
        game_event, known_level = self._open_events[event_index], self._level_seen
        # counted here, not once more with the next game
        players_out, game_event.rulings = _players_out(game_event.rulings), ()
        if not players_out or self._testing or not self._is_ours(known_level):
            return None
        at_level = known_level.number if known_level else 0
        table_report = TableReport(
            record_number + 1, at_level, out=players_out, tournament=self._tournament
        )
        return self._levelled(table_report, known_level)

    def _game_report(
        self, report_number: int, game_events: Sequence[_GameEvent]
    ) -> TableReport | None:
        """Return the report of the game of these events; None if none was played."""
        levelled_rulings = [
            (ruling, game_event.level_seen)
            for game_event in game_events
            for ruling in game_event.rulings
        ]
        posted_buttons = [
            (game_event.button, level_seen)
            for game_event, level_seen in levelled_rulings
            if isinstance(game_event, BlindsPosted)
        ]
        is_voided = any(isinstance(game_event, RoundVoided) for game_event, _ in levelled_rulings)
        if is_voided or not posted_buttons:
            return None
        button_spot, level_seen = posted_buttons[-1]
        known_level = level_seen or self._level_seen
        if not self._is_ours(known_level):
            return None
        players_out = _players_out([ruling for ruling, _ in levelled_rulings])
        arrivals, self._arrivals = tuple(self._arrivals), []
        rebuys_laid, self._unreported_rebuys = tuple(self._unreported_rebuys), []
        at_level = level_seen.number if level_seen else 0
        table_report = TableReport(
            report_number,
            at_level,
            button_spot,
            players_out,
            arrivals,
            self._tournament,
            rebuys_laid,
        )
        return self._levelled(table_report, known_level)

    def _is_ours(self, known_level: LevelSeen | None) -> bool:
        """Return whether a level is not of another tournament."""
        return known_level is None or known_level.tournament == self._tournament

    def _levelled(
        self, table_report: TableReport, known_level: LevelSeen | None
    ) -> TableReport | None:
        """Return a report if its level is known; else it waits for the first one."""
        if known_level:
            return table_report
        self._early_reports.append(table_report)
        return None


def _players_out(rulings: Sequence[Ruling]) -> tuple[tuple[int, int], ...]:
    """Return the spot and the stack of each player who is out."""
    return tuple(
        (ruling.spot, int(ruling.stack))
        for ruling in rulings
        if isinstance(ruling, PlayerEliminated)
    )
