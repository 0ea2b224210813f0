"""The history has the alarms that went by themselves too."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.floor.pit.alarm_store import AlarmStore
from firmware.floor.projection.alarm_rows import write_alarms
from firmware.floor.projection.table_alarms import Alarm
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import AT, PeoplePit
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

HOUR = 3_600_000


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[PeoplePit]:
    """A pit with a late bet that is resolved, an old voided round, and a table that was silent."""
    store = empty_store(tmp_path / "ledger.db")
    store_facts(store, "table-7", facts_of(served("roulette", 2)))
    late = {"spot": 1, "on": "red"}
    with store.begin() as connection:
        recent = Alarm("late", "late_bet", "", AT - HOUR, AT - HOUR + 60_000, late)
        turned = Alarm("key", "key", "", AT - HOUR, AT - HOUR + 60_000)
        old = Alarm("old", "void", "", 0, 0, {"round": 3})
        write_alarms(connection, "aa", [recent, turned, old])
    alarm_store = AlarmStore(store)
    alarm_store.update({"table-8": {"silent": {}}}, AT - 1_000)
    alarm_store.update({"table-8": {}}, AT)
    yield PeoplePit(store, tmp_path)
    store.dispose()


def history(pit: PeoplePit, query: str) -> list[str]:
    answer = pit.visitor("aude").get(f"/history?{query}")
    return [shown["alarm"]["kind"] for shown in answer.said]


def test_history_has_resolved_alarms(pit: PeoplePit) -> None:
    assert pit.alarms().keys() & {"late_bet", "silent"} == set()
    assert {"silent", "late_bet"} <= {*history(pit, "hours=8")}
    # a key of one minute is within its tolerance, and no alarm
    assert "key" not in history(pit, "hours=8")
    assert len(history(pit, "hours=8")) == len(history(pit, "hours=168"))


def test_history_is_found_by_table(pit: PeoplePit) -> None:
    assert history(pit, "hours=8&table=LE-8") == ["silent"]


@each("query", ["", "hours=0", "hours=169", "hours=x", "hours=1&other=1"])
def test_unreadable_query_is_refused(query: str, pit: PeoplePit) -> None:
    assert pit.visitor("aude").get(f"/history?{query}").status == 400
