"""The service reports automatic rulings of the table, without an event of its parts."""

import socket
import threading
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

import pytest

from drivers.part import Part, SelfTestProof
from firmware.cli.serving.assembly import configured_table
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, KeyPressed
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, RoundOpened, Ruling
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.parts.attached_part import AttachedPart
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.bus_thread import BusThread
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.service.service import LONGEST_CYCLE_MS, TableService
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.words import Words
from hal.clock import MonotonicClock
from hal.errors import DeviceSilent
from hal.ports import Millis
from sim.world.virtual_clock import VirtualClock
from tests.kits.shell.loop_kit import SETTING, STAMP
from tests.kits.shell.served_table import PATIENCE_S, served, until

MOST_LOOKS = 30


class LeapingClock:
    """A clock on which a second passes whenever it is read; it stops the service in the end."""

    def __init__(self) -> None:
        self._now = 0
        self.service: TableService | None = None

    def now(self) -> Millis:
        self._now += 1000
        if self.service and self._now > 1000 * MOST_LOOKS:
            self.service.stop()
        return Millis(self._now)


class Watcher:
    def __init__(self) -> None:
        self.acts: list[Act] = []

    def take_rulings(self, rulings: Sequence[Ruling]) -> None:
        """Nothing is kept."""

    def show(self, status: Status) -> None:
        self.acts.append(status.ask.do)


def _no_part(attached: AttachedPart) -> PartStatus:
    raise AssertionError(attached)


def craps(clock: LeapingClock, watcher: Watcher) -> TableService:
    """Return a service without parts that does not run yet."""
    ledger = Ledger(Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP), SETTING)
    return TableService(
        configured_table(default_table("craps"), simulated=True),
        ledger,
        lambda _known: (),
        clock,
        StatusReporter("craps", "craps", Words.load("en")),
        watcher,
        _no_part,
    )


def test_early_note_is_in_the_first_status() -> None:
    service = craps(LeapingClock(), Watcher())
    service.record_and_show(Text("trust.sealed"))
    assert service.status.notes == (Words.load("en").render(Text("trust.sealed")),)


def test_forgotten_half_throw_prompted() -> None:
    clock, watcher = LeapingClock(), Watcher()
    service = craps(clock, watcher)
    for key in (Key.CONFIRM, Key.DIGIT_1):
        service.loop.handle_and_follow([KeyPressed(key)], clock.now())
    for _ in range(MOST_LOOKS):
        service.put_events([])
    clock.service = service
    with service, closing(SystemdNotifier({})) as notifier:
        service.serve(notifier)
    assert watcher.acts[-1] is Act.BRING_RESULT


class Proven(Part):
    """A part that is there, and proves it when it is asked."""

    name = "lights"

    def __init__(self) -> None:
        self.tested = False

    def start(self, now: Millis) -> None:
        self.due = Millis(now + 10)

    def poll(self, now: Millis) -> Sequence[Event]:
        self.due = Millis(now + 10)
        return ()

    def test(self, now: Millis) -> SelfTestProof:
        self.tested = True
        return SelfTestProof.PROVEN


@pytest.mark.clause("ANZ 1.17.5(a)")
def test_silent_until_every_part_tested() -> None:
    part, reports = Proven(), []
    ledger = Ledger(Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP), SETTING)
    service = TableService(
        configured_table(default_table("craps"), simulated=True),
        ledger,
        lambda _known: [BusThread(PartBus("i2c", [part]), LeapingClock(), None)],
        MonotonicClock(),
        StatusReporter("craps", "craps", Words.load("en")),
        Watcher(),
        lambda attached: PartStatus(attached.part.name, "", attached.is_up, 0, ""),
    )

    def ready() -> None:
        reports.append(part.tested)
        service.stop()

    with service, closing(SystemdNotifier({})) as notifier:
        service.serve(notifier, on_ready=ready)
    assert reports == [True]


# what is asked of it from other threads


def test_bus_call_runs_in_the_bus_thread() -> None:
    with served(Proven(), bus_clock=LeapingClock()) as table:
        thread = table.service.buses.thread_of("lights")
        name, bus = thread.call_on_bus(lambda bus, _now: (threading.current_thread().name, bus))
        assert (name, bus) == ("i2c", table.bus)


def test_bus_call_error_is_raised() -> None:
    def fail(_bus: PartBus, _now: Millis) -> None:
        raise DeviceSilent(0x40)

    with served(Proven(), bus_clock=LeapingClock()) as table:
        thread = table.service.buses.thread_of("lights")
        with pytest.raises(DeviceSilent):
            thread.call_on_bus(fail)
        assert thread.call_on_bus(lambda bus, _now: bus.name) == "i2c"


def test_abandoned_bus_call_never_made() -> None:
    done: list[str] = []
    bus = BusThread(PartBus("i2c", []), MonotonicClock(), None)
    with pytest.raises(TimeoutError):
        bus.call_on_bus(lambda _bus, _now: done.append("late"), timeout_s=0.01)
    bus.start(lambda _events: None)
    assert bus.call_on_bus(lambda _bus, _now: list(done)) == []
    bus.stop()


def test_absent_part_has_no_bus() -> None:
    with served(Proven(), bus_clock=LeapingClock()) as table, pytest.raises(KeyError):
        table.service.buses.thread_of("shoe")


def test_rulings_are_returned_and_journaled() -> None:
    with served() as table:
        ruled = table.service.handle(KeyPressed(Key.CONFIRM))
        assert RoundOpened(1) in ruled
        (refused,) = table.service.handle(KeyPressed(Key.VOID_ROUND))
        assert isinstance(refused, Refused)
        assert [e for e in table.events() if isinstance(e, KeyPressed)] == [
            KeyPressed(Key.CONFIRM),
            KeyPressed(Key.VOID_ROUND),
        ]


def test_note_is_durable_and_expires() -> None:
    note = Text("technician.inspect")
    with served() as table:
        table.service.record_note(note)
        assert table.notes()[-1] == note
        table.service.record_and_show(Text("trust.sealed"))
        until(lambda: table.notes()[-1] == Text("trust.sealed"))
        assert table.service.status.notes == (Words.load("en").render(Text("trust.sealed")),)


def test_ended_service_gives_no_answer() -> None:
    with served() as table:
        table.service.end_in_order(Text("technician.restarted"))
        until(lambda: not table.loop.is_alive())
        with pytest.raises(TimeoutError):
            table.service.handle(KeyPressed(Key.CONFIRM), timeout_s=0.01)
    assert table.service.restart_reason == Text("technician.restarted")


def test_silence_of_the_table_measured() -> None:
    clock, goes_on = VirtualClock(), threading.Event()
    with served(clock=clock) as table:
        held = threading.Event()
        table.service._inbox.call_soon(lambda: (held.set(), goes_on.wait()))
        assert held.wait(PATIENCE_S)
        clock.advance(LONGEST_CYCLE_MS)
        assert table.service.stalled_s == 0
        clock.advance(2000)
        assert table.service.stalled_s == 5
        goes_on.set()
        until(lambda: table.service.stalled_s == 0)


def test_manager_gets_no_second_start(tmp_path: Path) -> None:
    for then, reported in ((None, True), (Text("technician.restarted"), False)):
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
            name = str(tmp_path / f"notify-{reported}")
            manager.bind(name)
            with served(environment={"NOTIFY_SOCKET": name}) as table:
                table.service.end_in_order(then)
                until(lambda loop=table.loop: not loop.is_alive())
            manager.setblocking(False)
            notified = set()
            with suppress(BlockingIOError):
                while True:
                    notified.add(manager.recv(200))
        assert (b"STOPPING=1" in notified) is reported


def test_last_fault_says_if_it_is_active() -> None:
    with served() as table:
        assert table.service._publisher._current_status().last_fault is None
        table.service.handle(FaultRaised("host", "disk_low", {"path": "/a"}))
        last = table.service._publisher._current_status().last_fault
        assert last is not None
        assert (last.fault.code, last.fault.values, last.is_active) == (
            "disk_low",
            {"path": "/a"},
            True,
        )
        assert datetime.fromisoformat(last.at).tzinfo is not None
        table.service.handle(FaultEnded("host", "disk_low"))
        last = table.service._publisher._current_status().last_fault
        assert last is not None
        assert (last.fault.code, last.is_active) == ("disk_low", False)
