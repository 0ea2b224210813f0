"""The register model against the data sheet, and against a driver that nobody here wrote."""

import adafruit_aw9523
import pytest

from drivers.lights.aw9523b import Aw9523b, encode_level
from sim.chips.aw9523b import SimAw9523b
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.drivers.watched_bus import WatchedBus
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus

ID, CTL, LEDMS, DIM = 0x10, 0x11, 0x12, 0x20
DIMS = [f"P1_{n}" for n in range(4)] + [f"P0_{n}" for n in range(8)]
DIMS += [f"P1_{n}" for n in range(4, 8)]


def send(chip: SimAw9523b, text: str) -> None:
    chip.write(bytes.fromhex(text))


def read(chip: SimAw9523b, register: int, count: int = 1) -> str:
    chip.write(bytes((register,)))
    return chip.read(count).hex(" ")


@pytest.fixture
def chip() -> SimAw9523b:
    return SimAw9523b()


def test_registers_after_power_up(chip: SimAw9523b) -> None:
    assert read(chip, ID, 4) == "23 00 ff ff"
    assert read(chip, 0x04, 4) == "00 00 00 00"
    assert [chip.duty(n) for n in range(16)] == [0] * 16


def test_read_only_or_missing_takes_nothing(chip: SimAw9523b) -> None:
    send(chip, "10 ff ff")
    assert read(chip, ID, 2) == "23 13"
    send(chip, "14 01 02 03")
    assert read(chip, 0x14, 3) == "00 00 00"


def test_dimming_registers_cannot_be_read(chip: SimAw9523b) -> None:
    send(chip, "20 ff")
    assert read(chip, DIM) == "00"
    assert chip.register(DIM) == 0xFF


@each("at, name", enumerate(DIMS))
def test_dimming_registers_match_datasheet(at: int, name: str) -> None:
    chip = SimAw9523b()
    send(chip, "12 00 00")
    send(chip, f"{DIM + at:02x} ff")
    port, bit = map(int, name[1:].split("_"))
    assert [n for n in range(16) if chip.duty(n)] == [8 * port + bit]


@each("quarter, full", [(0, 4096), (1, 3072), (2, 2048), (3, 1024)])
def test_current_range(quarter: int, full: int) -> None:
    chip = SimAw9523b()
    send(chip, f"11 {quarter:02x} 00 00")
    send(chip, "24 ff 80")
    assert chip.duty(0) == full
    assert chip.duty(1) == 0x80 * full // 255


def test_pin_that_is_no_led_is_dark(chip: SimAw9523b) -> None:
    send(chip, "20" + "ff" * 16)
    send(chip, "12 fe 7f")
    assert [n for n in range(16) if chip.duty(n)] == [0, 15]


def test_only_zero_resets_it(chip: SimAw9523b) -> None:
    send(chip, "11 03 00 00")
    send(chip, "7f 01")
    assert read(chip, CTL, 3) == "03 00 00"
    send(chip, "7f 00")
    assert read(chip, CTL, 3) == "00 ff ff"


# The oracle: Adafruit's driver, unmodified. It resets the chip, which ours does not.


def their_driver(bus: OracleBus) -> adafruit_aw9523.AW9523:
    driver = adafruit_aw9523.AW9523(bus)
    driver.constant_current_range = adafruit_aw9523.AW9523_2_4_RANGE
    driver.LED_modes = 0xFFFF
    return driver


def test_oracle_sends_its_known_set_up(chip: SimAw9523b) -> None:
    bus = OracleBus(SimI2CBus(chip))
    their_driver(bus)
    sent = [said for said in bus.writes(0x58) if len(said) > 2]
    assert sent == ["7f 00", "11 10", "06 ff ff", "04 ff ff", "11 12", "12 00 00"]


@each("channel", range(16))
@each("level", [1, 15, 16, 0x7FF, 0x800, 4095, 4096])
def test_oracle_and_driver_send_equal_bytes(channel: int, level: int) -> None:
    bus = OracleBus(SimI2CBus(chip := SimAw9523b()))
    oracle = their_driver(bus)
    (value,) = encode_level(level)
    oracle.set_constant_current(channel, value)
    ours = WatchedBus(SimI2CBus(our_chip := SimAw9523b()))
    driver = Aw9523b(ours, 0x58)
    driver.start()
    driver.show([encode_level(level) if n == channel else encode_level(0) for n in range(16)])
    if value:
        assert ours.sent[-1] == bus.writes(0x58)[-1]
    lit = [chip.duty(n) for n in range(16)]
    assert lit == [our_chip.duty(n) for n in range(16)]
    assert lit[channel] == value * 2048 // 255


def test_oracle_reads_our_set_up(chip: SimAw9523b) -> None:
    Aw9523b(SimI2CBus(chip), 0x58).start()
    oracle = adafruit_aw9523.AW9523(OracleBus(SimI2CBus(chip)), reset=False)
    assert oracle.LED_modes == 0xFFFF
    assert oracle.constant_current_range == adafruit_aw9523.AW9523_2_4_RANGE


def test_oracle_rejects_another_chip() -> None:
    chip = SimAw9523b()
    chip._registers[ID] = 0x24
    with pytest.raises(AttributeError):
        their_driver(OracleBus(SimI2CBus(chip)))
