"""`croupier room`: what people type, at a hall that is served."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli.commands.tournament_arguments import Payment, parse_chips
from firmware.cli.main import main
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.journal import JournalLost
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.words import Words
from firmware.tournament.config import DEFAULT_COPIES, load_config
from firmware.tournament.process import open_tournament
from firmware.tournament.requests import SOCKET_NAME
from firmware.tournament.service import TournamentService, TournamentSocket
from tests.kits.offenders import each
from tests.kits.tournament.hall_machine import ENTRY, ROOM_TOML, Machine, terms

Capture = pytest.CaptureFixture[str]


class Served:
    """A hall at a socket, and the commands that reach it."""

    def __init__(self, state: Path) -> None:
        self.state = state
        rebuy = {"cents": ENTRY, "chips": 9000, "until_level": 1}
        self.machine = Machine(terms(rebuy=rebuy))
        self.tournament = self.machine.start()
        self.service = TournamentService(self.tournament)

    def room(self, *line: str) -> int:
        return main(("tournament", *line, "--state", str(self.state), "--lang", "en"))

    def began(self, *players: str) -> None:
        for player in players:
            assert self.room("register", player, "--age", "34", "--amount", "$50.00") == 0
        assert self.room("draw") == self.room("start") == 0


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    served = Served(tmp_path)
    with closing(TournamentSocket(tmp_path / SOCKET_NAME, served.service)):
        yield served


def said(capsys: Capture) -> str:
    return capsys.readouterr().out


def test_commands_play_a_tournament_to_prizes(served: Served, capsys: Capture) -> None:
    served.began("Anne", "Bob", "Zoé")
    assert served.room("rebuy", "Bob", "--cents", "5000") == 0
    assert served.room("button", "1", "2") == 0
    assert served.room("out", "Zoé=100") == 0
    assert "Zoé: place 3" in said(capsys)
    assert served.room("out", "Anne=100") == 0
    printed = said(capsys)
    assert "Place 1, Bob: $50.00" in printed
    assert "Gross $200.00, prizes $100.00, expenses $0.00, net $100.00" in printed
    assert served.room("report") == 0
    assert "Entries: 3, rebuys: 1, gross $200.00" in said(capsys)


@each(
    "line, why",
    [
        ("register Anne --age 34 --cents 5000", "Anne has an entry already"),
        ("register Carl --age 34 --cents 4999", "$50.00"),
        ("register Carl --age 18 --cents 5000", "19"),
        ("register Carl --cents 5000", "19"),
        ("start", "seats"),
        ("out Anne=5", "No game"),
        ("seated Anne", "not on the way"),
        ("pause", "clock"),
    ],
)
def test_refusal_has_a_reason_and_exit_code_1(
    served: Served, capsys: Capture, line: str, why: str
) -> None:
    served.room("register", "Anne", "--age", "34", "--cents", "5000")
    capsys.readouterr()
    assert served.room(*line.split()) == 1
    assert why in capsys.readouterr().err


def test_player_is_out_once(served: Served, capsys: Capture) -> None:
    served.began("Anne", "Bob", "Zoé")
    assert served.room("out", "Zoé=100") == 0
    assert served.room("out", "Zoé=100") == 1
    assert "Zoé is not in the tournament" in capsys.readouterr().err


def test_status_for_person_and_program(served: Served, capsys: Capture) -> None:
    served.began("Anne", "TH")
    capsys.readouterr()
    served.machine.wait(100)
    assert served.room("status") == 0
    assert "Level 1: blinds 25 and 50, 8 min 20 s" in said(capsys)
    assert served.room("status", "--json") == 0
    found = json.loads(said(capsys))
    assert (found["stage"], found["left_s"], found["tables"]) == ("PLAY", 500, {"1": 2})


def test_chips_exchange_in_break_and_count_at_end(served: Served, capsys: Capture) -> None:
    served.began("Anne", "Bob")
    served.machine.wait(600)
    assert served.room("colour-up", "Anne=7", "Bob=2", "--from", "25", "--to", "100") == 0
    assert "Anne: new chips 1, old ones to race for 3" in said(capsys)
    served.machine.wait(3000)
    assert served.room("stacks", "Anne=300", "Bob=200") == 0
    assert "Place 1, Anne" in said(capsys)


def test_cancellation_lists_refunds(served: Served, capsys: Capture) -> None:
    served.began("Anne", "TH")
    assert served.room("void") == 0
    assert "TH: give back $50.00" in said(capsys)


def test_lost_journal_ends_service(
    served: Served, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> None:
        raise JournalLost(Text("journal.found_again"))

    monkeypatch.setattr(served.tournament._journal, "commit", lost)
    assert served.room("register", "Anne", "--age", "34", "--cents", "5000") == 1
    assert "journal" in capsys.readouterr().err
    monkeypatch.undo()
    assert served.room("draw") == 1
    with pytest.raises(JournalLost):
        served.service.tick()


def test_former_command_works_and_names_new_one(tmp_path: Path, capsys: Capture) -> None:
    line = ("status", "--state", str(tmp_path), "--lang", "en")
    assert main(("tournament", *line)) == 3
    present = capsys.readouterr().err
    assert main(("room", *line)) == 3
    notice = "croupier room: this command is now called croupier tournament\n"
    assert capsys.readouterr().err == notice + present
    assert main(("help", "room", "draw", "--lang", "en")) == 0
    assert "croupier tournament draw" in capsys.readouterr().out


def test_no_hall_names_the_start_command(tmp_path: Path, capsys: Capture) -> None:
    assert main(("tournament", "status", "--state", str(tmp_path), "--lang", "en")) == 3
    assert "croupier tournament serve" in capsys.readouterr().err


def test_hall_killed_before_answer_may_have_counted(tmp_path: Path, capsys: Capture) -> None:
    def hang_up() -> None:
        client, _ = listener.accept()
        with client:
            client.recv(1 << 16)

    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / SOCKET_NAME))
        listener.listen()
        answering = threading.Thread(target=hang_up)
        answering.start()
        line = (
            "tournament",
            "rebuy",
            "A",
            "--cents",
            "5000",
            "--state",
            str(tmp_path),
            "--lang",
            "en",
        )
        assert main(line) == 3
        answering.join()
    assert "tournament report whether it counted" in capsys.readouterr().err


def test_folder_is_served_once(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "room.toml"
    file.write_text(ROOM_TOML)
    line = ("tournament", "serve", "--config", str(file), "--state", str(tmp_path), "--lang", "en")
    with open_tournament(load_config(file), tmp_path):
        assert main(line) == 2
    assert "A tournament is served" in capsys.readouterr().err


def test_lost_journal_blocks_the_start(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "room.toml"
    file.write_text(ROOM_TOML)
    with open_tournament(load_config(file), tmp_path):
        pass
    for copy in DEFAULT_COPIES:
        (tmp_path / copy / "000001.seg").write_bytes(b"")
    line = ("tournament", "serve", "--config", str(file), "--state", str(tmp_path), "--lang", "en")
    assert main(line) == 3
    for copy in DEFAULT_COPIES:
        (tmp_path / copy / "000001.seg").unlink()
    assert main(line) == 3
    damaged, gone = capsys.readouterr().err.splitlines()
    assert "go on by paper" in damaged
    assert "A new folder (--state)" in gone


def test_file_as_folder_or_address_as_port_is_refused(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "room.toml"
    file.write_text(ROOM_TOML)
    line = ("tournament", "serve", "--config", str(file), "--lang", "en", "--state")
    assert main((*line, str(file))) == 2
    assert "is a file: name a folder" in capsys.readouterr().err
    assert main((*line, str(tmp_path / "state"), "--host", "127.0.0.2")) == 2
    assert "--port 8060" in capsys.readouterr().err


@each("written, cents", [("50", 5000), ("$1,234.50", 123450), ("1 234,50 $", 123450)])
def test_amounts_read_in_both_languages(written: str, cents: int) -> None:
    for language in LANGUAGES:
        assert Payment(amount=written).cents_in(Words.load(language)) == cents


@each("written", ["", "-5", "50,0", "5.000", "1,23,4", "5e3", "$"])
def test_no_other_amount_is_read(written: str) -> None:
    with pytest.raises(RequestFailed):
        Payment(amount=written).cents_in(Words.load("en"))


def test_name_with_command_line_sign_is_refused() -> None:
    assert parse_chips("O'Neil, B.=25") == ("O'Neil, B.", 25)
    with pytest.raises(RequestFailed):
        parse_chips("A=B=25")
