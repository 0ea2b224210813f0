"""The loop: one table between its journal and its parts.

    parts ──events──> ledger
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
                      follow_up: listeners, and what only the shell sees

The table decides in memory. Nobody hears or sees it before the event and its rulings are on disk,
in one commit: after a power cut the table has handled exactly the events on which it acted, and
whoever reads the journal beside the table finds what its displays say.

The loop never waits, and only its thread uses the table. It keeps the table's one deadline
(`TimeUp`), and it watches for two faults that only the shell can see: a lost copy of the journal,
and meters that differ from the journal's recount. Both become faults of the table, like those of
any part. When the table closes, the loop passes it the journal's head to be shown (`HeadTaken`).
When a game waits for a random number, the loop draws it (`NumberDrawn`).
All this is `follow_up`: a service lets it wait for its next turn, so that the lights come first.

A round's checkpoint is written once no undo can go back past its opening; a start resumes from it
(`begin`), replays the events since, and then tells the table that power was lost and has returned.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from firmware.core.display.show import panel
from firmware.core.poker_room.table.make_table import seated
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
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.replay import seat
from firmware.shell.history.resume_point import Past
from firmware.shell.history.takeover import changed, check_fits, taken_over
from hal.ports import Millis

COPY_LOST: Final = ("journal", "copy_lost")

Listener = Callable[[Event, tuple[Ruling, ...]], None]


class Loop:
    """One table between its journal and its buses."""

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        listeners: Iterable[Listener] = (),
        draw: Callable[[Table], Panel] = panel,
    ) -> None:
        self.table = table
        self._draw = draw
        self._panel = draw(table)
        self._changed = False
        """Whether something was handled since the last look."""
        self.turns = 0
        self._kept = table.history.opening
        self._ledger = ledger
        self._listeners = tuple(listeners)
        self._unheard: list[tuple[Event, tuple[Ruling, ...]]] = []
        """The events since the last `follow_up`, with the rulings on each."""

    def begin(self, now: Millis) -> None:
        """Resume where the journal ends; except at its first start the table
        waits for the dealer.

        Raises CannotBeDone if the journal's round was begun by another configuration; RulesError or
        OptionRefused if this program can't play by that.
        """
        past = self._ledger.past()
        if past is None:
            self._ledger.started(now)
            self._keep_opening()
            self._ledger.commit(now)
            return
        self._resume(past, now)
        power = [PowerReturned()] if past.ended else [PowerLost(), PowerReturned()]
        self.take([*power, *self._of_another_device(past)], now)

    def _of_another_device(self, past: Past) -> Iterator[Event]:
        """Yield a fault if the journal was last written with another device's key."""
        if past.setting.device not in ("", self._ledger.setting.device):
            yield FaultRaised("configuration", "device_changed")

    def _resume(self, past: Past, now: Millis) -> None:
        """Bring the table to where the journal ends, by the configuration that is named there."""
        old, new = past.setting, self._ledger.setting
        is_new = bool(changed(old, new))
        table = seated(seat(old), old.table) if is_new else self.table
        table.resume_from(past.checkpoint)
        self._replay(table, past)
        if not is_new:
            self._ledger.started(now)
            return
        check_fits(table, old, new)
        self.table.resume_from(taken_over(table, old, new))
        self._ledger.started(now)
        self._keep_opening()

    def _replay(self, table: Table, past: Past) -> None:
        """Replay past events, and journal the rulings that were lost in a power cut."""
        for left, happened in zip(range(len(past.since) - 1, -1, -1), past.since, strict=True):
            rulings = table.handle(happened.event, happened.at)
            if left < past.unruled:
                self._ledger.ruled(rulings, left)

    def end(self, now: Millis) -> None:
        """Keep that the service is ended in order."""
        self.take([ServiceEnded()], now)

    def take(self, events: Sequence[Event], now: Millis) -> Panel:
        """Journal and handle the events, with all that follows; return the new panel."""
        self.handle(events, now)
        self.follow_up(now)
        return self.panel

    def handle(self, events: Sequence[Event], now: Millis) -> None:
        """Journal the events, then handle them; before them, follow up those of before."""
        self.follow_up(now)
        self.turns += 1
        deadline = self.table.deadline
        if deadline is not None and now >= deadline:
            events = [*events, TimeUp()]
        if events:
            self._unheard += zip(events, self._rule(events, now), strict=True)
            self._changed = True

    def follow_up(self, now: Millis) -> None:
        """Tell the listeners what was handled; have the table handle what only the shell sees."""
        while self._unheard:
            unheard, self._unheard = self._unheard, []
            for event, rulings in unheard:
                for listener in self._listeners:
                    listener(event, rulings)
            self._watch_journal(now)
            self._watch_meters(now)
            self._watch_closing(now)
            self._watch_number(now)

    def _rule(self, events: Sequence[Event], now: Millis) -> list[tuple[Ruling, ...]]:
        """Return the rulings on each event once all are durable; the events are in any case."""
        self._ledger.happened(events, now)
        ruled: list[tuple[Ruling, ...]] = []
        try:
            for left, event in zip(range(len(events) - 1, -1, -1), events, strict=True):
                ruled.append(self.table.handle(event, now))
                self._ledger.ruled(ruled[-1], left)
            if self.table.history.opening is not self._kept and not self.table.undoable:
                self._keep_opening()
        finally:
            self._ledger.commit(now)
        return ruled

    @property
    def panel(self) -> Panel:
        """The panel; built on request, the same object until an event is handled."""
        if self._changed:
            self._changed = False
            self._panel = self._draw(self.table)
        return self._panel

    def _watch_journal(self, now: Millis) -> None:
        """Report the loss of a journal's copy, or the return of both."""
        known = self.table.state.device.trouble.find(*COPY_LOST) is not None
        if self._ledger.alone != known:
            said = FaultRaised if self._ledger.alone else FaultEnded
            self.handle([said(*COPY_LOST)], now)

    def _watch_meters(self, now: Millis) -> None:
        """Lock the table if the journal's recount differs from its meters."""
        if self._ledger.doubts:
            rounds = ", ".join(str(doubt.round) for doubt in self._ledger.doubts)
            self._ledger.doubts.clear()
            self.handle([FaultRaised("meters", "meters_differ", {"rounds": rounds})], now)

    def _watch_closing(self, now: Millis) -> None:
        """Have the journal's head shown once the table has closed after a round."""
        state = self.table.state
        taken = state.device.head.round if state.device.head else 0
        if state.going is CLOSED and not state.testing and state.round.number > taken:
            records, digest = self._ledger.head
            self.handle([HeadTaken(records - 1, digest.hex())], now)

    def _watch_number(self, now: Millis) -> None:
        """Draw the number that the table waits for (48.1)."""
        if self.table.awaits_number:
            self.handle([NumberDrawn(drawn_number())], now)

    def _keep_opening(self) -> None:
        """Write down the table as its round opened, once no undo leads to before that."""
        self._kept = self.table.history.opening
        self._ledger.opened(self._kept, self.table.history.since_opening)
