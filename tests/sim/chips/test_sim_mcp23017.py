"""The register model against the data sheet, and against a driver that nobody here wrote."""

import pytest
from adafruit_mcp230xx.mcp23017 import MCP23017
from digitalio import Direction, Pull

from drivers.inputs.mcp23017 import Mcp23017
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus

BANK_0 = range(0x16)
IOCON, GPIO, OLAT = 0x0A, 0x12, 0x14


def send(chip: SimMcp23017, text: str) -> None:
    chip.write(bytes.fromhex(text))


def read(chip: SimMcp23017, register: int, count: int = 1) -> str:
    chip.write(bytes((register,)))
    return chip.read(count).hex(" ")


@pytest.fixture
def chip() -> SimMcp23017:
    return SimMcp23017(0x20)


@pytest.fixture
def watching(chip: SimMcp23017) -> SimMcp23017:
    return watched(chip)


def watched(chip: SimMcp23017) -> SimMcp23017:
    """All pulled up, interrupts on, read once."""
    send(chip, "0c ff ff")
    send(chip, "04 ff ff")
    read(chip, GPIO, 2)
    return chip


def test_registers_after_power_up(chip: SimMcp23017) -> None:
    assert read(chip, 0x00, 22) == "ff ff" + " 00" * 20


def test_probe_changes_nothing(chip: SimMcp23017) -> None:
    chip.write(b"")
    assert 0x20 in chip.addresses
    assert 0x21 not in chip.addresses


def test_sequential_mode_wraps(chip: SimMcp23017) -> None:
    send(chip, "15 aa 55 0f")
    assert chip.register(0x15) == 0xAA
    assert (chip.register(0x00), chip.register(0x01)) == (0x55, 0x0F)


@pytest.mark.parametrize("first", ["0c", "0d"])
def test_byte_mode_in_bank_0_stays_in_pair(chip: SimMcp23017, first: str) -> None:
    send(chip, "0a 20")
    send(chip, f"{first} 11 22 33")
    pair = (chip.register(0x0C), chip.register(0x0D))
    assert pair == ((0x33, 0x22) if first == "0c" else (0x22, 0x33))
    assert (chip.register(0x0E), chip.register(0x02)) == (0, 0)


def test_byte_mode_in_bank_1_stays_put(chip: SimMcp23017) -> None:
    send(chip, "0a a0")
    send(chip, "06 11 22 33")
    assert (chip.register(0x0C), chip.register(0x0D)) == (0x33, 0)


@each("index", [0, 1, 2, 3, 4, 6, 10])
@each("port", [0, 1])
def test_bank_1_has_port_a_at_00_port_b_at_10(index: int, port: int) -> None:
    chip = SimMcp23017(0x20)
    send(chip, "0a 80")
    chip.write(bytes((port << 4 | index, 0x5A)))
    assert chip.register(2 * index + port) == 0x5A
    assert chip.register(2 * index + 1 - port) == (0xFF if index == 0 else 0)
    send(chip, "05 00")
    assert read(chip, 2 * index + port) == "5a"


@pytest.mark.parametrize("at", ["0a", "0b"])
def test_iocon_has_two_addresses(chip: SimMcp23017, at: str) -> None:
    send(chip, f"{at} 47")
    assert read(chip, IOCON, 2)[:2] == "46"
    assert chip.register(0x0A) == chip.register(0x0B) == 0x46


def test_bank_0_address_05_is_gpintenb(chip: SimMcp23017) -> None:
    send(chip, "05 80")
    assert (chip.register(0x05), chip.register(IOCON)) == (0x80, 0)


def test_intf_and_intcap_take_nothing(chip: SimMcp23017) -> None:
    send(chip, "0e ff ff ff ff")
    assert [chip.register(n) for n in range(0x0E, 0x12)] == [0, 0, 0, 0]


@each("pin", range(16))
def test_pulled_up_open_input_reads_high(pin: int) -> None:
    chip = SimMcp23017(0x20)
    bit = 1 << pin
    chip.write(b"\x0c" + bit.to_bytes(2, "little"))
    assert read(chip, GPIO, 2) == bit.to_bytes(2, "little").hex(" ")
    chip.drive_pin(pin, high=False)
    assert read(chip, GPIO, 2) == "00 00"
    chip.drive_pin(pin, high=True)
    chip.write(b"\x0c\x00\x00")
    assert read(chip, GPIO, 2) == bit.to_bytes(2, "little").hex(" ")


def test_polarity_inverts_inputs_only(chip: SimMcp23017) -> None:
    send(chip, "00 0f ff 0f ff")
    send(chip, "03 00")
    send(chip, "02 ff")
    assert read(chip, GPIO) == "0f"


def test_gpio_writes_set_the_latch(chip: SimMcp23017) -> None:
    send(chip, "00 00 00")
    send(chip, "12 a5 7f")
    assert (chip.register(OLAT), chip.register(OLAT + 1)) == (0xA5, 0x7F)
    assert read(chip, GPIO, 2) == "a5 7f"
    chip.drive_pin(1, high=True)
    assert read(chip, GPIO) == "a5"


@each("pin", range(16))
def test_change_sets_flag_and_captures_port(pin: int) -> None:
    chip = watched(SimMcp23017(0x20))
    chip.drive_pin(pin, high=False)
    port, bit = pin >> 3, 1 << (pin & 7)
    assert chip.register(0x0E + port) == bit
    assert chip.register(0x0F - port) == 0
    assert chip.register(0x10 + port) == 0xFF & ~bit


def test_later_changes_are_not_captured(watching: SimMcp23017) -> None:
    watching.drive_pin(0, high=False)
    watching.drive_pin(1, high=False)
    watching.drive_pin(0, high=None)
    assert (watching.register(0x0E), watching.register(0x10)) == (0x01, 0xFE)
    assert read(watching, GPIO) == "fd"
    assert watching.interrupt.level()


@pytest.mark.parametrize("register", [0x10, 0x12])
def test_reading_the_port_ends_interrupt(watching: SimMcp23017, register: int) -> None:
    watching.drive_pin(3, high=False)
    assert not watching.interrupt.level()
    read(watching, register + 1)
    read(watching, 0x0E)
    read(watching, OLAT)
    assert not watching.interrupt.level()
    read(watching, register)
    assert watching.interrupt.level()
    assert watching.register(0x0E) == 0


def test_defval_interrupt_lasts_as_cause(watching: SimMcp23017) -> None:
    send(watching, "06 01")
    send(watching, "08 01")
    watching.drive_pin(0, high=False)
    read(watching, GPIO)
    assert not watching.interrupt.level()
    watching.drive_pin(0, high=None)
    read(watching, GPIO)
    assert watching.interrupt.level()


def test_outputs_never_interrupt(watching: SimMcp23017) -> None:
    send(watching, "00 fe")
    send(watching, "04 fd")
    read(watching, GPIO)
    send(watching, "12 01")
    watching.drive_pin(1, high=False)
    assert watching.interrupt.level()


def test_each_port_has_its_interrupt(watching: SimMcp23017) -> None:
    watching.drive_pin(8, high=False)
    assert watching.interrupt.level()
    assert not watching.interrupt_b.level()
    send(watching, "0a 40")
    assert not watching.interrupt.level()


@pytest.mark.parametrize(
    ("control", "at_rest"), [("00", True), ("02", False), ("04", True), ("06", True)]
)
def test_open_drain_overrides_output_polarity(
    watching: SimMcp23017, control: str, at_rest: bool
) -> None:
    send(watching, f"0a {control}")
    assert watching.interrupt.level() == at_rest
    watching.drive_pin(0, high=False)
    assert watching.interrupt.level() != at_rest


def test_any_chip_pulls_the_shared_line() -> None:
    chips = [SimMcp23017(0x20), SimMcp23017(0x21)]
    line = SharedLine(*(chip.interrupt for chip in chips))
    for chip in chips:
        send(chip, "04 ff")
        assert line.level()
        chip.drive_pin(0, high=True)
        assert not line.level()
        read(chip, GPIO)
        assert line.level()


def test_reset_clears_registers_not_wires(watching: SimMcp23017) -> None:
    watching.drive_pin(2, high=True)
    watching.reset()
    assert read(watching, 0x00, 22) == "ff ff" + " 00" * 16 + " 04 00 00 00"
    assert watching.interrupt.level()


# The oracle: Adafruit's driver, unmodified. It never writes IOCON: it sets an attribute of another
# name, so that its interrupt outputs stay push-pull and apart.


@pytest.fixture
def oracle_bus(chip: SimMcp23017) -> OracleBus:
    return OracleBus(SimI2CBus(chip))


def test_oracle_sends_its_known_set_up(oracle_bus: OracleBus) -> None:
    MCP23017(oracle_bus)
    assert oracle_bus.writes(0x20) == ["00 ff ff", "0c 00 00", "02 00 00"]


def test_oracle_finds_no_absent_chip(oracle_bus: OracleBus) -> None:
    assert oracle_bus.scan() == [0x20]
    with pytest.raises(ValueError, match="No I2C device at address: 0x21"):
        MCP23017(oracle_bus, address=0x21)


def test_oracle_sets_the_same_state(oracle_bus: OracleBus) -> None:
    ours = SimMcp23017(0x20)
    Mcp23017(SimI2CBus(ours), 0x20).start()
    theirs = MCP23017(oracle_bus)
    theirs.iodir = 0x7F7F
    theirs.gppu = 0x7F7F
    theirs.interrupt_configuration = 0x7F7F
    theirs.default_value = 0x7F7F
    theirs.interrupt_enable = 0x7F7F
    iocon_never_written_by_the_oracle = {0x0A, 0x0B}
    left = SimMcp23017(0x20)
    chip = next(iter(oracle_bus._bus.chips))
    differing = {
        n
        for n in BANK_0
        if n not in (0x0E, 0x0F, 0x10, 0x11) and chip.register(n) != ours.register(n)
    }
    assert differing == iocon_never_written_by_the_oracle
    assert chip.register(IOCON) == left.register(IOCON) == 0
    theirs.io_control = 0x44
    assert chip.register(IOCON) == ours.register(IOCON)


@each("number", range(14))
def test_oracle_reads_every_input_alike(number: int) -> None:
    bus = SimI2CBus(chip := SimMcp23017(0x20))
    ours = Mcp23017(bus, 0x20)
    ours.start()
    ours.read_levels()
    theirs = MCP23017(OracleBus(bus), reset=False)
    pin = theirs.get_pin(INPUT_PINS[number])
    assert (pin.direction, pin.pull) == (Direction.INPUT, Pull.UP)
    assert pin.value
    chip.drive_pin(INPUT_PINS[number], high=False)
    assert theirs.int_flag == [INPUT_PINS[number]]
    assert theirs.int_cap[INPUT_PINS[number]] == 0
    assert not pin.value
    assert ours.read_levels() == 0x3FFF & ~(1 << number)


@each("pin", range(16))
def test_oracle_drives_every_pin(pin: int) -> None:
    bus = OracleBus(SimI2CBus(chip := SimMcp23017(0x20)))
    theirs = MCP23017(bus).get_pin(pin)
    theirs.switch_to_output(value=True)
    assert chip.register(OLAT + (pin >> 3)) == 1 << (pin & 7)
    assert theirs.value
    theirs.switch_to_input(pull=Pull.UP, invert_polarity=True)
    assert not theirs.value
