"""Octets with a ninth bit in a row of bytes, as Linux marks them."""

import os
import termios
import tty
from collections.abc import Iterator

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from hal.ninth_bit import Octet, Unmarker, encode_message, encode_octet
from hal.pi.ninth_bit_port import NinthBitPort
from hal.ports import Millis

OCTETS = st.lists(st.builds(Octet, st.integers(0, 255), st.booleans()), max_size=30)


@given(OCTETS, st.integers(1, 7))
def test_any_chunking_gives_the_same(octets: list[Octet], portion: int) -> None:
    data, unmarker, found = b"".join(map(encode_octet, octets)), Unmarker(), []
    for at in range(0, len(data), portion):
        found += unmarker.decode_octets(data[at : at + portion])
    assert found == octets


def test_set_bit_and_escape_as_in_kernel() -> None:
    assert encode_octet(Octet(0x11, is_marked=True)) == b"\xff\x00\x11"
    assert encode_octet(Octet(0xFF)) == b"\xff\xff"
    assert encode_message(b"\x01\xff\x54") == b"\xff\x00\x01\xff\xff\x54"


class Line:
    """Stands where the kernel's line is: what is set, drained and written, in order."""

    def __init__(self, done: list[object]) -> None:
        self.done = done
        self.is_open = True

    def __setattr__(self, name: str, value: object) -> None:
        if name == "parity":
            self.done.append(value)
        object.__setattr__(self, name, value)

    def fileno(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def flush(self) -> None:
        self.done.append("drained")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    monkeypatch.setattr(termios, "tcgetattr", lambda _: [0, 0, 0, 0, 0, 0, []])
    return []


def test_first_octet_has_mark_parity_rest_space(
    done: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    flags: list[int] = []
    monkeypatch.setattr(termios, "tcsetattr", lambda _, __, settings: flags.append(settings[0]))
    port = NinthBitPort("/dev/none", 19_200)
    port._serial = Line(done)  # type: ignore[assignment]
    port.write(b"\x01\x54")
    mark, space = serial.PARITY_MARK, serial.PARITY_SPACE
    assert done == [mark, b"\x01", "drained", space, b"\x54"]
    assert all(flag == termios.INPCK | termios.PARMRK for flag in flags)
    done.clear()
    port.write(b"\x81")
    assert done == [mark, b"\x81", "drained", space]


@pytest.fixture
def pty() -> Iterator[tuple[NinthBitPort, int]]:
    """A port on a real pseudo-terminal, which has no parity, and its other end."""
    master, slave = os.openpty()
    tty.setraw(slave)
    port = NinthBitPort(os.ttyname(slave), 19_200)
    port.reopen()
    yield port, master
    port.close()
    for end in (master, slave):
        os.close(end)


def test_kernel_passes_message_whole(pty: tuple[NinthBitPort, int]) -> None:
    port, master = pty
    port.write(b"\x01\x54\xff")
    found = b""
    while len(found) < 3:
        found += os.read(master, 3)
    assert found == b"\x01\x54\xff"


def test_kernel_writes_as_read_here(pty: tuple[NinthBitPort, int]) -> None:
    port, master = pty
    os.write(master, b"\x01\xff\x00")
    unmarker, found = Unmarker(), list[Octet]()
    while len(found) < 3:
        port.wait(Millis(1000))
        found += unmarker.decode_octets(port.read())
    assert found == [Octet(0x01), Octet(0xFF), Octet(0x00)]
