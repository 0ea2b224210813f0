"""The helper can fail: trouble comes before the transfer it was set for, and nowhere else."""

import pytest

from hal.errors import BusStuck
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from tests.kits.drivers.watched_bus import WatchedBus, raising


def test_error_hits_its_transfer_only() -> None:
    chip = SimPca9685()
    bus = WatchedBus(SimI2CBus(chip))
    bus.before[1] = raising(BusStuck("planted"))
    bus.write(0x40, b"\x00\x20")
    with pytest.raises(BusStuck, match="planted"):
        bus.write(0x40, b"\x01\x00")
    assert chip.register(1) == 0x04
    assert bus.write_read(0x40, b"\x00", 2) == b"\x20\x04"
    assert bus.sent == ["00 20", "00 > 2"]
    assert bus.count == 3
