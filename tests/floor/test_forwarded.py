"""What a property forwards to its head office: each sealed day whole, each alarm as it is now."""

from random import Random

import pytest
from sqlalchemy import Engine as Store
from sqlalchemy import update

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.head_office.forwarded import (
    PART_OCTETS,
    RECENT_MS,
    SealedFile,
    alarm_messages,
    joined_files,
    sealed_messages,
    stream_config,
    unsent_files,
)
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.store import insert_missing, write_transaction
from firmware.floor.streams import MAX_MESSAGE_SIZE

NOW_MS = 1_800_000_000_000


def sealed(number: int = 0, size: int = 100, day: str = "2026-12-01") -> SealedFile:
    return SealedFile("laval", day, number, Random(size).randbytes(size))


def store_file(store: Store, file: SealedFile) -> None:
    row = {"property": file.property_name, "day": file.day, "number": file.number}
    row |= {"octets": file.octets, "previous": "", "sealed_ms": 0}
    with write_transaction(store) as connection:
        insert_missing(connection, SEALED_DAY_TABLE, [row])


@pytest.mark.parametrize("size", [0, 100, PART_OCTETS, 3 * PART_OCTETS + 7])
def test_parts_join_to_the_file(size: int) -> None:
    file, other = sealed(size=size), sealed(number=1, size=9)
    messages = [*sealed_messages(file), *sealed_messages(other)]
    Random(size).shuffle(messages)
    assert sorted(joined_files(messages)) == sorted([file, other])
    assert all(len(message.payload) < MAX_MESSAGE_SIZE for message in messages)


def test_lacking_part_gives_no_file() -> None:
    messages = sealed_messages(sealed(size=2 * PART_OCTETS))
    assert len(messages) > 2
    assert [*joined_files(messages[1:])] == []


def test_only_what_the_stream_lacks_is_unsent(store: Store) -> None:
    first, second = sealed(size=2 * PART_OCTETS), sealed(number=1)
    for file in (first, second):
        store_file(store, file)
    subjects = [message.subject for message in sealed_messages(first)]
    with store.connect() as connection:
        assert unsent_files(connection, []) == [first, second]
        assert unsent_files(connection, subjects) == [second]
        assert unsent_files(connection, subjects[1:]) == [first, second]
        assert unsent_files(connection, [*subjects, sealed_messages(second)[0].subject]) == []


def test_alarm_is_forwarded_as_it_is_now(store: Store) -> None:
    row = {"journal": "aa", "kind": "fault", "body": '{"id":"aa.1","over":null}'}
    old = {"id": "aa.0", "since_ms": NOW_MS - RECENT_MS - 1, "over_ms": 1, "acknowledged": True}
    lasts = {"id": "aa.1", "since_ms": 1, "over_ms": None, "acknowledged": False}
    with write_transaction(store) as connection:
        insert_missing(connection, TABLE_ALARM_TABLE, [row | old, row | lasts])
        raise_new_alarms(connection, [LedgerAlarm("cut", "table-7", "aa", "1–3")])
    with store.connect() as connection:
        before = dict(alarm_messages(connection, "laval", NOW_MS))
    assert before["office.alarm.laval.aa-1"] == b'{"id":"aa.1","over":null}'
    assert [subject.split(".")[3].split("-")[0] for subject in before] == ["aa", "ledger"]
    changed = update(TABLE_ALARM_TABLE).where(TABLE_ALARM_TABLE.c.id == "aa.1")
    with write_transaction(store) as connection:
        connection.execute(changed.values(over_ms=5, body='{"id":"aa.1","over":5}'))
    with store.connect() as connection:
        after = dict(alarm_messages(connection, "laval", NOW_MS))
    assert after["office.alarm.laval.aa-1"] == b'{"id":"aa.1","over":5}'


def test_stream_holds_its_own_property_alone() -> None:
    sealed_stream, alarm_stream = (stream_config(kind, "laval", 3) for kind in ("sealed", "alarm"))
    assert sealed_stream.subjects == ["office.sealed.laval.>"]
    assert sealed_stream.max_age is None
    assert alarm_stream.max_age == 30 * 86_400
