"""The SSD1306 driver: its bytes, only the changes, and the right picture after every failure."""

import adafruit_ssd1306
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from drivers.displays.ssd1306 import Ssd1306
from hal.errors import DeviceSilent
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.ssd1306 import SimSsd1306
from tests.kits.drivers.glass import paged, same
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.oracle_bus import OracleBus

OFF = "00 e3 e3 ae"
SETTINGS = "d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6 81 cf"
ON = "00 af"


class Noted(SimI2CBus):
    """Keeps what is written, and can fail within a transfer as a cable does."""

    def __init__(self, chip: SimSsd1306) -> None:
        super().__init__(chip)
        self.written: list[str] = []
        self.fails_at: int | None = None
        self.taken_before = 0

    def write(self, address: int, data: bytes) -> None:
        if len(self.written) == self.fails_at:
            super().write(address, data[: self.taken_before])
            raise DeviceSilent(address)
        super().write(address, data)
        self.written.append(data.hex(" "))


def picture(*dots: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (128, 64))
    for dot in dots:
        image.putpixel(dot, 1)
    return image


def any_picture(seed: bytes) -> Image.Image:
    return Image.frombytes("1", (128, 64), (seed * 1024)[:1024])


A, B = any_picture(b"\x0f\x81\x33"), any_picture(b"\xa5\x12\x77\x01\xfe")


def wired() -> tuple[Ssd1306, Noted, SimSsd1306]:
    bus = Noted(chip := SimSsd1306(0x3C))
    return Ssd1306(bus, 0x3C), bus, chip


@each("flip_x, flip_y", [(True, True), (True, False), (False, True), (False, False)])
def test_only_the_option_of_a_module_shows_it_upright(flip_x: bool, flip_y: bool) -> None:
    """Upside down is both; an SSD1312 is an SSD1306 with left and right exchanged."""
    for option in ((True, True), (True, False), (False, True), (False, False)):
        bus = SimI2CBus(chip := SimSsd1306(0x3C, flip_x=flip_x, flip_y=flip_y))
        display = Ssd1306(bus, 0x3C, flip_x=option[0], flip_y=option[1])
        display.start()
        display.show(paged(B))
        assert same(chip.image(), B) is (option == (flip_x, flip_y))


def test_set_up_of_a_module_upside_down() -> None:
    bus = Noted(SimSsd1306(0x3C))
    Ssd1306(bus, 0x3C, flip_x=True, flip_y=True).start()
    assert bus.written[1] == f"00 {SETTINGS.replace('a1 c8', 'a0 c0')}"


def test_start_sends_set_up_darkness_then_light() -> None:
    display, bus, _chip = wired()
    display.start()
    assert bus.written[:2] == [OFF, f"00 {SETTINGS}"]
    assert bus.written[-1] == ON
    halves = ["80 21 80 00 80 7f 80 22 80 00 80 03 40", "80 21 80 00 80 7f 80 22 80 04 80 07 40"]
    assert bus.written[2:-1] == [half + " 00" * 512 for half in halves]


def test_page_sends_first_to_last_changed_column() -> None:
    display, bus, _chip = wired()
    display.start()
    bus.written.clear()
    display.show(paged(picture((127, 63))))
    display.show(paged(picture((3, 8), (6, 15), (127, 63))))
    assert bus.written == [
        "80 21 80 7f 80 7f 80 22 80 07 80 07 40 80",
        "80 21 80 03 80 06 80 22 80 01 80 01 40 01 00 00 80",
    ]


def test_up_to_four_adjacent_pages_share_a_transfer() -> None:
    display, bus, _chip = wired()
    display.start()
    bus.written.clear()
    display.show(paged(picture((5, 7), (4, 8), (7, 23), (9, 40))))
    assert bus.written == [
        "80 21 80 04 80 07 80 22 80 00 80 02 40 00 80 00 00 01 00 00 00 00 00 00 80",
        "80 21 80 09 80 09 80 22 80 05 80 05 40 01",
    ]
    bus.written.clear()
    display.show(paged(picture(*((127, 8 * page) for page in range(8)))))
    assert [written[:38] for written in bus.written] == [
        "80 21 80 04 80 7f 80 22 80 00 80 03 40",
        "80 21 80 09 80 7f 80 22 80 04 80 07 40",
    ]


def test_unchanged_parts_are_not_sent() -> None:
    display, bus, _chip = wired()
    display.start()
    display.show(paged(A))
    bus.written.clear()
    display.show(paged(A))
    assert bus.written == []


@settings(max_examples=examples(20, 100))
@given(frames=st.lists(st.binary(min_size=1, max_size=1024), min_size=1, max_size=4))
def test_each_picture_is_seen_as_drawn(frames: list[bytes]) -> None:
    chip = SimSsd1306(0x3C)
    display = Ssd1306(SimI2CBus(chip), 0x3C)
    display.start()
    for frame in frames:
        display.show(paged(any_picture(frame)))
        assert same(chip.image(), any_picture(frame))
    assert chip.unknown_commands == []


def test_refresh_repeats_settings_and_one_page() -> None:
    display, bus, _chip = wired()
    display.start()
    bus.written.clear()
    display.refresh()
    assert bus.written == [
        f"00 e3 e3 {SETTINGS}",
        "80 21 80 00 80 7f 80 22 80 00 80 00 40" + " 00" * 128,
        ON,
    ]


def test_reset_is_lit_after_one_refresh_right_after_eight() -> None:
    display, _bus, chip = wired()
    display.start()
    display.show(paged(A))
    chip.reset()
    display.refresh()
    assert chip.lit
    assert not same(chip.image(), A)
    for _ in range(7):
        display.refresh()
    assert same(chip.image(), A)


TRANSFERS = 2 + 2 + 1 + 2


@each("at", range(TRANSFERS))
def test_start_and_show_repair_a_refused_transfer(at: int) -> None:
    display, bus, chip = wired()
    bus.fails_at = at
    with pytest.raises(DeviceSilent):
        _start_and_show(display, A)
    bus.fails_at = None
    _start_and_show(display, B)
    assert same(chip.image(), B)


def test_all_transfers_are_tested() -> None:
    display, bus, _chip = wired()
    _start_and_show(display, A)
    assert len(bus.written) == TRANSFERS


@settings(max_examples=examples(20, 100))
@given(at=st.integers(0, TRANSFERS - 1), taken=st.integers(0, 525))
def test_broken_transfer_is_repaired(at: int, taken: int) -> None:
    chip = SimSsd1306(0x3C)
    bus = Noted(chip)
    display = Ssd1306(bus, 0x3C)
    bus.fails_at, bus.taken_before = at, taken
    with pytest.raises(DeviceSilent):
        _start_and_show(display, A)
    bus.fails_at = None
    _start_and_show(display, B)
    assert same(chip.image(), B)
    assert chip.unknown_commands == []


@each("cut_short", ["00 21", "00 21 00", "00 22", "00 22 00", "00 81", "00 a8"])
def test_start_reaches_chip_awaiting_an_argument(cut_short: str) -> None:
    display, _bus, chip = wired()
    chip.write(bytes.fromhex(cut_short))
    _start_and_show(display, A)
    assert same(chip.image(), A)
    assert chip.registers[0x81] == 0xCF


def test_failed_show_resends_its_page() -> None:
    display, bus, chip = wired()
    display.start()
    bus.fails_at, bus.taken_before = len(bus.written) + 1, 300
    with pytest.raises(DeviceSilent):
        display.show(paged(A))
    bus.fails_at = None
    display.show(paged(picture()))
    assert same(chip.image(), picture())


def test_blank_is_dark() -> None:
    display, _bus, chip = wired()
    _start_and_show(display, A)
    display.blank()
    assert same(chip.image(), picture())


def test_adafruits_driver_leaves_the_same_state() -> None:
    display, _bus, chip = wired()
    _start_and_show(display, A)
    theirs = SimSsd1306(0x3C)
    oracle = adafruit_ssd1306.SSD1306_I2C(128, 64, OracleBus(SimI2CBus(theirs)), addr=0x3C)
    oracle.image(A)
    oracle.show()
    assert same(theirs.image(), A)
    assert chip.ram == theirs.ram
    assert (chip.switches, chip.start_line, chip.scans_down) == (
        theirs.switches,
        theirs.start_line,
        theirs.scans_down,
    )
    differing = {key for key in chip.registers if chip.registers[key] != theirs.registers[key]}
    assert differing == {0x81, 0xAD, 0xDB}, "contrast, current reference, VCOMH: both are allowed"


def _start_and_show(display: Ssd1306, image: Image.Image) -> None:
    display.start()
    display.show(paged(image))
