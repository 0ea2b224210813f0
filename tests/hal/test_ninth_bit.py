"""Octets with a ninth bit in a row of bytes, as Linux marks them."""

import termios

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from hal.ninth_bit import Octet, Unmarker, message, written
from hal.pi import ninth_bit_port
from hal.pi.ninth_bit_port import NinthBitPort

OCTETS = st.lists(st.builds(Octet, st.integers(0, 255), st.booleans()), max_size=30)


@given(OCTETS, st.randoms())
def test_octets_come_back_in_any_portions(octets: list[Octet], chance: object) -> None:
    data, unmarker, found = b"".join(map(written, octets)), Unmarker(), []
    while data:
        portion = chance.randint(1, len(data))
        found += unmarker.take(data[:portion])
        data = data[portion:]
    assert found == octets


def test_a_set_bit_and_the_escape_itself_are_as_the_kernel_writes_them() -> None:
    assert written(Octet(0x11, marked=True)) == b"\xff\x00\x11"
    assert written(Octet(0xFF)) == b"\xff\xff"
    assert message(b"\x01\xff\x54") == b"\xff\x00\x01\xff\xff\x54"


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


def test_the_first_octet_leaves_with_mark_parity_and_the_rest_with_space(
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
    assert ninth_bit_port.__name__
