"""What a serial server's port has beyond the contract: its address, its lock, a lost network."""

import socket
from collections.abc import Iterator

import pytest

from hal.errors import NoPort, PortLost, PortTaken
from hal.pi.board import PiBoard
from hal.pi.server_port import ServerPort
from hal.ports import Millis
from hal.server_address import server_address
from tests.kits.hal.serial_server import SerialServer
from tests.kits.offenders import each

LONG = Millis(60_000)


class Echo:
    """A device that repeats what it is sent."""

    def __init__(self) -> None:
        self._pending_octets = b""

    def receive(self, data: bytes) -> None:
        self._pending_octets += data

    def transmit(self) -> bytes:
        sent, self._pending_octets = self._pending_octets, b""
        return sent


@pytest.fixture
def server() -> Iterator[SerialServer]:
    serial_server = SerialServer(Echo())
    yield serial_server
    serial_server.unplug()


@pytest.fixture
def port(server: SerialServer) -> Iterator[ServerPort]:
    opened = ServerPort(server.path)
    opened.reopen()
    yield opened
    opened.close()


def echoed(port: ServerPort, data: bytes) -> bytes:
    port.write(data)
    received = b""
    while len(received) < len(data):
        port.wait(LONG)
        received += port.read()
    return received


@each(
    "url",
    [
        "socket://shoe.casino.example:4001",
        "socket://localhost:4001",
        "socket://192.168.127.254",
        "socket://192.168.127.254:",
        "socket://192.168.127.254:0",
        "socket://192.168.127.254:04001",
        "socket://192.168.127.254:65536",
        "socket://192.168.127.254:4001/",
        "socket://192.168.127.254:4001?logging=debug",
        "socket://192.168.127:4001",
        "socket://192.168.127.256:4001",
        "socket://[fd00::1]:4001",
        "socket://user@192.168.127.254:4001",
        "rfc2217://192.168.127.254:4001",
        "SOCKET://192.168.127.254:4001",
        " socket://192.168.127.254:4001",
        "/dev/ttyr00",
    ],
)
def test_only_numbers_are_an_address(url: str) -> None:
    assert server_address(url) is None
    with pytest.raises(NoPort):
        ServerPort(url).reopen()


@each(
    "host, is_private",
    [
        ("192.168.127.254", True),  # the factory setting of a MOXA NPort
        ("10.0.0.1", True),
        ("172.16.0.1", True),
        ("172.31.255.255", True),
        ("127.0.0.1", True),
        ("172.32.0.1", False),
        ("9.255.255.255", False),
        ("11.0.0.0", False),
        ("192.169.0.1", False),
        ("169.254.1.1", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),  # noqa: S104  # nothing is bound
        ("255.255.255.255", False),
        ("203.0.113.7", False),
    ],
)
def test_private_are_those_of_rfc_1918(host: str, is_private: bool) -> None:
    address = server_address(f"socket://{host}:65535")
    assert address is not None
    assert address.is_private is is_private


def test_board_opens_a_server_by_its_address(server: SerialServer) -> None:
    board = PiBoard()
    port = board.serial(server.path, 9600)
    assert isinstance(port, ServerPort)
    port.reopen()
    assert echoed(port, b"*X;1") == b"*X;1"
    board.close()
    with pytest.raises(PortLost):
        port.read()


def test_second_opening_finds_it_taken(server: SerialServer, port: ServerPort) -> None:
    second = ServerPort(server.path)
    with pytest.raises(PortTaken):
        second.reopen()
    port.close()
    second.reopen()
    second.close()


def test_lost_connection_is_no_longer_held(server: SerialServer, port: ServerPort) -> None:
    server.unplug()
    with pytest.raises(PortLost):
        port.read()
    server.plug()
    second = ServerPort(server.path)
    second.reopen()
    second.close()


def test_octets_before_a_hang_up_are_read(server: SerialServer, port: ServerPort) -> None:
    port.write(b"last")
    while not port.readable():
        port.wait(LONG)
    server.unplug()
    assert port.read() == b"last"
    with pytest.raises(PortLost, match="hung up"):
        port.read()


def test_server_that_is_cut_off_is_noticed(server: SerialServer, port: ServerPort) -> None:
    """Nothing is sent, nothing arrives, nobody hangs up: the kernel's questions find it out."""
    assert echoed(port, b"x") == b"x"
    server.vanish()
    port.wait(LONG)
    with pytest.raises(PortLost, match="timed out"):
        port.read()


def test_server_that_takes_nothing_is_lost() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        port = ServerPort(f"socket://127.0.0.1:{deaf.getsockname()[1]}")
        port.reopen()
        with pytest.raises(PortLost):
            port.write(bytes(50_000_000))
        with pytest.raises(PortLost):
            port.read()
        port.close()


def test_opening_where_nobody_answers_ends() -> None:
    """A full backlog drops the request to connect, as a server without power does."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        path = f"socket://127.0.0.1:{full.getsockname()[1]}"
        with socket.create_connection(full.getsockname()):
            port = ServerPort(path)
            with pytest.raises(PortLost, match="timed out"):
                port.reopen()
            port.close()
