"""The loop journals before it acts, and goes on where the journal ends."""

import errno
from collections.abc import Callable
from typing import TypeVar

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import (
    Event,
    FaultRaised,
    PowerReturned,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.panel import Panel, SpotLight, Text
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.history.journal_entries import Happened, Ruled, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import Journal, JournalLost, MemoryCopy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, SETTING, UNDO, Disks, bet, cards, do, table

T = TypeVar("T")

ROUND: list[Event] = [
    CONFIRM,
    *bet(1, "banker", 2500),
    *bet(3, "tie", 1000),
    CLOSE,
    *cards("4S KD 2H 7C"),
    *bet(3, "tie", 0),
    *bet(1, "banker", 5000),
    *bet(1, "banker", 0),
    CONFIRM,
    UNDO,
    CONFIRM,
    *bet(2, "player", 500),
    UNDO,
    *cards("9S 2D KH 3D"),
]


def table_state(a_table: Table) -> tuple[object, ...]:
    """All that two tables must have in common to be the same table."""
    bets = a_table.state.round.bets
    return (
        a_table.state.phase,
        a_table.state.round.number,
        a_table.state.felt.stacks,
        a_table.state.shoe.memory.gone,
        a_table.state.shoe.stray_cards,
        a_table.state.game.cards,
        bets.locked_bets,
        bets.late_stacks,
        bets.lines,
        a_table.state.shoe.cut_card_out,
    )


@pytest.mark.clause("ANZ 1.17.1")
@each("so_far", range(1, len(ROUND) + 1))
def test_any_start_restores_the_table(so_far: int) -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, *ROUND[:so_far])
    again = disks.loop()
    assert table_state(again.table) == table_state(loop.table)
    assert again.table.state.stopped
    assert again.panel.dealer[0] == Text("prompt.confirm_felt")


@pytest.mark.clause("ANZ 1.17.1")
@each("so_far", range(1, len(ROUND)))
def test_interrupted_round_ends_alike(so_far: int) -> None:
    """Sensors and reader report again what they see, as they do at every start."""
    straight, broken = Disks().loop(), Disks()
    do(straight, *ROUND)
    do(broken.loop(), *ROUND[:so_far])
    resumed = broken.loop()
    sensed = [PresenceSeen(place, covered=True) for place, _ in resumed.table.state.felt.stacks]
    read = [
        StackRead(place, cents) for (place, _), cents in resumed.table.state.felt.stacks.items()
    ]
    do(resumed, *sensed, *read, CONFIRM, *(event for event in ROUND[so_far:] if event is not UNDO))
    skipped_undo = UNDO in ROUND[so_far:]
    assert skipped_undo or table_state(resumed.table) == table_state(straight.table)


def test_unopened_table_starts_closed() -> None:
    disks = Disks()
    disks.loop()
    assert disks.loop().table.state.running_phase is Phase.CLOSED


@pytest.mark.clause("25 CFR 547.10(a)(2)")
def test_event_and_rulings_are_durable_first() -> None:
    received: list[tuple[Ruling, ...]] = []
    seen: list[tuple[Phase, int]] = []

    def recorded(kind: type[T]) -> list[T]:
        entries = [decode(record) for record in journal.live_records()]
        return [entry for entry in entries if isinstance(entry, kind)]

    def hear(event: Event, rulings: tuple[Ruling, ...]) -> None:
        assert recorded(Happened)[-1].event == event
        assert recorded(Ruled)[-1].rulings == rulings
        received.append(rulings)

    def draw(of: Table) -> Panel:
        seen.append((of.state.phase, len(recorded(Ruled))))
        return table_panel(of)

    journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), Disks.stamp)
    loop = TableLoop(table(), Ledger(journal, SETTING), [hear], draw)
    loop.begin(Millis(0))
    do(loop, CONFIRM)
    assert len(received) == 1
    assert received[0]
    assert seen == [(Phase.CLOSED, 0), (Phase.OPEN, 1)]


def test_lights_precede_listeners() -> None:
    received: list[Event] = []
    journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), Disks.stamp)
    loop = TableLoop(table(), Ledger(journal, SETTING), [lambda event, _: received.append(event)])
    loop.begin(Millis(0))
    laid = bet(1, "player", 1000)
    loop.handle([CONFIRM], Millis(0))
    assert (loop.panel.closed, received) == (False, [])
    loop.handle(laid, Millis(1))
    assert received == [CONFIRM]
    loop.follow_up(Millis(2))
    assert received == [CONFIRM, *laid]


class Mistaken(Table):
    """A table with a mistake in its program."""

    def handle(self, event: Event, now: int) -> tuple[Ruling, ...]:
        if isinstance(event, StackRead):
            raise ZeroDivisionError
        return super().handle(event, now)


@pytest.mark.clause("AGCO 11.1.2(2) crash")
def test_failing_event_is_not_shown() -> None:
    disks, new = Disks(), table()
    journal = Journal.open(disks.files, Disks.stamp)
    loop = TableLoop(Mistaken(new.state.game, new.state.rules), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM)
    opened = loop.panel
    with pytest.raises(ZeroDivisionError):
        loop.handle_and_follow(bet(1, "tie", 500), Millis(1))
    assert loop.panel is opened
    journal.close()
    assert disks.loop().table.state.felt.stacks


class Failing(MemoryCopy):
    """A copy whose disk is full once `full` is set."""

    full = False

    def write(self, segment: int, at: int, data: bytes) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().write(segment, at, data)


@pytest.mark.clause("ANZ 1.15.2")
def test_lost_copy_is_shown() -> None:
    disk = Failing("a")
    loop = Disks(disk).loop()
    disk.full = True
    do(loop, CONFIRM, *bet(1, "tie", 500))
    assert loop.table.state.device.trouble.find_fault("journal", "copy_lost") is not None
    assert loop.table.state.running_phase is Phase.OPEN
    assert loop.panel.spots[1] is SpotLight.PLACED


def test_returned_copy_is_no_fault() -> None:
    disk = Failing("a")
    disks = Disks(disk)
    loop = disks.loop()
    disk.full = True
    do(loop, CONFIRM)
    disk.full = False
    again = disks.loop()
    assert again.table.state.device.trouble.find_fault("journal", "copy_lost") is None


def test_lost_copy_reported_at_each_start() -> None:
    disk = Failing("a")
    disks = Disks(disk)
    disk.full = True
    do(disks.loop(), CONFIRM)
    again = disks.loop()
    do(again, CONFIRM)
    fault = again.table.state.device.trouble.find_fault("journal", "copy_lost")
    assert fault is not None
    assert not fault.gone


@pytest.mark.clause("ANZ 1.15.9")
def test_two_lost_copies_show_nothing() -> None:
    first, second = Failing("a"), Failing("b")
    disks = Disks(first)
    disks.files = (first, second)
    loop = disks.loop()
    first.full = second.full = True
    closed = loop.panel
    with pytest.raises(JournalLost):
        do(loop, CONFIRM)
    assert loop.panel is closed


@pytest.mark.clause("ANZ 1.17.3")
@pytest.mark.parametrize("stand", [lambda: None, lambda: FaultRaised("shoe", "lost")])
def test_fault_survives_the_power_cycle(stand: Callable[[], Event | None]) -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, CONFIRM, *bet(1, "tie", 500))
    fault = stand()
    if fault is not None:
        do(loop, fault)
    again = disks.loop()
    found = again.table.state.device.trouble.find_fault("shoe", "lost")
    assert (found is None) is (fault is None)
    assert again.table.state.device.trouble.stopped


@pytest.mark.clause("25 CFR 547.10(c)")
def test_every_start_is_its_own_event() -> None:
    disks = Disks()
    do(disks.loop(), CONFIRM)
    disks.loop()
    disks.loop()
    records = list(Journal.open(disks.files, disks.stamp).records())
    assert sum(PowerReturned.__name__.encode() in record for record in records) == 2
