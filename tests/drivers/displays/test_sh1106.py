"""An SH1106 shows the same pictures as luma's own driver, page by page."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106
from PIL import Image

from drivers.displays.sh1106 import Sh1106
from drivers.displays.typesetting import DotScreen, pictures
from hal.errors import BusStuck, DeviceSilent, HardwareError
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.sh1106 import SimSh1106
from tests.kits.drivers.glass import drawn, paged, same
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.examples import examples

SCREENS = [pictures((text,), "SIMULATION")[0] for text in ("Rien ne va plus", "1 250,00 $", "É")]


class Rig:
    def __init__(self, module: int = 2, option: int = 2, **flips: bool) -> None:
        self.chip = SimSh1106(0x3C, column_offset=module, **flips)
        self.bus = WatchedBus(SimI2CBus(self.chip))
        self.driver = Sh1106(self.bus, 0x3C, column_offset=option, **flips)

    def started(self) -> "Rig":
        self.driver.start()
        return self

    def shows(self, screen: DotScreen) -> bool:
        return same(self.chip.image(), drawn(screen))


class OwnBus:
    """The one method of a bus that luma uses, over the simulated one."""

    def __init__(self, chip: SimSh1106) -> None:
        self._chip = chip

    def write_i2c_block_data(self, _address: int, control: int, data: list[int]) -> None:
        self._chip.write(bytes((control, *data)))


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's
@pytest.mark.parametrize("screen", SCREENS)
def test_picture_matches_input_and_luma(screen: DotScreen) -> None:
    rig, theirs = Rig().started(), SimSh1106(0x3C)
    rig.driver.show(screen)
    sh1106(i2c(bus=OwnBus(theirs), address=0x3C)).display(drawn(screen))
    assert rig.shows(screen)
    assert rig.chip.image().tobytes() == theirs.image().tobytes()
    assert rig.chip.unknown_commands == theirs.unknown_commands


def test_hidden_columns_are_skipped() -> None:
    rig = Rig().started()
    dots = Image.new("1", (128, 64))
    dots.putpixel((0, 63), 1)
    rig.driver.show(paged(dots))
    dots.putpixel((30, 0), 1)
    rig.driver.show(paged(dots))
    assert rig.bus.sent[-2:] == ["80 b7 80 02 80 10 40 80", "80 b0 80 00 80 12 40 01"]


@pytest.mark.parametrize("option", range(5))
@pytest.mark.parametrize("module", range(5))
def test_offset_of_another_module_shifts_the_picture(module: int, option: int) -> None:
    """luma.oled's issue 376: a module of 1.54 inches is wired from column 0 on, most from 2."""
    rig = Rig(module, option).started()
    rig.driver.show(SCREENS[0])
    assert rig.shows(SCREENS[0]) is (module == option)


@pytest.mark.parametrize("offset", range(5))
@pytest.mark.parametrize("flip_y", [False, True])
@pytest.mark.parametrize("flip_x", [False, True])
def test_turned_module_shows_the_picture_upright(offset: int, flip_x: bool, flip_y: bool) -> None:
    rig = Rig(offset, offset, flip_x=flip_x, flip_y=flip_y).started()
    rig.driver.show(SCREENS[0])
    assert rig.shows(SCREENS[0])


def test_columns_of_a_module_without_offset() -> None:
    rig = Rig(0, 0).started()
    dots = Image.new("1", (128, 64))
    dots.putpixel((127, 63), 1)
    rig.driver.show(paged(dots))
    assert rig.bus.sent[-1] == "80 b7 80 0f 80 17 40 80"


@settings(max_examples=examples(20, 100))
@given(frames=st.lists(st.binary(min_size=1, max_size=1024), min_size=1, max_size=4))
def test_each_screen_is_seen_as_given(frames: list[bytes]) -> None:
    rig = Rig().started()
    for frame in frames:
        octets = (frame * 1024)[:1024]
        screen = tuple(octets[at : at + 128] for at in range(0, 1024, 128))
        rig.driver.show(screen)
        assert rig.shows(screen)


def test_reset_is_repaired_after_eight_refreshes() -> None:
    rig = Rig().started()
    rig.driver.show(SCREENS[0])
    rig.chip.reset()
    for _ in range(8):
        rig.driver.refresh()
    assert rig.shows(SCREENS[0])


@pytest.mark.parametrize("error", [DeviceSilent(0x3C), BusStuck("held")], ids=["nak", "stuck"])
def test_start_repairs_failed_transfer(error: HardwareError) -> None:
    good = Rig()
    _busy(good)
    assert [n for n in range(good.bus.count) if not _mended(n, error)] == []


def _mended(transfer: int, error: HardwareError) -> bool:
    rig = Rig()
    rig.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError):
        _busy(rig)
    rig.driver.start()
    rig.driver.show(SCREENS[1])
    return rig.shows(SCREENS[1])


def _busy(rig: Rig) -> None:
    rig.driver.start()
    for screen in SCREENS * 2:
        rig.driver.show(screen)


def test_blank_is_dark() -> None:
    rig = Rig().started()
    rig.driver.show(SCREENS[0])
    rig.driver.blank()
    assert not any(rig.chip.image().tobytes())
