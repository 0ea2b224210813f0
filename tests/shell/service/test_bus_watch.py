"""A transfer that never ends: the table says so, and after ten seconds starves the watchdog."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest

from drivers.part import Part
from firmware.cli.serving.assembly import configured_table
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.panel import Text
from firmware.shell.config.defaults import default_table
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.parts import bus_thread
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.service.bus_watch import BusWatch
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import TableService
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.ports import Millis
from tests.kits.shell.loop_kit import SETTING, STAMP
from tests.kits.shell.served_table import Watcher

PATIENCE_S = 60
RAISED, ENDED = FaultRaised("i2c", "held"), FaultEnded("i2c", "held")


class Held(Part):
    """A part whose polls wait in the kernel until `let_go`."""

    name = "lights"
    due = Millis(0)

    def __init__(self) -> None:
        self.inside, self.let_go, self.polled_again = (threading.Event() for _ in range(3))

    def poll(self, now: Millis) -> Sequence[Event]:
        self.due = Millis(now + 10)
        if self.let_go.is_set():
            self.polled_again.set()
        self.inside.set()
        assert self.let_go.wait(PATIENCE_S)
        return ()


@pytest.fixture
def part() -> Iterator[Held]:
    part = Held()
    yield part
    part.let_go.set()


@pytest.fixture
def thread(part: Held) -> BusThread:
    return BusThread(PartBus("i2c", [part]), MonotonicClock(), None)


def held(thread: BusThread, part: Held) -> BusWatch:
    thread.start(lambda _events: None)
    assert part.inside.wait(PATIENCE_S)
    watch = BusWatch(thread)
    assert watch.check_thread(Millis(0)) == ()
    return watch


def test_blocked_thread_is_a_fault(thread: BusThread, part: Held) -> None:
    watch = held(thread, part)
    assert [list(watch.check_thread(Millis(ms))) for ms in (1000, 1999, 2000, 3000)] == [
        [],
        [],
        [RAISED],
        [],
    ]
    part.let_go.set()
    assert part.polled_again.wait(PATIENCE_S)
    assert watch.check_thread(Millis(3010)) == [ENDED]
    thread.stop()


def test_earlier_fault_ends_once_thread_turns(thread: BusThread, part: Held) -> None:
    watch = BusWatch(thread, reported=True)
    assert watch.check_thread(Millis(0)) == ()
    part.let_go.set()
    thread.start(lambda _events: None)
    assert part.polled_again.wait(PATIENCE_S)
    assert watch.check_thread(Millis(10)) == [ENDED]
    assert watch.check_thread(Millis(20)) == ()
    thread.stop()


def test_stopped_process_accuses_no_bus(thread: BusThread, part: Held) -> None:
    watch = held(thread, part)
    assert watch.check_thread(Millis(600_000)) == ()
    assert not watch.is_hopeless


def test_service_ends_despite_a_blocked_bus(
    thread: BusThread, part: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_thread, "LAST_CYCLE_S", 0.0)
    held(thread, part)
    thread.stop()
    assert thread.is_alive


class SecondsClock:
    """A second passes at each reading, until the service is stopped at `END_MS`."""

    END_MS = 200_000

    def __init__(self) -> None:
        self.service: TableService
        self._now = 0

    def now(self) -> Millis:
        self._now += 1000
        if self._now == self.END_MS:
            self.service.end_in_order(Text("over"))
        return Millis(self._now)


@pytest.mark.clause("AGCO 11.1.2(2) crash")
def test_watchdog_starves_after_ten_seconds(
    thread: BusThread, part: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_thread, "LAST_CYCLE_S", 0.0)
    journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP)
    clock = SecondsClock()
    clock.service = service = TableService(
        configured_table(default_table("baccarat"), simulated=True),
        Ledger(journal, SETTING),
        lambda _known: [thread],
        clock,
        StatusReporter("Baccara 1", "baccarat", Words.load("en")),
        Watcher(),
        lambda attached: PartStatus(attached.part.name, "", attached.is_up, 0, ""),
    )
    for _ in range(clock.END_MS // 1000):
        service.put_events([])
    with service, closing(SystemdNotifier({"WATCHDOG_USEC": "10000000"})) as notifier:
        service.serve(notifier, on_ready=lambda: part.inside.wait(PATIENCE_S))
        assert service.is_raised("i2c", "held")
        assert 10_000 <= notifier.due < clock.END_MS - 100_000
