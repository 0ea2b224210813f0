"""USB/IP 1.1.1, octet by octet: Documentation/usb/usbip_protocol.rst of Linux."""

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SimMcp23017
from sim.usb.ftdi import FtdiAdapter
from sim.usb.i2c_tiny_usb import I2cTinyUsb
from sim.usb.port import UsbPort
from sim.usb.server import serve_usbip
from tests.kits.examples import examples
from tests.kits.usb.echo import Echo
from tests.kits.usb.octet_client import OctetClient
from tests.kits.usb.usbip_host import RET_SUBMIT, RET_UNLINK, UsbIpHost

HERE = "127.0.0.1"
GOOD, NO_DEVICE, BUSY = "01110003 00000000", "01110003 00000004", "01110003 00000002"
SHOE = "1-2"
BULK_IN, BULK_OUT = 1, 2


class Served:
    """A bus and a shoe, served at an address."""

    def __init__(self, stack: ExitStack) -> None:
        bus = I2cTinyUsb(SimI2CBus(SimMcp23017(0x20)), "BUS1")
        devices = (bus, FtdiAdapter(Echo(), 115200, "SHOE1"))
        self.bus, self.shoe = (
            stack.enter_context(closing(UsbPort(device.serial_number, device)))
            for device in devices
        )
        listener = serve_usbip([self.bus, self.shoe], HERE, 0)
        stack.enter_context(closing(listener))
        self.address = (HERE, listener.tcp_port)

    def client(self) -> OctetClient:
        return OctetClient.at_address(self.address)


@pytest.fixture
def served() -> Iterator[Served]:
    with ExitStack() as stack:
        yield Served(stack)


@pytest.fixture
def shoe(served: Served) -> Iterator[UsbIpHost]:
    with closing(UsbIpHost(served.address, SHOE)) as shoe:
        shoe.control(0x40, 3, 0x001A, 0, b"")
        yield shoe


def _text(text: str, size: int) -> str:
    return text.encode().hex().ljust(2 * size, "0")


def _plain(octets: str) -> str:
    return octets.replace(" ", "")


BUS_RECORD = (
    _text("/sys/devices/croupier/usb1/1-1", 256)
    + _text("1-1", 32)
    + _plain("00000001 00000001 00000002 0403 c631 0205 00 00 00 00 01 01")
)
SHOE_RECORD = (
    _text("/sys/devices/croupier/usb1/1-2", 256)
    + _text("1-2", 32)
    + _plain("00000001 00000002 00000002 0403 6001 0600 00 00 00 00 01 01")
)


def test_devices_are_listed_with_their_interfaces(served: Served) -> None:
    with closing(served.client()) as client:
        client.write("01118005 00000000")
        devices = BUS_RECORD + "00000000" + SHOE_RECORD + "ffffff00"
        assert client.read_to_end().hex() == _plain("01110005 00000000 00000002") + devices


def test_device_whose_cable_is_pulled_is_not_listed(served: Served) -> None:
    served.bus.unplug()
    with closing(served.client()) as client:
        client.write("01118005 00000000")
        devices = SHOE_RECORD + "ffffff00"
        assert client.read_to_end().hex() == _plain("01110005 00000000 00000001") + devices


def test_imported_device_makes_transfers(served: Served) -> None:
    with closing(served.client()) as client:
        client.write("01118003 00000000" + _text("1-1", 32))
        assert client.read(8 + 312) == _plain(GOOD) + BUS_RECORD
        # SUBMIT number 7, in, endpoint 0: vendor request 1, four octets.
        client.write("00000001 00000007 00010001 00000001 00000000")
        client.write("00000200 00000004 00000000 ffffffff 00000000 c101000000000400")
        assert client.read(48 + 4) == _plain(
            "00000003 00000007 00000000 00000000 00000000"
            "00000000 00000004 00000000 ffffffff 00000000 0000000000000000 0900ff0e"
        )
        # SUBMIT number 8, out: request 7, two octets for 0x20.
        client.write("00000001 00000008 00010001 00000000 00000000")
        client.write("00000000 00000002 00000000 00000000 00000000 4107000020000200 000f")
        assert client.read(48) == _plain(
            "00000003 00000008 00000000 00000000 00000000"
            "00000000 00000002 00000000 ffffffff 00000000 0000000000000000"
        )


def test_refused_transfer_is_a_broken_pipe(served: Served) -> None:
    with closing(served.client()) as client:
        client.write("01118003 00000000" + _text("1-1", 32))
        client.read(8 + 312)
        client.write("00000001 00000001 00010001 00000001 00000000")
        client.write("00000200 00000004 00000000 ffffffff 00000000 c199000000000400")
        minus_epipe = "ffffffe0"
        assert client.read(48) == _plain(
            f"00000003 00000001 00000000 00000000 00000000 {minus_epipe}"
            "00000000 00000000 ffffffff 00000000 0000000000000000"
        )


def test_unlinked_read_is_reset_and_not_answered(served: Served) -> None:
    with closing(served.client()) as client:
        client.write("01118003 00000000" + _text(SHOE, 32))
        client.read(8 + 312)
        client.write("00000001 00000001 00010002 00000001 00000001")
        client.write("00000200 00000200 00000000 ffffffff 00000000 0000000000000000")
        client.write("00000002 00000002 00010002 00000000 00000000 00000001" + "00" * 24)
        minus_econnreset = "ffffff98"
        assert client.read(48) == _plain(
            f"00000004 00000002 00000000 00000000 00000000 {minus_econnreset}" + "00" * 24
        )
        # What has been answered can't be unlinked.
        client.write("00000002 00000003 00010002 00000000 00000000 00000001" + "00" * 24)
        assert client.read(48) == _plain(
            "00000004 00000003 00000000 00000000 00000000 00000000" + "00" * 24
        )


def test_serial_octets_go_there_and_back(shoe: UsbIpHost) -> None:
    asked = shoe.submit(BULK_IN, bytes(8), 512)
    written = shoe.submit(BULK_OUT, bytes(8), b"hello")
    assert shoe.read_return(with_data=False)[:3] == (RET_SUBMIT, written, 0)
    assert shoe.read_return(with_data=True) == (RET_SUBMIT, asked, 0, b"\x31\x60hello")


def test_reads_are_answered_in_their_order(shoe: UsbIpHost) -> None:
    asked = [shoe.submit(BULK_IN, bytes(8), 512) for _ in range(3)]
    unlinked = shoe.unlink(asked[0])
    assert shoe.read_return(with_data=False)[:2] == (RET_UNLINK, unlinked)
    for number in asked[1:]:
        shoe.submit(BULK_OUT, bytes(8), b"!")
        shoe.read_return(with_data=False)
        assert shoe.read_return(with_data=True)[1] == number


def test_endpoint_that_is_not_there_stalls(shoe: UsbIpHost) -> None:
    for endpoint, data in ((5, 64), (5, b"!")):
        number = shoe.submit(endpoint, bytes(8), data)
        assert shoe.read_return(with_data=False)[:3] == (RET_SUBMIT, number, -32)


@pytest.mark.parametrize("bus_id", ["1-9", "", "é" * 16, "../.."])
def test_device_that_is_not_there_is_refused(served: Served, bus_id: str) -> None:
    with closing(served.client()) as client:
        client.write("01118003 00000000" + _text(bus_id, 32))
        assert client.read_to_end().hex() == _plain(NO_DEVICE)


def test_device_in_use_is_refused(served: Served, shoe: UsbIpHost) -> None:
    with closing(served.client()) as client:
        client.write("01118003 00000000" + _text(SHOE, 32))
        assert client.read_to_end().hex() == _plain(BUSY)


def test_pulled_cable_ends_the_session_and_a_new_one_is_imported(
    served: Served, shoe: UsbIpHost
) -> None:
    served.shoe.unplug()
    assert shoe.read_to_end() == b""
    with pytest.raises(ConnectionRefusedError):
        UsbIpHost(served.address, SHOE)
    served.shoe.plug()
    with closing(UsbIpHost(served.address, SHOE)) as again:
        assert again.control(0x80, 8, 0, 0, 1) == b"\0"


def test_cable_that_is_pulled_for_an_instant_ends_the_session(
    served: Served, shoe: UsbIpHost
) -> None:
    served.shoe.unplug()
    served.shoe.plug()
    assert shoe.read_to_end() == b""


IMPORTED = "01118003 00000000" + _text("1-1", 32)


@pytest.mark.parametrize(
    "octets",
    [
        "01068005 00000000",
        "01118009 00000000",
        IMPORTED + "00000001 00000001 00010001 00000000 00000000 00000000 7fffffff" + "00" * 20,
        IMPORTED
        + "00000001 00000001 00010001 00000001 00000001 00000000 00000040 00000000 00000008"
        + "00" * 12,
        IMPORTED + "00000003" + "00" * 44,
    ],
    ids=["version", "operation", "too long", "isochronous", "command"],
)
def test_what_the_protocol_does_not_have_ends_the_session_alone(
    octets: str, served: Served
) -> None:
    with closing(served.client()) as client:
        client.write(octets)
        client.read_to_end()
    with closing(UsbIpHost(served.address)) as host:
        assert host.control(0xC1, 1, 0, 0, 4) == b"\x09\x00\xff\x0e"


@settings(
    max_examples=examples(20, 200), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    begin=st.sampled_from(["", "0111", "01118003", "01118003 00000000", IMPORTED]),
    rest=st.lists(st.one_of(st.binary(max_size=60), st.just(b"\0\0\0\1"), st.just(bytes(44)))),
)
def test_whatever_a_host_sends_the_next_one_is_served(
    served: Served, begin: str, rest: list[bytes]
) -> None:
    with closing(served.client()) as client:
        try:
            client.write(begin)
            client.write_bytes(b"".join(rest))
        except ConnectionError:
            pass  # ended, as it may
    with closing(UsbIpHost(served.address, SHOE)) as host:
        assert host.control(0x80, 8, 0, 0, 1) == b"\0"


def test_nothing_listens_beyond_the_address_that_was_asked_for(served: Served) -> None:
    with pytest.raises(ConnectionRefusedError):
        OctetClient.at_address(("127.0.0.2", served.address[1]))
