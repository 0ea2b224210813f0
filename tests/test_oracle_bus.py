"""The shim can fail: bus errors reach the oracle as under Linux."""

import errno

import pytest

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from tests.kits.oracle_bus import OracleBus


@pytest.fixture
def sim_bus() -> SimI2CBus:
    return SimI2CBus(SimPca9685())


def test_buffers_are_sliced_as_by_busio(sim_bus: SimI2CBus) -> None:
    bus, buffer = OracleBus(sim_bus), bytearray(4)
    bus.writeto(0x40, b"\xff\x00\x20\xff", start=1, end=3)
    bus.writeto_then_readfrom(0x40, b"\xff\x00", buffer, out_start=1, in_start=1, in_end=3)
    assert buffer == b"\x00\x20\x04\x00"
    bus.readfrom_into(0x40, buffer, start=3)
    assert buffer == b"\x00\x20\x04\xe2"


def test_transfers_recorded_not_probes(sim_bus: SimI2CBus) -> None:
    bus = OracleBus(sim_bus)
    bus.writeto(0x40, b"")
    bus.writeto_then_readfrom(0x40, b"\x01", bytearray(1))
    assert bus.log == [(0x40, "w", b""), (0x40, "w", b"\x01"), (0x40, "r", b"\x04")]
    assert bus.writes(0x40) == ["01"]
    assert bus.writes(0x41) == []


def test_only_one_at_a_time_has_the_bus(sim_bus: SimI2CBus) -> None:
    bus = OracleBus(sim_bus)
    assert bus.try_lock()
    assert not bus.try_lock()
    bus.unlock()
    assert bus.try_lock()


def test_scan_finds_every_address(sim_bus: SimI2CBus) -> None:
    assert OracleBus(sim_bus).scan() == [0x40, 0x70]


def test_silence_and_stuck_bus_are_oserrors(sim_bus: SimI2CBus) -> None:
    bus = OracleBus(sim_bus)
    with pytest.raises(OSError, match="Remote I/O") as silent:
        bus.writeto(0x41, b"\x00")
    assert silent.value.errno == errno.EREMOTEIO
    sim_bus.is_stuck = True
    with pytest.raises(TimeoutError):
        bus.readfrom_into(0x40, bytearray(1))
    assert bus.log == []
