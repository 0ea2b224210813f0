"""Rule packs that a table has played by: whole beside both copies, and judged by afterwards."""

import json
from pathlib import Path

import pytest

from firmware.shell.evidence.pack_archive import (
    archive_pack,
    archived_contents,
    encoded_lineage,
    read_archives,
    read_packs,
)
from firmware.shell.rules.pack_files import default_pack, recorded_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError
from tests.kits.offenders import each


def pack(name: str) -> RulePack:
    source = f"[pack]\nname = '{name}'\n[baccarat.pays.tie]\nodds = [9, 1]"
    return RulePack(name, source.encode(), default_pack())


def copies(folder: Path) -> list[Path]:
    """Return two copies of a journal on different media."""
    directories = [folder / medium / "journal" for medium in ("card", "stick")]
    for directory in directories:
        directory.mkdir(parents=True)
    return directories


@pytest.mark.clause("ANZ NZ3.8(m)")
@each("lost", ["card", "stick", ""])
def test_either_medium_has_every_pack(lost: str, tmp_path: Path) -> None:
    directories, house = copies(tmp_path), pack(f"house-{lost}")
    assert list(archive_pack(house, directories)) == []
    if lost:
        for path in (tmp_path / lost / "rules").iterdir():
            path.unlink()
    read_archives(directories)
    found = recorded_pack(house.name, house.digest)
    assert str(found.rules("baccarat").pays["tie"].odds) == "9:1"


def test_nothing_is_written_again(tmp_path: Path) -> None:
    directories, house = copies(tmp_path), pack("again")
    list(archive_pack(house, directories))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.json")}
    list(archive_pack(house, directories))
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.json")} == before


def test_no_folder_is_made_for_a_missing_medium(tmp_path: Path) -> None:
    list(archive_pack(pack("missing"), [tmp_path / "stick" / "journal"]))
    assert list(tmp_path.iterdir()) == []


@each("damage", ["", "{", '{"name": "x", "source": "[a"}', "\x00"])
def test_a_damaged_copy_is_made_good(damage: str, tmp_path: Path) -> None:
    directories, house = copies(tmp_path), pack("damaged")
    list(archive_pack(house, directories))
    path = tmp_path / "card" / "rules" / f"{house.digest}.json"
    whole = path.read_bytes()
    path.write_text(damage)
    list(archive_pack(house, directories))
    assert path.read_bytes() == whole


@each("name, changed", [("altered", "the source"), ("orphan", "its parent gone")])
def test_another_text_judges_no_record(name: str, changed: str) -> None:
    house = pack(name)
    contents = encoded_lineage(house)
    if changed == "the source":
        archived = json.loads(contents[house.digest])
        archived["source"] = archived["source"].replace("9, 1", "90, 1")
        contents[house.digest] = json.dumps(archived).encode()
    else:
        del contents[default_pack().digest]
    read_packs(contents)
    with pytest.raises(RulesError) as refusal:
        recorded_pack(house.name, house.digest)
    assert refusal.value.faults[0].key == "pack.not_recorded"


def test_nothing_archived_is_no_error(tmp_path: Path) -> None:
    assert archived_contents(copies(tmp_path)) == {}
