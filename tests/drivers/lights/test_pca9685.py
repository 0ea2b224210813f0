import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.lights.pca9685 import DARK_CHANNEL, Pca9685, encode_level
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

START = [
    "00 20",
    "fa 00 00 00 10",
    "00 30",
    "fe 05",
    "00 20",
    "01 04",
    "00 > 2",
    "fe > 1",
]


def wired() -> tuple[SimPca9685, WatchedBus]:
    chip = SimPca9685()
    return chip, WatchedBus(SimI2CBus(chip))


def levels(chip: SimPca9685) -> list[int]:
    return [chip.duty(channel) for channel in range(16)]


@each(
    "level, registers",
    [
        (0, "00 00 00 10"),
        (1, "00 00 01 00"),
        (0x7FF, "00 00 ff 07"),
        (0x800, "00 00 00 08"),
        (4095, "00 00 ff 0f"),
        (4096, "00 10 00 00"),
    ],
)
def test_level_has_these_registers(level: int, registers: str) -> None:
    assert encode_level(level).hex(" ") == registers


def test_set_up_has_these_bytes() -> None:
    chip, bus = wired()
    Pca9685(bus, 0x40).start()
    assert bus.sent == START
    assert levels(chip) == [0] * 16


def test_all_call_address_0x70_is_off_after_set_up() -> None:
    _chip, bus = wired()
    bus.write(0x70, b"")
    Pca9685(bus, 0x40).start()
    with pytest.raises(DeviceSilent):
        bus.write(0x70, b"")


def test_outputs_become_totem_pole() -> None:
    chip, bus = wired()
    chip.write(b"\x01\x1b")
    Pca9685(bus, 0x40).start()
    assert chip.register(0x01) == 0x04


@each("mode1", sorted(set(range(128)) - {bit | 0x40 for bit in range(128)}))
@each("lit", ["00 08 00 00", "00 10 00 00", "00 00 ff 07"])
def test_starts_dark_from_any_mode(mode1: int, lit: str) -> None:
    chip, bus = wired()
    chip.write(b"\x00\x20")
    chip.write(bytes.fromhex(f"fa {lit}"))
    chip.write(bytes((0x00, mode1)))
    driver = Pca9685(bus, 0x40)
    driver.start()
    assert levels(chip) == [0] * 16
    assert (chip.register(0x00), chip.register(0xFE)) == (0x20, 5)
    driver.show([encode_level(100)] * 16)
    assert levels(chip) == [100] * 16


@each("channel", range(16))
@each("level", [0, 1, 2047, 4095, 4096])
def test_each_channel_shows_its_level(channel: int, level: int) -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    driver.start()
    words = [DARK_CHANNEL] * 16
    words[channel] = encode_level(level)
    driver.show(words)
    assert levels(chip) == [level if n == channel else 0 for n in range(16)]


def test_one_channel_is_one_short_write() -> None:
    _chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    driver.start()
    driver.show([DARK_CHANNEL] * 3 + [encode_level(0x7FF)] + [DARK_CHANNEL] * 12)
    assert bus.sent[len(START) :] == ["12 00 00 ff 07"]


many_levels = st.lists(st.sampled_from([0, 1, 4096]), min_size=16, max_size=16)


@given(st.lists(many_levels, max_size=6))
def test_changes_are_sent_by_eight(frames: list[list[int]]) -> None:
    chip = SimPca9685()
    bus = WatchedBus(SimI2CBus(chip))
    driver = Pca9685(bus, 0x40)
    driver.start()
    for frame in frames:
        before, sent = levels(chip), len(bus.sent)
        driver.show([encode_level(level) for level in frame])
        assert levels(chip) == frame
        written = [bytes.fromhex(line) for line in bus.sent[sent:]]
        assert all(len(line) <= 1 + 8 * 4 for line in written)
        differing = sum(a != b for a, b in zip(before, frame, strict=True))
        assert sum(len(line) - 1 for line in written) == 4 * differing


def test_blank_has_these_bytes() -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    driver.start()
    driver.show([encode_level(4096)] * 16)
    driver.blank()
    assert bus.sent[-1] == "fa 00 00 00 10"
    assert levels(chip) == [0] * 16


def test_failed_blank_sends_all_again() -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    driver.start()
    driver.show([encode_level(9)] * 16)
    bus.before[bus.count] = raising(DeviceSilent(0x40))
    with pytest.raises(DeviceSilent):
        driver.blank()
    chip.write(bytes.fromhex("fa 00 00 00 10"))
    driver.show([encode_level(9)] * 16)
    assert levels(chip) == [9] * 16


def test_reset_chip_is_detected() -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    driver.start()
    driver.check()
    chip.reset()
    with pytest.raises(BadReply, match="modes 1111"):
        driver.check()


@each("transfer", range(len(START)))
def test_reset_in_mid_start_is_detected_by_check(transfer: int) -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    bus.before[transfer] = chip.reset
    try:
        driver.start()
        driver.check()
    except BadReply:
        driver.start()
    assert (chip.register(0x00), chip.register(0x01), chip.register(0xFE)) == (0x20, 0x04, 5)


def test_lost_prescale_is_detected() -> None:
    chip, bus = wired()
    bus.before[3] = lambda: chip.write(b"\x00\x20")
    with pytest.raises(BadReply, match="PRESCALE 1E"):
        Pca9685(bus, 0x40).start()


@each("error", [DeviceSilent(0x40), BusStuck("held")])
@each("transfer", range(len(START) + 3))
def test_failed_transfer_resends_all(transfer: int, error: HardwareError) -> None:
    chip, bus = wired()
    driver = Pca9685(bus, 0x40)
    frame = [encode_level(n) for n in range(1, 17)]
    bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _start_and_show(driver, frame)
    assert raised.value is error
    chip.reset()
    chip.write(b"\x00\x20")
    driver.show(frame)
    assert levels(chip) == list(range(1, 17))


def _start_and_show(driver: Pca9685, frame: list[bytes]) -> None:
    driver.start()
    driver.show(frame)
    driver.check()
