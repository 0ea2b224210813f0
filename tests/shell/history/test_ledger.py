"""The ledger's entries besides events: settings, rulings, the end of a service."""

from collections.abc import Iterator
from itertools import chain

from firmware.core.table.meters import with_count
from firmware.core.vocabulary.events import PowerLost, PowerReturned, ServiceEnded
from firmware.shell.history.journal_entries import (
    Carried,
    Checked,
    Entry,
    Happened,
    Noted,
    Ruled,
    Started,
    decode,
    encode,
)
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.resume_point import resume_point_of
from firmware.shell.journal import Journal, MemoryCopy, RetentionPolicy
from firmware.shell.service.loop import TableLoop
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import (
    CLOSE,
    CONFIRM,
    SETTING,
    STAMP,
    UNDO,
    Disks,
    bet,
    cards,
    do,
    table,
)

ROUND = [
    CONFIRM,
    *bet(1, "banker", 2500),
    CLOSE,
    UNDO,
    CLOSE,
    *cards("4S KD 2H 7C"),
    *bet(1, "banker", 0),
    CONFIRM,
    *bet(2, "player", 1000),
]


def entries(disks: Disks) -> list[Entry]:
    return [decode(record) for record in Journal.open(disks.files, STAMP).records()]


def test_start_records_its_setting() -> None:
    disks = Disks()
    do(disks.loop(), CONFIRM)
    disks.loop()
    assert [e.setting for e in entries(disks) if isinstance(e, Started)] == [SETTING, SETTING]


def test_orderly_stop_is_no_power_cut() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, CONFIRM)
    loop.end_service(Millis(9))
    disks.loop()
    disks.loop()
    happened = [type(e.event) for e in entries(disks) if isinstance(e, Happened)]
    assert happened[1:] == [ServiceEnded, PowerReturned, PowerLost, PowerReturned]


def test_journal_finding_noted_with_time() -> None:
    disks = Disks()
    do(disks.loop(), CONFIRM)
    notes = [e for e in entries(disks) if isinstance(e, Noted)]
    assert [note.note.key for note in notes] == ["journal.begun"]
    assert notes[0].wall.endswith("+00:00")


@each("so_far", range(1, len(ROUND) + 1))
def test_lost_ruling_made_at_next_start(so_far: int) -> None:
    """The power may go inside a commit: the event is on the disks, its rulings are not."""
    whole, cut = Disks(), Disks()
    do(whole.loop(), *ROUND[:so_far])
    recorded = entries(whole)
    last = max(at for at, entry in enumerate(recorded) if isinstance(entry, Happened))
    journal = Journal.open(cut.files, STAMP)
    for entry in recorded[: last + 1]:
        journal.append(encode(entry))
    journal.commit()
    cut.loop()
    records = list(ruled(recorded))
    assert list(ruled(entries(cut)))[: len(records)] == records


def ruled(found: list[Entry]) -> Iterator[object]:
    return chain.from_iterable(e.rulings for e in found if isinstance(e, Ruled))


def test_simultaneous_events_have_own_rulings() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, CONFIRM)
    loop.handle_and_follow([*bet(1, "banker", 2500), *bet(2, "tie", 500)], Millis(5))
    found = entries(disks)
    seen = [e for e in found if isinstance(e, Happened)]
    backs = [e.back for e in found if isinstance(e, Ruled)][-2:]
    places = [seen[-1 - back].event.place for back in backs]  # type: ignore[union-attr]
    assert [place.spot for place in places] == [1, 2]


def test_segment_begins_with_complete_state() -> None:
    copies = MemoryCopy("a"), MemoryCopy("b")
    journal = Journal.open(copies, STAMP, RetentionPolicy(segment_bytes=1, keep_bytes=1 << 30))
    loop = TableLoop(table(), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    do(loop, *ROUND)
    live = [decode(record) for record in journal.live_records()]
    assert isinstance(live[0], Carried)
    assert not any(isinstance(entry, Checked) for entry in live)
    again = TableLoop(table(), Ledger(Journal.open(copies, STAMP), SETTING))
    again.begin(Millis(0))
    assert again.table.state.felt.stacks == loop.table.state.felt.stacks
    assert again.table.state.round.number == loop.table.state.round.number
    assert again.table.state.shoe.memory.gone == loop.table.state.shoe.memory.gone
    assert resume_point_of(live) is not None


def test_different_meters_lock_the_table() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, *ROUND)
    loop.table.state.meters = with_count(loop.table.state.meters, "rounds")
    do(loop, CLOSE, *cards("9S 2D KH 3D"), *bet(2, "player", 0), CONFIRM, *bet(3, "tie", 500))
    assert loop.table.state.device.trouble.find_fault("meters", "meters_differ") is not None
    assert loop.table.state.stopped


def test_equal_meters_lock_nothing() -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, *ROUND)
    do(loop, CLOSE, *cards("9S 2D KH 3D"), *bet(2, "player", 0), CONFIRM, *bet(3, "tie", 500))
    assert loop.table.state.device.trouble.faults == ()
    assert loop.table.state.meters.rounds == 2
