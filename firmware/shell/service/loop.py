"""The loop: one table between its journal and its parts.

    parts ──events──> shared commit: readings that decide nothing wait for others
                          │
                          v
                      ledger
                          │
                          v
                      table.handle ──rulings──> ledger
                          │
                          v
                      ledger.commit: both durable in both copies
                          │
                          v
                      panel, built on request ──> parts
                          │
                          v
                      follow_up: listeners, and faults of the shell

The table decides in memory. Its rulings have no effect before they and the event are on disk, in
one commit: after a power cut the table has handled exactly the events on which it acted, and a
reader of the journal finds the state that the displays show.

The loop never waits, and only its thread uses the table. It keeps the table's one deadline
(`TimeUp`), and it watches for two faults that only the shell can see: a lost copy of the journal,
and meters that differ from the journal's recount. Both become faults of the table, like those of
any part. When the table closes, the loop passes it the journal's head to be shown (`HeadTaken`).
When a game waits for a random number, the loop draws it (`NumberDrawn`).
All this is `follow_up`: a service lets it wait for its next turn, so that the lights come first.

A round's checkpoint is written once nothing can go back past its opening; a start resumes from it
(`begin`), replays the events since, and then passes the table the loss and the return of power.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from firmware.core.display.panel import table_panel
from firmware.core.poker_room.table.make_table import make_table
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    HeadTaken,
    NumberDrawn,
    PowerLost,
    PowerReturned,
    ServiceEnded,
    TimeUp,
)
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import CLOSED
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.chance import drawn_number
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.replay import setting_game
from firmware.shell.history.resume_point import ResumePoint
from firmware.shell.history.shared_commit import SHARED_COMMIT_MS, SharedCommit
from firmware.shell.history.takeover import changed_keys, check_takeover, takeover_checkpoint
from hal.ports import Millis

Listener = Callable[[Event, tuple[Ruling, ...]], None]


class TableLoop:
    """One table between its journal and its buses."""

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        listeners: Iterable[Listener] = (),
        draw_panel: Callable[[Table], Panel] = table_panel,
        shared_commit_ms: int = SHARED_COMMIT_MS,
    ) -> None:
        self.table = table
        self._shared_commit = SharedCommit(shared_commit_ms)
        self._draw_panel = draw_panel
        self._panel = draw_panel(table)
        self._has_changed = False
        """Whether something was handled since the last look."""
        self._has_begun = False
        """Until then no segment of the journal is begun: if a version's trial ends with its start,
        the version before goes on with a journal of its own format.
        """
        self.cycle_count = 0
        self._saved_opening, _ = table.final_opening
        self._ledger = ledger
        self._listeners = tuple(listeners)
        self._unfollowed: list[tuple[Event, tuple[Ruling, ...]]] = []
        """The events since the last `follow_up`, with the rulings on each."""

    def begin(self, now: Millis) -> None:
        """Resume where the journal ends; except at its first start the table
        waits for the dealer.

        Raises RequestFailed if the journal's round was begun by another configuration; RulesError
        or OptionRefused if this program can't play by that.
        """
        self._resume_or_start(now)
        self._has_begun = True

    def _resume_or_start(self, now: Millis) -> None:
        resume_point = self._ledger.load_resume_point()
        if resume_point is None:
            self._ledger.record_start(now)
            self._save_opening()
            self._ledger.commit(now)
            return
        self._resume(resume_point, now)
        # after an orderly end no power was cut, but the felt may have changed all the same
        power_events = (
            [PowerReturned()] if resume_point.ended_in_order else [PowerLost(), PowerReturned()]
        )
        self.handle_and_follow([*power_events, *self._device_faults(resume_point)], now)

    def _device_faults(self, resume_point: ResumePoint) -> Iterator[Event]:
        """Yield a fault if the journal was last written with another device's key."""
        if resume_point.setting.device not in ("", self._ledger.setting.device):
            yield FaultRaised("configuration", "device_changed")

    def _resume(self, resume_point: ResumePoint, now: Millis) -> None:
        """Bring the table to where the journal ends, by the configuration that is named there."""
        old_setting, new_setting = resume_point.setting, self._ledger.setting
        is_new = bool(changed_keys(old_setting, new_setting))
        table = make_table(setting_game(old_setting), old_setting.table) if is_new else self.table
        table.resume_from(resume_point.checkpoint)
        self._replay_events(table, resume_point)
        if not is_new:
            self._ledger.record_start(now)
            return
        check_takeover(table, old_setting, new_setting)
        self.table.resume_from(takeover_checkpoint(table, old_setting, new_setting))
        self._ledger.record_start(now)
        self._save_opening()

    def _replay_events(self, table: Table, resume_point: ResumePoint) -> None:
        """Replay past events, and journal the rulings that were lost in a power cut."""
        for events_after, happened in zip(
            range(len(resume_point.events_since) - 1, -1, -1),
            resume_point.events_since,
            strict=True,
        ):
            rulings = table.handle(happened.event, happened.at)
            if events_after < resume_point.unruled_events:
                self._ledger.record_rulings(rulings, events_after)

    def end_service(self, now: Millis) -> None:
        """Record that the service is ended in order."""
        self.handle_and_follow([ServiceEnded()], now)

    def handle_and_follow(self, events: Sequence[Event], now: Millis) -> Panel:
        """Journal and handle the events, with all that follows; return the new panel."""
        self.handle(events, now)
        self.follow_up(now)
        return self.panel

    @property
    def commit_due(self) -> Millis:
        """When `receive` must be called next, with events or without; NEVER if nothing waits."""
        return self._shared_commit.due

    def receive(self, events: Sequence[Event], now: Millis) -> bool:
        """Handle the events, or have them wait for others; return whether any were handled."""
        self._shared_commit.add(events, self.table.state, now)
        if now < self._shared_commit.due and not self._is_time_up(now):
            return False
        self.handle((), now)
        return True

    def handle(self, events: Sequence[Event], now: Millis) -> None:
        """Journal what waits and the events, then handle all; before, follow up those of before."""
        self.follow_up(now)
        self.cycle_count += 1
        events = [*self._shared_commit.take(), *events]
        if self._is_time_up(now):
            # after the events of the same cycle: a key pressed in time comes first
            events.append(TimeUp())
        if events:
            self._unfollowed += zip(events, self._rule_events(events, now), strict=True)
            self._has_changed = True

    def _is_time_up(self, now: Millis) -> bool:
        deadline = self.table.deadline
        return deadline is not None and now >= deadline

    def check_journal(self, now: Millis) -> None:
        """Report a copy of the journal that was taken away, also while nothing happens at the
        table. Raises JournalLost.
        """
        self._ledger.check_copies(now)
        self._watch_journal(now)
        self.follow_up(now)

    def follow_up(self, now: Millis) -> None:
        """Pass the handled events to the listeners; have the table handle the shell's faults."""
        while self._unfollowed:
            unfollowed, self._unfollowed = self._unfollowed, []
            for event, rulings in unfollowed:
                for listener in self._listeners:
                    listener(event, rulings)
            self._watch_journal(now)
            self._watch_meters(now)
            self._watch_closing(now)
            self._watch_number(now)

    def _rule_events(self, events: Sequence[Event], now: Millis) -> list[tuple[Ruling, ...]]:
        """Return the rulings on each event once all are durable; the events are in any case."""
        self._ledger.record_events(events, now)
        all_rulings: list[tuple[Ruling, ...]] = []
        try:
            for events_after, event in zip(range(len(events) - 1, -1, -1), events, strict=True):
                all_rulings.append(self.table.handle(event, now))
                self._ledger.record_rulings(all_rulings[-1], events_after)
            if self.table.final_opening[0] is not self._saved_opening:
                self._save_opening()
        finally:
            # also if a handler failed: its event is then durable, and the next start decides it
            # again
            self._ledger.commit(now)
        return all_rulings

    @property
    def setting(self) -> Setting:
        """The settings by which the table decides."""
        return self._ledger.setting

    @property
    def panel(self) -> Panel:
        """The panel; built on request, the same object until an event is handled."""
        if self._has_changed:
            self._has_changed = False
            self._panel = self._draw_panel(self.table)
        return self._panel

    def _watch_journal(self, now: Millis) -> None:
        """Report the loss of a journal's copy, at each start again, or the return of both."""
        fault = self.table.state.device.trouble.find_fault("journal", "copy_lost")
        if self._ledger.is_single_copy and (fault is None or fault.gone):
            self.handle([FaultRaised("journal", "copy_lost")], now)
        elif fault is not None and not self._ledger.is_single_copy:
            self.handle([FaultEnded("journal", "copy_lost")], now)

    def _watch_meters(self, now: Millis) -> None:
        """Lock the table if the journal's recount differs from its meters."""
        if self._ledger.meter_differences:
            rounds = ", ".join(
                str(difference.round) for difference in self._ledger.meter_differences
            )
            self._ledger.meter_differences.clear()
            self.handle([FaultRaised("meters", "meters_differ", {"rounds": rounds})], now)

    def _watch_closing(self, now: Millis) -> None:
        """Have the journal's head shown once the table has closed after a round."""
        state = self.table.state
        head_round = state.device.head.round if state.device.head else 0
        if state.running_phase is CLOSED and not state.testing and state.round.number > head_round:
            records, digest = self._ledger.head
            self.handle([HeadTaken(records - 1, digest.hex())], now)

    def _watch_number(self, now: Millis) -> None:
        """Draw the number that the table waits for (48.1)."""
        if self.table.awaits_number:
            self.handle([NumberDrawn(drawn_number())], now)

    def _save_opening(self) -> None:
        """Save the checkpoint of the last opening behind which nothing can go back any more."""
        self._saved_opening, events_since = self.table.final_opening
        self._ledger.record_checkpoint(
            self._saved_opening, events_since, may_rotate=self._has_begun
        )
