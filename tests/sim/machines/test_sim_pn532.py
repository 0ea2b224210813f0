"""The far end of a PN532, against independent drivers.

Those drivers never abort a command after giving up its reply, and send SAMConfiguration twice if
the first wake-up is still to come.
"""

import pytest
from adafruit_pn532.i2c import PN532_I2C
from adafruit_pn532.uart import PN532_UART
from pytest_mock import MockerFixture

from sim.chips.i2c_bus import SimI2CBus
from sim.machines.pn532 import (
    GET_FIRMWARE_VERSION,
    IN_LIST_PASSIVE_TARGET,
    SAM_CONFIGURATION,
    SimPn532,
)
from sim.machines.pn532_hsu import SimPn532Hsu
from sim.machines.pn532_i2c import SimPn532I2c
from tests.kits.oracle_bus import OracleBus

SEVEN = bytes.fromhex("04A1B2C3D4E5F6")
FOUR = bytes.fromhex("DEADBEEF")


class Uart:
    """A `busio.UART` over the far end."""

    def __init__(self, far_end: SimPn532Hsu) -> None:
        self._far_end = far_end
        self._held = b""

    @property
    def in_waiting(self) -> int:
        self._held += self._far_end.transmit()
        return len(self._held)

    def read(self, count: int) -> bytes:
        self._held += self._far_end.transmit()
        data, self._held = self._held[:count], self._held[count:]
        return data

    def write(self, data: bytes) -> None:
        self._far_end.receive(bytes(data))

    def reset_input_buffer(self) -> None:
        self._far_end.transmit()
        self._held = b""


class Time:
    """Time that passes only by sleeping and by being asked for."""

    def __init__(self) -> None:
        self._now = 0.0

    def monotonic(self) -> float:
        self._now += 0.001
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += seconds


@pytest.fixture
def chip(mocker: MockerFixture) -> SimPn532:
    for name in ("uart", "i2c", "adafruit_pn532"):
        mocker.patch(f"adafruit_pn532.{name}.time", Time())
    return SimPn532()


@pytest.fixture(params=["uart", "i2c"])
def oracle(request: pytest.FixtureRequest, chip: SimPn532) -> PN532_UART | PN532_I2C:
    if request.param == "uart":
        return PN532_UART(Uart(SimPn532Hsu(chip)))
    return PN532_I2C(OracleBus(SimI2CBus(SimPn532I2c(chip))))


def test_is_woken_configured_and_identified(oracle: PN532_UART | PN532_I2C, chip: SimPn532) -> None:
    assert tuple(oracle.firmware_version) == (0x32, 1, 6, 7)
    assert chip.received_commands[:2] == [SAM_CONFIGURATION, GET_FIRMWARE_VERSION]


@pytest.mark.parametrize("uid", [SEVEN, FOUR], ids=["seven", "four"])
def test_tag_is_read(oracle: PN532_UART | PN532_I2C, chip: SimPn532, uid: bytes) -> None:
    chip.put_tag(uid)
    assert bytes(oracle.read_passive_target(timeout=0.5)) == uid


def test_empty_field_is_never_answered(oracle: PN532_UART | PN532_I2C, chip: SimPn532) -> None:
    assert oracle.read_passive_target(timeout=0.5) is None
    chip.put_tag(FOUR)
    assert bytes(oracle.read_passive_target(timeout=0.5)) == FOUR


def test_seven_byte_tag_answers_every_other(oracle: PN532_UART | PN532_I2C, chip: SimPn532) -> None:
    oracle.call_function(0x32, params=[0x05, 0xFF, 0x01, 0x01])
    chip.put_tag(SEVEN)
    found = [
        oracle.call_function(IN_LIST_PASSIVE_TARGET, params=[1, 0], response_length=19)
        for _ in range(4)
    ]
    assert [reply[0] for reply in found] == [1, 0, 1, 0]


def test_unknown_command_is_a_syntax_error(oracle: PN532_UART | PN532_I2C, chip: SimPn532) -> None:
    with pytest.raises(RuntimeError, match="unexpected command response"):
        oracle.call_function(0x99, response_length=4)
    assert chip.received_commands[-1] == GET_FIRMWARE_VERSION


def test_sleeping_chip_needs_a_wake_up() -> None:
    chip = SimPn532()
    far_end = SimPn532Hsu(chip)
    far_end.receive(bytes.fromhex("0000FF02FED4022A00"))
    assert far_end.transmit() == b""
    far_end.receive(bytes.fromhex("555500000000"))
    far_end.receive(bytes.fromhex("0000FF02FED4022A00"))
    assert far_end.transmit().hex() == "0000ff00ff00" + "0000ff06fad50332010607e800"


def test_ack_aborts_the_pending_command() -> None:
    chip = SimPn532()
    far_end = SimPn532Hsu(chip)
    far_end.receive(bytes.fromhex("55 0000FF05FBD4140114010200".replace(" ", "")))
    far_end.receive(bytes.fromhex("0000FF04FCD44A0100E100"))
    far_end.transmit()
    far_end.receive(bytes.fromhex("0000FF00FF00"))
    chip.put_tag(FOUR)
    assert far_end.transmit() == b""
