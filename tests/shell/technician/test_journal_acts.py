"""The journal from a console: a signed bundle, and the log."""

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from firmware.core.vocabulary.events import (
    KeyPressed,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.shell.device.crash import CrashFiles
from firmware.shell.device.log_ring import MAX_LINES, LogRing
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.history.journal_entries import Happened, encode
from firmware.shell.history.ledger import Ledger
from firmware.shell.journal import (
    DirectoryCopy,
    Journal,
    JournalReader,
)
from firmware.shell.recall.tail import last_items
from firmware.shell.service.loop import TableLoop
from firmware.shell.technician.answers import (
    ExportedBundle,
    JournalEntries,
    LogLines,
    Refusal,
    VerifiedBundle,
)
from firmware.shell.technician.journal_acts import EXPORT_DIRECTORY, MIN_FREE_OCTETS, journal_acts
from firmware.shell.technician.requests import (
    ExportBundle,
    JournalTail,
    LogRequest,
    Person,
    VerifyBundle,
)
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words
from hal.gauges import DiskSpace, LinuxGauges, Octets
from hal.ports import Millis
from tests.kits.evidence.short_evening import ROUND, SMALL
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import (
    CONFIRM,
    SETTING,
    STAMP,
    cards,
    do,
    table,
)

ANNE = Person("anne", "auditor")
WORDS = [Words.load(language) for language in languages_with("technician")]


# the acts


class Little(LinuxGauges):
    """A machine on whose disk so much is free."""

    free = 1 << 40

    def disk(self, path: Path) -> DiskSpace | None:
        return DiskSpace(Octets(self.free), writable=True)


class Office(NamedTuple):
    """A journal that a service holds, the device's state, and what may be asked of them."""

    state: Path
    copies: tuple[Path, Path]
    gauges: Little
    log: LogRing
    acts: Any

    def do(self, request: Any) -> Any:
        return self.acts[type(request)](request)

    @property
    def exports(self) -> Path:
        return self.state / EXPORT_DIRECTORY


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    copies = (tmp_path / "a", tmp_path / "b")
    journal = Journal.open((DirectoryCopy(copies[0]), DirectoryCopy(copies[1])), STAMP, SMALL)
    loop = TableLoop(table(), Ledger(journal, SETTING))
    loop.begin(Millis(0))
    do(loop, CONFIRM, *ROUND * 3, KeyPressed(Key.CARDS_SHUFFLED), CONFIRM, *ROUND * 2)
    journal.close()
    gauges, log, device = Little(), LogRing(), DeviceKey.enrol(tmp_path)
    acts = journal_acts(copies, tmp_path, device, log, gauges)
    yield Office(tmp_path, copies, gauges, log, acts)
    log.close()


def refused(answer: Any) -> str:
    assert isinstance(answer, Refusal), answer
    assert all(words.render(answer.why) for words in WORDS)
    return answer.why.key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_tail_is_read_from_disks(office: Office) -> None:
    answer = office.do(JournalTail(ANNE, 7))
    assert answer == JournalEntries(last_items(JournalReader(office.copies), 7))
    read = msgspec.json.decode(msgspec.json.encode(answer), type=JournalEntries)
    assert len(read.entries) == 7


def test_export_is_sound_and_private(office: Office) -> None:
    found = office.do(ExportBundle(ANNE))
    assert isinstance(found, ExportedBundle)
    path = Path(found.path)
    assert path.parent == office.exports
    assert path.stat().st_size == found.octets
    assert (mode(office.exports), mode(path)) == (0o700, 0o600)
    found = office.do(VerifyBundle(ANNE, path.name))
    assert found == VerifiedBundle((), EvidenceBundle.open(path).valid_statement.end_text)
    assert [file.name for file in office.exports.iterdir()] == [path.name]


def test_export_is_named_after_rounds(office: Office) -> None:
    found = office.do(ExportBundle(ANNE, 2, 4))
    assert found.statement.rounds[1] == 4
    assert found.path.endswith("-rounds-2-4.evidence")
    assert office.do(ExportBundle(ANNE, last=3)).path.endswith("-rounds-first-3.evidence")


def test_export_replaces_no_other(office: Office) -> None:
    answers = [office.do(ExportBundle(ANNE, 2)) for _ in range(6)]
    bundles = {answer.path for answer in answers if isinstance(answer, ExportedBundle)}
    others = [answer for answer in answers if not isinstance(answer, ExportedBundle)]
    assert {refused(answer) for answer in others} <= {"evidence.exists"}
    assert {str(path) for path in office.exports.iterdir()} == bundles
    found = [office.do(VerifyBundle(ANNE, Path(path).name)) for path in bundles]
    assert found == [
        VerifiedBundle((), EvidenceBundle.open(Path(path)).valid_statement.end_text)
        for path in bundles
    ]


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        (5, 4, "technician.no_range"),
        (-1, None, "technician.no_range"),
        (None, -1, "technician.no_range"),
        pytest.param(1, 10**5000, "technician.no_range", id="huge"),
        (4000, None, "evidence.no_round"),
    ],
)
def test_invalid_rounds_are_refused(
    office: Office, first: int | None, last: int | None, why: str
) -> None:
    assert refused(office.do(ExportBundle(ANNE, first, last))) == why
    assert list(office.exports.glob("*")) == []


def test_no_export_fills_the_disk(office: Office) -> None:
    sizes = [sum(DirectoryCopy(copy).segments().values()) for copy in office.copies]
    office.gauges.free = 2 * max(sizes) + MIN_FREE_OCTETS
    assert isinstance(office.do(ExportBundle(ANNE)), ExportedBundle)
    office.gauges.free -= 1
    assert refused(office.do(ExportBundle(ANNE))) == "technician.no_space"
    assert isinstance(office.do(ExportBundle(ANNE, 5)), ExportedBundle)


def test_unreadable_journal_is_reported(tmp_path: Path) -> None:
    device = DeviceKey.enrol(tmp_path)
    acts = journal_acts([tmp_path / "a", tmp_path / "b"], tmp_path, device, LogRing(), Little())
    for request in (JournalTail(ANNE), ExportBundle(ANNE)):
        assert refused(acts[type(request)](request)) == "journal.refused"


def test_foreign_record_refused_unquoted(tmp_path: Path) -> None:
    journal = Journal.open((DirectoryCopy(tmp_path / "a"), DirectoryCopy(tmp_path / "b")), STAMP)
    read = encode(Happened(0, "", cards("4S")[0]))  # type: ignore[arg-type]
    journal.append(read.replace(b'"4S"', b'"4Z"'))
    journal.commit()
    journal.close()
    device = DeviceKey.enrol(tmp_path)
    acts = journal_acts([tmp_path / "a", tmp_path / "b"], tmp_path, device, LogRing(), Little())
    answer = acts[JournalTail](JournalTail(ANNE))
    assert answer == Refusal(Text("technician.other_program"))


@pytest.fixture
def bundled(office: Office) -> Office:
    """Return an office with a bundle, and beside it what is none."""
    bundle = Path(office.do(ExportBundle(ANNE)).path)
    (office.exports / "linked").symlink_to(bundle)
    (office.exports / "folder").mkdir()
    return office


@each(
    "name",
    [
        *("", ".", "..", "/", "../device.key", "../a/000001.seg", "/etc/passwd", "./x.evidence"),
        *("nothing.evidence", "x\0y", "é", "a\nb", "x" * 65, "linked", "folder", "hidden/../x"),
    ],
)
def test_only_an_existing_bundle_verified(bundled: Office, name: str) -> None:
    assert refused(bundled.do(VerifyBundle(ANNE, name))) == "technician.no_bundle"


def test_bundle_faults_are_reported(office: Office) -> None:
    path = Path(office.do(ExportBundle(ANNE)).path)
    data = path.read_bytes()
    for altered, key in [(data[:-1], "truncated"), (data + b"\0", "extended"), (b"", "not_bundle")]:
        path.write_bytes(altered)
        wrong = office.do(VerifyBundle(ANNE, path.name)).wrong
        assert wrong[0].key == f"evidence.{key}"
        assert all(words.render(text) for text in wrong for words in WORDS)


# the log


def test_last_log_lines_are_single_lines(office: Office) -> None:
    office.log.install()
    log = logging.getLogger("drivers.test")
    for number in range(MAX_LINES + 9):
        log.warning("line %d\n\x1b[31m%s", number, "x" * 400)
    found = office.do(LogRequest(ANNE, 500))
    assert isinstance(found, LogLines)
    assert len(found.lines) == MAX_LINES
    assert " WARNING drivers.test: line 9·" in found.lines[0]
    assert all(line.isprintable() and len(line) <= 300 for line in found.lines)
    assert office.do(LogRequest(ANNE, 2)).lines == found.lines[-2:]


def test_exception_logged_by_kind_only(office: Office) -> None:
    office.log.install()
    log = logging.getLogger("drivers.test")
    log.error("it failed", exc_info=ValueError("KS"))
    office.log.handle(logging.makeLogRecord({"msg": "%d", "args": ("no number",)}))
    (line,) = office.do(LogRequest(ANNE)).lines
    assert line.endswith("ERROR drivers.test: it failed (builtins.ValueError)")


def test_crash_files_listed_newest_first(office: Office) -> None:
    crashes = CrashFiles(office.state)
    for _ in range(12):
        crashes.write_report(ValueError())
    (office.state / "crash-x.txt").touch()
    names = [os.path.basename(path) for path in office.do(LogRequest(ANNE)).crashes]
    assert names == [f"crash-{number}.txt" for number in range(12, 2, -1)]
