"""The directories of pages' tables: empty at the start, kept at the end, one table in each."""

from pathlib import Path

import pytest

from firmware.shell.trust.keys import DeviceKey
from sim.web.bench.table_dir import Seating
from sim.web.bench.table_directories import (
    numbered_directories,
    reused_directory,
    temporary_directory,
)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_table_leaves_its_room_in_place() -> None:
    with reused_directory(Seating("craps")) as room:
        (room / "state").mkdir()
        (room / "state/one").touch()
        (room / "port").symlink_to("/dev/null")
    assert (room / "state/one").exists()
    with reused_directory(Seating("craps")) as again:
        assert again == room
        assert list(again.iterdir()) == []


def test_two_tables_have_two_rooms() -> None:
    with reused_directory(Seating("craps")) as one, reused_directory(Seating("craps")) as other:
        assert one != other
    with reused_directory(Seating("keno")) as another:
        assert another not in (one, other)


def test_temporary_room_is_removed() -> None:
    with temporary_directory(Seating()) as room:
        assert room.is_dir()
    assert not room.exists()


def test_numbered_rooms_stay_with_one_key(tmp_path: Path) -> None:
    rooms = numbered_directories(tmp_path)
    with rooms(Seating("craps")) as first, rooms(Seating("keno")) as second:
        assert [first.name, second.name] == ["0001-craps", "0002-keno"]
    with numbered_directories(tmp_path)(Seating("craps")) as third:
        assert third.name == "0003-craps"
    folders = (tmp_path, *(room / "state" for room in (first, second, third)))
    assert len({DeviceKey.load(folder).public_key for folder in folders}) == 1
