"""Nothing that a client does to a socket holds it up for others or fills the memory."""

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.sockets import line_socket
from firmware.shell.sockets.line_client import MOST_CLIENTS, ClientLimit, ControlError, send_request
from firmware.shell.sockets.line_socket import (
    ANSWERS_A_SECOND,
    LONGEST_PATH,
    LONGEST_REQUEST,
    REST_FACTOR,
    LineSocket,
    SocketClient,
    client_to_evict,
)
from firmware.shell.sockets.rate_limit import RateLimit
from tests.kits.shell.served_table import until


class Echo(msgspec.Struct):
    """The size of a request, and who sent it."""

    size: int
    uid: int


class Question(msgspec.Struct):
    text: str = ""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "echo.sock"


@contextmanager
def serving(
    path: Path, answer: Callable[[bytes, int], Echo] = lambda line, uid: Echo(len(line), uid)
) -> Iterator[LineSocket]:
    served = LineSocket(path, 0o600, answer)
    try:
        yield served
    finally:
        served.close()


def connected(path: Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(os.fspath(path))
    client.settimeout(20)
    return client


def all_of(client: socket.socket) -> bytes:
    return b"".join(iter(lambda: client.recv(65536), b""))


def test_answer_has_the_user_id(path: Path) -> None:
    with serving(path):
        assert send_request(path, Question(), Echo).uid == os.getuid()


def test_path_length_limit_is_the_kernel_s(tmp_path: Path) -> None:
    room = LONGEST_PATH - len(os.fsencode(tmp_path)) - 1
    longest = tmp_path / ("s" * room)
    with serving(longest):
        assert send_request(longest, Question(), Echo).uid == os.getuid()
    with pytest.raises(ControlError, match="ENAMETOOLONG"), serving(tmp_path / ("s" * (room + 1))):
        pass


def test_lines_are_answered_in_order(path: Path) -> None:
    with serving(path), connected(path) as client:
        client.sendall(b"1\n22\n\n333")
        client.shutdown(socket.SHUT_WR)
        received = [json.loads(line)["size"] for line in all_of(client).splitlines()]
        assert received == [2, 3, 1, 3]


@pytest.mark.parametrize("size", [LONGEST_REQUEST, 1_000_000])
def test_long_line_refused_and_not_read(path: Path, size: int) -> None:
    received: list[bytes] = []

    def answer(line: bytes, uid: int) -> Echo:
        received.append(line)
        return Echo(len(line), uid)

    with serving(path, answer), connected(path) as client:
        with suppress(BrokenPipeError, ConnectionResetError):
            client.sendall(b"x" * size)
        assert json.loads(client.recv(65536)) == {"error": ClientLimit.TOO_LONG}
        with suppress(ConnectionResetError):
            assert client.recv(65536) == b""
        assert received == []
        assert send_request(path, Question(), Echo).size == len(received[0])


def test_letter_cut_in_half_is_accepted(path: Path) -> None:
    with serving(path), connected(path) as client:
        client.sendall(b"\xc3")
        client.sendall(b"\xa9\xc3\n")
        assert json.loads(client.recv(65536))["size"] == 4


def test_newest_clients_have_places(path: Path) -> None:
    with serving(path) as served, ExitStack() as stack:
        clients = [stack.enter_context(connected(path)) for _ in range(200)]
        for client in clients[:-MOST_CLIENTS]:
            assert all_of(client) == b""
        for client in clients[-MOST_CLIENTS:]:
            client.sendall(b"1\n")
            assert json.loads(client.recv(65536))["size"] == 2
        assert len(served._clients) == MOST_CLIENTS


def test_client_without_a_place_informed(path: Path) -> None:
    asked, may = threading.Semaphore(0), threading.Event()

    def answer(line: bytes, uid: int) -> Echo:
        asked.release()
        assert may.wait(20)
        return Echo(len(line), uid)

    with serving(path, answer), ExitStack() as stack:
        for _ in range(MOST_CLIENTS):
            stack.enter_context(connected(path)).sendall(b"1\n")
        assert all(asked.acquire(timeout=20) for _ in range(MOST_CLIENTS))
        assert json.loads(all_of(stack.enter_context(connected(path)))) == {
            "error": ClientLimit.CROWDED
        }
        may.set()


def test_forty_slow_clients_block_nobody(path: Path) -> None:
    over = threading.Event()

    def drip() -> None:
        """Send an octet now and then; come back whenever it is let go."""
        while not over.is_set():
            with suppress(OSError), connected(path) as client:
                while not over.wait(0.05):
                    client.sendall(b"x")

    slow = [threading.Thread(target=drip) for _ in range(40)]
    with serving(path) as served:
        for one in slow:
            one.start()
        until(lambda: len(served._clients) == MOST_CLIENTS)
        try:
            assert {send_request(path, Question(), Echo).uid for _ in range(10)} == {os.getuid()}
        finally:
            over.set()
            for one in slow:
                one.join()


def test_leaving_client_frees_his_place(path: Path) -> None:
    with serving(path) as served:
        with ExitStack() as stack:
            for _ in range(MOST_CLIENTS):
                stack.enter_context(connected(path))
            until(lambda: len(served._clients) == MOST_CLIENTS)
        until(lambda: not served._clients)
        assert send_request(path, Question(), Echo).uid == os.getuid()


def test_slow_writer_is_disconnected(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_socket, "TIMEOUT_S", 0.2)
    with serving(path), connected(path) as client:
        gone = threading.Event()

        def drip() -> None:
            with suppress(BrokenPipeError, ConnectionResetError):
                while not gone.wait(0.02):
                    client.sendall(b"x")

        writer = threading.Thread(target=drip)
        writer.start()
        with suppress(ConnectionResetError):  # if octets were still unread there
            assert all_of(client) == b""
        gone.set()
        writer.join()


def test_unread_answer_delays_nobody(path: Path) -> None:
    long = Question("x" * 100_000)
    served = LineSocket(path, 0o600, lambda _line, _uid: long)
    try:
        with connected(path) as deaf:
            deaf.sendall(b"1\n" * 100)
            assert send_request(path, Question(), Question) == long
    finally:
        served.close()


def test_closing_socket_finishes_its_answer(
    path: Path,
) -> None:
    asked, may = threading.Event(), threading.Event()

    def answer(line: bytes, uid: int) -> Echo:
        asked.set()
        assert may.wait(10)
        return Echo(len(line), uid)

    served = LineSocket(path, 0o600, answer)
    with connected(path) as client:
        client.sendall(b"1\n2\n")
        assert asked.wait(10)
        closing = threading.Thread(target=served.close)
        closing.start()
        until(served._is_closing.is_set)
        may.set()
        assert [json.loads(line)["size"] for line in all_of(client).splitlines()] == [2]
        closing.join()


def test_silent_service_times_out(
    path: Path,
) -> None:
    may = threading.Event()

    def answer(line: bytes, uid: int) -> Echo:
        may.wait(10)
        return Echo(len(line), uid)

    with serving(path, answer):
        with pytest.raises(ControlError):
            send_request(path, Question(), Echo, timeout_s=0.05)
        may.set()


@given(st.lists(st.floats(0, 10), min_size=1, max_size=300))
def test_no_second_exceeds_the_rate(came: list[float]) -> None:
    pace, turns = RateLimit(ANSWERS_A_SECOND), []
    for now in sorted(came):
        turns.append(now + pace.take_slot(now))
    assert turns == sorted(turns)
    late = zip(turns, turns[ANSWERS_A_SECOND:], strict=False)
    assert all(after - before >= 1 - 1e-9 for before, after in late)


def test_rare_client_never_waits() -> None:
    pace = RateLimit(10)
    assert [pace.take_slot(now) for now in (0.0, 0.1, 5.0)] == [0, 0, 0]


def test_costly_turn_delays_all_others() -> None:
    pace = RateLimit(ANSWERS_A_SECOND)
    before = time.monotonic()
    pace.add_rest(1.0)
    assert pace.take_slot(before) >= 1.0


def test_costly_answers_spare_processor(path: Path) -> None:
    busy_s: list[float] = []

    def answer(line: bytes, uid: int) -> Echo:
        began = time.thread_time()
        while time.thread_time() - began < 0.02:
            pass
        busy_s.append(time.thread_time() - began)
        return Echo(len(line), uid)

    with serving(path, answer), connected(path) as client:
        began = time.monotonic()
        client.sendall(b"1\n" * 6)
        client.shutdown(socket.SHUT_WR)
        assert all_of(client).count(b"\n") == 6
        assert sum(busy_s[:-1]) * REST_FACTOR <= time.monotonic() - began


def test_answers_are_given_one_by_one(path: Path) -> None:
    busy, most = threading.Lock(), []

    def answer(line: bytes, uid: int) -> Echo:
        most.append(busy.acquire(blocking=False))
        threading.Event().wait(0.002)
        busy.release()
        return Echo(len(line), uid)

    with serving(path, answer), ExitStack() as stack:
        clients = [stack.enter_context(connected(path)) for _ in range(MOST_CLIENTS)]
        for client in clients:
            client.sendall(b"1\n2\n3\n")
            client.shutdown(socket.SHUT_WR)
        assert all(all_of(client).count(b"\n") == 3 for client in clients)
    assert len(most) == 3 * MOST_CLIENTS
    assert all(most)


def test_waiting_answer_delays_no_other(path: Path) -> None:
    asked, may = threading.Event(), threading.Event()

    def answer(line: bytes, uid: int) -> Echo:
        if line == b"wait\n":
            asked.set()
            assert may.wait(20)
        return Echo(len(line), uid)

    with serving(path, answer), connected(path) as waits:
        waits.sendall(b"wait\n")
        assert asked.wait(20)
        assert send_request(path, Question(), Echo).uid == os.getuid()
        may.set()
        assert json.loads(waits.recv(65536))["size"] == 5


def held(*uids: int, busy: frozenset[int] = frozenset()) -> list[SocketClient]:
    """Return clients of these users, the slowest first; those in `busy` are answered."""
    with socket.socket() as closed:
        return [
            SocketClient(closed, uid, None if at in busy else float(at))
            for at, uid in enumerate(uids)
        ]


def place_of(clients: list[SocketClient], uid: int) -> int | None:
    leaves = client_to_evict(clients, uid)
    return None if leaves is None else clients.index(leaves)


def test_no_user_holds_every_place() -> None:
    assert place_of(held(*[7] * 16), 8) == 0
    assert place_of(held(8, *[7] * 15), 8) == 1
    assert place_of(held(*[8] * 7, *[7] * 9), 8) == 7


def test_own_slowest_client_is_evicted() -> None:
    assert place_of(held(*[7] * 16), 7) == 0
    assert place_of(held(*[8] * 4, *[7] * 12), 7) == 4
    assert place_of(held(*[7] * 8, *[8] * 8), 8) == 8
    assert place_of(held(*[8] * 4, *[7] * 12, busy=frozenset(range(4, 16))), 7) is None


def test_busy_client_is_not_evicted() -> None:
    assert place_of(held(*[7] * 16, busy=frozenset({0, 1})), 8) == 2
    assert place_of(held(*[7] * 16, busy=frozenset(range(16))), 8) is None


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
def test_other_users_are_still_served() -> None:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(dir="/tmp")))
        folder.chmod(0o711)
        path = folder / "echo.sock"
        served = stack.enter_context(serving(path))
        path.chmod(0o666)
        for _ in range(MOST_CLIENTS):
            stack.enter_context(connected(path)).sendall(b"x")
        until(lambda: len(served._clients) == MOST_CLIENTS)
        pid = os.fork()
        if not pid:
            os.setuid(65534)
            asked = send_request(path, Question(), Echo)
            os._exit(0 if asked.uid == 65534 else 1)
        assert os.waitpid(pid, 0)[1] == 0
