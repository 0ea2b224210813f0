import re
from pathlib import Path

import pytest

from drivers.tags.chip_registry import ChipRegistry, RegisteredChip, load_chips
from drivers.tags.registry_errors import RegistryError
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES

EXAMPLE = EXAMPLES / "chips.csv"
UID = bytes.fromhex("E004015012345601")
GOOD = "E004015012345601,500,"


def write(tmp_path: Path, *lines: str, head: str = "uid,cents,owner") -> Path:
    path = tmp_path / "chips.csv"
    path.write_text("\n".join((head, *lines)) + "\n", encoding="utf-8")
    return path


def mistakes(path: Path) -> list[str]:
    with pytest.raises(RegistryError) as refused:
        load_chips(path)
    said = [Words.load("fr").render(fault) for fault in refused.value.faults]
    assert [word for one in said for word in foreign(one, "fr")] == []
    return [Words.load("en").render(fault) for fault in refused.value.faults]


def refused(path: Path, pattern: str) -> None:
    assert re.search(pattern, mistakes(path)[0])


def test_example_loads() -> None:
    chips = load_chips(EXAMPLE)
    assert chips[UID] == RegisteredChip(500, None)
    assert {chip.owner for chip in chips.values()} == {None, "Tremblay"}


def test_registry_shows_later_additions() -> None:
    chips: dict[bytes, RegisteredChip] = {}
    registry = ChipRegistry(chips)
    assert UID not in registry
    chips[UID] = RegisteredChip(500)
    assert dict(registry) == chips
    assert len(registry) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_bom_and_any_line_end_are_read(tmp_path: Path, end: str) -> None:
    path = tmp_path / "chips.csv"
    path.write_bytes(("\ufeffuid,cents,owner" + end + GOOD + "Côté" + end).encode())
    assert dict(load_chips(path)) == {UID: RegisteredChip(500, "Côté")}


@each(
    "uid",
    [
        "",
        "E00401501234560",
        "E0040150123456011",
        "e004015012345601",
        "01563412500104E0",
        "E0040150123456G1",
        "E00401501234560١",
        " E004015012345601",
    ],
)
def test_odd_uid(tmp_path: Path, uid: str) -> None:
    refused(write(tmp_path, GOOD, f"{uid},500,"), r":3: .* is no UID")


@each("cents", ["", "0", "-500", "+500", "5.00", "0500", " 500", "5e2", "100000001", "٥", "five"])
def test_odd_value(tmp_path: Path, cents: str) -> None:
    refused(write(tmp_path, f"E004015012345601,{cents},"), r":2: .* is no value")


@pytest.mark.parametrize("owner", [" Roy", "Roy ", "R\toy", "R" * 33])
def test_odd_owner(tmp_path: Path, owner: str) -> None:
    refused(write(tmp_path, f"E004015012345601,500,{owner}"), r":2: .* is no player")


@pytest.mark.parametrize("line", ["", "E004015012345601", "E004015012345601,500", GOOD + ",x"])
def test_odd_line(tmp_path: Path, line: str) -> None:
    refused(write(tmp_path, line, GOOD), r":2: .* is not uid,cents,owner")


@pytest.mark.parametrize("head", ["", "uid;cents;owner", GOOD])
def test_odd_head(tmp_path: Path, head: str) -> None:
    refused(write(tmp_path, head=head), r":1: the first line must be `uid,cents,owner`")


def test_chip_twice(tmp_path: Path) -> None:
    assert re.search(
        r":3: E004015012345601 is there already",
        mistakes(write(tmp_path, GOOD, "E004015012345601,2500,"))[0],
    )


def test_every_fault_reported_at_once(tmp_path: Path) -> None:
    found = mistakes(write(tmp_path, "x", GOOD, GOOD, "E004015012345602,0,"))
    assert [re.findall(r":(\d):", one) for one in found] == [["2"], ["4"], ["5"]]


def test_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "chips.csv"
    path.write_bytes(b"uid,cents,owner\nE004015012345601,500,C\xf4t\xe9\n")
    refused(path, r": it is not UTF-8 text \(byte 38\)")


def test_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "chips.csv"
    path.touch()
    refused(path, r":1: the first line must be")
