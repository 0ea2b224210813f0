"""A table in service without parts, on a journal in memory: for tests of its sockets."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager

from firmware.cli.serving.assembly import configured_table
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.history.journal_entries import Happened, Noted, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import TableService
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.ports import Clock
from tests.kits.shell.loop_kit import SETTING, STAMP

PATIENCE_S = 10.0


class Watcher:
    """Records the calls of the table's terminal."""

    def __init__(self) -> None:
        self.dealer: tuple[str, ...] = ()

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Nothing is kept."""

    def show(self, status: Status) -> None:
        self.dealer = status.dealer


class Served:
    """The service, its bus, and its records."""

    def __init__(self, *parts: object, bus_clock: Clock, clock: Clock) -> None:
        self.journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP)
        self.watcher = Watcher()
        self.loop: threading.Thread
        self.bus = PartBus("i2c", parts)  # type: ignore[arg-type]
        self.service = TableService(
            configured_table(default_table("baccarat"), simulated=True),
            Ledger(self.journal, SETTING),
            lambda _known: [BusThread(self.bus, bus_clock, None)],
            clock,
            StatusReporter("Baccara 1", "baccarat", Words.load("en")),
            self.watcher,
            _part,
        )

    def after(self, *events: Event) -> None:
        """Have events handled, each by itself."""
        for event in events:
            self.service.handle(event)

    def notes(self) -> list[Text]:
        """The notes in the journal; only durable ones."""
        entries = map(decode, self.journal.live_records())
        return [entry.note for entry in entries if isinstance(entry, Noted)]

    def events(self) -> list[Event]:
        entries = map(decode, self.journal.live_records())
        return [entry.event for entry in entries if isinstance(entry, Happened)]


def _part(attached: AttachedPart) -> PartStatus:
    return PartStatus(attached.part.name, "", attached.is_up, attached.losses, "")


@contextmanager
def served(
    *parts: object,
    environment: Mapping[str, str] = {},
    bus_clock: Clock | None = None,
    clock: Clock | None = None,
) -> Iterator[Served]:
    """Serve a table until the end of the test, under systemd if the environment says so."""
    real = MonotonicClock()
    table = Served(*parts, bus_clock=bus_clock or real, clock=clock or real)
    ready = threading.Event()
    with closing(SystemdNotifier(environment)) as notifier, table.service:
        loop = threading.Thread(target=table.service.serve, args=(notifier, None, ready.set))
        table.loop = loop
        loop.start()
        try:
            assert ready.wait(PATIENCE_S)
            yield table
        finally:
            table.service.stop()
            loop.join()


def until(holds: Callable[[], bool]) -> None:
    """Wait for another thread's work; fail if it never comes."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end
        threading.Event().wait(0.002)
