"""Sixteen constant currents: only the changes are sent, pins light in their own order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.lights.aw9523b import CHANNELS, CHIP, Aw9523b, encode_level
from drivers.lights.lights import FULL_LEVEL
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from sim.chips.aw9523b import SimAw9523b
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.drivers.trace_kit import TracedLine
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each


class Rig:
    def __init__(self) -> None:
        self.chip = SimAw9523b(0x5A)
        self.bus = WatchedBus(SimI2CBus(self.chip))
        self.driver = Aw9523b(self.bus, 0x5A)

    def started(self) -> "Rig":
        self.driver.start()
        self.bus.sent.clear()
        return self

    def sent(self) -> list[str]:
        return [said.partition(" >")[0].replace(" ", "") for said in self.bus.sent]

    def lit(self) -> dict[int, int]:
        return {n: self.chip.dim_register(n) for n in range(CHANNELS) if self.chip.duty(n)}


def words(channels: dict[int, int]) -> list[bytes]:
    return [encode_level(channels.get(channel, 0)) for channel in range(CHANNELS)]


def test_dark_before_pins_light_and_never_reset() -> None:
    rig = Rig()
    rig.driver.start()
    assert rig.sent() == ["10", "20" + "00" * 16, "11020000", "10"]


def test_another_chip_is_refused_before_writing() -> None:
    rig = Rig()
    rig.bus.before[0] = lambda: setattr(rig.chip, "read", lambda count: b"\x24" * count)
    with pytest.raises(BadReply, match="no AW9523B: 10h holds 24"):
        rig.driver.start()
    assert rig.sent() == ["10"]


@pytest.mark.parametrize(
    ("channel", "sent"),
    [(0, "24ff"), (7, "2bff"), (8, "20ff"), (11, "23ff"), (12, "2cff"), (15, "2fff")],
)
def test_channel_is_its_pin_s_register(channel: int, sent: str) -> None:
    rig = Rig().started()
    rig.driver.show(words({channel: FULL_LEVEL}))
    assert rig.sent() == [sent]
    assert rig.lit() == {channel: 255}


def test_one_run_holds_all_changes() -> None:
    rig = Rig().started()
    for _ in range(2):
        rig.driver.show(words({0: FULL_LEVEL, 2: 2048, 11: 1024}))
    assert rig.sent() == ["233fff007f"]


LEVELS = st.dictionaries(st.integers(0, CHANNELS - 1), st.integers(0, FULL_LEVEL))


@given(st.lists(LEVELS, min_size=1, max_size=4))
def test_any_picture_sequence_ends_as_the_last(pictures: list[dict[int, int]]) -> None:
    rig = Rig().started()
    for picture in pictures:
        rig.driver.show(words(picture))
    wanted = {
        n: encode_level(level)[0] for n, level in pictures[-1].items() if encode_level(level)[0]
    }
    assert rig.lit() == wanted


@each("error", [DeviceSilent(0x5A), BusStuck("held")])
@each("transfer", range(6))
def test_start_repairs_failed_transfer(transfer: int, error: HardwareError) -> None:
    rig = Rig()
    rig.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError):
        _busy(rig)
    rig.driver.start()
    rig.driver.show(words({3: FULL_LEVEL}))
    assert rig.lit() == {3: 255}


def _busy(rig: Rig) -> None:
    rig.driver.start()
    rig.driver.show(words({1: FULL_LEVEL}))
    rig.driver.show(words({2: FULL_LEVEL}))


def test_reset_is_noticed_blank_is_dark() -> None:
    rig = Rig().started()
    rig.driver.show(words({5: FULL_LEVEL}))
    rig.driver.check()
    rig.driver.blank()
    assert rig.lit() == {}
    rig.chip.reset()
    with pytest.raises(BadReply, match="holds 2300ffff"):
        rig.driver.check()


TRACED = [
    ("11 02 00 00", "write 0x58 CTL = 02 00 00"),
    ("23 FF", "write 0x58 DIM3_P1_3 = FF"),
    ("24 FF", "write 0x58 DIM4_P0_0 = FF"),
    ("2F 00", "write 0x58 DIM15_P1_7 = 00"),
    ("7F 00", "write 0x58 SW_RSTN = 00"),
    ("30 00", "write 0x58 30h = 00"),
]


@each("octets, said", TRACED)
def test_writes_are_traced(octets: str, said: str) -> None:
    assert TracedLine(CHIP.trace()).transfer(0x58, octets).frames == [("out", octets, said)]
