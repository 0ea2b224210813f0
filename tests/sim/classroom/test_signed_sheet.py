"""A signed sheet holds as long as nobody changes it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest

from firmware.cli.main import main
from firmware.shell.trust.keys import DeviceKey
from sim.classroom.mistakes import SKILLS
from sim.classroom.signed_sheet import (
    SignedLine,
    SignedSheet,
    read_sheets,
    seen_records,
    sheet_findings,
    sign_sheet,
)
from sim.classroom.simulated_trainee import SimulatedTrainee
from sim.web.messages.messages_in import StartExercise
from sim.web.school.exercise import exercises
from sim.web.school.sheet import SheetLine
from tests.kits.offenders import each
from tests.kits.sim.web.trainee_at_table import TablePage

Altered = Callable[[SignedSheet], SignedSheet]
COMMISSION = StartExercise(exercise="baccarat.commission")
replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table, with its key, its sheet and the journal of one exercise."""
    folder = tmp_path_factory.mktemp("table")
    DeviceKey.enrol(folder)
    lines: list[SheetLine] = []
    with TablePage(exercises(), lines.append) as page:
        trainee = SimulatedTrainee(page, [COMMISSION], SKILLS[0], Random(1))
        asyncio.run(trainee.work(1))
        page.save_journal(folder / "0001-baccarat")
    (folder / "line").write_bytes(msgspec.json.encode(lines[0]))
    return folder


@pytest.fixture
def sheet(folder: Path) -> SignedSheet:
    line = msgspec.json.decode((folder / "line").read_bytes(), type=SheetLine)
    return sign_sheet("Ada", [line], folder, DeviceKey.load(folder), "2026-11-30T10:00:00+00:00")


def signed_again(sheet: SignedSheet, folder: Path) -> SignedSheet:
    """Return a sheet that somebody with the table's key has signed."""
    device = DeviceKey.load(folder)
    return replace(sheet, signature=device.sign_octets(sheet.unsigned_text()))


def findings(sheet: SignedSheet) -> list[str]:
    return [finding.key for finding in sheet_findings(sheet)]


def test_signed_sheet_holds(sheet: SignedSheet, folder: Path) -> None:
    assert findings(sheet) == []
    (signed_line,) = sheet.lines
    line = signed_line.line
    assert line.first_record is not None
    assert line.last_record is not None
    assert len(signed_line.records) == line.last_record - line.first_record + 1 > 0
    (folder / "signed").write_bytes(2 * (sheet.canonical_text() + b"\n"))
    assert read_sheets(folder / "signed") == [sheet, sheet]


ALTERED: dict[str, Altered] = {
    "another name": lambda sheet: replace(sheet, trainee="Bob"),
    "a better line": lambda sheet: replace(
        sheet, lines=(SignedLine(replace(sheet.lines[0].line, millis=1), sheet.lines[0].records),)
    ),
    "no line": lambda sheet: replace(sheet, lines=()),
    "another kind": lambda sheet: replace(sheet, kind="croupier school sheet 2"),
    "no key": lambda sheet: replace(sheet, device="00"),
    "no hexadecimal key": lambda sheet: replace(sheet, device="key"),
    "no signature": lambda sheet: replace(sheet, signature=b""),
}


@each("name", ALTERED)
def test_altered_sheet_does_not_hold(name: str, sheet: SignedSheet) -> None:
    assert findings(ALTERED[name](sheet)) == ["class.verify.forged"]


def with_records(sheet: SignedSheet, *records: bytes) -> SignedSheet:
    return replace(sheet, lines=(SignedLine(sheet.lines[0].line, records),))


REARRANGED: dict[str, Callable[[tuple[bytes, ...]], tuple[bytes, ...]]] = {
    "none": lambda records: (),
    "one missing": lambda records: records[:1] + records[2:],
    "the last missing": lambda records: records[:-1],
    "one twice": lambda records: (records[0], *records),
    "one changed": lambda records: (records[0][:-1] + b"\x00", *records[1:]),
}


@each("name", REARRANGED)
def test_records_of_another_play_are_found(name: str, sheet: SignedSheet, folder: Path) -> None:
    records = REARRANGED[name](sheet.lines[0].records)
    forged = signed_again(with_records(sheet, *records), folder)
    assert findings(forged) == ["class.verify.unchained"]


def test_line_of_another_journal_has_no_records(sheet: SignedSheet, folder: Path) -> None:
    assert seen_records(folder, replace(sheet.lines[0].line, digest="00")) == ()


# the command


def test_command_says_whether_it_holds(
    sheet: SignedSheet, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "class.signed"
    file.write_bytes(sheet.canonical_text() + b"\n")
    key = str(folder / "device.pub")
    assert main(["--lang", "en", "school", "verify", str(file), "--key", key]) == 0
    assert "Ada: 1 line, signed by the table " in capsys.readouterr().out
    file.write_bytes(replace(sheet, trainee="Bob").canonical_text() + b"\n")
    assert main(["--lang", "en", "school", "verify", str(file)]) == 1
    assert capsys.readouterr().out.startswith("Bob: the signature is not this table")


def test_another_tables_key_is_found(sheet: SignedSheet, tmp_path: Path) -> None:
    file = tmp_path / "class.signed"
    file.write_bytes(sheet.canonical_text())
    DeviceKey.enrol(tmp_path)
    assert main(["school", "verify", str(file), "--key", str(tmp_path / "device.pub")]) == 1


@each("content", [b"", b"{}", b"[]\n", b"\xff", b'{"kind":"croupier school sheet 1"}'])
def test_file_without_a_sheet_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    assert main(["school", "verify", str(tmp_path / "file")]) == 2
