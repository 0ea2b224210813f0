"""An alarm is shelved by a person, with a reason and an end, and comes back by itself."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.pit.chain_entries import (
    ActRefused,
    AlarmsShelved,
    AlarmsUnshelved,
    GroupAcknowledged,
    KindAtTable,
)
from firmware.floor.pit.shelved import AlarmShelf, ShelvedAlarm, sort_shelved
from firmware.floor.pit.shown_alarms import open_alarms
from firmware.floor.projection.table_alarms import Alarm
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import AT, PeoplePit
from tests.kits.floor_kit import served
from tests.kits.offenders import each

GROUP = "table table-7"
KINDS = ("new_journal", "nearly_full")
MINUTE = 60_000


@pytest.fixture
def pit(store: Engine, tmp_path: Path) -> PeoplePit:
    """A pit over a table with two alarms that wait, on SQLite and on PostgreSQL."""
    store_facts(store, "table-7", facts_of(served("sic-bo", 1)))
    with store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm(kind, "table-7", "aa") for kind in KINDS])
    return PeoplePit(store, tmp_path)


def kinds(pit: PeoplePit) -> set[str]:
    return set(pit.alarms()) & {*KINDS, "chain_broken"}


def why(answer: Any) -> Any:
    return answer.said["why"]["key"]


def test_group_is_acknowledged_at_once(pit: PeoplePit) -> None:
    (group,) = [g for g in pit.visitor("anne").get("/state").said["groups"] if g["id"] == GROUP]
    asked = {"alarm": GROUP, "newest": group["newest"], "words": "known"}
    assert why(pit.visitor("aude").post("/acknowledge", asked)) == "pit.why.role"
    assert pit.visitor("tom").post("/acknowledge", asked).status == 200
    assert kinds(pit) == set()
    entry = next(one for one in pit.entries() if isinstance(one, GroupAcknowledged))
    assert (entry.person, entry.role, entry.group, entry.words) == (
        *("tom", "technician"),
        *(GROUP, "known"),
    )
    assert {one.kind for one in entry.alarms.values()} >= {*KINDS}


def test_later_alarm_is_not_acknowledged(pit: PeoplePit) -> None:
    asked = {"alarm": GROUP, "newest": 1}
    assert why(pit.visitor("anne").post("/acknowledge", asked)) == "pit.why.no_alarm"
    assert kinds(pit) == {*KINDS}


def test_shelved_alarm_is_off_the_list(pit: PeoplePit) -> None:
    alarm_id = pit.alarms()["nearly_full"]["id"]
    asked = {"alarm": alarm_id, "minutes": 60, "reason": "a disk is ordered"}
    assert why(pit.visitor("aude").post("/shelve", asked)) == "pit.why.role"
    assert pit.visitor("anne").post("/shelve", asked).status == 200
    shelved = KindAtTable("nearly_full", "table-7")
    until = AT + 60 * MINUTE
    entry = AlarmsShelved(AT, "anne", "supervisor", (shelved,), until, "a disk is ordered")
    assert pit.entries()[-1] == entry
    assert kinds(pit) == {"new_journal"}
    (on_shelf,) = pit.visitor("tom").get("/state").said["shelved"]
    assert (on_shelf["by"], on_shelf["until"], on_shelf["reason"]) == (
        *("anne", until),
        "a disk is ordered",
    )
    assert [one["alarm"]["id"] for one in on_shelf["alarms"]] == [alarm_id]


def test_shelf_ends_by_itself(pit: PeoplePit) -> None:
    pit.visitor("anne").post("/shelve", {"alarm": GROUP, "minutes": 60, "reason": "known"})
    shelf = AlarmShelf(pit.store)
    end = AT + 60 * MINUTE
    assert {one.kind for one in shelf.present(end - 1)} >= {*KINDS}
    assert shelf.present(end) == []


def test_shelved_alarm_is_put_back(pit: PeoplePit) -> None:
    pit.visitor("anne").post("/shelve", {"alarm": GROUP, "minutes": 60, "reason": "known"})
    assert kinds(pit) == set()
    asked = {"kind": "nearly_full", "table": "table-7"}
    assert pit.visitor("tom").post("/unshelve", asked).status == 200
    shelved = KindAtTable("nearly_full", "table-7")
    assert pit.entries()[-1] == AlarmsUnshelved(AT, "tom", "technician", (shelved,))
    assert why(pit.visitor("tom").post("/unshelve", asked)) == "pit.why.no_alarm"
    assert kinds(pit) == {"nearly_full"}


@each("kind", ["chain_broken", "ledger_altered"])
def test_damaged_evidence_is_not_shelved(kind: str, pit: PeoplePit) -> None:
    with pit.store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm(kind, "table-7", "aa", "17")])
    alarm_id = pit.alarms()[kind]["id"]
    asked = {"alarm": alarm_id, "minutes": 60, "reason": "later"}
    assert why(pit.visitor("anne").post("/shelve", asked)) == "pit.why.not_shelvable"
    assert pit.entries()[-1] == ActRefused(AT, "anne", "shelve", "pit.why.not_shelvable")


@each(
    "asked",
    [
        {"alarm": GROUP, "minutes": 0, "reason": "x"},
        {"alarm": GROUP, "minutes": 721, "reason": "x"},
        {"alarm": GROUP, "minutes": 60, "reason": " "},
        {"alarm": GROUP, "minutes": 60},
    ],
)
def test_shelf_needs_a_reason_and_an_end(asked: dict[str, Any], pit: PeoplePit) -> None:
    assert pit.visitor("anne").post("/shelve", asked).status == 400
    assert kinds(pit) == {*KINDS}


def test_repeated_alarm_stays_shelved() -> None:
    shelf = [ShelvedAlarm("door", "t", "anne", 0, 100, "hinge")]
    again = [
        Alarm("b", "door", "t", 50),
        Alarm("c", "door", "other", 50),
        Alarm("d", "key", "t", 0),
    ]
    listed, shelved = sort_shelved(open_alarms(again, {}, 400_000), shelf)
    assert {one.alarm.id for one in listed} == {"c", "d"}
    assert [one.alarm.id for one in shelved[0].alarms] == ["b"]
