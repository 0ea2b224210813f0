"""A gaming day is closed by two people who have seen it, once, in its order; and never changes."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_content import content_digest
from firmware.floor.day.day_desk import DayBook, DayDesk, SignedWords
from firmware.floor.day.property_day import NothingWaits
from firmware.floor.day.sealed_day import open_day
from firmware.floor.gaming_day import GamingCalendar, parse_day_start
from firmware.floor.pit.acts import check_signers
from firmware.floor.pit.chain_entries import ActRefused, DayClosed
from firmware.floor.pit.form_store import FORM_TABLE
from firmware.floor.store import GAP_TABLE, WATERMARK_TABLE
from firmware.shell.technician.requests import Person
from tests.kits.floor.day_kit import (
    DAY_MS,
    FIRST,
    FIRST_MS,
    HOUR_MS,
    DayFloor,
    moved,
    played,
    quiet_day,
    signature_of,
)
from tests.kits.floor.enrolled import PROPERTY
from tests.kits.floor.pit_people import passphrase_of
from tests.kits.offenders import each

SECOND = FIRST + timedelta(days=1)


@pytest.fixture
def floor(store: Engine, tmp_path: Path) -> DayFloor:
    floor = DayFloor(store, tmp_path)
    quiet_day(floor)
    return floor


def test_quiet_day_needs_no_words(floor: DayFloor) -> None:
    assert floor.draft().content.exceptions == ()
    digest = floor.close()
    (file,) = floor.files()
    opened = open_day(file.octets, "here")
    assert (opened.digest, opened.pit.replace(" ", "")) == (digest, floor.chain.pit)
    signatures = opened.sealed.signatures
    assert [(each.name, each.role) for each in signatures] == [
        ("anne", "supervisor"),
        ("simon", "supervisor"),
    ]
    assert {each.content for each in signatures} == {content_digest(opened.sealed.content)}


def test_closing_is_in_the_pits_chain(floor: DayFloor) -> None:
    digest = floor.close()
    entry = floor.entries()[-1]
    assert isinstance(entry, DayClosed)
    assert (entry.digest, entry.number, entry.person, entry.second) == (digest, 0, "anne", "simon")


def test_money_of_a_day_is_what_its_tables_won(floor: DayFloor) -> None:
    content = floor.draft().content
    for table in content.tables:
        assert table.first_meters is not None or table.last_meters is not None
        whole = table.takings[""]
        parts = [takings for name, takings in table.takings.items() if name]
        assert whole.held == sum(takings.held for takings in parts)
        assert whole.held == sum(takings.held for _, takings in table.hours)
    assert [sitting.win for sitting in content.sittings] == [5_000, 5_000]


def test_day_is_closed_once(floor: DayFloor) -> None:
    floor.close()
    assert floor.refusal(floor.close) == "closed"
    assert len(floor.files()) == 1


@each("day, why", [(date(2026, 11, 27), "not_over"), (date(2030, 1, 1), "not_over")])
def test_day_that_is_not_over_stays_open(day: date, why: str, floor: DayFloor) -> None:
    assert floor.refusal(floor.close, day) == why
    assert floor.refusal(floor.draft, date.max) == "no_day"


def test_no_day_is_left_out(floor: DayFloor) -> None:
    floor.close()
    floor.now += 3 * DAY_MS
    assert floor.refusal(floor.close, SECOND + timedelta(days=1)) == "not_next"
    floor.close(SECOND)
    assert floor.refusal(floor.close, FIRST - timedelta(days=1)) == "not_next"


def test_next_day_begins_where_this_ended(floor: DayFloor) -> None:
    floor.store_facts("table-7", moved(played(FIRST_MS + DAY_MS + HOUR_MS, 3), 10_000))
    floor.close(), floor.close(SECOND, no_opener="a trial")
    (before,), (after,) = floor.files(), floor.files(SECOND)
    assert after.opened().sealed.previous == before.digest
    first, second = (file.opened().sealed.content for file in (before, after))
    (table,) = second.tables
    earlier = next(each for each in first.tables if each.table == table.table)
    assert table.first_meters == earlier.last_meters
    assert earlier.last_fact is not None
    assert table.first_fact is not None
    assert table.first_fact > earlier.last_fact


def test_day_of_other_hours_is_refused(floor: DayFloor) -> None:
    floor.close()
    calendar = GamingCalendar(parse_day_start("07:00"), floor.day_desk.book.calendar.zone)
    other = DayDesk(DayBook(floor.store, calendar), floor.chain, floor.pit_key, floor.folder)
    assert floor.refusal(other.draft, PROPERTY, SECOND) == "other_hour"


# exceptions


def test_fault_is_refused_without_words(floor: DayFloor) -> None:
    add_gap(floor)
    assert floor.refusal(floor.close) == "exceptions"
    assert floor.refusal(floor.close, gap="  ") == "exceptions"
    floor.close(gap="the table's disk is lost")
    sealed = floor.files()[0].opened().sealed
    assert sealed.exception_words == {"gap/table-7": "the table's disk is lost"}


def open_play() -> list[Any]:
    facts = played(FIRST_MS + DAY_MS - HOUR_MS, 3)
    locked = max(index for index, fact in enumerate(facts) if "BetsLocked" in fact.body)
    return moved(facts[: locked + 1], 10_000)


def test_table_behind_is_named(floor: DayFloor) -> None:
    floor.store_facts("table-7", open_play())
    kinds = {exception.name for exception in floor.draft().content.exceptions}
    assert {"silent/table-7", "open_round/table-7"} <= kinds
    with floor.store.begin() as connection:
        is_checked = WATERMARK_TABLE.c.lane == "checked"
        connection.execute(WATERMARK_TABLE.update().where(is_checked).values(number=3))
    kinds = {exception.name for exception in floor.draft().content.exceptions}
    assert {"unverified/table-7", "unverified/table-8"} <= kinds


def test_idle_table_with_a_heartbeat_is_not_silent(floor: DayFloor) -> None:
    facts = [fact for fact in open_play() if "BetsLocked" not in fact.body]
    floor.store_facts("table-7", facts)
    assert names(floor, lambda _table: False) == {"silent/table-7"}
    assert names(floor, lambda table: table == "table-7") == set()


def names(floor: DayFloor, nothing_waits: NothingWaits) -> set[str]:
    book = DayBook(floor.store, floor.day_desk.book.calendar, nothing_waits)
    content = book.draft(PROPERTY, FIRST, floor.now).content
    return {exception.name for exception in content.exceptions}


def test_gap_after_the_day_is_no_fault_of_it(floor: DayFloor) -> None:
    floor.store_facts("table-7", moved(played(FIRST_MS + DAY_MS, 3), 10_000))
    add_gap(floor)
    assert floor.draft().content.exceptions == ()


def add_gap(floor: DayFloor) -> None:
    with floor.store.begin() as connection:
        gap = {"journal": "aa", "lane": "fact", "shoe": 99_999, "number": 9}
        after = {"after_shoe": 99_998, "after_number": 8}
        connection.execute(GAP_TABLE.insert(), [{**gap, **after}])


def test_round_settled_later_is_not_open(floor: DayFloor) -> None:
    facts = moved(played(FIRST_MS + DAY_MS - 60_000, 3), 10_000)
    floor.store_facts("table-7", facts)
    kinds = {exception.kind for exception in floor.draft().content.exceptions}
    assert kinds <= {"no_opener"}


def test_lacking_forms_are_named(floor: DayFloor) -> None:
    with floor.store.begin() as connection:
        connection.execute(delete(FORM_TABLE).where(FORM_TABLE.c.number.in_((2, 3, 4, 5, 6))))
    names = {exception.name for exception in floor.draft().content.exceptions}
    assert names == {"no_closer/table-7", "no_drop/table-7", "no_opener/table-8", "form_missing/2"}


# two people


@each("first, second", [("anne", ""), ("aude", "anne"), ("tom", "anne"), ("anne", "dora")])
def test_two_of_the_roles_sign(first: str, second: str, floor: DayFloor) -> None:
    signed = SignedWords(floor.draft().digest, {})
    with pytest.raises(RequestFailed):
        floor.day_desk.close(PROPERTY, FIRST, signed, signature_of(first, second))
    assert floor.files() == []


@each("second", ["anne", "an.ne", "a-n-n-e", "anne@house.example"])
def test_two_spellings_are_one_person(second: str) -> None:
    two = Person("anne", "supervisor"), Person(second, "supervisor")
    with pytest.raises(RequestFailed) as refused:
        check_signers("close_day", *two)
    assert refused.value.why.key == "pit.form.why.second"


def test_signed_is_what_was_seen(floor: DayFloor) -> None:
    seen = SignedWords(floor.draft().digest, {"no_opener": "late"})
    floor.store_facts("table-9", played(FIRST_MS + HOUR_MS, 5), "cc")
    close = floor.day_desk.close
    arguments = (PROPERTY, FIRST, seen, signature_of("anne", "simon"))
    assert floor.refusal(close, *arguments) == "changed"


def test_page_closes_with_two_passphrases(floor: DayFloor) -> None:
    visitor = floor.visitor("anne")
    draft = visitor.get(f"/day/{FIRST}/draft").said
    second = {"name": "simon", "passphrase": passphrase_of("simon")}
    asked = {"digest": draft["digest"], "exceptions": {}, "second": second}
    wrong = {**asked, "second": {"name": "simon", "passphrase": "no"}}
    assert visitor.post(f"/day/{FIRST}/close_day", wrong).status == 409
    alone = {**asked, "second": {"name": "anne", "passphrase": passphrase_of("anne")}}
    assert visitor.post(f"/day/{FIRST}/close_day", alone).status == 409
    assert floor.entries()[-1] == ActRefused(floor.now, "anne", "close_day", "pit.form.why.second")
    answer = visitor.post(f"/day/{FIRST}/close_day", asked)
    assert answer.said == {"digest": floor.files()[0].digest}
    view = visitor.get(f"/day/{FIRST}").said
    assert view["files"][0]["digest"] == answer.said["digest"]
    assert visitor.get(f"/day/{FIRST}/file/0").body == floor.files()[0].octets
    assert visitor.get(f"/day/{FIRST}/file/1").status == 404


@each("name, status", [("tom", 403), ("dora", 403), ("aude", 200), ("cleo", 200)])
def test_days_are_read_by_their_roles(name: str, status: int, floor: DayFloor) -> None:
    for path in ("/days", f"/day/{FIRST}", "/game-report?from=2026-11-25&to=2026-11-25"):
        assert floor.visitor(name).get(path).status == status


def test_row_is_written_with_its_entry(floor: DayFloor) -> None:
    floor.close()
    with floor.store.begin() as connection:
        rows = connection.execute(select(WATERMARK_TABLE)).all()
    assert rows
    place = floor.folder / "days" / f"{PROPERTY}-{FIRST}.0.day"
    assert place.read_bytes() == floor.files()[0].octets
