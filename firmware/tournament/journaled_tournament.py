"""The tournament with its journal: every act is durable before its rulings are answered.

request ──> count_elapsed ──> apply(act) ──> write_entry ──> commit ──> rulings are answered
            PassTime, if a     engine,        to the copies   fsync; JournalLost
            second has passed  undo log       of the journal  ends the service

Every act and its rulings are one entry (`TournamentActed`), refused acts included. Entries without
an act add what the engine does not know: a table's report was taken, a moved player sits, an alarm,
a return after an absence. `TournamentState.note_entry` applies both kinds, now and in recovery, so
that the state is a function of the journal.

Time is an act, too. `tick` writes the elapsed seconds (`PassTime`) when a level ends, and at least
every 10 s; every request writes those before it. A power cut therefore takes 10 s at most.

Recovery (recovery.py) applies the journal's entries to a new state. If another program version
rules an act differently from the journal, it does not start: the journal is right. In play, the
clock is then paused where the last entry has it, and an entry says how long the process was away by
the time of day. The operator resumes it: the absence counts as play (`count_away`) or as a pause.
"""

from collections import deque
from copy import copy
from random import SystemRandom
from typing import Final

from firmware.core.tournament import acts
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.rulings import AnyTournamentRuling
from firmware.core.tournament.tournament import Tournament
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.device.program import present_program
from firmware.shell.history.finding_text import damage_texts
from firmware.shell.history.journal_entries import (
    Entry,
    PlayerSeated,
    ServerReturned,
    TournamentActed,
    TournamentAlarm,
    TournamentBegan,
    encode,
)
from firmware.shell.history.ledger import JOURNAL_COPIES, LedgerLog
from firmware.tournament.config import TournamentConfig
from firmware.tournament.elapsed_time import (
    ElapsedTime,
    HostClocks,
    absence_s,
    system_clocks,
    timestamp,
)
from firmware.tournament.licence_hours import delay_acts, delay_alarms, start_delay_s
from firmware.tournament.recovery import check_terms_change, recovered_state
from firmware.tournament.state import TournamentState, is_in_play, is_refused, new_state

JOURNAL_INTERVAL_S: Final = 10
"""The longest time that is in no entry."""
SYSTEM_RANDOM: Final = SystemRandom()


class JournaledTournament:
    """A tournament in the state at the end of its journal. Not thread-safe."""

    def __init__(
        self,
        config: TournamentConfig,
        journal: LedgerLog,
        host_clocks: HostClocks | None = None,
    ) -> None:
        """Begin a tournament, or recover it from its journal.

        Raises JournalLost; RequestFailed if the journal is of another tournament, or cannot be
        replayed.
        """
        self.config = config
        self._journal = journal
        self._host_clocks = host_clocks or system_clocks()
        self._elapsed_time = ElapsedTime(self._host_clocks.monotonic())
        self._findings_noted = 0
        began_entry = TournamentBegan(
            self.now(), config.tournament, config.terms, present_program()
        )
        recovered = recovered_state(config.tournament, journal)
        self.state = recovered or self._begin_journal(began_entry)
        last_wall_time = self.state.last_wall_time
        if self.tournament.terms != config.terms:
            check_terms_change(self.tournament, config.terms)
        if (self.tournament.terms, self.state.program) != (config.terms, began_entry.program):
            self.write_entry(began_entry)
        # only in play does an absence matter: before it and after it no clock runs
        if recovered and is_in_play(self.tournament):
            self._note_absence(last_wall_time)
        self._note_findings()
        self.commit()

    @property
    def tournament(self) -> Tournament:
        """The engine; only this class applies acts to it."""
        return self.state.tournament

    @property
    def clock(self) -> TournamentClock:
        """The clock now, with the seconds that are in no entry yet."""
        clock = copy(self.tournament.clock)
        if is_in_play(self.tournament):
            deque(
                clock.pass_seconds(self._elapsed_time.whole_seconds(self._host_clocks.monotonic())),
                maxlen=0,
            )
        return clock

    @property
    def has_single_copy(self) -> bool:
        """Whether one copy of the journal is no longer written."""
        return len(self._journal.copies_in_use) < JOURNAL_COPIES

    def handle_acts(self, *operator_acts: AnyTournamentAct) -> tuple[AnyTournamentRuling, ...]:
        """Count the elapsed time, apply acts of an operator, and return their durable rulings.

        Raises JournalLost.
        """
        rulings = [*self.count_elapsed()]
        for act in operator_acts:
            rulings += self.apply(act, by_operator=True)
        self.commit()
        return tuple(rulings)

    def count_elapsed(self) -> tuple[AnyTournamentRuling, ...]:
        """Apply the elapsed time that is in no entry; durable with the next `commit`."""
        elapsed_s = self._elapsed_time.consume(self._host_clocks.monotonic())
        if not elapsed_s or not is_in_play(self.tournament):
            return ()
        return self.apply(acts.PassTime(elapsed_s))

    def apply(
        self, act: AnyTournamentAct, *, by_operator: bool = False
    ) -> tuple[AnyTournamentRuling, ...]:
        """Apply an act; it and its rulings are durable with the next `commit`."""
        rulings: tuple[AnyTournamentRuling, ...]
        rulings = self.state.act_log.handle_act(act, by_operator=by_operator)  # type: ignore[assignment]
        self.write_entry(TournamentActed(self.now(), act, rulings, by_operator))
        return rulings

    def write_entry(self, entry: Entry) -> None:
        """Append an entry and apply it to the state; durable with the next `commit`."""
        self._journal.append(encode(entry))
        self.state.note_entry(entry)

    def commit(self) -> None:
        """Return once all entries are durable. Raises JournalLost."""
        self._journal.commit()

    def tick(self) -> tuple[AnyTournamentRuling, ...]:
        """Journal disk findings, and the elapsed time at each level or every
        `JOURNAL_INTERVAL_S`. Raises JournalLost, also if both copies were taken away.
        """
        self._journal.check_copies()
        if len(self._journal.findings) > self._findings_noted:
            self._note_findings()
            self.commit()
        elapsed_s = self._elapsed_time.whole_seconds(self._host_clocks.monotonic())
        if not is_in_play(self.tournament) or elapsed_s < min(
            JOURNAL_INTERVAL_S, self.tournament.clock.next_change_s
        ):
            return ()
        return self.handle_acts()

    def start_play(self) -> tuple[AnyTournamentRuling, ...]:
        """Start play. A late start counts as a pause: play ends at the licence's hour.

        Outside the licence's hours the time of day cannot be trusted: that is an alarm.
        """
        rulings = [*self.count_elapsed(), *self.apply(acts.StartPlay(), by_operator=True)]
        if not is_refused((*rulings,)):
            delay_s = start_delay_s(self._host_clocks.wall_clock(), self.tournament.terms)
            for reason in delay_alarms(delay_s, self.tournament.terms):
                self.write_entry(TournamentAlarm(self.now(), reason))
            # these are the clock's acts, not the operator's: undo does not see them
            for act in delay_acts(delay_s):
                self.apply(act)
        self.commit()
        return tuple(rulings)

    def draw_seats(self) -> tuple[AnyTournamentRuling, ...]:
        """Draw the seats of all registered players, with the system's random generator."""
        # the result is in the act, so that a replay needs no chance
        players = list(self.tournament.payments)
        SYSTEM_RANDOM.shuffle(players)
        return self.handle_acts(acts.DrawSeats(tuple(players)))

    def resume_clock(self, *, count_away: bool) -> tuple[AnyTournamentRuling, ...]:
        """Resume the clock; the absence counts as play, or as a pause."""
        absence_s = self.state.absence_s
        if count_away and absence_s is None:
            return (Refused(Text("hall.away_unknown")),)
        waited = (acts.PassTime(absence_s),) if absence_s else ()
        # time before ResumeClock passes on a paused clock
        if count_away:
            return self.handle_acts(acts.ResumeClock(), *waited)
        return self.handle_acts(*waited, acts.ResumeClock())

    def undo_last_act(self) -> tuple[AnyTournamentRuling, ...]:
        """Undo the last act of an operator. If that resumes play, the clock is paused.

        A rebuy at a table in service stays: its chips may have been laid.
        """
        next_undone = self.state.act_log.next_undone
        if isinstance(next_undone, acts.RebuyChips) and self.is_in_service(next_undone.player):
            return (Refused(Text("hall.undo_rebuy", {"who": next_undone.player})),)
        play_ended_at, was_in_play = self.state.last_wall_time, is_in_play(self.tournament)
        rulings = [*self.count_elapsed(), *self.apply(acts.UndoAct(), by_operator=True)]
        if is_in_play(self.tournament) and not was_in_play:
            self._note_absence(play_ended_at)
        self.commit()
        return tuple(rulings)

    def confirm_move(self, player: str) -> tuple[AnyTournamentRuling, ...]:
        """Record that a moved player sits at the last of his new seats."""
        if player not in self.state.pending_moves:
            return (Refused(Text("hall.not_moving", {"who": player})),)
        table, spot = self.state.pending_moves[player].destination
        # once for each time that he was sent to this seat
        while player in self.state.pending_moves:
            self.write_entry(PlayerSeated(self.now(), player, table, spot))
        self.commit()
        return ()

    def is_in_service(self, player: str) -> bool:
        """Return whether the rebuy of a player was sold at a table in service."""
        return self.state.rebuys[player].seat[0] in self.config.tables.values()

    @property
    def clock_with_absence(self) -> TournamentClock:
        """The clock as it will be if it is resumed and the absence counts."""
        clock = copy(self.clock)
        clock.is_running = True
        deque(clock.pass_seconds(self.state.absence_s or 0), maxlen=0)
        return clock

    def raise_alarm(self, reason: Text) -> tuple[AnyTournamentRuling, ...]:
        """Record an alarm as an incident."""
        self.write_entry(TournamentAlarm(self.now(), reason))
        self.commit()
        return ()

    def now(self) -> str:
        """Return the time of day in the journal's format."""
        return timestamp(self._host_clocks.wall_clock())

    def _begin_journal(self, began_entry: TournamentBegan) -> TournamentState:
        self._journal.append(encode(began_entry))
        self._journal.commit()
        return new_state(began_entry)

    def _note_absence(self, last_entry_time: str) -> None:
        """Record the absence since the last entry, and pause the clock; without a commit."""
        away_s = absence_s(
            last_entry_time, self._host_clocks.wall_clock(), self.tournament.terms.duration_s
        )
        self.write_entry(ServerReturned(self.now(), away_s))
        if self.tournament.clock.is_running:
            self.apply(acts.PauseClock())

    def _note_findings(self) -> None:
        """Record which journal copy was damaged or lost; durable with the next `commit`."""
        findings, self._findings_noted = (
            self._journal.findings[self._findings_noted :],
            len(self._journal.findings),
        )
        for finding_text in damage_texts(findings):
            self.write_entry(TournamentAlarm(self.now(), finding_text))
