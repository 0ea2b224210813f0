"""sd_notify(3) over real datagram sockets."""

import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from firmware.shell.service.watchdog import SystemdNotifier
from hal.ports import NEVER, Millis

TEN_SECONDS = "10000000"


class ServiceManager:
    """The far end: a datagram socket, and what has arrived on it."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def notifications(self) -> list[bytes]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(4096))
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "notify")


@pytest.fixture
def manager(path: str) -> Iterator[ServiceManager]:
    with closing(ServiceManager(path)) as manager:
        yield manager


@pytest.fixture
def notifier(manager: ServiceManager, path: str) -> Iterator[SystemdNotifier]:
    with closing(
        SystemdNotifier({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": TEN_SECONDS})
    ) as notifier:
        yield notifier


def test_life_cycle_in_systemd_words(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.ready(Millis(0))
    notifier.status("Baccara 1: manche 3")
    notifier.feed(Millis(0))
    notifier.stopping()
    assert manager.notifications() == [
        b"READY=1",
        b"STATUS=Baccara 1: manche 3",
        b"WATCHDOG=1",
        b"STOPPING=1",
    ]


def test_abstract_socket_begins_with_at(tmp_path: Path) -> None:
    with (
        closing(ServiceManager(f"\0{tmp_path}")) as manager,
        closing(SystemdNotifier({"NOTIFY_SOCKET": f"@{tmp_path}"})) as notifier,
    ):
        notifier.ready(Millis(0))
        assert manager.notifications() == [b"READY=1"]


def test_watchdog_fed_at_quarter_period(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.ready(Millis(100))
    manager.notifications()
    fed = []
    for now in range(100, 16_101, 5):
        notifier.feed(Millis(now))
        fed += [now for _ in manager.notifications()]
    assert fed == [100, 2_600, 5_100, 7_600, 10_100, 12_600, 15_100]


def test_late_turn_feeds_once(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.ready(Millis(0))
    notifier.feed(Millis(0))
    manager.notifications()
    notifier.feed(Millis(9_000))
    notifier.feed(Millis(11_499))
    assert manager.notifications() == [b"WATCHDOG=1"]
    assert notifier.due == 11_500


def test_unready_table_feeds_nothing(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.feed(Millis(60_000))
    assert manager.notifications() == []


@pytest.mark.parametrize("environment", [{}, {"WATCHDOG_USEC": "0"}])
def test_no_watchdog_no_due_time(
    manager: ServiceManager, path: str, environment: dict[str, str]
) -> None:
    with closing(SystemdNotifier({"NOTIFY_SOCKET": path, **environment})) as notifier:
        notifier.ready(Millis(0))
        notifier.feed(Millis(60_000))
        assert manager.notifications() == [b"READY=1"]
        assert notifier.due == NEVER


def test_stopping_table_is_fed_no_more(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.ready(Millis(0))
    notifier.stopping()
    notifier.feed(Millis(60_000))
    assert manager.notifications() == [b"READY=1", b"STOPPING=1"]


def test_status_is_one_line(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    notifier.status("shoe lost\nREADY=1")
    assert manager.notifications() == [b"STATUS=shoe lost READY=1"]


def live(notifier: SystemdNotifier) -> None:
    notifier.ready(Millis(0))
    notifier.status("open")
    notifier.feed(Millis(0))


def test_outside_a_service_nothing_sent() -> None:
    with closing(SystemdNotifier({})) as notifier:
        live(notifier)
        assert notifier.due == NEVER


def test_missing_manager_delays_nobody(manager: ServiceManager, notifier: SystemdNotifier) -> None:
    manager.close()
    live(notifier)


def test_unreading_manager_delays_nobody(
    manager: ServiceManager, notifier: SystemdNotifier
) -> None:
    for _ in range(10_000):
        notifier.status("open")
    assert 0 < len(manager.notifications()) < 10_000
