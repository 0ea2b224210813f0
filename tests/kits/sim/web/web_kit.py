"""A virtual table as a person starts it, and pages at it that are no browsers."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.kits.processes import Running, croupier, home
from tests.kits.sim.web.received_state import ReceivedState
from tests.kits.waiting import PATIENCE_S, until

ADDRESS = re.compile(r"(http://[^/\s]+:(\d+))/")
A_MOMENT_S = 0.05
MOST_AT_ONCE = 100
TOPICS = ("hello", "status", "scene", "lights", "displays", "people")

Told = dict[str, Any]


class Host:
    """A table served by a process of its own, its state in a directory of its own."""

    def __init__(self, run: Running, rooms: Path) -> None:
        self.rooms = rooms
        self._run = run
        run.says("http://")
        found = until("an address", lambda: ADDRESS.search(run.out))
        self.origin, self.port = found[1], int(found[2])
        self.address = f"{self.origin}/"

    @contextmanager
    def page(self, path: str = "/ws", **options: Any) -> Iterator["Page"]:
        """Open a page, or another connection to the server."""
        given = {"origin": self.origin, "max_size": None, "open_timeout": PATIENCE_S, **options}
        with connect(f"ws://127.0.0.1:{self.port}{path}", **given) as wire:
            yield Page(wire)

    def services(self) -> list[int]:
        """Return the tables' services that still run: the children of its one child."""
        (loaded,) = _children(self._run.process.pid)
        return [pid for pid in _children(loaded) if _runs(pid)]

    def account(self) -> str:
        """Return its state, and its and its service's log."""
        logs = [log.read_text(encoding="utf-8") for log in self.rooms.glob("*/service.log")]
        return "\n".join([self._run.account(), "-- service --", *logs])


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for thread in threads for child in thread.read_text().split()]


def _runs(pid: int) -> bool:
    return " Z " not in Path(f"/proc/{pid}/stat").read_text()


@contextmanager
def hosted(folder: Path, *arguments: str, port: int = 0) -> Iterator[Host]:
    """Serve a table until the block is left; then it must have ended well, with no complaint."""
    rooms = folder / "state/croupier/simulation"
    surroundings = {**home(folder), "PYTHONUNBUFFERED": "1"}
    with croupier("run", "--web", str(port), *arguments, env=surroundings) as run:
        yield Host(run, rooms)
    assert (run.status, run.err) == (0, "")


class Page:
    """The messages of a page: `now` by topic, and all events since the last hello."""

    def __init__(self, wire: ClientConnection) -> None:
        self.wire = wire
        self.now: dict[str, Told] = {}
        self._state = ReceivedState()
        self._frames: dict[str, Told] = {}
        self.events: list[Told] = []
        self.message_count = 0
        self._ref = 0
        self._answers: dict[int, Told] = {}

    @property
    def status(self) -> Told | None:
        status: Told | None = self.now["status"]["status"]
        return status

    def ask(self, act: str, **fields: Any) -> Told:
        """Have something done; return the answer."""
        self._ref += 1
        ref = self._ref
        self.wire.send(json.dumps({"act": act, "ref": ref, **fields}))
        self.until(lambda: ref in self._answers)
        return self._answers.pop(ref)

    def answer_to(self, message: str | bytes) -> Told:
        """Send a message without a number of ours; return the answer."""
        self._answers.pop(0, None)
        self.wire.send(message)
        self.until(lambda: 0 in self._answers)
        return self._answers.pop(0)

    def until(self, holds: Callable[[], object]) -> "Page":
        """Receive messages until a condition holds."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            self.receive(self.wire.recv(timeout=max(0.0, end - time.monotonic())))
        return self

    def catch_up(self) -> None:
        """Receive the messages of a moment."""
        with suppress(TimeoutError):
            for _ in range(MOST_AT_ONCE):
                self.receive(self.wire.recv(timeout=A_MOMENT_S))

    def until_served(self) -> "Page":
        """Receive messages until a service answers, and every topic has a value."""
        return self.until(lambda: all(topic in self.now for topic in TOPICS) and self.status)

    def receive(self, message: str | bytes) -> None:
        received = json.loads(message)
        self.message_count += 1
        match received.pop("topic"):
            case "answer":
                self._answers[received["ref"]] = received
            case "events":
                self.events = [*([] if received.get("anew") else self.events), *received["events"]]
            case "state":
                self._state.receive(received)
                self.now = {**self._state.topics, **self._frames}
            case "frames":
                self._frames = {"frames": received}
                self.now |= self._frames

    def picture(self) -> Told:
        """Return the state that is constant at an idle table."""
        status = dict(self.status or {})
        for ageing in ("parts", "machine"):
            status.pop(ageing, None)
        others = {topic: self.now[topic] for topic in ("hello", "scene", "displays", "people")}
        return {"status": status, "events": self.events, **others}


def until_alike(*pages: Page) -> None:
    """Let all of them receive messages until they show the same."""
    end = time.monotonic() + PATIENCE_S
    while any(page.picture() != pages[0].picture() for page in pages):
        assert time.monotonic() < end
        for page in pages:
            page.catch_up()
