"""The simulated SSD1306 follows the data sheet, and satisfies Adafruit's driver."""

import adafruit_ssd1306
import pytest
from PIL import Image

from sim.chips.i2c_bus import SimI2CBus
from sim.chips.ssd1306 import SimSsd1306
from tests.kits.oracle_bus import OracleBus

LIT = bytes.fromhex("00 8D 14 A1 C8 AF")
HORIZONTAL = bytes.fromhex("00 20 00 21 00 7F 22 00 07")


@pytest.fixture
def chip() -> SimSsd1306:
    return SimSsd1306(0x3C)


def dots(image: Image.Image) -> set[tuple[int, int]]:
    assert (image.mode, image.size) == ("1", (128, 64))
    return {(x, y) for x in range(128) for y in range(64) if image.getpixel((x, y))}


def clear(chip: SimSsd1306) -> None:
    chip.write(LIT + HORIZONTAL[1:])
    chip.write(b"\x40" + bytes(1024))


def test_chip_answers_only_at_its_address(chip: SimSsd1306) -> None:
    assert [*chip.addresses] == [0x3C]


def test_power_up_is_dark_with_random_memory(chip: SimSsd1306) -> None:
    assert any(any(page) for page in chip.ram)
    assert dots(chip.image()) == set()


def test_light_needs_charge_pump(chip: SimSsd1306) -> None:
    chip.write(bytes.fromhex("00 AF"))
    assert not chip.lit
    chip.write(bytes.fromhex("00 8D 14"))
    assert chip.lit
    chip.write(bytes.fromhex("00 AE"))
    assert not chip.lit


@pytest.mark.parametrize(
    ("page", "column", "byte", "dot"),
    [
        (0, 0, 0x01, (0, 0)),
        (0, 127, 0x80, (127, 7)),
        (7, 0, 0x01, (0, 56)),
        (7, 127, 0x80, (127, 63)),
    ],
)
def test_byte_is_eight_rows_of_a_column(
    chip: SimSsd1306, page: int, column: int, byte: int, dot: tuple[int, int]
) -> None:
    clear(chip)
    chip.write(bytes((0x00, 0x21, column, 127, 0x22, page, 7)))
    chip.write(bytes((0x40, byte)))
    assert dots(chip.image()) == {dot}


def test_only_scan_direction_acts_at_once(
    chip: SimSsd1306,
) -> None:
    clear(chip)
    chip.write(bytes.fromhex("40 01"))
    chip.write(bytes.fromhex("00 C0"))
    assert dots(chip.image()) == {(0, 63)}
    chip.write(bytes.fromhex("00 A0"))
    assert dots(chip.image()) == {(0, 63)}, "remap touches only what is written later"
    chip.write(bytes.fromhex("00 21 00 7F 22 00 07"))
    chip.write(bytes.fromhex("40 01"))
    assert dots(chip.image()) == {(0, 63), (127, 63)}


def test_inverse_and_all_on_leave_the_memory(chip: SimSsd1306) -> None:
    clear(chip)
    chip.write(bytes.fromhex("40 01"))
    chip.write(bytes.fromhex("00 A7"))
    assert len(dots(chip.image())) == 128 * 64 - 1
    chip.write(bytes.fromhex("00 A6 A5"))
    assert len(dots(chip.image())) == 128 * 64
    chip.write(bytes.fromhex("00 A4"))
    assert dots(chip.image()) == {(0, 0)}


def test_start_line_and_offset_scroll(chip: SimSsd1306) -> None:
    clear(chip)
    chip.write(bytes.fromhex("40 01"))
    chip.write(bytes.fromhex("00 41"))
    assert dots(chip.image()) == {(0, 63)}
    chip.write(bytes.fromhex("00 40 D3 3F"))
    assert dots(chip.image()) == {(0, 1)}


def test_horizontal_addressing_wraps_in_window(chip: SimSsd1306) -> None:
    clear(chip)
    chip.write(bytes.fromhex("00 21 7E 7F 22 06 07"))
    chip.write(bytes.fromhex("40 11 22 33 44 55"))
    # remapped (A1), so the memory runs from segment 127 down
    assert [chip.ram[page][127 - column] for page in (6, 7) for column in (126, 127)] == [
        0x55,
        0x22,
        0x33,
        0x44,
    ]


def test_vertical_addressing_goes_by_pages(chip: SimSsd1306) -> None:
    clear(chip)
    chip.write(bytes.fromhex("00 20 01 21 00 01 22 00 01"))
    chip.write(bytes.fromhex("40 11 22 33 44 55"))
    assert [chip.ram[page][127 - column] for page in (0, 1) for column in (0, 1)] == [
        0x55,
        0x33,
        0x22,
        0x44,
    ]


def test_page_addressing_stays_in_its_page(chip: SimSsd1306) -> None:
    clear(chip)
    chip.write(bytes.fromhex("00 20 02 B3 0E 17 21 00 01 22 00 01"))
    chip.write(bytes.fromhex("40 11 22 33"))
    assert [chip.ram[3][127 - column] for column in (126, 127, 0)] == [0x11, 0x22, 0x33]


def test_command_continues_through_transfers(chip: SimSsd1306) -> None:
    chip.write(bytes.fromhex("80 81"))
    chip.write(b"")
    chip.write(bytes.fromhex("80 42 80 A7 00 D5 F0"))
    assert (chip.registers[0x81], chip.switches[0xA6], chip.registers[0xD5]) == (0x42, True, 0xF0)
    assert chip.unknown_commands == []


def test_unmodelled_command_is_recorded(chip: SimSsd1306) -> None:
    chip.write(bytes.fromhex("00 26 00 00 07 07 00 FF 2F 81 33"))
    assert chip.unknown_commands == [0x26, 0x2F]
    assert chip.registers[0x81] == 0x33


def test_status_shows_if_display_is_off(chip: SimSsd1306) -> None:
    assert chip.read(2) == b"\x40\x40"
    chip.write(LIT)
    assert chip.read(1) == b"\x00"


def test_reset_forgets_every_setting(chip: SimSsd1306) -> None:
    fresh = SimSsd1306(0x3C)
    clear(chip)
    chip.write(bytes.fromhex("00 81 01 45 A5 A7 21 05"))
    chip.reset()
    assert vars(chip) == vars(fresh)


def test_adafruit_driver_draws_upright(chip: SimSsd1306) -> None:
    display = adafruit_ssd1306.SSD1306_I2C(128, 64, OracleBus(SimI2CBus(chip)), addr=0x3C)
    wanted = {(0, 0), (127, 0), (5, 40), (127, 63)}
    for x, y in wanted:
        display.pixel(x, y, 1)
    display.show()
    assert dots(chip.image()) == wanted
    display.invert(True)
    assert len(dots(chip.image())) == 128 * 64 - len(wanted)
    display.poweroff()
    assert dots(chip.image()) == set()
    assert chip.unknown_commands == []
