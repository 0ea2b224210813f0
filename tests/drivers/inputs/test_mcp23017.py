from collections.abc import Sequence

import pytest

from drivers.inputs.mcp23017 import Mcp23017
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import INPUT_PINS, SimMcp23017
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

SET_UP = "7f 7f 00 00 7f 7f 7f 7f 7f 7f 44 44 7f 7f"
START = [
    "05 00",
    "0a 44",
    "14 00 00",
    "00 7f 7f 00 00 7f 7f 7f 7f 7f 7f 44 44 7f 7f",
    "00 > 22",
]


def registers(chip: SimMcp23017) -> str:
    return bytes(chip.register(n) for n in range(14)).hex(" ")


def wired() -> tuple[SimMcp23017, WatchedBus]:
    chip = SimMcp23017(0x21)
    return chip, WatchedBus(SimI2CBus(chip))


def test_set_up_has_these_bytes() -> None:
    chip, bus = wired()
    Mcp23017(bus, 0x21).start()
    assert bus.sent == START
    assert registers(chip) == SET_UP


def test_sda_disturbing_pins_are_low() -> None:
    chip, bus = wired()
    chip.write(bytes.fromhex("14 ff ff"))
    Mcp23017(bus, 0x21).start()
    assert chip.register(0x00) & 0x80 == chip.register(0x01) & 0x80 == 0
    assert (chip.register(0x14), chip.register(0x15)) == (0, 0)


@each("control", range(0, 256, 2))
def test_starts_from_any_leftover_mode(control: int) -> None:
    chip, bus = wired()
    chip.write(bytes((0x00,)) + bytes(range(0x81, 0x8B)))
    chip.write(bytes((0x0A, control)))
    Mcp23017(bus, 0x21).start()
    assert registers(chip) == SET_UP


@each("number", range(14))
def test_input_bit_is_clear_at_low_pin(number: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    assert driver.read_levels() == 0x3FFF
    chip.drive_pin(INPUT_PINS[number], high=False)
    low = 0x3FFF & ~(1 << number)
    assert driver.read_levels() == low
    assert bus.sent[-2:] == ["0a > 10", f"06 {low & 0x7F:02x} {low >> 7:02x} > 12"]


def test_both_outputs_are_no_inputs() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.write(bytes.fromhex("14 80 80"))
    assert driver.read_levels() == 0x3FFF


@each("number", range(14))
def test_input_interrupts_until_read(number: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    driver.read_levels()
    assert chip.interrupt.level()
    assert chip.interrupt_b.level()
    chip.drive_pin(INPUT_PINS[number], high=False)
    assert not chip.interrupt.level()
    assert not chip.interrupt_b.level()
    driver.read_levels()
    assert chip.interrupt.level()


def test_second_reading_ends_a_change_s_interrupt() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.drive_pin(INPUT_PINS[9], high=False)
    assert driver.read_levels() == 0x3FFF & ~(1 << 9)
    assert bus.sent[-2:] == ["0a > 10", "06 7f 7b > 12"]
    assert driver.read_levels() == 0x3FFF & ~(1 << 9)
    assert bus.sent[-1] == "0a > 10"
    assert chip.interrupt.level()


@each("moment", range(2))
def test_change_during_reading_needs_another(moment: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.drive_pin(INPUT_PINS[2], high=False)
    bus.before[bus.count + moment] = lambda: chip.drive_pin(INPUT_PINS[2], high=None)
    levels = driver.read_levels()
    assert levels == 0x3FFF or not chip.interrupt.level()
    assert driver.read_levels() == 0x3FFF
    assert chip.interrupt.level()


@each("low", [(), (0,), range(14)])
def test_line_is_proven_with_any_inputs(low: Sequence[int]) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    for number in low:
        chip.drive_pin(INPUT_PINS[number], high=False)
    levels = driver.read_levels()
    assert driver.proven_levels(lambda: not chip.interrupt.level()) == (levels, True)
    assert driver.proven_levels(lambda: False) == (levels, False)
    assert driver.read_levels() == levels
    assert chip.interrupt.level()
    driver.check()


@each("register", [*range(14), 0x14, 0x15])
def test_register_losing_its_value_is_detected(register: int) -> None:
    chip, bus = wired()
    bus.before[4] = lambda: chip.write(bytes((register, chip.register(register) ^ 0x08)))
    with pytest.raises(BadReply, match="0x21"):
        Mcp23017(bus, 0x21).start()


@each("transfer", range(5))
def test_reset_in_mid_start_is_detected_on_reading(transfer: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    bus.before[transfer] = chip.reset
    try:
        driver.start()
        driver.read_levels()
    except BadReply:
        assert transfer > 0
        driver.start()
    assert driver.read_levels() == 0x3FFF
    assert registers(chip) == SET_UP


def test_reset_detected_on_next_reading() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    driver.read_levels()
    chip.reset()
    with pytest.raises(BadReply, match="was reset"):
        driver.read_levels()


def test_check_reads_set_up_and_ends_no_interrupt() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    driver.read_levels()
    chip.drive_pin(INPUT_PINS[3], high=False)
    driver.check()
    assert bus.sent[-1] == "00 > 14"
    assert not chip.interrupt.level()
    assert driver.read_levels() == 0x3FF7


@each("register", range(14))
def test_check_detects_any_change(register: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.write(bytes((register, chip.register(register) ^ 0x08)))
    with pytest.raises(BadReply, match="0x21"):
        driver.check()


@each("error", [DeviceSilent(0x21), BusStuck("held")])
@each("transfer", range(6))
def test_start_recovers_from_bus_error(transfer: int, error: HardwareError) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _start_and_read(driver)
    assert raised.value is error
    assert _start_and_read(driver) == 0x3FFF
    assert registers(chip) == SET_UP


def _start_and_read(driver: Mcp23017) -> int:
    driver.start()
    return driver.read_levels()
