"""An SH1106 shows the same pictures as luma's own driver, page by page."""

import pytest
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106
from PIL import Image

from drivers.sh1106 import Sh1106
from drivers.typesetting import pictures
from hal.errors import BusStuck, DeviceSilent, HardwareError
from sim.i2c import SimI2CBus
from sim.sh1106 import SimSh1106
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

PICTURES = [pictures((text,), "SIMULATION")[0] for text in ("Rien ne va plus", "1 250,00 $", "É")]


class Rig:
    def __init__(self) -> None:
        self.chip = SimSh1106(0x3C)
        self.bus = WatchedBus(SimI2CBus(self.chip))
        self.driver = Sh1106(self.bus, 0x3C)

    def started(self) -> "Rig":
        self.driver.start()
        return self


class OwnBus:
    """The one method of a bus that luma uses, over the simulated one."""

    def __init__(self, chip: SimSh1106) -> None:
        self._chip = chip

    def write_i2c_block_data(self, _address: int, control: int, data: list[int]) -> None:
        self._chip.write(bytes((control, *data)))


@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")  # luma's
@pytest.mark.parametrize("picture", PICTURES)
def test_it_shows_what_it_is_given_and_what_lumas_driver_shows(picture: Image.Image) -> None:
    rig, theirs = Rig().started(), SimSh1106(0x3C)
    rig.driver.show(picture)
    sh1106(i2c(bus=OwnBus(theirs), address=0x3C)).display(picture)
    assert rig.chip.image().tobytes() == picture.tobytes() == theirs.image().tobytes()
    assert rig.chip.unknown == theirs.unknown


def test_a_page_is_addressed_behind_the_hidden_columns() -> None:
    rig = Rig().started()
    rig.driver.show(PICTURES[0])
    rig.bus.sent.clear()
    dot = PICTURES[0].copy()
    dot.putpixel((0, 63), 255 - int(dot.getpixel((0, 63)) or 0))
    rig.driver.show(dot)
    assert rig.bus.sent[0] == "00 b7 02 10"
    assert len(rig.bus.sent) == 5


def test_a_display_that_was_reset_is_right_again_after_eight_refreshes() -> None:
    rig = Rig().started()
    rig.driver.show(PICTURES[0])
    rig.chip.reset()
    for _ in range(8):
        rig.driver.refresh()
    assert rig.chip.image().tobytes() == PICTURES[0].tobytes()


@each("error", [DeviceSilent(0x3C), BusStuck("held")])
@each("transfer", range(0, 80, 3))
def test_after_trouble_at_any_transfer_nothing_is_assumed(
    transfer: int, error: HardwareError
) -> None:
    rig = Rig()
    rig.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError):
        _busy(rig)
    rig.driver.start()
    rig.driver.show(PICTURES[1])
    assert rig.chip.image().tobytes() == PICTURES[1].tobytes()


def _busy(rig: Rig) -> None:
    rig.driver.start()
    for picture in PICTURES * 2:
        rig.driver.show(picture)


def test_blank_is_dark() -> None:
    rig = Rig().started()
    rig.driver.show(PICTURES[0])
    rig.driver.blank()
    assert not any(rig.chip.image().tobytes())
