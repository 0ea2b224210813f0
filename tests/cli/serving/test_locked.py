"""A table whose journal is damaged is served locked; two persons bring it back."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware import __version__
from firmware.shell.journal import DirectoryCopy, Journal, JournalReader
from firmware.shell.journal.header import HEADER_OCTETS, without_tail
from firmware.shell.trust.versions import TRIED_FILE
from tests.kits.cli.here import Done, here
from tests.kits.processes import Running, croupier, ended, home, status

pytestmark = pytest.mark.live

SEGMENTS = "state/croupier/simulation/baccarat/journal/*/*.seg"
SOCKET = "state/croupier/simulation/baccarat/croupier.sock"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which a round was played."""
    folder = tmp_path_factory.mktemp("p")
    run = ended("run", "--rounds", "1", "--speed", "200", env=home(folder))
    assert run.status == 0, run.account()
    return folder


@pytest.fixture
def damaged(played: Path, tmp_path: Path) -> None:
    """A journal with the same bit flipped in both copies."""
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    for segment in tmp_path.glob(SEGMENTS):
        octets = bytearray(segment.read_bytes())
        octets[9000] ^= 1
        segment.write_bytes(octets)


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    options = ("--plain", "--speed", "100", "--lang", "en")
    with croupier("run", *options, env=home(folder)) as service:
        yield service


def meters(folder: Path) -> dict[str, Any]:
    """Return the last sound meters; the command says that there is damage behind them."""
    done = here(folder, "meters", "--json", "--lang", "en")
    assert done.status == 1
    assert "is damaged" in done.err
    found: dict[str, Any] = json.loads(done.out)
    return found


def clear(folder: Path) -> Done:
    return here(folder, "clear", "--lang", "en")


@pytest.mark.usefixtures("damaged")
def test_unattended_damage_is_refused(tmp_path: Path) -> None:
    done = here(tmp_path, "run", "--rounds", "1")
    assert (done.status, done.out) == (3, "")
    assert "garder les deux copies pour l'enquête" in done.err
    assert "Traceback" not in done.err


@pytest.mark.clause("ANZ 1.15.9", "ANZ 1.15.10", "ANZ 1.15.11")
@pytest.mark.usefixtures("damaged")
def test_two_persons_unlock_bad_copies(tmp_path: Path) -> None:
    before = {segment: segment.read_bytes() for segment in tmp_path.glob(SEGMENTS)}
    with running(tmp_path) as service:
        service.says("Alarm: Journal: both copies")
        found = status(tmp_path / SOCKET)
        assert (found.stopped, found.keys) == (True, ())
        assert [fault.code for fault in found.faults] == ["journal_damaged"]
        assert found.locked
        counted = meters(tmp_path)
        assert (counted["round"], counted["record"]) == (found.locked.round, found.locked.record)
        served = here(tmp_path, "console", "meters", "--json")
        assert json.loads(served.out)["meters"] == counted["meters"]
        allowed = clear(tmp_path)
        assert allowed.status == 0, allowed
        assert "supervisor turns his key" in allowed.out
        service.says("Round 1\n")
        assert any("Damaged journal set aside" in note for note in status(tmp_path / SOCKET).notes)
        assert clear(tmp_path) == (1, "No fault waits for the technician\n", "")
    saved = {path: path.read_bytes() for path in tmp_path.glob("**/*.damaged-1/*.seg")}
    assert sorted(saved.values()) == sorted(before.values())


@pytest.mark.usefixtures("damaged")
def test_french_table_complains_in_french(tmp_path: Path) -> None:
    with croupier("run", "--plain", "--lang", "fr", env=home(tmp_path)) as service:
        service.complains("garder les deux copies pour l'enquête")
        assert "damaged" not in service.err.partition("abîmé")[0]


@pytest.mark.clause("ANZ 1.15.9")
def test_removed_journal_locks_table(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    copies = [*tmp_path.glob("state/croupier/simulation/baccarat/journal/[fs]*")]
    with running(tmp_path) as service:
        service.says("Round 3\n")
        for copy in copies:
            copy.rename(tmp_path / copy.name)
        service.says("Alarm: Journal: no copy can be written")
        assert [fault.code for fault in status(tmp_path / SOCKET).faults] == ["journal_lost"]
        assert not any(copy.exists() for copy in copies)
        for copy in copies:
            (tmp_path / copy.name).rename(copy)
        service.says("The journal can be written again")
        service.says("Round 4\n")
    assert here(tmp_path, "replay", str(copies[0])).status == 0


def of_unknown_form(folder: Path) -> list[Path]:
    """Have another program write a record of its own form; return the journal's copies."""
    copies = [*folder.glob("state/croupier/simulation/baccarat/journal/[fs]*")]
    first, second = map(DirectoryCopy, copies)
    journal = Journal.open((first, second), JournalReader(copies).stamp)
    journal.append(b'{"type":"Dreamt"}')
    journal.commit()
    journal.close()
    return copies


def records_of(copy: Path) -> bytes:
    return without_tail((copy / "000001.seg").read_bytes())[HEADER_OCTETS:]


def test_unknown_form_locks_table(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    copies = of_unknown_form(tmp_path)
    before = [records_of(copy) for copy in copies]
    with running(tmp_path) as service:
        service.says("Alarm: Journal: of another version")
        found = status(tmp_path / SOCKET)
        assert [fault.code for fault in found.faults] == ["journal_format"]
        assert found.locked
        assert any("was written by version 0.1.0" in note for note in found.notes)
        assert clear(tmp_path).status == 0
        service.says("Round 1\n")
    aside = [copy.with_name(f"{copy.name}.damaged-1") for copy in copies]
    assert [records_of(copy) for copy in aside] == before


def test_trial_on_foreign_journal_ends(played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    of_unknown_form(tmp_path)
    (tmp_path / "state/croupier/simulation/baccarat" / TRIED_FILE).write_text(f"{__version__}\n")
    done = here(tmp_path, "run", "--plain", "--lang", "en")
    assert (done.status, done.out) == (3, "")
    assert "the accepted version goes on" in done.err
