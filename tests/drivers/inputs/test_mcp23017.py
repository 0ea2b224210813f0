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


def test_it_is_set_up_with_these_bytes() -> None:
    chip, bus = wired()
    Mcp23017(bus, 0x21).start()
    assert bus.sent == START
    assert registers(chip) == SET_UP


def test_the_pins_that_may_disturb_sda_are_outputs_and_low() -> None:
    chip, bus = wired()
    chip.write(bytes.fromhex("14 ff ff"))
    Mcp23017(bus, 0x21).start()
    assert chip.register(0x00) & 0x80 == chip.register(0x01) & 0x80 == 0
    assert (chip.register(0x14), chip.register(0x15)) == (0, 0)


@each("control", range(0, 256, 2))
def test_it_starts_from_any_mode_that_a_restart_of_the_pi_may_leave(control: int) -> None:
    chip, bus = wired()
    chip.write(bytes((0x00,)) + bytes(range(0x81, 0x8B)))
    chip.write(bytes((0x0A, control)))
    Mcp23017(bus, 0x21).start()
    assert registers(chip) == SET_UP


@each("number", range(14))
def test_each_input_is_a_bit_that_is_clear_when_the_pin_is_low(number: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    assert driver.read_levels() == 0x3FFF
    chip.drive_pin(INPUT_PINS[number], high=False)
    low = 0x3FFF & ~(1 << number)
    assert driver.read_levels() == low
    assert bus.sent[-2:] == ["0a > 10", f"06 {low & 0x7F:02x} {low >> 7:02x} > 12"]


def test_the_two_outputs_are_no_inputs() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.write(bytes.fromhex("14 80 80"))
    assert driver.read_levels() == 0x3FFF


@each("number", range(14))
def test_each_input_interrupts_until_it_is_read(number: int) -> None:
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


def test_a_change_is_expected_before_it_is_read_again_which_ends_its_interrupt() -> None:
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
def test_a_change_during_a_reading_calls_for_the_next_one(moment: int) -> None:
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
def test_it_pulls_its_line_whatever_its_inputs_until_it_is_read(low: Sequence[int]) -> None:
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
def test_a_register_that_does_not_keep_what_was_written_is_found_out(register: int) -> None:
    chip, bus = wired()
    bus.before[4] = lambda: chip.write(bytes((register, chip.register(register) ^ 0x08)))
    with pytest.raises(BadReply, match="0x21"):
        Mcp23017(bus, 0x21).start()


@each("transfer", range(5))
def test_a_reset_in_mid_start_is_found_out_by_the_next_reading(transfer: int) -> None:
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


def test_a_reset_is_found_out_by_the_next_reading() -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    driver.read_levels()
    chip.reset()
    with pytest.raises(BadReply, match="was reset"):
        driver.read_levels()


def test_a_check_reads_what_was_set_up_and_ends_no_interrupt() -> None:
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
def test_a_check_finds_any_register_that_has_changed(register: int) -> None:
    chip, bus = wired()
    driver = Mcp23017(bus, 0x21)
    driver.start()
    chip.write(bytes((register, chip.register(register) ^ 0x08)))
    with pytest.raises(BadReply, match="0x21"):
        driver.check()


@each("error", [DeviceSilent(0x21), BusStuck("held")])
@each("transfer", range(6))
def test_trouble_on_the_bus_passes_through_and_a_new_start_mends_it(
    transfer: int, error: HardwareError
) -> None:
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
