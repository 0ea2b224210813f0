"""`croupier run` as a person starts it: ended by a signal or by rounds, or refused in words."""

import fcntl
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.journal import JournalReader
from tests.kits.cli.here import Done, here
from tests.kits.paths import EXAMPLES
from tests.kits.processes import Running, croupier, ended, home, status

pytestmark = [pytest.mark.live, pytest.mark.long]

BACCARAT = EXAMPLES / "baccarat.toml"
STATE = Path("state/croupier/simulation")
QUICK = ("run", "--rounds", "1", "--speed", "200")


class Played(NamedTuple):
    """A home in which Baccara was played and then Keno, and what their tables said."""

    folder: Path
    table: Running
    keno: Done


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    folder = tmp_path_factory.mktemp("p")
    table = ended(*QUICK, "--seed", "3", env=home(folder))
    keno = here(folder, *QUICK, "--seed", "3", "--game", "keno")
    return Played(folder, table, keno)


@pytest.fixture
def again(played: Played, tmp_path: Path) -> Path:
    """The same home, to go on in."""
    shutil.copytree(played.folder, tmp_path, dirs_exist_ok=True)
    return tmp_path


def served(folder: Path) -> AbstractContextManager[Running]:
    return croupier("run", "--plain", "--speed", "200", "--lang", "en", env=home(folder))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The home of a table that plays."""
    folder = tmp_path_factory.mktemp("t")
    with served(folder) as process:
        process.says("Round")
        yield folder


def recorded(journal: Path) -> list[bytes]:
    return [record.payload for record in JournalReader(sorted(journal.iterdir())).records()]


# played


def test_rounds_played_without_options(played: Played) -> None:
    table = played.table
    assert table.status == 0, table.account()
    lines = table.out.splitlines()
    assert "SIMULATION" in lines
    assert "Rien ne va plus" in lines
    assert any("/dev/pts/" in line for line in lines)
    assert table.err == ""


def test_another_game_needs_no_file(played: Played) -> None:
    assert played.keno.status == 0, played.keno
    lines = played.keno.out.splitlines()
    assert "Coup 1" in lines
    assert "Coup 2" in lines
    assert any(line.startswith("Place ") for line in lines)


def test_commands_name_the_last_table(played: Played) -> None:
    for command in (("recall",), ("meters",), ("export", "-o", played.folder / "e.evidence")):
        done = here(played.folder, *command, "--lang", "en")
        assert done.status == 0, done
        assert done.err.startswith(f"croupier {command[0]}: the simulated table keno has ended")


def test_real_table_is_never_reset(tmp_path: Path) -> None:
    done = here(tmp_path, "run", "--board", "pi", "--fresh", "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert "a real table keeps its own" in done.err


def test_change_in_a_round_is_refused(
    tmp_path: Path,
) -> None:
    config = tmp_path / "table.toml"
    config.write_bytes(DEFAULT_TABLE.read_bytes())
    command = ("run", "--plain", "--speed", "200", "--config", config, "--lang", "en")
    with croupier(*command, env=home(tmp_path)) as process:
        process.says("No more bets")
        process.send(signal.SIGKILL)
        process.ends()
    saved = config.read_text()
    config.write_text(saved.replace("max_cents = 500000", "max_cents = 400000"))
    refused = here(tmp_path, *command, "--rounds", "1")
    assert refused.status == 2, refused
    assert "the configuration has changed (limits." in refused.err
    fresh = here(tmp_path, *command, "--fresh", "--rounds", "1")
    assert fresh.status == 0, fresh
    assert "Round 1" in fresh.out.splitlines()


def test_other_game_s_journal_untouched(again: Path) -> None:
    state = again / STATE
    shutil.rmtree(state / "baccarat" / "journal")
    (state / "keno" / "journal").rename(state / "baccarat" / "journal")
    before = recorded(state / "baccarat" / "journal")
    refused = here(again, *QUICK)
    assert refused.status == 3, refused
    assert "celui d'une table de keno" in refused.err
    assert recorded(state / "baccarat" / "journal") == before


def test_real_journal_untouched(
    tmp_path: Path,
) -> None:
    done = here(tmp_path, *QUICK, "--config", BACCARAT)
    assert done.status == 0, done
    assert len(list((tmp_path / STATE).rglob("*.seg"))) == 2


# in service


def test_killed_table_resumes(tmp_path: Path) -> None:
    lives = []
    for end in (signal.SIGKILL, signal.SIGINT):
        with served(tmp_path) as process:
            process.says("No more bets")
            process.send(end)
            process.ends()
            lives.append(process)
    assert [life.status for life in lives] == [-signal.SIGKILL, 0]
    assert ["Round 1" in life.out.splitlines() for life in lives] == [True, False]


def test_unread_output_delays_nothing(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    with open(reader, "rb"), open(writer, "wb") as unread:
        size = fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 1 << 12)
        os.write(writer, bytes(size))
        command = ("run", "--plain", "--speed", "500")
        with croupier(*command, env=home(tmp_path), stdout=unread) as process:
            status(tmp_path / STATE / "baccarat" / "croupier.sock", lambda seen: seen.round > 1)
            process.send(signal.SIGTERM)
            assert process.ends() == 0


def test_status_in_words_and_as_json(table: Path) -> None:
    assert "Baccara 1 (baccarat), round" in here(table, "status").out
    seen = msgspec.json.decode(here(table, "status", "--json").out, type=Status)
    assert seen.board == "sim"
    assert len(seen.spots) == 7
    assert {part.name for part in seen.parts} >= {"shoe", "chips", "lights", "keys"}


def test_second_table_is_refused(table: Path) -> None:
    second = here(table, "run", "--rounds", "1")
    assert second.status == 3, second
    assert second.err.startswith("croupier run: ")
    assert "Traceback" not in second.err


# refused


def test_unknown_game_lists_the_games(tmp_path: Path) -> None:
    done = here(tmp_path, "run", "--game", "chess", "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("croupier run: no game chess; there are baccarat, ")


def test_configured_game_is_played(tmp_path: Path) -> None:
    done = here(tmp_path, "run", "--game", "red-dog", "--config", BACCARAT, "--lang", "en")
    assert done == (2, "", "croupier run: This table plays baccarat, not red-dog\n")


def test_status_without_a_table_says_so(tmp_path: Path) -> None:
    done = here(tmp_path, "status", "--socket", tmp_path / "croupier.sock")
    assert (done.status, done.out) == (3, "")
    assert "croupier.sock" in done.err


def test_bad_file_lists_every_fault(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('language = "de"\n[table]\nspots = 99\n')
    for command in (["check", path], ["run", "--config", path]):
        done = here(tmp_path, *command)
        assert done.status == 2
        assert len(done.err.splitlines()) > 5


def test_unverified_real_table_refused(tmp_path: Path) -> None:
    done = here(tmp_path, "run", "--board", "pi", "--lang", "en")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("croupier run: trust: is missing")


def test_board_pi_off_a_pi_is_refused(tmp_path: Path) -> None:
    trusting = tmp_path / "table.toml"
    trusting.write_text(BACCARAT.read_text() + '\n[trust]\nmaker = "/etc/croupier/maker.pub"\n')
    done = here(tmp_path, "run", "--board", "pi", "--config", trusting)
    assert done.status == 3, done
    assert done.err.startswith("croupier run: ")
    assert "Traceback" not in done.err


def test_full_disk_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    done = here(tmp_path, "run", "--rounds", "1")
    assert done.status == 3, done
    assert "Traceback" not in done.err


def test_closed_output_is_no_traceback(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer) as nobody:
        answer = ended("check", BACCARAT, env=home(tmp_path), stdout=nobody)
    assert (answer.status, answer.err) == (141, "")
