"""Two people enrol a key, change it, and revoke it, by the commands of the guide."""

from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.trust.keys import create_key, public_octets, read_private_key, write_public_key


class House:
    """Two people, a database, and the files of one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.people = folder / "people"
        self.people.mkdir()
        for person in ("anne", "luc"):
            self.make_key(person, self.people / f"{person}.pub")
        self.make_key("table-7", folder / "table-7.pub")
        self.database = f"sqlite:///{folder}/ledger.db"

    def make_key(self, name: str, public: Path) -> None:
        key = self.folder / f"{name}.key"
        create_key(key)
        write_public_key(public, public_octets(read_private_key(key)))

    def run(self, command: str, *words: str, by: str | None = None) -> int:
        signed = ("--key", str(self.folder / f"{by}.key")) if by else ()
        return main(["floor", command, *words, *signed, "--lang", "en"])

    def enrol(self, out: Path) -> int:
        public = str(self.folder / "table-7.pub")
        place = ("--house", "montreal", "--public", public, "--out", str(out))
        return self.run("enrol", "table-7", "--role", "table", *place, by="anne")

    def admit(self, *files: Path) -> int:
        stored = ("--database", self.database, "--people", str(self.people))
        return self.run("admit", *map(str, files), *stored)

    def change(self, command: str, *words: str) -> int:
        """Make a change that both sign, and admit it."""
        out = self.folder / f"{command}.enrolment"
        stored = ("--database", self.database, "--out", str(out))
        assert self.run(command, *words, *stored, by="anne") == 0
        assert self.run("sign", str(out), by="luc") == 0
        return self.admit(out)

    def roster(self) -> int:
        return self.run("roster", "--database", self.database, "--people", str(self.people))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def enrolled(house: House, capsys: pytest.CaptureFixture[str]) -> House:
    file = house.folder / "table-7.enrolment"
    assert house.enrol(file) == 0
    assert house.run("sign", str(file), by="luc") == 0
    assert house.admit(file) == 0
    capsys.readouterr()
    return house


def test_one_person_enrols_nobody(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    file = house.folder / "table-7.enrolment"
    house.enrol(file)
    house.run("sign", str(file), by="anne")
    assert "Signed by 1 of 2" in capsys.readouterr().out
    assert house.admit(file) == 1
    assert "Not admitted: table-7" in capsys.readouterr().out
    house.roster()
    assert capsys.readouterr().out == ""


def test_two_people_enrol_a_key(enrolled: House, capsys: pytest.CaptureFixture[str]) -> None:
    assert enrolled.roster() == 0
    assert "table-7: table of montreal/main" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "words", "said"),
    [
        ("move", ("table-7", "--pit", "nord", "--position", "3"), "montreal/nord, position 3"),
        ("rename", ("table-7", "bj-7"), "bj-7: table of montreal/main"),
        ("retire", ("table-7",), "table-7: table of montreal/main, retired"),
        ("revoke", ("table-7",), "is revoked"),
    ],
)
def test_two_people_change_a_key(
    enrolled: House,
    capsys: pytest.CaptureFixture[str],
    command: str,
    words: tuple[str, ...],
    said: str,
) -> None:
    assert enrolled.change(command, *words) == 0
    capsys.readouterr()
    enrolled.roster()
    out = capsys.readouterr().out
    assert said in out
    assert len(out.splitlines()) == 1


def test_revoked_key_cannot_be_changed(enrolled: House, capsys: pytest.CaptureFixture[str]) -> None:
    enrolled.change("revoke", "table-7")
    out = str(enrolled.folder / "x")
    assert (
        enrolled.run("retire", "table-7", "--database", enrolled.database, "--out", out, by="anne")
        == 2
    )
    assert "0 keys are enrolled under table-7" in capsys.readouterr().err


def test_other_file_is_named(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    other = house.folder / "table-7.pub"
    assert house.run("sign", str(other), by="luc") == 2
    assert "no file of an enrolment" in capsys.readouterr().err
    assert house.admit(other) == 2
