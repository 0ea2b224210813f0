"""A sealed day is made again from the facts; what was altered, lost or came late is named."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, delete, update

from firmware.cli.main import main
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_desk import SignedWords
from firmware.floor.day.day_store import SEALED_DAY_TABLE, StoredDay
from firmware.floor.day.sealed_day import NotSealed, open_day, seal_day
from firmware.floor.pit.chain_store import PIT_ENTRY_TABLE
from firmware.floor.pit.form_store import FORM_TABLE
from firmware.floor.pit.forms import FormVoided
from firmware.floor.projection.row_tables import HOUR_TAKINGS_TABLE
from firmware.floor.store import FACT_TABLE, JOURNAL_TABLE
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
from tests.kits.floor.stores import empty_store

SECOND = FIRST + timedelta(days=1)


@pytest.fixture
def floor(store: Engine, tmp_path: Path) -> DayFloor:
    """Two closed days; on the second one table has played."""
    floor = DayFloor(store, tmp_path)
    quiet_day(floor)
    floor.store_facts("table-7", moved(played(FIRST_MS + DAY_MS + HOUR_MS, 3), 10_000))
    floor.close()
    floor.close(SECOND, no_opener="a trial")
    return floor


def change(floor: DayFloor, statement: object) -> None:
    with floor.store.begin() as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def test_untouched_days_are_sound(floor: DayFloor) -> None:
    assert floor.findings() == []


def test_every_altered_octet_is_found(floor: DayFloor) -> None:
    octets = floor.files()[0].octets
    for index in {*range(0, len(octets), 97), *range(230), len(octets) - 1}:
        altered = bytearray(octets)
        altered[index] ^= 1
        with pytest.raises(NotSealed):
            open_day(bytes(altered), "here")


def test_altered_day_is_named_and_an_alarm(floor: DayFloor) -> None:
    octets = bytearray(floor.files()[0].octets)
    octets[len(octets) // 2] ^= 1
    change(floor, update(SEALED_DAY_TABLE).where(is_first()).values(octets=bytes(octets)))
    found = floor.findings()
    assert "not_sealed" in found
    assert "previous" in found  # the day after it names another file
    floor.clock.now += 61
    assert floor.alarms()["day_altered"]["values"] == {"day": FIRST.isoformat()}


def is_first() -> object:
    return SEALED_DAY_TABLE.c.day == FIRST.isoformat()


def test_other_persons_content_is_found(floor: DayFloor) -> None:
    """Whoever has the pit's key and no second person makes no day."""
    sealed = floor.files()[0].opened().sealed
    alone = type(sealed)(**{**as_fields(sealed), "signatures": sealed.signatures[:1]})
    with pytest.raises(NotSealed):
        open_day(seal_day(alone, floor.pit_key), "here")


def as_fields(sealed: object) -> dict[str, object]:
    return {name: getattr(sealed, name) for name in sealed.__struct_fields__}  # type: ignore[attr-defined]


def test_altered_fact_is_found_without_rows(floor: DayFloor) -> None:
    change(floor, delete(HOUR_TAKINGS_TABLE))
    assert {*floor.findings()} == {"late"}
    facts = FACT_TABLE.c
    is_meters = (facts.journal == "aa") & facts.body.like('%"meters"%') & (facts.shoe < 10_000)
    with floor.store.begin() as connection:
        rows = connection.execute(FACT_TABLE.select().where(is_meters)).mappings().all()
        row = max(rows, key=lambda row: (row["shoe"], row["number"]))
        is_row = (facts.shoe == row["shoe"]) & (facts.number == row["number"])
        altered = row["body"].replace('"voids":0', '"voids":9')
        assert altered != row["body"]
        connection.execute(
            update(FACT_TABLE).where(facts.journal == "aa", is_row).values(body=altered)
        )
    assert "takings" in floor.findings()


def test_missing_fact_is_found(floor: DayFloor) -> None:
    table = floor.files()[0].opened().sealed.content.tables[0]
    assert table.last_fact is not None
    facts = FACT_TABLE.c
    change(
        floor,
        delete(FACT_TABLE).where(
            facts.journal == table.journal,
            facts.shoe == table.last_fact.shoe,
            facts.number == table.last_fact.number,
        ),
    )
    assert "fact" in floor.findings()


def test_altered_form_is_found(floor: DayFloor) -> None:
    change(floor, update(FORM_TABLE).where(FORM_TABLE.c.number == 2).values(filed_by="luc"))
    assert "form" in floor.findings()


def test_day_without_entry_is_found(floor: DayFloor) -> None:
    change(floor, delete(PIT_ENTRY_TABLE))
    assert floor.findings() == ["unentered", "unentered"]


# what comes later


def test_set_back_clock_never_changes_a_day(floor: DayFloor) -> None:
    sealed = [file.octets for file in floor.files()]
    floor.store_facts("table-8", moved(played(FIRST_MS + 3 * HOUR_MS, 9), 10_000), "bb")
    assert [file.octets for file in floor.files()] == sealed
    assert floor.findings() == ["late"]
    floor.clock.now += 61
    assert floor.alarms()["day_late"]["table"] == "table-8"
    floor.amend("the clock of table 8 was set back")
    assert [file.number for file in floor.files()] == [0, 1]
    assert floor.files()[0].octets == sealed[0]
    assert floor.findings() == []
    floor.clock.now += 61
    assert "day_late" not in floor.alarms()


def test_amendment_needs_reason_and_change(floor: DayFloor) -> None:
    assert floor.refusal(floor.amend, "why not") == "same"
    assert floor.refusal(floor.amend, "why not", SECOND + timedelta(days=1)) == "not_over"
    floor.file(FormVoided(3, "the wrong box"), "table-7", floor.now, "anne", "simon")
    assert floor.refusal(floor.amend, " ") == "no_words"
    assert floor.refusal(floor.amend, "a box") == "exceptions"
    assert floor.findings() == ["late_form"]
    floor.amend("a box", no_drop="it is counted again tomorrow")
    assert floor.findings() == []
    assert floor.files()[1].opened().sealed.previous == floor.files()[0].digest


def test_one_person_amends_nothing(floor: DayFloor) -> None:
    floor.file(FormVoided(3, "the wrong box"), "table-7", floor.now, "anne", "simon")
    signed = SignedWords(floor.draft().digest, {"no_drop": "yes"}, "a box")
    for signature in (signature_of("anne"), signature_of("anne", "anne")):
        with pytest.raises(RequestFailed):
            floor.day_desk.amend(PROPERTY, FIRST, signed, signature)
    assert len(floor.files()) == 1


def test_day_closes_after_an_amended_one(floor: DayFloor) -> None:
    floor.file(FormVoided(3, "the wrong box"), "table-7", floor.now, "anne", "simon")
    floor.amend("a box", SECOND - timedelta(days=1), no_drop="again")
    floor.now += DAY_MS
    floor.close(SECOND + timedelta(days=1))
    assert floor.findings() == []


# a restored database


def test_restored_database_is_held_against_files(floor: DayFloor, tmp_path: Path) -> None:
    files = [*floor.files(), *floor.files(SECOND)]
    with floor.store.begin() as connection:
        facts = FACT_TABLE.c
        connection.execute(delete(FACT_TABLE).where(facts.journal == "aa", facts.shoe >= 10_000))
        connection.execute(delete(JOURNAL_TABLE).where(JOURNAL_TABLE.c.journal == "bb"))
        is_second = SEALED_DAY_TABLE.c.day == SECOND.isoformat()
        connection.execute(delete(SEALED_DAY_TABLE).where(is_second))
    found = floor.findings(*files)
    assert {"missing_day", "journal", "fact"} <= {*found}
    assert floor.findings().count("missing_day") == 1  # by the pit's chain alone


def test_command_names_each_missing_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = DayFloor(empty_store(tmp_path / "ledger.db"), tmp_path)
    quiet_day(floor)
    floor.close()
    address, place = f"sqlite:///{tmp_path}/ledger.db", tmp_path / "day"
    days = ["--database", address, "--lang", "en"]
    assert main(["floor", "day", "show", FIRST.isoformat(), "--out", str(place), *days]) == 0
    assert main(["floor", "day", "verify", str(place), *days]) == 0
    capsys.readouterr()
    empty_store(tmp_path / "old.db").dispose()
    old = ["--database", f"sqlite:///{tmp_path}/old.db", "--lang", "en"]
    assert main(["floor", "day", "verify", str(place), *old]) == 1
    printed = capsys.readouterr().out
    assert "the database does not have it" in printed
    assert "table-7: the journal aa… is missing" in printed
    place.write_bytes(place.read_bytes().replace(b"table-7", b"table-1"))
    assert main(["floor", "day", "verify", str(place), *days]) == 2
    assert "not as the pit has sealed it" in capsys.readouterr().err


def test_given_file_of_other_octets_is_named(floor: DayFloor) -> None:
    (first,) = floor.files()
    other = DayFloor.files(floor, SECOND)[0]
    assert floor.findings(StoredDay(*first[:3], other.octets)).count("other_file") == 1
