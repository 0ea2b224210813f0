"""The simulated i2c-tiny-usb adapter, as Linux' driver asks."""

import pytest

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SimMcp23017
from sim.usb.device import Setup, Stall
from sim.usb.i2c_tiny_usb import I2cTinyUsb

OUT, IN = 0x41, 0xC1
GET_FUNC, SET_DELAY, GET_STATUS, WHOLE, FIRST, LAST = 1, 2, 3, 7, 5, 6
READ = 1
CHIP, NOBODY = 0x20, 0x21


@pytest.fixture
def bus() -> SimI2CBus:
    return SimI2CBus(SimMcp23017(CHIP))


@pytest.fixture
def adapter(bus: SimI2CBus) -> I2cTinyUsb:
    return I2cTinyUsb(bus, "BUS1")


def _status(adapter: I2cTinyUsb) -> int:
    return adapter.control(Setup(IN, GET_STATUS, 0, 0, 1), b"")[0]


def test_kernel_finds_it_by_its_numbers_and_people_by_its_name(adapter: I2cTinyUsb) -> None:
    device = adapter.control(Setup(0x80, 6, 0x0100, 0, 18), b"")
    assert device.hex(" ") == "12 01 00 02 00 00 00 08 03 04 31 c6 05 02 01 02 03 01"
    configuration = adapter.control(Setup(0x80, 6, 0x0200, 0, 255), b"")
    assert configuration.hex(" ") == "09 02 12 00 01 01 00 80 32 09 04 00 00 00 00 00 00 00"
    languages = adapter.control(Setup(0x80, 6, 0x0300, 0, 255), b"")
    assert languages.hex(" ") == "04 03 09 04"
    serial = adapter.control(Setup(0x80, 6, 0x0303, 0x0409, 255), b"")
    assert serial.hex(" ") == "0a 03 42 00 55 00 53 00 31 00"


def test_descriptor_is_cut_to_the_requested_length(adapter: I2cTinyUsb) -> None:
    assert adapter.control(Setup(0x80, 6, 0x0200, 0, 9), b"").hex() == "090212000101008032"


def test_it_can_do_what_drivers_need(adapter: I2cTinyUsb) -> None:
    assert adapter.control(Setup(IN, GET_FUNC, 0, 0, 4), b"").hex() == "0900ff0e"
    assert adapter.control(Setup(OUT, SET_DELAY, 10, 0, 0), b"") == b""


def test_register_is_written_and_read_behind_a_repeated_start(adapter: I2cTinyUsb) -> None:
    adapter.control(Setup(OUT, WHOLE, 0, CHIP, 2), b"\x00\xa5")
    assert _status(adapter) == 1
    adapter.control(Setup(OUT, FIRST, 0, CHIP, 1), b"\x00")
    assert adapter.control(Setup(IN, LAST, READ, CHIP, 1), b"") == b"\xa5"
    assert _status(adapter) == 1


def test_empty_write_asks_who_is_there(adapter: I2cTinyUsb) -> None:
    states = []
    for address in (CHIP, NOBODY):
        adapter.control(Setup(OUT, WHOLE, 0, address, 0), b"")
        states.append(_status(adapter))
    assert states == [1, 2]


@pytest.mark.parametrize("address", [NOBODY, 0x00, 0x78, 0x3FF, 0xFFFF])
def test_missing_acknowledge_is_state_2_and_a_whole_answer(
    adapter: I2cTinyUsb, address: int
) -> None:
    assert adapter.control(Setup(IN, WHOLE, READ, address, 3), b"") == bytes(3)
    assert _status(adapter) == 2


def test_stuck_bus_stalls_until_it_is_free(adapter: I2cTinyUsb, bus: SimI2CBus) -> None:
    bus.is_stuck = True
    with pytest.raises(Stall):
        adapter.control(Setup(OUT, WHOLE, 0, CHIP, 1), b"\x00")
    bus.is_stuck = False
    adapter.control(Setup(OUT, WHOLE, 0, CHIP, 1), b"\x00")
    assert _status(adapter) == 1


@pytest.mark.parametrize(("request_type", "request_number"), [(IN, 8), (OUT, 200), (0x21, 0)])
def test_unknown_request_is_refused(
    adapter: I2cTinyUsb, request_type: int, request_number: int
) -> None:
    with pytest.raises(Stall):
        adapter.control(Setup(request_type, request_number, 0, 0, 1), b"")


def test_power_up_forgets_the_state(adapter: I2cTinyUsb) -> None:
    adapter.control(Setup(0x00, 9, 1, 0, 0), b"")
    adapter.control(Setup(OUT, WHOLE, 0, CHIP, 0), b"")
    assert adapter.control(Setup(0x80, 8, 0, 0, 1), b"") == b"\x01"
    adapter.reset()
    assert adapter.control(Setup(0x80, 8, 0, 0, 1), b"") == b"\x00"
    assert _status(adapter) == 0
