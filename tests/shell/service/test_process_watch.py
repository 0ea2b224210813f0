"""A server process is alive as long as each of its loops gets on."""

import asyncio
import socket
from contextlib import closing
from pathlib import Path

import pytest

from firmware.shell.service.process_watch import feed_once, report_ready, run_watched
from firmware.shell.service.progress import LoopProgress
from firmware.shell.service.watchdog import SystemdNotifier


class Clock:
    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def progress(clock: Clock) -> LoopProgress:
    return LoopProgress(10.0, clock)


def received(manager: socket.socket) -> list[bytes]:
    messages = []
    manager.setblocking(False)
    while True:
        try:
            messages.append(manager.recv(4096))
        except BlockingIOError:
            return messages


def test_process_without_turns_is_alive(progress: LoopProgress, clock: Clock) -> None:
    clock.now_s = 1000
    assert not progress.is_stale


def test_one_stopped_loop_is_enough(progress: LoopProgress, clock: Clock) -> None:
    progress.note_turn("fact")
    progress.note_turn("record")
    clock.now_s = 10
    progress.note_turn("record")
    assert not progress.is_stale
    clock.now_s = 10.5
    assert progress.is_stale
    assert progress.ages_s() == {"fact": 10.5, "record": 0.5}


def test_noted_act_is_a_turn(progress: LoopProgress, clock: Clock) -> None:
    double = progress.noted("heartbeat", lambda number: 2 * number)
    clock.now_s = 3
    assert double(4) == 8
    assert progress.ages_s() == {"heartbeat": 0}


def test_stale_process_is_not_fed(progress: LoopProgress, clock: Clock, tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    environment = {"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "4"}
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager,
        closing(SystemdNotifier(environment)) as notifier,
    ):
        manager.bind(path)
        report_ready(notifier)
        progress.note_turn("fact")
        clock.now_s = 11
        feed_once(progress, notifier)
        assert received(manager) == [b"READY=1"]


def test_server_is_ready_then_stops(progress: LoopProgress, tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with (
        closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager,
        closing(SystemdNotifier({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "40000000"})) as notifier,
    ):
        manager.bind(path)

        async def server() -> None:
            await asyncio.sleep(0)
            await asyncio.sleep(0)

        asyncio.run(run_watched(server(), progress, notifier))
        assert received(manager) == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]
