"""The control socket answers who may read, and nothing that a client does holds the table."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.health import PartStatus
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.status import Status
from firmware.shell.config.defaults import default_table
from firmware.shell.journal import JournalReader
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.sheets.posted_sheet import rules_poster
from firmware.shell.sockets.control import ControlSocket, query_rules, query_status, query_test
from firmware.shell.sockets.line_client import MOST_CLIENTS, ControlError
from firmware.shell.words.languages import Language
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, Disks, bet, cards, do

A_PART = PartStatus("lights", "pca9685", up=True, losses=0, last_error="", proof="proven", tests=1)

post_rules = rules_poster(default_table("baccarat"))


def a_status(language: Language | None = None) -> Status:
    loop = Disks().loop()
    do(loop, CONFIRM, *bet(2, "tie", 1500))
    reporter = StatusReporter("Baccara 1", "baccarat", Words.load("fr"))
    status = reporter.table_status(loop.table, loop.panel, ["tie", "player"])
    if language is None:
        return status
    spoken = StatusReporter("Baccara 1", "baccarat", Words.load(language))
    return spoken.spoken_status(status, loop.table, loop.panel)


def a_journal() -> JournalReader:
    """Of a table whose first round is open."""
    disks = Disks()
    do(disks.loop(), CONFIRM, *bet(2, "tie", 1500))
    return JournalReader.over_copies(disks.files)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "croupier.sock"


@pytest.fixture
def control(path: Path) -> Iterator[ControlSocket]:
    control = ControlSocket(path, a_status, lambda: (A_PART,), Meters, a_journal(), post_rules)
    yield control
    control.close()


def raw(path: Path, sent: bytes) -> bytes:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(os.fspath(path))
        client.sendall(sent)
        client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(65536), b""))


@pytest.mark.usefixtures("control")
def test_status_arrives_whole(path: Path) -> None:
    status = query_status(path)
    assert (status.board, status.phase, status.round) == ("sim", "open", 1)
    assert status.spots[2].light == "placed"
    assert [(b.on, b.cents) for b in status.spots[2].bets] == [("tie", 1500)]
    assert status.shoe.left == 416
    assert status.results == ("tie", "player")
    assert status.ask.do is Act.PLACE_BETS


@pytest.mark.usefixtures("control")
@each(
    "language, prompt",
    [
        (None, "Faites vos jeux, puis RIEN NE VA PLUS"),
        ("fr", "Faites vos jeux, puis RIEN NE VA PLUS"),
        ("en", "Place your bets, then NO MORE BETS"),
    ],
)
def test_status_arrives_in_a_language(language: Language | None, prompt: str, path: Path) -> None:
    status = query_status(path, language)
    assert status.dealer[0] == prompt
    assert status.language == "fr"  # the table's


@pytest.mark.usefixtures("control")
def test_reading_needs_no_rights(path: Path) -> None:
    recalled = json.loads(raw(path, b'{"get": "recall", "rounds": 3}\n'))
    assert [found["number"] for found in recalled["rounds"]] == [1]
    assert json.loads(raw(path, b'{"get": "meters"}\n'))["rounds"] == 0


@pytest.mark.parametrize(
    ("lang", "step"),
    [("fr", "La mise de 15,00\u00a0$ est perdue"), ("en", "The stake of $15.00 is lost")],
)
def test_last_rounds_are_explained(path: Path, lang: str, step: str) -> None:
    disks = Disks()
    do(disks.loop(), CONFIRM, *bet(2, "tie", 1500), CLOSE, *cards("9S TD TS 5H"))
    control = ControlSocket(
        path, a_status, tuple, Meters, JournalReader.over_copies(disks.files), post_rules
    )
    asked = {"get": "why", "rounds": 1, "lang": lang}
    (explained,) = json.loads(raw(path, json.dumps(asked).encode() + b"\n"))["rounds"]
    control.close()
    (answer,) = (each for each in explained["answers"] if each["on"] == "tie")
    assert answer["reckoning"] == [step]
    assert answer["sentences"]
    assert not answer["differs"]


@pytest.mark.usefixtures("control")
@each("language, title", [("fr", "Baccara"), ("en", "Baccarat")])
def test_rules_arrive_in_a_language(language: Language, title: str, path: Path) -> None:
    rules = query_rules(path, language)
    assert (rules.sheet.title, rules.digest) == (title, default_pack().digest)
    assert [section for section in rules.sheet.sections if section.row_ids]


@pytest.mark.usefixtures("control")
def test_self_test_arrives_by_part(path: Path) -> None:
    assert query_test(path) == (A_PART,)


@pytest.mark.usefixtures("control")
@pytest.mark.parametrize(
    "sent",
    [
        b"\n",
        b"{}\n",
        b'{"get": 7}\n',
        b'{"get": "status", "more": 1}\n',
        b'{"get": "cards"}\n',
        b'{"get": "why", "lang": "xx"}\n',
        b"\xff\xfe\n",
        b"[" * 3000 + b"\n",
    ],
)
def test_nonsense_is_answered_in_words(path: Path, sent: bytes) -> None:
    refused, answered = raw(path, sent + b'{"get": "status"}\n').splitlines()
    assert list(json.loads(refused)) == ["error"]
    assert json.loads(answered)["phase"] == "open"


@pytest.mark.usefixtures("control")
def test_endless_line_is_cut_off(path: Path) -> None:
    assert raw(path, b"x" * 4096).count(b"\n") == 1
    assert query_status(path).phase == "open"


def test_second_service_is_refused(control: ControlSocket, path: Path) -> None:
    assert control
    with pytest.raises(ControlError, match=r"status\.taken"):
        ControlSocket(path, a_status, tuple, Meters, a_journal(), post_rules)
    assert query_status(path).phase == "open"


def test_abandoned_socket_is_taken_over(path: Path) -> None:
    left = socket.socket(socket.AF_UNIX)
    left.bind(os.fspath(path))
    left.close()
    control = ControlSocket(path, a_status, lambda: (A_PART,), Meters, a_journal(), post_rules)
    assert query_status(path).phase == "open"
    control.close()
    assert not path.exists()


def test_missing_service_names_the_path(path: Path) -> None:
    with pytest.raises(ControlError, match=r"croupier\.sock"):
        query_status(path)


def test_full_socket_says_try_again(path: Path) -> None:
    asked, may = threading.Semaphore(0), threading.Event()

    def slow_status(_language: Language | None) -> Status:
        asked.release()
        assert may.wait(20)
        return a_status()

    control = ControlSocket(path, slow_status, lambda: (A_PART,), Meters, a_journal(), post_rules)
    with ExitStack() as stack:
        stack.callback(control.close)
        stack.callback(may.set)
        for _ in range(MOST_CLIENTS):
            client = stack.enter_context(socket.socket(socket.AF_UNIX))
            client.connect(os.fspath(path))
            client.sendall(b'{"get": "status"}\n')
        assert all(asked.acquire(timeout=20) for _ in range(MOST_CLIENTS))
        with pytest.raises(ControlError) as refused:
            query_status(path)
    assert f"{MOST_CLIENTS} clients are being served" in Words.load("en").render(refused.value.why)


def test_too_long_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ControlError):
        ControlSocket(tmp_path / ("x" * 120), a_status, tuple, Meters, a_journal(), post_rules)


@pytest.mark.usefixtures("control")
def test_everybody_may_read(path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o666
