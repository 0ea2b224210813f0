"""The register model against the data sheet, and against a driver that nobody here wrote."""

from collections.abc import Iterator

import adafruit_pca9685
import pytest

from drivers.lights.pca9685 import DARK_CHANNEL, Pca9685, encode_level
from hal.errors import DeviceSilent
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from tests.kits.drivers.watched_bus import WatchedBus
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus

MODE1, MODE2, LED0, PRESCALE = 0x00, 0x01, 0x06, 0xFE


def send(chip: SimPca9685, text: str) -> None:
    chip.write(bytes.fromhex(text))


def read(chip: SimPca9685, register: int, count: int = 1) -> str:
    chip.write(bytes((register,)))
    return chip.read(count).hex(" ")


@pytest.fixture
def chip() -> SimPca9685:
    return SimPca9685()


@pytest.fixture
def awake(chip: SimPca9685) -> SimPca9685:
    send(chip, "00 20")
    return chip


def test_registers_after_power_up_as_dumped(chip: SimPca9685) -> None:
    registers = [chip.register(n) for n in range(6)]
    assert bytes(registers).hex(" ") == "11 04 e2 e4 e8 e0"
    assert [read(chip, LED0 + n) for n in range(64)] == ["00", "00", "00", "10"] * 16
    assert read(chip, PRESCALE) == "1e"
    assert [chip.duty(n) for n in range(16)] == [0] * 16


def test_pointer_stays_without_auto_increment(chip: SimPca9685) -> None:
    send(chip, "06 01 02 03")
    assert read(chip, LED0, 3) == "03 03 03"
    assert chip.register(LED0 + 1) == 0


def test_auto_increment_wraps_at_the_end(awake: SimPca9685) -> None:
    send(awake, "42 11 02 33 04 21 05")
    assert read(awake, 0x42, 6) == "11 02 33 04 21 05"


def test_auto_increment_wraps_after_prescale(awake: SimPca9685) -> None:
    assert read(awake, PRESCALE, 2) == "1e 20"


def test_auto_increment_acts_in_its_own_write(chip: SimPca9685) -> None:
    send(chip, "00 20 00")
    assert (chip.register(MODE1), chip.register(MODE2)) == (0x20, 0x00)


@pytest.mark.parametrize("register", [0x46, 0x80, 0xF9])
def test_reserved_registers_are_silent(chip: SimPca9685, register: int) -> None:
    with pytest.raises(DeviceSilent):
        chip.write(bytes((register, 0)))


def test_prescale_needs_sleep_and_at_least_3(chip: SimPca9685) -> None:
    send(chip, "00 00")
    send(chip, "fe 05")
    assert chip.register(PRESCALE) == 0x1E
    send(chip, "00 10")
    send(chip, "fe 05")
    assert chip.register(PRESCALE) == 5
    send(chip, "fe 00")
    assert chip.register(PRESCALE) == 3


def test_missing_bits_stay_clear(awake: SimPca9685) -> None:
    send(awake, "01 ff")
    send(awake, "02 ff ff ff ff")
    send(awake, "06 ff ff ff ff")
    assert read(awake, 0x01, 9) == "1f fe fe fe fe ff 1f ff 1f"


@each(
    "registers, duty",
    [
        ("00 00 00 10", 0),
        ("00 10 00 00", 4096),
        ("00 10 00 10", 0),
        ("00 00 ff 07", 2047),
        ("00 00 00 08", 2048),
        ("00 08 00 00", 2048),
        ("99 01 cc 04", 819),
        ("00 0f ff 00", 511),
        ("ff 1f 00 00", 4096),
    ],
)
def test_duty_of_a_channel(awake: SimPca9685, registers: str, duty: int) -> None:
    send(awake, f"12 {registers}")
    assert awake.duty(3) == duty
    assert awake.duty(2) == awake.duty(4) == 0


def test_all_led_writes_all_and_reads_zero(awake: SimPca9685) -> None:
    send(awake, "fa 01 02 03 04")
    assert read(awake, LED0, 64) == " ".join(["01 02 03 04"] * 16)
    assert read(awake, 0xFA, 4) == "00 00 00 00"


def test_all_call_is_on_after_power_up(chip: SimPca9685) -> None:
    assert 0x40 in chip.addresses
    assert 0x70 in chip.addresses
    send(chip, "00 00")
    assert 0x40 in chip.addresses
    assert 0x70 not in chip.addresses


@pytest.mark.parametrize(("bit", "address"), [(0x08, 0x71), (0x04, 0x72), (0x02, 0x74)])
def test_sub_addresses_answer_when_enabled(chip: SimPca9685, bit: int, address: int) -> None:
    assert address not in chip.addresses
    chip.write(bytes((0x00, bit)))
    assert [*chip.addresses] == [0x40, address]


def test_shared_address_can_be_moved(chip: SimPca9685) -> None:
    send(chip, "05 a0")
    assert 0x50 in chip.addresses
    assert 0x70 not in chip.addresses


def test_frame_to_0x70_ruins_all_call_chip(chip: SimPca9685) -> None:
    bus = SimI2CBus(chip)
    bus.write(0x70, bytes.fromhex("00 06 00 5b"))
    assert chip.register(MODE1) == 0x5B & ~0x40


def test_sleep_darkens_outputs_not_registers(awake: SimPca9685) -> None:
    send(awake, "06 00 10 00 00")
    send(awake, "00 30")
    assert awake.duty(0) == 0
    send(awake, "00 20")
    assert awake.duty(0) == 4096


@pytest.fixture
def slept(awake: SimPca9685) -> SimPca9685:
    """Put to sleep while channel 0 was at a half, and woken."""
    send(awake, "06 00 00 00 08")
    send(awake, "00 30")
    assert awake.register(MODE1) == 0xB0
    send(awake, "00 20")
    assert awake.register(MODE1) == 0xA0
    assert awake.duty(0) == 0
    return awake


def test_restart_restores_the_channels(slept: SimPca9685) -> None:
    send(slept, "00 a0")
    assert slept.register(MODE1) == 0x20
    assert slept.duty(0) == 2048


def test_any_channel_write_ends_restart_too(slept: SimPca9685) -> None:
    send(slept, "0a 00 00 00 08")
    assert slept.register(MODE1) == 0x20
    assert (slept.duty(0), slept.duty(1)) == (2048, 2048)


def test_restart_ignored_in_waking_write(slept: SimPca9685) -> None:
    send(slept, "00 30")
    send(slept, "00 a0")
    assert slept.register(MODE1) == 0xA0


def test_dark_channels_need_no_restart(awake: SimPca9685) -> None:
    send(awake, "fa 00 00 00 10")
    send(awake, "00 30")
    assert awake.register(MODE1) == 0x30


def test_external_clock_is_set_in_sleep(chip: SimPca9685) -> None:
    send(chip, "00 40")
    assert chip.register(MODE1) == 0x00
    send(chip, "00 10")
    send(chip, "00 50")
    send(chip, "00 00")
    assert chip.register(MODE1) == 0x40
    chip.reset()
    assert chip.register(MODE1) == 0x11


# The oracle: Adafruit's driver, unmodified. It writes no MODE2 and blanks nothing.


@pytest.fixture
def oracle_bus(chip: SimPca9685) -> OracleBus:
    return OracleBus(SimI2CBus(chip))


@pytest.fixture
def oracle(oracle_bus: OracleBus) -> Iterator[adafruit_pca9685.PCA9685]:
    with their_driver(oracle_bus) as driver:
        yield driver


def their_driver(bus: OracleBus) -> adafruit_pca9685.PCA9685:
    driver = adafruit_pca9685.PCA9685(bus)
    driver.frequency = 1000
    return driver


def test_oracle_sends_its_known_set_up(
    oracle: adafruit_pca9685.PCA9685, oracle_bus: OracleBus
) -> None:
    assert oracle_bus.writes(0x40) == ["00 00", "00", "00 10", "fe 05", "00 00", "00 a0"]
    assert oracle.frequency == pytest.approx(1017.25, abs=0.01)


def registers(chip: SimPca9685) -> list[int]:
    return [chip.register(n) for n in range(256)]


def test_oracle_sets_the_same_state(oracle: adafruit_pca9685.PCA9685, chip: SimPca9685) -> None:
    ours = SimPca9685()
    Pca9685(SimI2CBus(ours), 0x40).start()
    assert registers(ours) == registers(chip)


@each("channel", range(16))
@each("level", [0, 1, 0x7FF, 0x800, 4095, 4096])
def test_oracle_and_driver_send_equal_bytes(channel: int, level: int) -> None:
    oracle_bus = OracleBus(SimI2CBus(chip := SimPca9685()))
    oracle = their_driver(oracle_bus)
    oracle.channels[channel].duty_cycle = min(level << 4, 0xFFFF) if level != 4095 else 0xFFF0
    theirs = oracle_bus.writes(0x40)[-1]
    assert chip.duty(channel) == level
    our_chip = SimPca9685()
    ours = WatchedBus(SimI2CBus(our_chip))
    driver = Pca9685(ours, 0x40)
    driver.start()
    driver.show([DARK_CHANNEL] * 16)
    driver.show([encode_level(4096 - level) if n == channel else DARK_CHANNEL for n in range(16)])
    driver.show([encode_level(level) if n == channel else DARK_CHANNEL for n in range(16)])
    assert ours.sent[-1] == theirs
    assert registers(our_chip) == registers(chip)


def test_oracle_reads_our_levels(oracle: adafruit_pca9685.PCA9685, chip: SimPca9685) -> None:
    driver = Pca9685(SimI2CBus(chip), 0x40)
    driver.start()
    levels = [0, 4096, *range(1, 4096, 300)]
    driver.show([encode_level(level) for level in levels])
    assert [oracle.channels[n].duty_cycle for n in range(16)] == [
        min(level << 4, 0xFFFF) for level in levels
    ]
    assert oracle.frequency == pytest.approx(1017.25, abs=0.01)
