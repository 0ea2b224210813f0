"""The simulated HT16K33 follows the data sheet, and satisfies Adafruit's driver."""

import pytest
from adafruit_ht16k33.segments import Seg7x4

from sim.chips.ht16k33 import SimHt16k33
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.oracle_bus import OracleBus

DIGITS = "3F 06 5B 4F 66 6D 7D 07 7F 6F"


@pytest.fixture
def chip() -> SimHt16k33:
    return SimHt16k33(0x73)


def light(chip: SimHt16k33, digits: str) -> str:
    chip.write(b"\x21")
    chip.write(b"\x81")
    chip.write(b"\x00" + b"".join(bytes((lit, 0)) for lit in bytes.fromhex(digits)))
    return chip.text()


def test_chip_answers_only_at_its_address(chip: SimHt16k33) -> None:
    assert [*chip.addresses] == [0x73]


def test_digits_read_off_their_segments(chip: SimHt16k33) -> None:
    assert light(chip, DIGITS[: 8 * 3 - 1]) == "01234567"
    assert light(chip, DIGITS[-5:] + " 40 00 BF E6 80 49") == "89- 0.4. .?"


@pytest.mark.parametrize(("setup", "lit"), [("21 81", True), ("20 81", False), ("21 80", False)])
def test_digits_need_oscillator_and_display(chip: SimHt16k33, setup: str, lit: bool) -> None:
    light(chip, DIGITS[: 8 * 3 - 1])
    for command in bytes.fromhex(setup):
        chip.write(bytes((command,)))
    assert bool(chip.text()) == lit


def test_memory_wraps_from_the_pointer_on(chip: SimHt16k33) -> None:
    chip.write(bytes.fromhex("0F 11 22"))
    assert (chip.ram[0x0F], chip.ram[0x00]) == (0x11, 0x22)
    chip.write(b"\x0f")
    assert chip.read(2) == b"\x11\x22"


@pytest.mark.parametrize(("command", "hz"), [(0x81, 0), (0x83, 2), (0x85, 1), (0x87, 0.5)])
def test_display_setup_sets_blink_rate(chip: SimHt16k33, command: int, hz: float) -> None:
    chip.write(bytes((command,)))
    assert (chip.is_display_on, chip.blink_hz) == (True, hz)


def test_dimming_is_in_sixteenths(chip: SimHt16k33) -> None:
    chip.write(b"\xe3")
    assert chip.sixteenths == 4


def test_reset_goes_dark_and_forgets(chip: SimHt16k33) -> None:
    light(chip, DIGITS[: 8 * 3 - 1])
    chip.reset()
    assert vars(chip) == vars(SimHt16k33(0x73))
    assert chip.text() == ""


def test_adafruit_driver_read_correctly(chip: SimHt16k33) -> None:
    bus = OracleBus(SimI2CBus(chip))
    display = Seg7x4(bus, address=0x73)
    assert bus.writes(0x73) == ["00 " + "00 " * 15 + "00", "21", "81", "ef"]
    display.print("1234")
    # its glass has the colon at address 4, and four digits
    assert bus.writes(0x73)[-1] == "00 06 00 5b 00 00 00 4f 00 66 00 00 00 00 00 00 00"
    assert chip.text() == "12 34   "
    display.print("56.78")
    assert chip.text() == "56. 78   "
