"""Audits read archived days and the database as one: a chain that begins in a file is whole."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Engine as Store
from sqlalchemy import delete, text, update

from firmware.cli.commands.archive import open_archived_days
from firmware.cli.main import main
from firmware.floor.archive.day_archive import day_folder
from firmware.floor.archive.day_rows import MOVED_TABLES, DayEnds
from firmware.floor.archive.detach import archive_day
from firmware.floor.facts import LanePosition
from firmware.floor.ledger import table_message
from firmware.floor.ledger.archived_days import ArchivedDays, LaneSpan, day_ranges, rows_in_order
from firmware.floor.ledger.bundle_audit import audit_bundle
from firmware.floor.ledger.verify import verify_journals
from firmware.floor.store import ALARM_TABLE, FACT_TABLE, RECORD_TABLE, WATERMARK_TABLE, select_rows
from firmware.shell.trust.keys import DEVICE_KEY_FILE, DeviceKey
from tests.kits.floor.archive_kit import DAY, TODAY, fill_days, table_messages
from tests.kits.floor.ledger_clock import LedgerClock
from tests.kits.floor.played_table import Played
from tests.kits.floor_wire import open_ledger, received

SECOND, THIRD = DAY + timedelta(1), DAY + timedelta(2)


@pytest.fixture
def signer(tmp_path: Path) -> DeviceKey:
    return DeviceKey.enrol(tmp_path)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> LedgerClock:
    clock = LedgerClock()
    monkeypatch.setattr(table_message, "time", clock)
    return clock


def leave(store: Store, folder: Path, signer: DeviceKey, *days: date) -> None:
    for day in days:
        *_, last = archive_day(store, folder, DayEnds.of(day), TODAY, signer)
        assert last.name == "dropped"


@pytest.fixture
def archive(store: Store, clock: LedgerClock, tmp_path: Path, signer: DeviceKey) -> Path:
    """Have three days of a table, the first two of which are archived."""
    fill_days(store, clock, days=3)
    leave(store, tmp_path / "archive", signer, DAY, SECOND)
    return tmp_path / "archive"


def verified(
    store: Store, archived_days: ArchivedDays, since: date | None = None
) -> tuple[list[int], list[tuple[str, str]]]:
    """Return the numbers of the records that were read, and the findings."""
    records = [*verify_journals(store, archived_days, since)]
    numbers = [record.number for record in records if not record.finding]
    return numbers, [(record.finding, record.place) for record in records if record.finding]


def last_record(store: Store) -> int:
    with store.connect() as connection:
        (row,) = select_rows(connection, WATERMARK_TABLE, lane="record")
    return int(row["number"])


def change(store: Store, statement: object) -> None:
    with store.begin() as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def test_chain_is_whole_from_archive_to_rows(store: Store, archive: Path) -> None:
    archived_days = open_archived_days(store, archive)
    assert verified(store, archived_days) == ([*range(last_record(store) + 1)], [])
    assert archived_days.not_at_hand == []


def test_row_behind_the_archive_must_follow_it(store: Store, archive: Path) -> None:
    first = min(verified(store, ArchivedDays())[0])
    change(store, delete(RECORD_TABLE).where(RECORD_TABLE.c.number == first))
    for archived_days in (open_archived_days(store, archive), ArchivedDays()):
        assert verified(store, archived_days)[1] == [("missing", f"record 0.{first}")]


def test_days_that_are_not_at_hand_are_named(store: Store, archive: Path) -> None:
    nothing_at_hand = ArchivedDays()
    rest, findings = verified(store, nothing_at_hand)
    assert (findings, nothing_at_hand.not_at_hand) == ([], [DAY, SECOND])
    rmtree(day_folder(archive, DAY))
    archived_days = open_archived_days(store, archive)
    later, findings = verified(store, archived_days)
    assert (findings, archived_days.not_at_hand) == ([], [DAY])
    assert 0 < min(later) < min(rest)
    assert archived_days.refusals == {}


def test_day_between_is_passed_over(store: Store, archive: Path) -> None:
    rest = min(verified(store, ArchivedDays())[0])
    rmtree(day_folder(archive, SECOND))
    archived_days = open_archived_days(store, archive)
    numbers, findings = verified(store, archived_days)
    assert (findings, archived_days.not_at_hand) == ([], [SECOND])
    gaps = [(before, after) for before, after in pairwise(numbers) if after != before + 1]
    assert len(gaps) == 1
    assert (numbers[0], gaps[0][1]) == (0, rest)


def test_cut_behind_an_unread_day_is_no_finding(store: Store, archive: Path) -> None:
    """The journal had let go of records before the database's first one."""
    first = min(verified(store, ArchivedDays())[0])
    change(store, delete(RECORD_TABLE).where(RECORD_TABLE.c.number < first + 5))
    place = f"0.{first - 1}–0.{first + 5}"
    with store.connect() as connection:
        (row, *_) = select_rows(connection, RECORD_TABLE)
    own = {"kind": "cut", "table_name": "table-7", "journal": row["journal"], "place": place}
    change(store, ALARM_TABLE.insert().values(**own, raised_at=""))
    for archived_days in (ArchivedDays(), open_archived_days(store, archive)):
        assert verified(store, archived_days)[1] == []


def test_altered_row_among_archived_ones_is_found(
    store: Store, clock: LedgerClock, tmp_path: Path, signer: DeviceKey
) -> None:
    """The second day has left, the first one has not."""
    fill_days(store, clock, days=3)
    leave(store, tmp_path / "archive", signer, SECOND)
    fact = FACT_TABLE.c.day == DAY, FACT_TABLE.c.number == 3
    change(store, update(FACT_TABLE).where(*fact).values(body="{}"))
    for archived_days in (ArchivedDays(), open_archived_days(store, tmp_path / "archive")):
        (finding,) = verified(store, archived_days)[1]
        assert finding[0] == "differs"


def test_line_behind_a_gap_is_read_in_order(
    store: Store, clock: LedgerClock, tmp_path: Path, signer: DeviceKey
) -> None:
    messages, ledger = table_messages(300), open_ledger(store)
    half = len(messages) // 2
    for day, sent in ((DAY, [*messages[:half:2], *messages[half:]]), (SECOND, messages[1:half:2])):
        clock.set_day(day)
        for message in sent:
            ledger.store_messages([received(message)])
    leave(store, tmp_path / "archive", signer, DAY, SECOND)
    archived_days = open_archived_days(store, tmp_path / "archive")
    assert verified(store, archived_days) == ([*range(last_record(store) + 1)], [])


def test_since_reads_later_days_alone(store: Store, archive: Path) -> None:
    archived_days = open_archived_days(store, archive)
    everything = verified(store, archived_days)[0]
    assert verified(store, archived_days, DAY) == (everything, [])
    numbers, findings = verified(store, archived_days, THIRD)
    assert findings == []
    assert numbers == everything[-len(numbers) :]
    assert verified(store, ArchivedDays(), TODAY) == ([], [])


@pytest.mark.parametrize(
    "name", ["record.parquet", "fact.parquet", "manifest.json", "manifest.sig"]
)
@pytest.mark.parametrize("damage", ["flipped", "cut", "emptied"])
def test_damaged_file_is_named(
    clock: LedgerClock,
    tmp_path: Path,
    signer: DeviceKey,
    capsys: pytest.CaptureFixture[str],
    name: str,
    damage: str,
    played: Played,
) -> None:
    archive, store = tmp_path / "archive", played.store
    leave(store, archive, signer, DAY)
    path = day_folder(archive, DAY) / name
    octets = path.read_bytes()
    middle = len(octets) // 2
    flipped = octets[:middle] + bytes([octets[middle] ^ 1]) + octets[middle + 1 :]
    path.write_bytes({"flipped": flipped, "cut": octets[:-1], "emptied": b""}[damage])
    rest = ["--database", played.url, "--archive", str(archive), "--lang", "en"]
    for command in (["floor", "verify"], ["floor", "audit", str(played.bundle)]):
        assert main([*command, *rest]) == 1
        printed = capsys.readouterr()
        assert f"{day_folder(archive, DAY)}/" in printed.out
        assert "nothing in the folder is relied on" in printed.out
        assert printed.err == ""
        assert (name in printed.out) or name == "manifest.sig"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """Give a table's bundle and its rows, the first half of which came a day before the rest."""
    (tmp_path / "played").mkdir()
    played = Played(tmp_path / "played")
    half = last_record(played.store) // 2
    for table in MOVED_TABLES:
        column = table.c.shoe if table is FACT_TABLE else table.c.number
        change(played.store, update(table).values(day=THIRD))
        change(played.store, update(table).where(column < half).values(day=DAY))
    yield played
    played.store.dispose()


def test_bundle_is_held_against_archived_days(
    played: Played, tmp_path: Path, signer: DeviceKey
) -> None:
    store, archive = played.store, tmp_path / "archive"
    before = audit_bundle(store, played.bundle, ArchivedDays())
    leave(store, archive, signer, DAY)
    assert before.outcome == "proven"
    assert audit_bundle(store, played.bundle, open_archived_days(store, archive)) == before
    missing = ArchivedDays()
    verdict = audit_bundle(store, played.bundle, missing)
    assert (verdict.outcome, verdict.verdict_text.key) == ("open", "floor.audit.not_at_hand")
    assert missing.not_at_hand == [DAY]
    change(store, delete(RECORD_TABLE).where(RECORD_TABLE.c.number == last_record(store)))
    verdict = audit_bundle(store, played.bundle, open_archived_days(store, archive))
    assert verdict.verdict_text.key == "floor.audit.no_record"


@pytest.mark.parametrize(
    ("language", "since"), [("en", "From 2024-02-29 on"), ("fr", "À partir du 2024-02-29")]
)
def test_commands_say_what_was_not_read(
    played: Played,
    tmp_path: Path,
    signer: DeviceKey,
    capsys: pytest.CaptureFixture[str],
    language: str,
    since: str,
) -> None:
    leave(played.store, tmp_path / "archive", signer, DAY)
    at_hand = ["--archive", str(tmp_path / "archive")]
    rest = ["--database", played.url, "--lang", language]
    for command in (["floor", "verify"], ["floor", "audit", str(played.bundle)]):
        assert main([*command, *rest, *at_hand]) == 0
        assert since not in capsys.readouterr().out
        assert main([*command, *rest]) == 4
        assert since in capsys.readouterr().out
    assert main(["floor", "verify", *rest, "--archive", str(tmp_path / "nowhere")]) == 4


def test_failing_database_is_said_in_words(
    played: Played, tmp_path: Path, signer: DeviceKey, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("archived_lane", "sealed_day"):
        change(played.store, text(f"DROP TABLE {name}"))
    key, bundle = tmp_path / DEVICE_KEY_FILE, str(played.bundle)
    own = ["--folder", str(tmp_path / "archive"), "--key", str(key)]
    for command in (["verify"], ["audit", bundle], ["archive", *own]):
        assert main(["floor", *command, "--database", played.url, "--lang", "en"]) == 3
        assert "The database fails: no such table" in capsys.readouterr().err


@given(st.lists(st.integers(0, 4), max_size=40))
def test_spans_are_read_in_the_order_of_positions(owners: list[int]) -> None:
    """Position by position: which of five places has it."""
    spans = []
    for place in set(owners):
        own = [number for number, owner in enumerate(owners) if owner == place]
        rows = [{"number": number} for number in own]
        ends = LanePosition(0, own[0]), LanePosition(0, own[-1])
        spans.append(LaneSpan(*ends, rows.__iter__))
    assert [row["number"] for row in rows_in_order(spans)] == [*range(len(owners))]


@pytest.mark.parametrize(
    ("offsets", "ranges"),
    [
        ([], ""),
        ([0], "2024-02-28"),
        ([0, 1], "2024-02-28…2024-02-29"),
        ([0, 1, 2, 4], "2024-02-28…2024-03-01, 2024-03-03"),
    ],
)
def test_consecutive_days_are_a_range(offsets: list[int], ranges: str) -> None:
    assert day_ranges([DAY + timedelta(offset) for offset in offsets]) == ranges
