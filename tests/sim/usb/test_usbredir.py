"""USB redirection, octet by octet: usb-redirection-protocol 0.7."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SimMcp23017
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbredir
from tests.kits.examples import examples
from tests.kits.usb.echo import Echo
from tests.kits.usb.octet_client import OctetClient
from tests.kits.usb.redir_guest import (
    BULK,
    CONTROL,
    READING_STATUS,
    START_READING,
    STOP_READING,
    RedirGuest,
)

VERSION = b"croupier lab".hex().ljust(128, "0")
OUR_HELLO = "00000000 44000000 00000000" + VERSION + "72000000"
PLAIN, ABLE = "00000000", "72000000"
"""Capabilities: none; device version, packet sizes, numbers of 64 bits, bulk lengths of 32 bits.

Without the last three QEMU's controller of USB 3 rejects a device."""
NO_ENDPOINT = "ff" * 15
EP_TYPES = "00" + NO_ENDPOINT + "00" + NO_ENDPOINT
INTERVALS = "01" * 32 + "00" * 32
INTERFACE = "01000000" + "00" * 128


def _hello(capabilities: str) -> str:
    return "00000000 44000000 00000000" + b"qemu".hex().ljust(128, "0") + capabilities


def _plain(octets: str) -> str:
    return octets.replace(" ", "")


@pytest.fixture
def port() -> Iterator[UsbPort]:
    with closing(UsbPort("bus", I2cTinyUsb(SimI2CBus(SimMcp23017(0x20)), "BUS1"))) as port:
        yield port


@pytest.fixture
def path(port: UsbPort, tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "bus.sock"
    with closing(serve_usbredir(port, path)):
        yield path


@pytest.fixture
def guest(path: Path) -> Iterator[RedirGuest]:
    with closing(RedirGuest(path)) as guest:
        yield guest


def test_device_is_announced_after_both_have_said_hello(path: Path) -> None:
    with closing(OctetClient.at_path(path)) as client:
        assert client.read(80) == _plain(OUR_HELLO)
        client.write(_hello(PLAIN))
        assert client.read(12 + 96) == _plain("05000000 60000000 00000000") + EP_TYPES + INTERVALS
        assert client.read(12 + 132) == _plain("04000000 84000000 00000000") + INTERFACE
        assert client.read(12 + 8) == _plain("01000000 08000000 00000000 01 000000 0304 31c6")


def test_what_both_sides_can_is_used(path: Path) -> None:
    with closing(OctetClient.at_path(path)) as client:
        client.read(80)
        client.write(_hello(ABLE))
        sizes = _plain("0800" + "0000" * 15) * 2
        endpoints = EP_TYPES + INTERVALS + sizes
        assert client.read(16 + 160) == _plain("05000000 a0000000 0000000000000000") + endpoints
        client.read(16 + 132)
        version = "0502"
        connect = "01 000000 0304 31c6" + version
        assert client.read(16 + 10) == _plain("01000000 0a000000 0000000000000000" + connect)


def test_write_to_a_chip_and_the_state_after_it(path: Path) -> None:
    with closing(OctetClient.at_path(path)) as client:
        client.read(80)
        client.write(_hello(PLAIN))
        client.read(12 + 96 + 12 + 132 + 12 + 8)
        # Request 7: begin and end. Number 9, IODIRA of 0x20.
        client.write("64000000 0c000000 09000000 00 07 41 00 0000 2000 0200 00 0f")
        assert client.read(22) == _plain("64000000 0a000000 09000000 00074100 0000 2000 0200")
        client.write("64000000 0a000000 0a000000 00 03 c1 00 0000 0000 0100")
        answer = "64000000 0b000000 0a000000 00 03 c1 00 0000 0000 0100 01"
        assert client.read(23) == _plain(answer)


def test_configuration_is_set_after_its_description(guest: RedirGuest) -> None:
    guest.wait_for(1)
    number = guest.send(6, b"\x01")
    kinds = [guest.read_packet() for _ in range(3)]
    assert [kind for kind, _, _ in kinds] == [5, 4, 8]
    assert kinds[2] == (8, number, b"\x00\x01")
    number = guest.send(7, b"")
    assert guest.read_packet() == (8, number, b"\x00\x01")


def test_other_settings_of_the_interface_are_refused(guest: RedirGuest) -> None:
    guest.wait_for(1)
    assert guest.wait_for(11, guest.send(9, b"\x00\x01")) == b"\x02\x00\x00"
    assert guest.wait_for(11, guest.send(9, b"\x00\x00")) == b"\x00\x00\x00"
    assert guest.wait_for(11, guest.send(10, b"\x00")) == b"\x00\x00\x00"


def test_transfer_that_the_device_refuses_is_a_stall(guest: RedirGuest) -> None:
    assert guest.control(0x80, 6, 0x0F00, 0, 64) is None


def test_pulled_cable_is_announced_and_so_is_the_new_one(guest: RedirGuest, port: UsbPort) -> None:
    guest.wait_for(1)
    port.unplug()
    assert guest.read_packet() == (2, 0, b"")
    port.plug()
    assert guest.wait_for(1)[4:8].hex() == "030431c6"


def test_cable_that_is_pulled_for_an_instant_is_noticed(guest: RedirGuest, port: UsbPort) -> None:
    guest.wait_for(1)
    port.unplug()
    port.plug()
    guest.wait_for(2)
    guest.wait_for(1)


def test_device_on_a_pulled_cable_is_not_announced(port: UsbPort, path: Path) -> None:
    port.unplug()
    with closing(RedirGuest(path)) as guest:
        number = guest.send(7, b"")
        assert guest.read_packet() == (8, number, b"\x00\x00")


def test_next_guest_is_served(path: Path) -> None:
    for _ in range(2):
        with closing(RedirGuest(path)) as guest:
            assert guest.control(0xC1, 1, 0, 0, 4) == b"\x09\x00\xff\x0e"


@pytest.mark.parametrize(
    "octets",
    [
        "64000000 00000000 09000000",
        "00000000 ffffffff 00000000",
        _hello(PLAIN) + "64000000 03000000 01000000 000000",
        _hello(PLAIN) + "06000000 00000000 01000000",
        _hello(PLAIN) + "0c000000 03000000 01000000 000000",
        _hello(PLAIN) + _hello(PLAIN),
    ],
    ids=["no hello", "too long", "short transfer", "short setting", "unknown kind", "second hello"],
)
def test_what_the_protocol_does_not_have_ends_the_session_alone(octets: str, path: Path) -> None:
    with closing(OctetClient.at_path(path)) as client:
        client.write(octets)
        client.read_to_end()
    with closing(RedirGuest(path)) as guest:
        guest.wait_for(1)


packets = st.tuples(
    st.sampled_from([*range(26), CONTROL, 101, 102, 103, 104, 0xFFFFFFFF]), st.binary(max_size=40)
)


@settings(
    max_examples=examples(20, 200), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(packets, max_size=6), st.binary(max_size=30))
def test_whatever_a_guest_sends_the_next_one_is_served(
    path: Path, sent: list[tuple[int, bytes]], rest: bytes
) -> None:
    with closing(OctetClient.at_path(path)) as client:
        client.write(_hello(PLAIN))
        try:
            for kind, content in sent:
                head = kind.to_bytes(4, "little") + len(content).to_bytes(4, "little")
                client.write_bytes(head + bytes(4) + content)
            client.write_bytes(rest)
        except ConnectionError:
            pass  # ended, as it may
    with closing(RedirGuest(path)) as guest:
        guest.wait_for(1)


@pytest.fixture
def serial_port() -> Iterator[UsbPort]:
    with closing(UsbPort("shoe", FtdiAdapter(Echo(), 115200, "SHOE1"))) as port:
        yield port


@pytest.fixture
def serial_guest(serial_port: UsbPort, tmp_path: Path) -> Iterator[RedirGuest]:
    with ExitStack() as stack:
        stack.enter_context(closing(serve_usbredir(serial_port, tmp_path / "shoe.sock")))
        guest = stack.enter_context(closing(RedirGuest(tmp_path / "shoe.sock")))
        guest.control(0x40, 3, 0x001A, 0, b"")
        yield guest


def test_bulk_endpoints_are_announced_as_those_of_interrupts(serial_guest: RedirGuest) -> None:
    """QEMU keeps no transfer of theirs under way, which its controller dwc2 could not drop."""
    serial_guest.send(6, b"\x01")
    endpoints = serial_guest.wait_for(5)
    assert {place: kind for place, kind in enumerate(endpoints[:32]) if kind != 255} == {
        0: 0,
        2: 3,
        16: 0,
        17: 3,
    }
    assert endpoints[96 + 2 * 17 :][:2] == b"\x40\x00"


def test_serial_octets_go_there_and_back(serial_guest: RedirGuest) -> None:
    assert serial_guest.start_reading(0x81) == 0
    for word in (b"hello", b"again"):
        serial_guest.write(0x02, word)
        assert serial_guest.read() == b"\x31\x60" + word


@pytest.mark.parametrize("size", [61, 62, 63, 124, 200])
def test_transfer_ends_with_a_short_packet(serial_guest: RedirGuest, size: int) -> None:
    serial_guest.start_reading(0x81)
    sent = bytes(range(size))
    serial_guest.write(0x02, sent)
    packets = [serial_guest.read()]
    while len(packets[-1]) == 64 or len(b"".join(packet[2:] for packet in packets)) < size:
        packets.append(serial_guest.read())
    assert b"".join(packet[2:] for packet in packets) == sent
    assert len(packets[-1]) < 64


def test_endpoint_that_is_not_read_sends_nothing(serial_guest: RedirGuest) -> None:
    serial_guest.start_reading(0x81)
    serial_guest.send(STOP_READING, b"\x81")
    assert serial_guest.wait_for(READING_STATUS) == b"\x00\x81"
    serial_guest.write(0x02, b"hello")
    serial_guest.send(START_READING, b"\x81")
    assert serial_guest.read_packet() == (READING_STATUS, 0, b"\x00\x81")


def test_read_of_a_device_that_is_gone_is_forgotten(
    serial_guest: RedirGuest, serial_port: UsbPort
) -> None:
    serial_guest.start_reading(0x81)
    serial_guest.control(0x40, 1, 0x0100, 0, b"")
    serial_port.unplug()
    assert serial_guest.read_packet() == (2, 0, b"")
    serial_port.plug()
    serial_guest.wait_for(1)
    serial_guest.control(0x40, 3, 0x001A, 0, b"")
    serial_guest.write(0x02, b"hello")
    serial_guest.send(START_READING, b"\x81")
    assert serial_guest.read_packet() == (READING_STATUS, 0, b"\x00\x81")


def test_pulled_device_goes_with_the_read_that_is_under_way(
    serial_guest: RedirGuest, serial_port: UsbPort
) -> None:
    serial_guest.start_reading(0x81)
    serial_port.unplug()
    kind, _, endpoints = serial_guest.read_packet()
    assert (kind, endpoints[2], endpoints[17]) == (5, 3, 2)
    number = serial_guest.ask_bulk(0x81, 64)
    cancelled = (BULK, number, b"\x81\x01" + bytes(8))
    assert [serial_guest.read_packet() for _ in range(2)] == [cancelled, (2, 0, b"")]


def test_pulled_device_goes_once_its_port_is_closed(
    serial_guest: RedirGuest, serial_port: UsbPort
) -> None:
    serial_guest.start_reading(0x81)
    serial_port.unplug()
    assert serial_guest.read_packet()[0] == 5
    serial_guest.control(0x40, 1, 0x0100, 0, b"")
    assert serial_guest.read_packet() == (2, 0, b"")


def test_host_that_is_no_longer_ready_is_sent_nothing(serial_guest: RedirGuest) -> None:
    serial_guest.start_reading(0x81)
    serial_guest.control(0x40, 1, 0x0100, 0, b"")
    serial_guest.write(0x02, b"of the one before")
    serial_guest.control(0x40, 0, 0, 0, b"")  # the next one opens the port
    serial_guest.control(0x40, 1, 0x0101, 0, b"")
    serial_guest.write(0x02, b"hello")
    assert serial_guest.read() == b"\x31\x60hello"


@pytest.mark.parametrize("endpoint", [0x83, 0x02])
def test_endpoint_that_sends_nothing_stalls(serial_guest: RedirGuest, endpoint: int) -> None:
    serial_guest.send(START_READING, bytes((endpoint,)))
    assert serial_guest.wait_for(READING_STATUS)[0] == 0
    assert serial_guest.wait_for(READING_STATUS) == bytes((4, endpoint))
