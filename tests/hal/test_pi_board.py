"""The board that opens real hardware, as far as there is any here."""

import fcntl
import struct
from pathlib import Path
from typing import Final

import pytest

from hal.errors import PortLost
from hal.pi.board import PiBoard
from hal.ports import Board
from sim.wires.pty import PtyWire

TIOCGEXCL: Final = 0x8004_5440
"""From asm-generic/ioctls.h: whether a terminal is marked as exclusive."""


class Mute:
    """A far end that says nothing."""

    def receive(self, data: bytes) -> None:
        """Deaf too."""

    def transmit(self) -> bytes:
        return b""


def test_real_board_is_flagged_real() -> None:
    board: Board = PiBoard()
    assert board.simulated is False


def test_its_clock_runs() -> None:
    board = PiBoard()
    assert board.clock.now() <= board.clock.now()


def test_open_port_is_exclusive(tmp_path: Path) -> None:
    wire = PtyWire(Mute(), 9600, tmp_path / "shoe")
    board = PiBoard()
    port = board.serial(wire.path, 9600)
    marks = []
    with open(wire.path, "rb", buffering=0) as terminal:
        for act in (port.reopen, port.reopen, port.close):
            act()
            marks.append(struct.unpack("i", fcntl.ioctl(terminal, TIOCGEXCL, bytes(4)))[0])
    assert marks == [1, 1, 0]
    wire.close()


def test_missing_port_is_named_once(tmp_path: Path) -> None:
    path = str(tmp_path / "shoe")
    with pytest.raises(PortLost, match="there is no such port") as lost:
        PiBoard().serial(path, 9600).reopen()
    assert str(lost.value).count(path) == 1


def test_board_close_closes_ports(tmp_path: Path) -> None:
    wire = PtyWire(Mute(), 9600, tmp_path / "shoe")
    board = PiBoard()
    port = board.serial(wire.path, 9600)
    with pytest.raises(PortLost):
        port.read()
    port.reopen()
    assert port.path == wire.path
    assert port.read() == b""
    board.close()
    with pytest.raises(PortLost):
        port.read()
    wire.close()
