"""The far end of an MPR121, by its data sheet and under a driver that nobody here wrote."""

import adafruit_mpr121
import pytest
from adafruit_mpr121 import MPR121
from pytest_mock import MockerFixture

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mpr121 import STACK_DEPTH, SimMpr121
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus


@pytest.fixture
def chip() -> SimMpr121:
    return SimMpr121(0x5A)


@pytest.fixture
def oracle(chip: SimMpr121, mocker: MockerFixture) -> MPR121:
    mocker.patch.object(adafruit_mpr121.time, "sleep")
    return MPR121(OracleBus(SimI2CBus(chip)))


def test_identified_after_reset(oracle: MPR121, chip: SimMpr121) -> None:
    assert not oracle.touched()
    assert chip.register(0x5E) == 0x8F
    assert [chip.register(0x41), chip.register(0x42)] == [12, 6]


@each("electrode", range(12))
def test_electrodes_are_touched_and_released(
    oracle: MPR121, chip: SimMpr121, electrode: int
) -> None:
    free = oracle[electrode].raw_value
    chip.cover_input(electrode, on=True)
    assert oracle.touched() == 1 << electrode
    assert oracle[electrode].raw_value == free - STACK_DEPTH
    assert oracle.baseline_data(electrode) == free
    chip.cover_input(electrode, on=False)
    assert not oracle[electrode].value


def test_object_present_at_start_is_baseline(chip: SimMpr121, mocker: MockerFixture) -> None:
    mocker.patch.object(adafruit_mpr121.time, "sleep")
    chip.cover_input(5, on=True)
    oracle = MPR121(OracleBus(SimI2CBus(chip)))
    assert oracle.touched() == 0
    chip.cover_input(5, on=False)
    chip.cover_input(5, on=True)
    assert oracle.touched() == 1 << 5


def test_settings_locked_while_measuring(chip: SimMpr121) -> None:
    chip.write(bytes.fromhex("5e8f"))
    chip.write(bytes.fromhex("4155"))
    assert chip.register(0x41) == 0
    chip.write(bytes.fromhex("5e00"))
    chip.write(bytes.fromhex("4155"))
    assert chip.register(0x41) == 0x55


def test_interrupt_lasts_until_status_read(oracle: MPR121, chip: SimMpr121) -> None:
    oracle.touched()
    assert chip.level()
    chip.cover_input(2, on=True)
    assert not chip.level()
    oracle[2].raw_value  # noqa: B018  # another register
    assert not chip.level()
    oracle.touched()
    assert chip.level()


def test_over_current_stops_it_until_cleared(oracle: MPR121, chip: SimMpr121) -> None:
    chip.short_rext(on=True)
    chip.cover_input(1, on=True)
    chip.write(b"\x00")
    assert chip.read(2)[1] & 0x80
    chip.short_rext(on=False)
    chip.write(bytes.fromhex("0180"))
    assert oracle.touched() == 1 << 1
