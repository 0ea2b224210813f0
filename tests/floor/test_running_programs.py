"""The versions of the floor's programs: noted by each, and the odd ones found."""

import asyncio
from itertools import permutations

import msgspec
import pytest
from sqlalchemy import Engine, update

from firmware import __version__
from firmware.cli.main import main
from firmware.floor.heartbeat import BankHeartbeat, TableHeartbeat
from firmware.floor.pit.heartbeats import SILENT_AFTER_MS, Heartbeats
from firmware.floor.pit.seen_programs import seen_programs
from firmware.floor.running_programs import (
    RUNNING_PROGRAM_TABLE,
    RunningProgram,
    follow_programs,
    note_programs,
    odd_programs,
    own_program,
    running_programs,
)
from firmware.floor.store import write_transaction

NOW = "2026-11-27T10:00:00+00:00"


def table(name: str, version: str) -> RunningProgram:
    return RunningProgram("table", name, "", version)


def test_last_version_seen_counts(store: Engine) -> None:
    note_programs(store, [table("TBL-1", "1.0"), table("TBL-2", "1.0")])
    note_programs(store, [table("TBL-2", "1.1")])
    found = [program._replace(seen_at="") for program in running_programs(store)]
    assert found == [table("TBL-1", "1.0"), table("TBL-2", "1.1")]


def test_two_ledgers_of_one_name_are_two(store: Engine) -> None:
    first = own_program("ledger", "ledger")
    note_programs(store, [first, first._replace(host="other")])
    assert len(running_programs(store)) == 2


def test_place_that_is_no_more_is_forgotten(store: Engine) -> None:
    note_programs(store, [table("TBL-1", "1.0")])
    with write_transaction(store) as connection:
        connection.execute(
            update(RUNNING_PROGRAM_TABLE).values(seen_at="2020-01-01T00:00:00+00:00")
        )
    note_programs(store, [table("TBL-2", "1.0")])
    assert [program.name for program in running_programs(store)] == ["TBL-2"]


def test_program_notes_itself(store: Engine) -> None:
    async def run() -> None:
        noting = asyncio.create_task(
            follow_programs(store, lambda: [own_program("keeper", "grand")])
        )
        while not await asyncio.to_thread(running_programs, store):
            await asyncio.sleep(0)
        noting.cancel()

    asyncio.run(run())
    (program,) = running_programs(store)
    assert (program.kind, program.name, program.version) == ("keeper", "grand", __version__)


@pytest.mark.parametrize(
    ("versions", "odd"),
    [
        ((), set()),
        (("1.0", "1.0"), set()),
        (("1.0", "1.0", "1.1"), {"1.1"}),
        (("1.9", "1.10"), {"1.9"}),
        (("", "1.0"), {""}),
    ],
)
def test_version_of_most_is_usual(versions: tuple[str, ...], odd: set[str]) -> None:
    for order in permutations(versions):
        programs = [table(f"TBL-{number}", version) for number, version in enumerate(order)]
        assert {program.version for program in odd_programs(programs)} == odd


def test_pit_sees_programs_that_are_not_silent() -> None:
    now = [1_795_773_600_000]
    heartbeats = Heartbeats(lambda: now[0], lambda: now[0])
    heartbeats.receive("OLD", msgspec.json.encode(TableHeartbeat(NOW, None, version="0.9")))
    now[0] += SILENT_AFTER_MS + 1
    heartbeats.receive("TBL-2", msgspec.json.encode(TableHeartbeat(NOW, None, version="1.0")))
    heartbeats.receive("SLOTS", msgspec.json.encode(BankHeartbeat(NOW, None, version="1.1")))
    pit, *others = seen_programs(heartbeats)
    assert (pit.kind, pit.version) == ("pit", __version__)
    assert others == [table("TBL-2", "1.0"), RunningProgram("bank", "SLOTS", "", "1.1")]


def test_odd_version_is_named(store: Engine, capsys: pytest.CaptureFixture[str]) -> None:
    url = store.url.render_as_string(hide_password=False)
    command_line = ["--lang", "en", "floor", "versions", "--database", url]
    assert main(command_line) == 0
    note_programs(store, [table("TBL-1", "1.0"), table("TBL-2", "1.0"), table("TBL-3", "0.9")])
    assert main(command_line) == 1
    said = capsys.readouterr().out.splitlines()
    (odd,) = [line for line in said if "not the version of most" in line]
    assert odd.startswith("table TBL-3: 0.9")
