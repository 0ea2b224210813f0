"""`croupier floor users` writes users.conf from the roster, and compares a file with it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from firmware.cli.main import main
from firmware.floor.roster.enrolment import SignedEnrolment, sign_enrolment
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from tests.kits.floor.enrolled import House


@pytest.fixture
def house() -> House:
    house = House()
    for name, role in {"ledger": "ledger", "room": "tournament", "nord": "bank"}.items():
        house.enrol(name, role)  # type: ignore[arg-type]
    house.enrol("table-7")
    return house


def options(house: House, folder: Path) -> list[str]:
    url = f"sqlite:///{folder}/ledger.db"
    database = open_database(url)
    migrate_database(database)
    store = RosterStore(database, house.people_keys)
    for signed in house.roster:
        store.add(signed)
    database.dispose()
    people = house.people_folder(folder / "people")
    return ["--database", url, "--people", str(people), "--jackpot", "grand", "--lang", "en"]


def test_each_place_has_its_own_account(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house.enrol("table-8")
    house.enrol("table-8", state="retired")
    assert main(["floor", "users", *options(house, tmp_path)]) == 0
    written = capsys.readouterr().out
    assert '"montreal.main.table-7" {' in written
    assert '"montreal.main.nord" {' in written
    assert '"floor.lot.grand.ask.montreal.main.table-7"' in written
    assert "table-8" not in written


def test_different_line_is_named(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command, file = ["floor", "users", *options(house, tmp_path)], tmp_path / "users.conf"
    main(command)
    file.write_text(capsys.readouterr().out)
    assert main([*command, "--check", str(file)]) == 0
    file.write_text(file.read_text().replace("max_subscriptions: 64", "max_subscriptions: -1"))
    capsys.readouterr()
    assert main([*command, "--check", str(file)]) == 1
    assert "Line " in capsys.readouterr().out


def test_duplicate_place_names_refused(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    twin = replace(house.signed("twin", pit="north").enrolment, name="table-7")
    house.roster.admit(sign_enrolment(SignedEnrolment(twin), *house.people))
    assert main(["floor", "users", *options(house, tmp_path)]) != 0
    assert "croupier floor rename" in capsys.readouterr().err
