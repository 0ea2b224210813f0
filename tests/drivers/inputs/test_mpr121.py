"""The chip is set up to the byte, and one that was reset or is another is noticed."""

import pytest

from drivers.inputs.mpr121 import Mpr121, TouchStatus
from hal.errors import BadReply, DeviceSilent
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mpr121 import SimMpr121
from tests.kits.drivers.watched_bus import WatchedBus


@pytest.fixture
def chip() -> SimMpr121:
    return SimMpr121(0x5A)


@pytest.fixture
def driver(chip: SimMpr121) -> Mpr121:
    driver = Mpr121(SimI2CBus(chip), 0x5A)
    driver.start()
    return driver


def test_reset_stop_probe_set_up_and_run_in_order(chip: SimMpr121) -> None:
    bus = WatchedBus(SimI2CBus(chip))
    Mpr121(bus, 0x5A).start()
    assert [said.partition(" >")[0].replace(" ", "") for said in bus.sent][:8] == [
        "8063",
        "5e00",
        "5d",
        "2b01010e0001050100000000",
        "41" + "0c06" * 12,
        "5b221020",
        "7b0b00c982b5",
        "5e8f",
    ]


class SlowChip(SimMpr121):
    """A chip that acknowledges nothing for some transfers after its reset."""

    deaf = 0

    def write(self, data: bytes) -> None:
        if self.deaf:
            self.deaf -= 1
            raise DeviceSilent(self.address)
        super().write(data)
        if data[:1] == b"\x80":
            self.deaf = self.deaf_after_reset

    deaf_after_reset = 12


def test_reset_that_takes_its_time_is_awaited() -> None:
    chip = SlowChip(0x5A)
    Mpr121(SimI2CBus(chip), 0x5A).start()
    assert chip.register(0x5E) == 0x8F


def test_chip_that_stays_deaf_after_reset_is_silent() -> None:
    chip = SlowChip(0x5A)
    chip.deaf_after_reset = 1000
    with pytest.raises(DeviceSilent):
        Mpr121(SimI2CBus(chip), 0x5A).start()
    assert chip.deaf > 900


def test_it_counts_twelve_electrodes(chip: SimMpr121, driver: Mpr121) -> None:
    assert driver.read_status() == TouchStatus(
        0, 0, over_current=False, baselines=bytes((181,)) * 12
    )
    chip.cover_input(0, on=True)
    chip.cover_input(11, on=True)
    assert driver.read_status().touched == 0x801
    chip.cover_input(0, on=False)
    assert driver.read_status().touched == 0x800


def test_depth_below_rest_spares_the_interrupt(chip: SimMpr121, driver: Mpr121) -> None:
    """04h and 05h hold ten bits, low byte first; 1Eh holds the upper eight of the baseline."""
    driver.read_status()
    chip.cover_input(0, on=True)
    assert driver.depths() == (60, *[0] * 11)
    assert [chip.register(at) for at in (0x04, 0x05, 0x06, 0x07, 0x1E)] == [
        *(0x98, 0x02, 0xD4, 0x02, 0xB5),
    ]
    assert not chip.level()
    driver.read_status()
    assert chip.level()


def test_over_current_is_not_range(chip: SimMpr121, driver: Mpr121) -> None:
    chip.fail_range(3, 11)
    assert driver.read_status().out_of_range == 0x808
    chip.fail_range(15)
    assert driver.read_status().out_of_range == 0xFFF
    chip.short_rext(on=True)
    assert driver.read_status().over_current


def test_another_chip_is_refused(chip: SimMpr121) -> None:
    chip.reset = lambda: None  # type: ignore[method-assign]
    chip._registers[0x5D] = 0x00
    with pytest.raises(BadReply, match="no MPR121"):
        Mpr121(SimI2CBus(chip), 0x5A).start()


def test_chip_losing_its_thresholds_is_refused(chip: SimMpr121) -> None:
    write = chip.write
    chip.write = lambda data: write(data[:1] if data[0] == 0x41 else data)  # type: ignore[method-assign]
    with pytest.raises(BadReply, match="holds"):
        Mpr121(SimI2CBus(chip), 0x5A).start()


def test_reset_chip_is_noticed(chip: SimMpr121, driver: Mpr121) -> None:
    driver.check()
    chip.reset()
    with pytest.raises(BadReply):
        driver.check()


def test_invalid_status_is_none(chip: SimMpr121) -> None:
    bus = SimI2CBus(chip)
    driver = Mpr121(bus, 0x5A)
    driver.start()
    bus.damage = lambda _address, data: bytes(byte ^ 0x55 for byte in data)
    with pytest.raises(BadReply):
        driver.read_status()
