"""Every format of a released version is read for ever, and any other is named with its version."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.shell.journal import DirectoryCopy, Journal, JournalReader
from firmware.shell.journal.header import FORMAT_VERSION, READABLE_FORMATS
from firmware.shell.trust.keys import DeviceKey
from tests.kits.evidence.stored_formats import FORMATS, KINDS, TABLES
from tests.kits.offenders import each
from tests.kits.shell.journal_copies import of_format

STORED = sorted(FORMATS.glob("*/*"))
JUDGED = (0, 4)
"""The same, or decided otherwise by the version that made it."""

Said = Callable[..., tuple[int, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    """Runs a command; returns its exit status and all that it says."""

    def run(*command: str | Path) -> tuple[int, str]:
        status = main([*map(str, command), "--lang", "en"])
        return status, "".join(capsys.readouterr())

    return run


def test_every_format_is_covered() -> None:
    assert FORMAT_VERSION in READABLE_FORMATS
    assert {(stored.parent.name, stored.name) for stored in STORED} == {
        (str(read), kind) for read in READABLE_FORMATS for kind in KINDS
    }, "python -m tests.kits.evidence.stored_formats writes those of the present format"


@each("stored", STORED)
def test_old_journal_is_replayed(stored: Path, said: Said) -> None:
    status, words = said("replay", stored / "copy")
    assert status in JUDGED, words


@each("stored", STORED)
def test_old_bundle_verified_unaltered(stored: Path, said: Said) -> None:
    status, words = said("verify", stored / "bundle.evidence", "--device", stored / "device.pub")
    assert status in JUDGED, words
    assert "Sound: " in words


@each("stored", [stored for stored in STORED if stored.name in TABLES])
def test_rounds_of_an_old_journal_recalled(stored: Path, said: Said) -> None:
    status, words = said("recall", "5", "--journal", stored / "copy")
    assert (status, "Round 1" in words) == (0, True), words


@each("stored", STORED)
def test_old_journal_continues_and_exports(
    stored: Path, said: Said, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("stored")
    copies = [Path(shutil.copytree(stored / "copy", folder / name)) for name in "ab"]
    DeviceKey.enrol(folder)
    command = ("export", "--journal", *copies, "--state", folder, "-o", folder / "bundle")
    status, words = said(*command)
    assert status == 0, words
    before = [*JournalReader(copies).records()]
    _append(copies, b"more")
    assert [*JournalReader(copies[:1]).records()] == [*before, (len(before), b"more")]


def _append(copies: list[Path], record: bytes) -> None:
    first, second = map(DirectoryCopy, copies)
    journal = Journal.open((first, second), JournalReader(copies).stamp)
    journal.append(record)
    journal.commit()
    journal.close()


def of_other_format(copy: Path) -> None:
    """Have the newest segment of a copy name a format that nobody knows."""
    segment = max(copy.glob("*.seg"))
    segment.write_bytes(of_format(segment.read_bytes(), 9))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with both copies of a stored journal, and a device's key."""
    for name in "ab":
        shutil.copytree(FORMATS / str(FORMAT_VERSION) / "table" / "copy", tmp_path / name)
    DeviceKey.enrol(tmp_path)
    return tmp_path


@each(
    "command",
    [
        ("replay", "{}/a"),
        ("recall", "3", "--journal", "{}/a", "{}/b"),
        ("export", "--journal", "{}/a", "{}/b", "--state", "{}", "-o", "{}/out"),
        ("meters", "--journal", "{}/a", "{}/b"),
    ],
)
def test_unknown_format_names_version(folder: Path, said: Said, command: tuple[str, ...]) -> None:
    for name in "ab":
        of_other_format(folder / name)
    status, words = said(*(word.replace("{}", str(folder)) for word in command))
    assert status == 3
    assert "its format is 9, begun by version 0.1.0, and this program reads 3, 4" in words


def test_unknown_record_names_version(folder: Path, said: Said) -> None:
    _append([folder / "a", folder / "b"], b'{"type":"Dreamt"}')
    status, words = said("replay", folder / "a")
    assert status == 3
    assert "was written by version 0.1.0, and this program does not know its form" in words
    status, words = said("recall", "--round", "99", "--journal", folder / "a")
    assert (status, "`croupier replay` names it" in words) == (3, True)


def test_other_evidence_format_is_named(folder: Path, said: Said) -> None:
    bundle = folder / "bundle"
    bundle.write_bytes(b"Croupier evidence 2\n" + bytes(100))
    for command in ("verify", "replay"):
        status, words = said(command, bundle)
        assert (status, "evidence of format 2, and this program reads 1" in words) == (2, True)


def test_other_journal_format_not_altered(folder: Path, said: Said) -> None:
    octets = (FORMATS / str(FORMAT_VERSION) / "table" / "bundle.evidence").read_bytes()
    header = octets.index(b"CROUPIER")
    (folder / "000001.seg").write_bytes(octets[header:])
    of_other_format(folder)
    bundle = folder / "bundle"
    bundle.write_bytes(octets[:header] + (folder / "000001.seg").read_bytes())
    status, words = said("verify", bundle)
    assert (status, "its format is 9" in words, "ALTERED" in words) == (3, True, False)
