"""The service tells of what the table does by itself, when nothing has come from its parts."""

from collections.abc import Sequence
from contextlib import closing

from loop_kit import SETTING, STAMP

from drivers.part import Part, Proof
from firmware.cli.assembly import seat_table
from firmware.core.events import Event, Key, KeyPressed
from firmware.core.rulings import Ruling
from firmware.shell.attached import Attached
from firmware.shell.bus import Bus
from firmware.shell.config import default_table
from firmware.shell.journal import Journal, MemoryCopy
from firmware.shell.ledger import Ledger
from firmware.shell.service import BusThread, Service
from firmware.shell.status import PartStatus, Reporter, Status
from firmware.shell.watchdog import Notifier
from firmware.shell.words import Words
from hal.clock import MonotonicClock
from hal.ports import Millis

MOST_LOOKS = 30


class LeapingClock:
    """A clock on which a second passes whenever it is read; it stops the service in the end."""

    def __init__(self) -> None:
        self._now = 0
        self.service: Service | None = None

    def now(self) -> Millis:
        self._now += 1000
        if self.service and self._now > 1000 * MOST_LOOKS:
            self.service.stop()
        return Millis(self._now)


class Watcher:
    def __init__(self) -> None:
        self.acts: list[str] = []

    def heard(self, rulings: Sequence[Ruling]) -> None:
        """Nothing is kept."""

    def show(self, status: Status) -> None:
        self.acts.append(status.act)


def _no_part(attached: Attached) -> PartStatus:
    raise AssertionError(attached)


def test_that_half_a_throw_is_forgotten_is_told_though_no_part_has_news() -> None:
    clock, watcher = LeapingClock(), Watcher()
    ledger = Ledger(Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP), SETTING)
    service = Service(
        seat_table(default_table("craps"), simulated=True),
        ledger,
        lambda _known: (),
        clock,
        Reporter("craps", "craps", Words.load("en")),
        watcher,
        _no_part,
    )
    for key in (Key.CONFIRM, Key.DIGIT_1):
        service.loop.take([KeyPressed(key)], clock.now())
    clock.service = service
    with service, closing(Notifier({})) as notifier:
        service.run(notifier)
    assert watcher.acts[-1] == "prompt.dice"


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

    def test(self, now: Millis) -> Proof:
        self.tested = True
        return Proof.PROVEN


def test_nothing_is_said_outside_before_every_part_is_tested() -> None:
    part, clock, told = Proven(), MonotonicClock(), []
    ledger = Ledger(Journal.open((MemoryCopy("a"), MemoryCopy("b")), STAMP), SETTING)
    service = Service(
        seat_table(default_table("craps"), simulated=True),
        ledger,
        lambda _known: [BusThread(Bus("i2c", [part]), clock, None)],
        clock,
        Reporter("craps", "craps", Words.load("en")),
        Watcher(),
        lambda attached: PartStatus(attached.part.name, "", attached.up, 0, ""),
    )

    def ready() -> None:
        told.append(part.tested)
        service.stop()

    with service, closing(Notifier({})) as notifier:
        service.run(notifier, ready=ready)
    assert told == [True]
