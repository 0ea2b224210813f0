"""351 LEDs behind two pages and a lock: only the changes are sent, and none stays lit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.lights.is31fl3741 import CHANNELS, Is31fl3741, encode_level
from drivers.lights.lights import COLOURS, FULL_LEVEL, BetLights
from drivers.part import SelfTestProof
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel, SpotLight
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from hal.ports import Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.is31fl3741 import SimIs31fl3741
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

DARK = [encode_level(0)] * CHANNELS


class Rig:
    def __init__(self) -> None:
        self.chip = SimIs31fl3741(0x30)
        self.bus = WatchedBus(SimI2CBus(self.chip))
        self.driver = Is31fl3741(self.bus, 0x30)

    def started(self) -> "Rig":
        self.driver.start()
        self.bus.sent.clear()
        return self

    def sent(self) -> list[str]:
        return [said.partition(" >")[0].replace(" ", "") for said in self.bus.sent]

    def lit(self) -> dict[int, int]:
        return {
            led: self.chip.pwm_register(led)
            for led in range(CHANNELS)
            if self.chip.pwm_register(led)
        }


def words(**leds: int) -> list[bytes]:
    return [encode_level(leds.get(f"l{led}", 0)) for led in range(CHANNELS)]


def test_identified_reset_scaled_then_switched_on() -> None:
    rig = Rig()
    rig.driver.start()
    sent = rig.sent()
    assert sent[:5] == ["fc", "fec5", "fd04", "3fae", "fec5"]
    assert sent[5:10] == ["fd00", "00" * 181, "fec5", "fd02", "00" + "ff" * 180]
    assert sent[11:16] == ["fd01", "00" * 172, "fec5", "fd03", "00" + "ff" * 171]
    assert sent[16:19] == ["fec5", "fd04", "000180"]
    assert rig.lit() == {}


def test_another_chip_at_its_address_is_refused() -> None:
    rig = Rig()
    rig.chip.address = 0x31
    with pytest.raises(BadReply, match="no IS31FL3741"):
        rig.driver.start()


@pytest.mark.parametrize(
    ("led", "sent"),
    [(0, ["fec5", "fd00", "00ff"]), (179, ["fec5", "fd00", "b3ff"]),
     (180, ["fec5", "fd01", "00ff"]), (350, ["fec5", "fd01", "aaff"])],
)  # fmt: skip
def test_led_is_on_its_page(led: int, sent: list[str]) -> None:
    rig = Rig().started()
    rig.driver.show(words(**{f"l{led}": FULL_LEVEL}))
    assert rig.sent() == sent
    assert rig.lit() == {led: 255}


def test_neighbours_share_a_write_and_page_turn() -> None:
    rig = Rig().started()
    rig.driver.show(words(l10=FULL_LEVEL, l11=FULL_LEVEL, l14=FULL_LEVEL, l100=FULL_LEVEL))
    assert rig.sent() == ["fec5", "fd00", "0affff0000ff", "64ff"]
    rig.bus.sent.clear()
    rig.driver.show(words(l10=FULL_LEVEL, l11=FULL_LEVEL, l14=FULL_LEVEL, l100=FULL_LEVEL))
    assert rig.sent() == []


LEVELS = st.dictionaries(st.integers(0, CHANNELS - 1), st.integers(0, FULL_LEVEL), max_size=40)


@given(st.lists(LEVELS, min_size=1, max_size=4))
def test_any_picture_sequence_ends_as_the_last(pictures: list[dict[int, int]]) -> None:
    rig = Rig().started()
    for picture in pictures:
        rig.driver.show([encode_level(picture.get(led, 0)) for led in range(CHANNELS)])
    wanted = {
        led: encode_level(level)[0] for led, level in pictures[-1].items() if encode_level(level)[0]
    }
    assert rig.lit() == wanted


@each("error", [DeviceSilent(0x30), BusStuck("held")])
@each("transfer", range(36))
def test_start_repairs_failed_transfer(transfer: int, error: HardwareError) -> None:
    rig = Rig()
    rig.bus.before[transfer] = raising(error)
    pictures = [
        words(l0=FULL_LEVEL, l200=FULL_LEVEL),
        words(l1=FULL_LEVEL, l350=FULL_LEVEL),
        words(l5=FULL_LEVEL),
    ]
    with pytest.raises(HardwareError):
        _busy(rig, pictures)
    rig.driver.start()
    rig.driver.show(pictures[1])
    assert rig.lit() == {1: 255, 350: 255}


def _busy(rig: Rig, pictures: list[list[bytes]]) -> None:
    rig.driver.start()
    for picture in (*pictures, *pictures):
        rig.driver.show(picture)


def test_a_reset_is_noticed() -> None:
    rig = Rig().started()
    rig.driver.check()
    rig.chip.reset()
    with pytest.raises(BadReply):
        rig.driver.check()


def test_blank_is_dark_from_any_picture() -> None:
    rig = Rig().started()
    rig.driver.show(words(l3=FULL_LEVEL))
    assert rig.chip.duty(3) > 0
    rig.driver.blank()
    assert rig.chip.duty(3) == 0


def test_bet_lights_show_states_and_keys() -> None:
    rig = Rig()
    lights = BetLights([rig.driver], {1: (0, 1, 2), 2: (178, 179, 180)}, {Key.UNDO: 350})
    lights.start(Millis(0))
    for light, colour in COLOURS.items():
        panel = Panel({1: light, 2: SpotLight.NONE}, keys=frozenset({Key.UNDO}))
        lights.show(panel, Millis(0))
        assert [rig.chip.pwm_register(led) for led in range(3)] == [
            encode_level(part)[0] for part in colour
        ]
        assert rig.chip.pwm_register(350) == 255
    assert lights.test(Millis(0)) is SelfTestProof.PROVEN
