"""The service in real time: a thread for each bus, and one loop that owns the table."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Self

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.history.ledger import Ledger
from firmware.shell.parts.attached import Attached
from firmware.shell.parts.bus_thread import LONGEST_WAIT_MS, BusThread
from firmware.shell.service.bulletin import Bulletin, View
from firmware.shell.service.buses import Buses
from firmware.shell.service.inbox import Inbox
from firmware.shell.service.loop import Listener, Loop
from firmware.shell.service.overlay import Cover, Overlay
from firmware.shell.service.recent import RecentNews
from firmware.shell.service.reporter import Reporter
from firmware.shell.service.watchdog import Notifier
from hal.ports import Clock, Millis

PATIENCE_MS: Final = 5000
"""How long the parts may take to be tested before the table is in service."""
LOOK_MS: Final = 20
"""How often it is looked whether they have been."""
LONGEST_TURN_MS: Final = 3000
"""Longer than any turn of the loop, even one in which a disk is given up."""


class Service:
    """The loop in real time. It waits in one place, for news from the buses.

    `threads` makes the buses, given the names of the parts that are lost according to the table;
    `parts` returns a part's status. `found` are the results of the device's own checks. `watch`
    is called in every turn for events that come from no part.
    """

    def __init__(
        self,
        table: Table,
        ledger: Ledger,
        threads: Callable[[Mapping[str, str]], Iterable[BusThread]],
        clock: Clock,
        reporter: Reporter,
        view: View,
        parts: Callable[[Attached], PartStatus],
        *,
        shoe_port: str = "",
        notes: Sequence[Text] = (),
        listeners: Iterable[Listener] = (),
        found: Sequence[Event] = (),
        watch: Callable[[Millis], list[Event]] | None = None,
    ) -> None:
        self.loop = Loop(table, ledger, [self._hear, *listeners], reporter.panel)
        self.then: Text | None = None
        """Why the table is to be served again, once it has ended in order."""
        self._ledger = ledger
        self._clock = clock
        self._watch = watch
        self._inbox = Inbox()
        self._recent = RecentNews(reporter)
        self._cover = Cover()
        self._stopping = False  # no event: a signal's handler sets it, and may interrupt itself
        self.loop.begin(clock.now())
        self._recent.restore(ledger.spoken, self.loop.table)
        self.loop.take(found, clock.now())
        self._busy_at = self._turned_at = clock.now()
        trouble = table.state.device.trouble
        held = {fault.part for fault in trouble.faults if fault.code == "held"}
        self.buses = Buses(threads(trouble.losses), parts, held)
        self._shown = self.loop.panel
        """The table's panel, or its overlay."""
        self._bulletin = Bulletin(
            self.loop,
            self._recent,
            self.buses.parts,
            reporter,
            view,
            shoe_port=shoe_port,
            notes=notes,
        )

    @property
    def table(self) -> Table:
        """The table, to be looked at from any thread; only the loop changes it."""
        return self.loop.table

    @property
    def status(self) -> Status:
        """The status as it was shown last; from any thread."""
        return self._bulletin.status

    def stop(self) -> None:
        """Stop the loop after its turn; from any thread."""
        self._stopping = True
        self._inbox.put([])

    def end(self, then: Text | None) -> None:
        """Stop in order; with `then`, the reason, the table will be served again."""
        self.then = then
        self.stop()

    def tell(self, events: list[Event]) -> None:
        """Pass events that come from no bus to the table; from any thread."""
        self._inbox.put(events)

    def handle(self, event: Event, patience_s: float = 3.0) -> tuple[Ruling, ...]:
        """Have the table handle an event, and return its rulings.

        Not from the loop's thread. Raises TimeoutError if the loop does not get to it.
        """
        return self._inbox.ask(lambda: self._ruled_on(event), patience_s)

    def record(self, note: Text, patience_s: float = 3.0) -> None:
        """Journal a note and return when it is durable; not from the loop's thread.

        Raises TimeoutError if the loop does not get to it.
        """
        self._inbox.ask(lambda: self._keep_now(note), patience_s)

    def keep(self, note: Text) -> None:
        """Journal a note soon, and show it as long as the service runs; from any thread."""
        self._bulletin.keep(note)
        self._inbox.do(lambda: self._keep_now(note))

    def cover(self, overlay: Overlay | None) -> None:
        """Have something else shown than the table for a while, None to end it; from any thread.

        The status goes on telling of the table.
        """
        self._inbox.do(lambda: self._cover.put(overlay, self._clock.now()))

    def stands(self, part: str, code: str) -> bool:
        """Return whether the table knows of that fault; from any thread."""
        return self.loop.table.state.device.trouble.find(part, code) is not None

    def idle_ms(self) -> int:
        """Return the time since the table's last event; from any thread."""
        return self._clock.now() - self._busy_at

    @property
    def unanswered_s(self) -> int:
        """For how long the loop has not turned, 0 if no longer than it may; from any thread."""
        since_ms = self._clock.now() - self._turned_at
        return since_ms // 1000 if since_ms > LONGEST_TURN_MS else 0

    def run(
        self,
        notifier: Notifier,
        rounds: int | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        """Serve until stopped, or until so many rounds have been finished.

        `ready` is called once every part has been tested, or is known to be lost; only then may
        sockets open.
        """
        self.buses.start(self._inbox.put, self.loop.panel)
        self._await_tests(notifier)
        if not self._stopping:
            self._tell_all(notifier)
            ready()
            notifier.ready(self._clock.now())
        while not self._stopping and (rounds is None or self._recent.rounds < rounds):
            self._turn(notifier)
        if self.then is None:
            notifier.stopping()
        self.loop.end(self._clock.now())

    def _await_tests(self, notifier: Notifier) -> None:
        until = self._clock.now() + PATIENCE_MS
        while not self._stopping and self._clock.now() < until and not self.buses.tested:
            self._turn(notifier, LOOK_MS)

    def _tell_all(self, notifier: Notifier) -> None:
        """Have the status whole for whoever asks first."""
        now = self._clock.now()
        self._bulletin.note(now)
        self._look_around(notifier, now)

    def close(self) -> None:
        """Stop the buses and make the remaining entries durable."""
        self.buses.stop()
        self._ledger.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def _turn(self, notifier: Notifier, most_ms: int = LONGEST_WAIT_MS) -> None:
        """Show what follows from the news; everything else waits for a pause: the lights first.

        Wait for news for `most_ms` at most.
        """
        events = self._inbox.wait(min(self._bulletin.wait_ms, most_ms))
        self._inbox.act()
        now = self._turned_at = self._clock.now()
        if events:
            self._busy_at = now
        events += self._watch(now) if self._watch else ()
        self.loop.handle(events, now)
        news = self._show(now) or bool(events)
        if news:
            self._bulletin.note(now)
        if self._bulletin.is_due(now, news=news):
            self._look_around(notifier, now)

    def _show(self, now: Millis) -> bool:
        """Show the table's panel, or what covers it; return whether it is a new one."""
        before, self._shown = self._shown, self._cover.over(self.loop.panel, self.table, now)
        self.buses.want(self._shown)
        return self._shown is not before

    def _look_around(self, notifier: Notifier, now: Millis) -> None:
        """Follow up, look after the buses, tell the news and feed the watchdog."""
        held = self.buses.look(now)
        if held:
            self.loop.handle(held, now)
        self.loop.follow_up(now)
        if self._show(now) or held:
            self._bulletin.note(now)
        self._bulletin.tell(self._shown)
        if not self.buses.are_hopeless:
            notifier.feed(now)

    def _keep_now(self, note: Text) -> None:
        now = self._clock.now()
        self._ledger.noted(note, now)
        self._ledger.close()
        self._bulletin.note(now)

    def _ruled_on(self, event: Event) -> tuple[Ruling, ...]:
        self._busy_at = self._clock.now()
        self.loop.follow_up(self._busy_at)
        before = len(self._recent.untold)
        self.loop.take([event], self._busy_at)
        return tuple(self._recent.untold[before:])

    def _hear(self, _event: Event, rulings: tuple[Ruling, ...]) -> None:
        self._recent.take(self.table, rulings)
