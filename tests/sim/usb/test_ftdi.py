"""The simulated FTDI adapter, as Linux' ftdi_sio asks."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.usb.device import Setup, Stall
from sim.usb.ftdi import FROM_DEVICE, TO_DEVICE, FtdiAdapter
from sim.usb.ftdi_line import divisor_baud
from sim.wires.impairments import FaultyLink

OUT, IN = 0x40, 0xC0
RESET, SET_BAUD, SET_DATA, SET_LATENCY, GET_LATENCY = 0, 3, 4, 9, 10
BAUD_9600: Final = 0x4138
EIGHT_NONE, EIGHT_EVEN = 0x0008, 0x0208
MS: Final = 1_000_000
AT_REST = bytes.fromhex("31 60")


class Part:
    """A part that sends what it is given to send, and keeps what it receives."""

    def __init__(self) -> None:
        self.to_send = b""
        self.received = b""

    def receive(self, data: bytes) -> None:
        self.received += data

    def transmit(self) -> bytes:
        sent, self.to_send = self.to_send, b""
        return sent


class Rig:
    """A part of 9600 baud at an adapter, which Linux has set up; in virtual time."""

    def __init__(self) -> None:
        self.now_ns = 0
        self.part = Part()
        self.adapter = FtdiAdapter(self.part, 9600, "SHOE1", lambda: self.now_ns)
        self.set(SET_BAUD, BAUD_9600)
        self.set(SET_DATA, EIGHT_NONE)

    def set(self, request: int, value: int, index: int = 0) -> None:
        self.adapter.control(Setup(OUT, request, value, index, 0), b"")

    def get(self, request: int, length: int, index: int = 0) -> str:
        return self.adapter.control(Setup(IN, request, 0, index, length), b"").hex()

    def read(self, size: int = 512) -> bytes | None:
        return self.adapter.read_bulk(FROM_DEVICE, size)

    def send(self, data: bytes, after_ms: int = 1000) -> bytes | None:
        """Have the part send `data`, and return what is read later."""
        self.part.to_send = data
        assert self.read() is None
        self.now_ns += after_ms * MS
        return self.read()


@pytest.fixture
def rig() -> Rig:
    return Rig()


def test_identity_has_its_numbers_and_a_serial_number(rig: Rig) -> None:
    device = rig.adapter.control(Setup(0x80, 6, 0x0100, 0, 18), b"")
    assert device.hex(" ") == "12 01 00 02 00 00 00 08 03 04 01 60 00 06 01 02 03 01"
    configuration = rig.adapter.control(Setup(0x80, 6, 0x0200, 0, 255), b"")
    assert configuration.hex(" ") == (
        "09 02 20 00 01 01 00 80 2d 09 04 00 00 02 ff ff ff 00"
        " 07 05 81 02 40 00 00 07 05 02 02 40 00 00"
    )
    serial = rig.adapter.control(Setup(0x80, 6, 0x0303, 0x0409, 255), b"")
    assert serial[2:].decode("utf-16-le") == "SHOE1"


@pytest.mark.parametrize(
    ("value", "index", "baud"),
    [
        (0x2710, 0, 300),
        (0x0271, 0, 4800),
        (0x4138, 0, 9600),
        (0x809C, 0, 19200),
        (0xC04E, 0, 38400),
        (0x0034, 0, 57692),
        (0x001A, 0, 115385),
        (0x0000, 0, 3_000_000),
        (0x0001, 0, 2_000_000),
        (0x0003, 1, 888_889),
    ],
)
def test_divisors_are_those_of_ftdi(value: int, index: int, baud: int) -> None:
    assert divisor_baud(value, index) == baud


def test_each_packet_begins_with_two_octets_of_status(rig: Rig) -> None:
    answer = rig.send(bytes(range(100)))
    assert answer == AT_REST + bytes(range(62)) + AT_REST + bytes(range(62, 100))


def test_read_of_one_packet_leaves_the_rest(rig: Rig) -> None:
    rig.part.to_send = bytes(range(70))
    assert rig.read(64) is None
    rig.now_ns += 1000 * MS
    assert rig.read(64) == AT_REST + bytes(range(62))
    assert rig.read(64) == AT_REST + bytes(range(62, 70))


def test_octets_wait_for_the_line_and_the_latency_timer(rig: Rig) -> None:
    assert rig.send(b"abc", after_ms=3) is None  # three octets take 3.125 ms
    rig.now_ns += 16 * MS
    assert rig.read() is None
    rig.now_ns += MS
    assert rig.read() == AT_REST + b"abc"


def test_full_packet_does_not_wait(rig: Rig) -> None:
    assert rig.send(bytes(62), after_ms=65) == AT_REST + bytes(62)


def test_latency_timer_is_set_and_read_back(rig: Rig) -> None:
    assert rig.get(GET_LATENCY, 1) == "10"
    rig.set(SET_LATENCY, 1)
    assert rig.get(GET_LATENCY, 1) == "01"
    assert rig.send(b"a", after_ms=3) == AT_REST + b"a"


def test_session_is_told_when_to_read_next(rig: Rig) -> None:
    rig.part.to_send = b"abc"
    rig.read()
    assert rig.adapter.next_read_ns() == 3_125_000


def test_host_octets_reach_the_part(rig: Rig) -> None:
    rig.adapter.write_bulk(TO_DEVICE, b"\x04\xff!")
    assert rig.part.received == b"\x04\xff!"


@pytest.mark.parametrize(
    ("request_number", "value", "status"),
    [(SET_BAUD, 0x0271, "3168"), (SET_DATA, EIGHT_EVEN, "3164"), (SET_DATA, 0x0007, "3164")],
    ids=["half the speed", "parity", "seven bits"],
)
def test_wrong_setting_of_the_line_damages_octets_and_says_so(
    rig: Rig, request_number: int, value: int, status: str
) -> None:
    rig.set(request_number, value)
    answer = rig.send(b"abc")
    assert answer is not None
    assert answer[:2].hex() == status
    assert answer[2:] != b"abc"
    rig.adapter.write_bulk(TO_DEVICE, b"abc")
    assert rig.part.received != b"abc"


def test_octets_that_nobody_reads_overrun_after_256(rig: Rig) -> None:
    for _ in range(3):
        rig.part.to_send = bytes(100)
        rig.adapter.next_read_ns()
        rig.adapter._receive()
        rig.now_ns += 1000 * MS
    rig.adapter._receive()
    answer = rig.read()
    assert answer is not None
    assert answer[:2].hex() == "3162"
    assert len(answer) == 256 + 5 * 2


def test_reset_drops_what_was_received(rig: Rig) -> None:
    rig.part.to_send = b"old"
    rig.read()
    rig.set(RESET, 0)
    rig.now_ns += 1000 * MS
    assert rig.read() is None


def test_lead_damages_octets_where_it_is_impaired(rig: Rig) -> None:
    link = FaultyLink(lambda: rig.now_ns // MS)
    rig.adapter.impairment = link
    link.is_silent = True
    assert rig.send(b"lost") is None


def test_eeprom_has_the_identity_and_no_gpio(rig: Rig) -> None:
    words = [rig.get(0x90, 2, index) for index in (0, 1, 2, 3, 10, 63)]
    assert words == ["0040", "0304", "0160", "0006", "2310", "0000"]


def test_modem_status_is_ready(rig: Rig) -> None:
    assert rig.get(5, 2) == "3160"


@pytest.mark.parametrize("setup", [Setup(OUT, 99, 0, 0, 0), Setup(IN, 99, 0, 0, 1)])
def test_unknown_request_is_refused(rig: Rig, setup: Setup) -> None:
    with pytest.raises(Stall):
        rig.adapter.control(setup, b"")


@given(st.lists(st.tuples(st.binary(max_size=80), st.integers(0, 50)), max_size=8))
def test_what_the_part_sends_is_read_once_and_in_order(pieces: list[tuple[bytes, int]]) -> None:
    rig = Rig()
    read = b""

    def read_on() -> None:
        nonlocal read
        while (answer := rig.read(64)) is not None:
            read += answer[2:]

    for sent, rest_ms in pieces:
        rig.part.to_send = sent
        read_on()
        for _ in range(rest_ms):
            rig.now_ns += MS
            read_on()
    for _ in range(1000):
        rig.now_ns += MS
        read_on()
    assert read == b"".join(sent for sent, _ in pieces)
