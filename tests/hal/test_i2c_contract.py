"""One contract for every I2C bus: the simulated one, and smbus2 over a modelled kernel adapter."""

import errno
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from pytest_mock import MockerFixture

from hal.errors import BoardUnfit, BusStuck, DeviceSilent, HardwareError
from hal.pi.board import PiBoard
from hal.pi.i2c import SmbusBus
from hal.ports import I2CBus
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.hal.i2c_adapter_model import Adapter
from tests.kits.offenders import each

HERE, THERE, NOBODY = 0x20, 0x73, 0x42


class Registers:
    """256 registers at one address, with a pointer that moves on."""

    def __init__(self, address: int) -> None:
        self.addresses = (address,)
        self.reset()

    def write(self, data: bytes) -> None:
        if data:
            self.pointer = data[0]
        for byte in data[1:]:
            self.cells[self.pointer] = byte
            self.pointer = (self.pointer + 1) % 256

    def read(self, count: int) -> bytes:
        got = bytes(self.cells[(self.pointer + i) % 256] for i in range(count))
        self.pointer = (self.pointer + count) % 256
        return got

    def reset(self) -> None:
        self.cells = bytearray(256)
        self.pointer = 0


@dataclass
class Rig:
    bus: I2CBus
    wire: SimI2CBus
    here: Registers
    there: Registers


@pytest.fixture
def adapter(mocker: MockerFixture) -> Adapter:
    adapter = Adapter(SimI2CBus(Registers(HERE), Registers(THERE)))
    mocker.patch("smbus2.smbus2.ioctl", adapter.ioctl)
    mocker.patch(
        "smbus2.smbus2.os",
        SimpleNamespace(open=adapter.open, close=adapter.close, O_RDWR=os.O_RDWR),
    )
    mocker.patch("hal.pi.i2c.ioctl", adapter.ioctl)
    return adapter


@pytest.fixture
def smbus(adapter: Adapter) -> Iterator[SmbusBus]:
    bus = SmbusBus(1)
    yield bus
    bus.close()


@pytest.fixture(params=["sim", "smbus"])
def rig(request: pytest.FixtureRequest) -> Rig:
    if request.param == "sim":
        wire = SimI2CBus(Registers(HERE), Registers(THERE))
        bus: I2CBus = wire
    else:
        bus = request.getfixturevalue("smbus")
        wire = request.getfixturevalue("adapter").bus
    here, there = wire.chips
    assert isinstance(here, Registers)
    assert isinstance(there, Registers)
    return Rig(bus, wire, here, there)


CALLS: list[Callable[[I2CBus, int], object]] = [
    lambda bus, address: bus.write(address, b"\x12\x01"),
    lambda bus, address: bus.write(address, b""),
    lambda bus, address: bus.read(address, 1),
    lambda bus, address: bus.write_read(address, b"\x12", 2),
]
every_call = pytest.mark.parametrize("call", CALLS, ids=["write", "probe", "read", "write_read"])


def test_written_bytes_are_in_the_chip(rig: Rig) -> None:
    rig.bus.write(HERE, bytes([0x00, *range(256)]))
    assert rig.here.cells == bytes(range(256))
    assert rig.there.cells == bytes(256)


def test_read_gives_requested_length(rig: Rig) -> None:
    rig.there.cells[:] = bytes(range(256))
    assert rig.bus.read(THERE, 3) == b"\x00\x01\x02"
    assert rig.bus.read(THERE, 1) == b"\x03"
    assert rig.bus.read(THERE, 252) == bytes(range(4, 256))


def test_pointer_sets_start_of_read(rig: Rig) -> None:
    rig.here.cells[0x12:0x14] = b"\xa5\x5a"
    assert rig.bus.write_read(HERE, b"\x12", 2) == b"\xa5\x5a"


def test_probe_changes_nothing(rig: Rig) -> None:
    rig.bus.write(HERE, b"\x05\x99")
    rig.bus.write(HERE, b"")
    assert rig.here.pointer == 6
    assert rig.here.cells.count(0) == 255


@every_call
def test_empty_address_is_named_silent(rig: Rig, call: Callable[[I2CBus, int], object]) -> None:
    with pytest.raises(DeviceSilent, match="0x42") as silence:
        call(rig.bus, NOBODY)
    assert silence.value.address == NOBODY


@every_call
def test_removed_part_is_silent(rig: Rig, call: Callable[[I2CBus, int], object]) -> None:
    rig.wire.unplugged.add(rig.here)
    with pytest.raises(DeviceSilent):
        call(rig.bus, HERE)
    call(rig.bus, THERE)
    rig.wire.unplugged.clear()
    call(rig.bus, HERE)


@every_call
def test_held_bus_stuck_until_released(rig: Rig, call: Callable[[I2CBus, int], object]) -> None:
    rig.wire.is_stuck = True
    for address in (HERE, THERE, NOBODY):
        with pytest.raises(BusStuck):
            call(rig.bus, address)
    rig.wire.is_stuck = False
    call(rig.bus, HERE)


@every_call
@each("address", [-1, 0x00, 0x07, 0x78, 0x7F, 0x80, 0x120])
def test_impossible_address_is_refused(
    rig: Rig, call: Callable[[I2CBus, int], object], address: int
) -> None:
    with pytest.raises(ValueError, match="no I2C address"):
        call(rig.bus, address)


@pytest.mark.parametrize("address", [0x08, 0x77])
def test_end_addresses_are_valid(rig: Rig, address: int) -> None:
    with pytest.raises(DeviceSilent):
        rig.bus.read(address, 1)


@pytest.mark.parametrize("count", [0, -1])
def test_empty_read_is_refused(rig: Rig, count: int) -> None:
    with pytest.raises(ValueError, match="read"):
        rig.bus.read(HERE, count)


@each(
    "number, kind",
    [
        (errno.EREMOTEIO, DeviceSilent),
        (errno.ENXIO, DeviceSilent),
        (errno.ETIMEDOUT, BusStuck),
        (errno.EAGAIN, BusStuck),
        (errno.EIO, BusStuck),
        (errno.EOPNOTSUPP, HardwareError),
        (errno.ENODEV, HardwareError),
        (errno.EINVAL, HardwareError),
    ],
)
@every_call
def test_linux_errors_map_to_ours(
    smbus: SmbusBus,
    adapter: Adapter,
    call: Callable[[I2CBus, int], object],
    number: int,
    kind: type[HardwareError],
) -> None:
    adapter.refusal = number
    adapter.transfers.clear()
    with pytest.raises(HardwareError, match="0x20") as raised:
        call(smbus, HERE)
    assert type(raised.value) is kind
    assert len(adapter.transfers) == 1, "whether to try again is the driver's affair"


def test_adapter_times_out_at_100_ms_without_retry(smbus: SmbusBus, adapter: Adapter) -> None:
    assert adapter.settings == {0x0702: 10, 0x0701: 0}


def test_write_then_read_is_one_transaction(smbus: SmbusBus, adapter: Adapter) -> None:
    smbus.write_read(HERE, b"\x12\x34", 5)
    assert adapter.transfers == [[(HERE, 0, 2), (HERE, 1, 5)]]


def test_probe_is_an_empty_write(smbus: SmbusBus, adapter: Adapter) -> None:
    smbus.write(HERE, b"")
    assert adapter.transfers == [[(HERE, 0, 0)]]


@every_call
def test_short_transfer_is_silence(
    smbus: SmbusBus, adapter: Adapter, call: Callable[[I2CBus, int], object]
) -> None:
    adapter.short = 1
    with pytest.raises(DeviceSilent, match="0x20"):
        call(smbus, HERE)


def test_without_empty_writes_probe_reads_a_byte(adapter: Adapter) -> None:
    adapter.functions &= ~0x0001_0000  # I2C_FUNC_SMBUS_QUICK, linux/i2c.h
    bus = SmbusBus(1)
    bus.write(HERE, b"")
    assert adapter.transfers == [[(HERE, 1, 1)]]
    with pytest.raises(DeviceSilent, match="0x42"):
        bus.write(NOBODY, b"")
    bus.close()


def test_oversize_transfer_is_refused(smbus: SmbusBus, adapter: Adapter) -> None:
    smbus.write(HERE, bytes(8192))
    assert len(smbus.read(HERE, 8192)) == 8192
    for call in (
        lambda: smbus.write(HERE, bytes(8193)),
        lambda: smbus.write_read(HERE, bytes(8193), 1),
        lambda: smbus.write_read(HERE, b"\x00", 0),
        lambda: smbus.read(HERE, 8193),
    ):
        with pytest.raises(ValueError, match="bytes"):
            call()
    assert len(adapter.transfers) == 2


def test_bus_opens_by_number_closes_once(adapter: Adapter) -> None:
    bus = SmbusBus(1)
    assert adapter.opened == ["/dev/i2c-1"]
    bus.close()
    bus.close()
    assert adapter.opened == []


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.ENOENT, "dtparam=i2c_arm=on"),
        (errno.EACCES, "group i2c"),
        (errno.EBUSY, "can't be used"),
    ],
)
def test_unopenable_bus_names_remedy(
    adapter: Adapter, mocker: MockerFixture, number: int, remedy: str
) -> None:
    mocker.patch("smbus2.smbus2.os.open", side_effect=OSError(number, os.strerror(number)))
    with pytest.raises(BoardUnfit, match=remedy) as unfit:
        SmbusBus(3)
    assert "/dev/i2c-3" in str(unfit.value)


def test_machine_without_bus_is_unfit() -> None:
    with pytest.raises(BoardUnfit, match="there is no /dev/i2c-99"):
        PiBoard().i2c(99)
