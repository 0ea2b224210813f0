"""`croupier run --web`: its options, its refusals in words, and its end."""

import signal
import socket
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from firmware.cli.args import web_libraries
from firmware.cli.main import main
from tests.kits.cli.here import here
from tests.kits.paths import EXAMPLES
from tests.kits.processes import Running, croupier, home, status


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Return the status of a command that refuses, and its one complaint."""
    status = main(["run", *arguments, "--lang", "en"])
    out, complaint = capsys.readouterr()
    assert out == ""
    assert complaint.startswith("croupier run: ")
    assert complaint.count("\n") == 1
    return status, complaint.removeprefix("croupier run: ").rstrip("\n")


@pytest.mark.parametrize("address", ["", "http", ":", "1:x", "65536", "-1", "80 80", "٨٠", "::"])
def test_invalid_address_is_refused(capsys: pytest.CaptureFixture[str], address: str) -> None:
    reported = f"not {address}"
    status, complaint = refused(capsys, f"--web={address}")
    assert status == 2
    assert complaint.endswith(f"; {reported}")


@pytest.mark.parametrize(
    ("given", "reported"),
    [
        (("--board", "pi"), "--board pi"),
        (("--far-end", "socket"), "--far-end"),
        (("--shoe", "external"), "--shoe external"),
        (("--rounds", "3", "--plain"), "--rounds, --plain"),
    ],
)
def test_conflicting_options_refused(
    capsys: pytest.CaptureFixture[str], given: tuple[str, ...], reported: str
) -> None:
    status, complaint = refused(capsys, "--web", "0", *given)
    assert (status, complaint.rpartition(" without ")[2]) == (2, reported)


def test_taken_port_refused_with_remedy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        status, complaint = refused(capsys, "--web", str(port))
    assert status == 3
    assert complaint.startswith(f"127.0.0.1:{port}: this address is already in use")
    assert "--web 0" in complaint


def test_unknown_host_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, complaint = refused(capsys, "--web", "no-such-host.invalid:8080")
    assert status == 3
    assert complaint.startswith("no-such-host.invalid:8080: ")


def test_missing_libraries_have_remedy(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_libraries, "WEB_LIBRARIES", ("starlette", "no_such_library"))
    status, complaint = refused(capsys, "--web", "0")
    assert status == 3
    assert "no_such_library" in complaint
    assert "starlette" not in complaint
    assert "`make web`" in complaint


def test_unknown_game_or_file_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert refused(capsys, "--web", "0", "--game", "chess")[0] == 2
    given = ("--config", str(EXAMPLES / "baccarat.toml"))
    status, complaint = refused(capsys, "--web", "0", "--game", "craps", *given)
    assert (status, complaint) == (2, "This table plays baccarat, not craps")
    (tmp_path / "bad.toml").write_text("[table]\nspots = 99\n")
    assert main(["run", "--web", "0", "--config", str(tmp_path / "bad.toml")]) == 2
    assert "Traceback" not in capsys.readouterr().err


# a table


ROOM = Path("state/croupier/simulation")


def served(folder: Path, *arguments: str | Path) -> AbstractContextManager[Running]:
    return croupier("run", "--web", *arguments, env=home(folder))


def ends_in_order(table: Running, number: signal.Signals) -> None:
    table.send(number)
    assert (table.ends(), table.err) == (0, "")


def test_commands_find_page_table(
    tmp_path: Path,
) -> None:
    room = tmp_path / ROOM / "page-craps"
    with served(tmp_path, "0", "--idle", "--game", "craps", "--lang", "en") as table:
        table.says(f"--socket {room}/state/croupier.sock")
        status(room / "state/croupier.sock")
        answer = here(tmp_path, "status")
        assert answer.status == 0
        assert "(craps)" in answer.out
        assert str(room) in answer.err
        ends_in_order(table, signal.SIGINT)
    answer = here(tmp_path, "recall")
    assert (answer.status, str(room) in answer.err) == (0, True)


def test_configured_table_in_language(
    tmp_path: Path,
) -> None:
    options = ("--config", EXAMPLES / "budget.toml", "--lang", "en")
    with served(tmp_path, "localhost:0", *options) as table:
        table.says("The table is at http://")
        ends_in_order(table, signal.SIGTERM)
