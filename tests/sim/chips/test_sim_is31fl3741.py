"""The far end of an IS31FL3741, under a driver that nobody here wrote."""

import pytest
from adafruit_is31fl3741 import IS31FL3741, PREFER_BUFFER
from adafruit_is31fl3741.adafruit_rgbmatrixqt import Adafruit_RGBMatrixQT

from drivers.lights.is31fl3741 import CHANNELS, Is31fl3741, encode_level
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.is31fl3741 import SimIs31fl3741
from tests.kits.oracle_bus import OracleBus


@pytest.fixture
def chip() -> SimIs31fl3741:
    return SimIs31fl3741(0x30)


def test_each_led_placed_as_by_the_driver(chip: SimIs31fl3741) -> None:
    oracle = IS31FL3741(OracleBus(SimI2CBus(chip)), 0x30)
    oracle.set_led_scaling(0xFF)
    oracle.global_current = 0xFF
    oracle.enable = True
    for led in range(351):
        oracle[led] = led % 255 + 1
    assert [chip.pwm_register(led) for led in range(351)] == [led % 255 + 1 for led in range(351)]
    assert [oracle[led] for led in (0, 179, 180, 350)] == [1, 180, 181, 96]
    assert chip.duty(254) == 4096


def test_buffered_picture_arrives_whole(chip: SimIs31fl3741) -> None:
    oracle = IS31FL3741(OracleBus(SimI2CBus(chip)), 0x30, allocate=PREFER_BUFFER)
    for led in (3, 180, 350):
        oracle[led] = 7
    oracle.show()
    assert [led for led in range(351) if chip.pwm_register(led)] == [3, 180, 350]


def test_shutdown_scaling_and_current_darken_it(chip: SimIs31fl3741) -> None:
    oracle = IS31FL3741(OracleBus(SimI2CBus(chip)), 0x30)
    oracle[9] = 255
    assert chip.duty(9) == 0
    oracle.enable = True
    oracle.global_current = 0x80
    assert chip.duty(9) == 0
    oracle.set_led_scaling(0xFF)
    assert chip.duty(9) > 0
    oracle.enable = False
    assert chip.duty(9) == 0


def test_page_needs_the_unlock_key(chip: SimIs31fl3741) -> None:
    chip.write(bytes.fromhex("fd04"))
    chip.write(bytes.fromhex("0001"))
    assert chip.pwm_register(0) == 1


def test_matrix_is_filled(chip: SimIs31fl3741) -> None:
    matrix = Adafruit_RGBMatrixQT(OracleBus(SimI2CBus(chip)), 0x30, allocate=PREFER_BUFFER)
    matrix.fill(0x010203)
    matrix.show()
    assert sorted({chip.pwm_register(led) for led in range(351)}) == [1, 2, 3]


def test_driver_and_oracle_agree(chip: SimIs31fl3741) -> None:
    ours = SimIs31fl3741(0x30)
    driver = Is31fl3741(SimI2CBus(ours), 0x30)
    driver.start()
    driver.show([encode_level(4096 if led % 7 == 0 else 0) for led in range(CHANNELS)])
    oracle = IS31FL3741(OracleBus(SimI2CBus(chip)), 0x30)
    oracle.set_led_scaling(0xFF)
    oracle.global_current = 0x80
    oracle.enable = True
    for led in range(0, CHANNELS, 7):
        oracle[led] = 255
    assert [ours.duty(led) for led in range(351)] == [chip.duty(led) for led in range(351)]
