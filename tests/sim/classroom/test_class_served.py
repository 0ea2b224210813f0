"""A class in service: who is let in, what the trainer does, and tables that end."""

import json
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.kits.offenders import each
from tests.kits.processes import Running, croupier, home
from tests.kits.sim.web.received_state import ReceivedState
from tests.kits.waiting import PATIENCE_S, until

pytestmark = [pytest.mark.live, pytest.mark.long]

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/#(\w+)")
CLASS = """
port = 0
language = "en"

[[trainee]]
name = "Ada"
exercises = ["baccarat.commission"]
exam = "exam.wheels"
drill = "roulette"
"""
GARBAGE = ("", "null", "[]", "{", '{"act":"none"}', '{"act":"freeze"}', "[" * 10_000, "\x00")


class TrainerPage:
    """The trainer's page, that is no browser."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire = wire
        self._state = ReceivedState()
        self._answers: dict[int, Any] = {}
        self._ref = 0

    def ask(self, act: str, **fields: Any) -> str:
        """Have something done; return the key of a refusal, empty if there is none."""
        self._ref += 1
        self._wire.send(json.dumps({"act": act, "ref": self._ref, **fields}))
        return self._answer(self._ref)

    def send(self, message: str | bytes) -> str:
        """Send a message without a number; return the key of its refusal."""
        self._answers.pop(0, None)
        self._wire.send(message)
        return self._answer(0)

    def tile(self, shows: Any) -> dict[str, Any]:
        """Return the tile, once it shows something. Messages come without end: so the wait ends."""
        end = time.monotonic() + PATIENCE_S
        while not (
            "class" in self._state.topics and shows(self._state.topics["class"]["tiles"][0])
        ):
            assert time.monotonic() < end, self._state.topics.get("class")
            self._receive()
        tile: dict[str, Any] = self._state.topics["class"]["tiles"][0]
        return tile

    @property
    def knows_class(self) -> bool:
        return "class" in self._state.topics

    def _answer(self, ref: int) -> str:
        while ref not in self._answers:
            self._receive()
        refused = self._answers.pop(ref).get("refused") or {}
        return str(refused.get("key", ""))

    def _receive(self) -> None:
        message = json.loads(self._wire.recv(PATIENCE_S))
        if message["topic"] == "answer":
            self._answers[message["ref"]] = message
        else:
            self._state.receive(message)


@contextmanager
def class_of_one(folder: Path) -> Iterator[tuple[Running, int, str]]:
    (folder / "class.toml").write_text(CLASS, encoding="utf-8")
    arguments = ("--lang", "en", "school", "serve", str(folder / "class.toml"))
    with croupier(*arguments, env={**home(folder), "PYTHONUNBUFFERED": "1"}) as run:
        run.says("http://")
        found = until("an address", lambda: ADDRESS.search(run.out))
        yield run, int(found[1]), found[2]
    assert (run.status, run.err) == (0, "")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, int, str]]:
    with class_of_one(tmp_path_factory.mktemp("class")) as served:
        yield served


@pytest.fixture
def stranger(served: tuple[Running, int, str]) -> Iterator[TrainerPage]:
    url = f"ws://127.0.0.1:{served[1]}/ws"
    with connect(url, open_timeout=PATIENCE_S, max_size=None) as wire:
        yield TrainerPage(wire)


@pytest.fixture
def trainer(stranger: TrainerPage, served: tuple[Running, int, str]) -> TrainerPage:
    assert stranger.ask("enter", secret=served[2]) == ""
    return stranger


def got(port: int, path: str, **headers: str) -> tuple[int, bytes]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)) as connection:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def test_stranger_sees_no_class(stranger: TrainerPage) -> None:
    assert stranger.ask("enter", secret="guess") == "class.wrong_secret"  # noqa: S106
    assert stranger.ask("freeze", on=True) == "class.trainer_only"
    assert not stranger.knows_class


@each("message", [*GARBAGE, b"octets"])
def test_garbage_is_refused_in_words(message: str | bytes, trainer: TrainerPage) -> None:
    assert trainer.send(message) in ("web.malformed", "web.binary")
    assert trainer.ask("look", inside=False) == ""


def test_table_that_is_none_is_refused(trainer: TrainerPage) -> None:
    assert trainer.ask("freeze", table=7, on=True) == "class.no_table"


def test_frozen_table_is_shown(trainer: TrainerPage) -> None:
    trainer.tile(lambda tile: tile["state"] == "served")
    assert trainer.ask("freeze", on=True) == ""
    assert trainer.tile(lambda tile: tile["frozen"])["pace"] == "calm"
    assert trainer.ask("freeze", table=0, on=False) == ""
    trainer.tile(lambda tile: not tile["frozen"])


def test_exercise_and_fault_at_the_table(trainer: TrainerPage) -> None:
    trainer.tile(lambda tile: tile["state"] == "served")
    assert trainer.ask("exercise", step="same") == ""
    tile = trainer.tile(lambda tile: tile["act"] and tile["act"]["do"] == "confirm")
    assert tile["exercise"] == "baccarat.commission"
    assert trainer.ask("fault", table=0, kind="claim") == ""
    assert trainer.tile(lambda tile: tile["claim"] is not None)["claim"] == 3
    assert trainer.ask("fault", table=0, kind="power") == ""
    trainer.tile(lambda tile: tile["state"] == "off")
    assert trainer.ask("fault", table=0, kind="power", on=False) == ""
    trainer.tile(lambda tile: tile["state"] == "served")


def test_exam_and_drill_are_on_the_tile(trainer: TrainerPage) -> None:
    trainer.tile(lambda tile: tile["state"] == "served")
    assert trainer.ask("exercise", step="same") == ""
    assert trainer.ask("exercise", step="next") == ""
    tile = trainer.tile(lambda tile: tile["exam"] and tile["act"] and not tile["is_laying"])
    assert tile["exam"]["title"]["fr"] == "Roulette et Roue de fortune"
    assert (tile["exam"]["part"], tile["exam"]["passed"]) == (1, None)
    assert trainer.ask("exercise", step="same") == ""
    trainer.tile(lambda tile: tile["exam"] and tile["exam"]["part"] == 2)
    assert trainer.ask("exercise", step="next") == ""
    tile = trainer.tile(lambda tile: tile["drill"] and tile["drill"]["is_open"])
    assert (tile["drill"]["question"], tile["act"]) == (1, None)
    assert trainer.ask("exercise", step="next") == ""
    tile = trainer.tile(lambda tile: tile["exercise"] == "baccarat.commission")
    assert tile["exam"] is tile["drill"] is None


def test_hand_is_replayed_on_the_wall(trainer: TrainerPage) -> None:
    trainer.tile(lambda tile: tile["state"] == "served")
    assert trainer.ask("exercise", step="same") == ""
    trainer.tile(lambda tile: tile["act"] and tile["act"]["do"] == "confirm")
    assert trainer.ask("wall", table=0) == ""
    assert trainer.ask("wall_step") == ""


@each("path", ["/sheet", "/sheet.csv", "/sheet.signed"])
def test_sheets_need_the_secret(path: str, served: tuple[Running, int, str]) -> None:
    _, port, secret = served
    assert got(port, path)[0] == got(port, path, Authorization="Bearer guess")[0] == 401
    assert got(port, path, Authorization=f"Bearer {secret}")[0] in (200, 409)


def test_page_is_served_under_its_own_names(served: tuple[Running, int, str]) -> None:
    status, page = got(served[1], "/")
    assert status == 200
    assert b'id="tiles"' in page
    assert got(served[1], "/", Host="example.com")[0] == 403
    assert got(served[1], "/", Origin="http://example.com")[0] == 403


def test_ended_table_is_shown_and_restarted(trainer: TrainerPage) -> None:
    address = trainer.tile(lambda tile: tile["state"] == "served")["address"]
    port = int(address.rpartition(":")[2])
    os.kill(listener(port), signal.SIGKILL)
    trainer.tile(lambda tile: tile["state"] == "ended")
    assert trainer.ask("freeze", table=0, on=True) == "class.table_away"
    assert trainer.ask("restart", table=0) == ""
    trainer.tile(lambda tile: tile["state"] == "served")


def listener(port: int) -> int:
    """Return the process that listens at a port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    (inode,) = {row[9] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"}
    found = {
        int(link.parts[2])
        for link in Path("/proc").glob("[0-9]*/fd/*")
        if _target(link) == f"socket:[{inode}]"
    }
    return min(found)


def _target(link: Path) -> str:
    try:
        return os.readlink(link)
    except OSError:
        return ""
