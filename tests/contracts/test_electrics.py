"""What the wiring pages say of a part is what its driver makes of it."""

import re
from collections import Counter
from importlib import import_module
from typing import Final, Protocol

from drivers.electrics import ELECTRICS, Signal
from drivers.i2c_chip import chips_of
from drivers.inputs.mcp23017 import Mcp23017
from drivers.lights import CHIPS
from drivers.lights.aw9523b import Aw9523b
from drivers.lights.chip import LightChip, LightDriver
from drivers.lights.pca9685 import Pca9685
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.wiring.budget import RailLoad, WiredUnit, bus_khz, wire_metres
from firmware.shell.wiring.electrics_words import facts
from firmware.shell.words.words import Words
from sim.chips.aw9523b import SimAw9523b
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SimMcp23017
from sim.chips.pca9685 import SimPca9685
from tests.kits.offenders import each
from tools.part_electrics import BLOCK, PARTS, with_facts

WIRES: Final = {
    "i2c": {Signal.I2C},
    "serial": {Signal.RS232, Signal.TTL, Signal.SERIAL},
    "wheel": {Signal.CONTACT},
    "lines": {Signal.CONTACT, Signal.OUTPUT},
    "voice": {Signal.AUDIO},
}
KINDS: Final = sorted({kind.word: kind for kinds in PART_KINDS.values() for kind in kinds}.items())
MODE2, INVRT, OUTDRV = 0x01, 0x10, 0x04


class LampChip(Protocol):
    def duty(self, channel: int) -> int: ...


def pin_is_high(chip: SimPca9685, channel: int) -> bool:
    """Return the level of an output that is on or off the whole time (PCA9685, table 13)."""
    mode = chip.register(MODE2)
    assert mode & OUTDRV, "an open drain has no high level"
    return (chip.duty(channel) > 0) != bool(mode & INVRT)


def current_flows(chip: LampChip, channel: int) -> bool:
    return chip.duty(channel) > 0


# every kind of part


def test_every_part_has_its_facts_and_no_other() -> None:
    assert sorted(ELECTRICS) == [word for word, _ in KINDS]


@each("word, kind", KINDS)
def test_signal_wires_are_those_of_the_driver(word: str, kind: object) -> None:
    assert ELECTRICS[word].signal in WIRES[getattr(kind, "bus_type")]  # noqa: B009


@each("word", list(ELECTRICS))
def test_supply_lies_in_the_limits_of_the_paper(word: str) -> None:
    one = ELECTRICS[word]
    if one.volts:
        low, high = one.volts
        assert low <= float(one.rail.value.split()[0]) <= high
        assert one.source


def test_every_part_s_own_page_has_its_facts() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(PARTS.glob("*.md"))]
    assert [text for text in texts if with_facts(text) != text] == [], "run make pages"
    named = Counter(word for text in texts for word in BLOCK.findall(text))
    assert named == Counter(list(ELECTRICS))


# lamps: dark on the page is dark at the driver


def lit_and_dark(driver: LightDriver, chip: LampChip, word: str) -> list[bool]:
    """Return whether channel 0 is lit after the set-up, at full level, at none, and at the end."""
    lamps = ELECTRICS[word].lamps
    assert lamps is not None
    is_lit = {"high": pin_is_high, "current": current_flows, "matrix": current_flows}[lamps.lit_by]
    seen = []
    for step in ("start", "full", "none", "blank"):
        if step in ("start", "blank"):
            getattr(driver, step)()
        else:
            level = driver.encode_level(4096 if step == "full" else 0)
            driver.show([level] * driver.channels)
        seen.append(is_lit(chip, 0))
    return seen


@each("light_chip", chips_of("drivers.lights", CHIPS))
def test_lamp_is_dark_when_the_driver_says_dark(light_chip: LightChip) -> None:
    address = light_chip.addresses[0]
    chip = import_module(f"sim.chips.{light_chip.word}").far_end(address)
    driver = light_chip.make_driver(SimI2CBus(chip), address)
    assert lit_and_dark(driver, chip, light_chip.word) == [False, True, False, False]


def test_inverted_output_is_lit_when_the_driver_says_dark() -> None:
    chip = SimPca9685(0x40)
    bus = SimI2CBus(chip)
    Pca9685(bus, 0x40).start()
    assert not pin_is_high(chip, 0)
    bus.write(0x40, bytes((MODE2, INVRT | OUTDRV)))
    assert pin_is_high(chip, 0)


def test_pca9685_lamp_is_dark_from_power_up_on() -> None:
    chip = SimPca9685(0x40)
    assert not any(pin_is_high(chip, channel) for channel in range(16))


def test_channel_current_is_what_the_driver_sets() -> None:
    chip = SimAw9523b(0x58)
    Aw9523b(SimI2CBus(chip), 0x58).start()
    quarters = 4 - (chip.register(0x11) & 0b11)
    lamps = ELECTRICS["aw9523b"].lamps
    assert lamps is not None
    assert lamps.channel_ma == 37 * quarters / 4


def test_pull_up_of_a_contact_is_inside() -> None:
    chip = SimMcp23017(0x20)
    bus = SimI2CBus(chip)
    Mcp23017(bus, 0x20).start()
    # GPPUA and GPPUB: GPA0 to GPA6 and GPB0 to GPB6.
    assert bus.write_read(0x20, b"\x0c", 2) == b"\x7f\x7f"


# levels


def test_no_page_sends_rs_232_to_3_volt_logic() -> None:
    words = Words.load("en")
    facts_by_word = {word: dict(facts(one, words)) for word, one in ELECTRICS.items()}
    assert "RS-232 destroys" in facts_by_word["pn532-hsu"]["signal wires"]
    shifted = {w for w, said in facts_by_word.items() if "level shifter" in said["signal wires"]}
    assert shifted == {"hd44780", "ht16k33"}
    assert {
        w for w, said in facts_by_word.items() if "never straight" in said.get("cable", "")
    } == shifted
    measured = {w for w, said in facts_by_word.items() if re.search(r"measure before", str(said))}
    assert measured == {"mercury", "blower", "escpos", "rr3036", "reshuffled"}


# sums


def units(*kinds: str) -> list[WiredUnit]:
    return [WiredUnit("", kind, 1, ELECTRICS[kind]) for kind in kinds]


@each(
    "kinds, khz",
    [
        (("pca9685", "is31fl3741"), 400),
        (("pca9685", "ssd1306"), 400),
        (("pca9685", "hd44780"), 100),
        (("angel-eye",), 400),
    ],
)
def test_slowest_chip_decides_the_bus(kinds: tuple[str, ...], khz: int) -> None:
    assert bus_khz(units(*kinds)) == khz


@each(
    "devices, khz, metres",
    # 300 ns / (0.8473 x 1800 ohms) = 196.7 pF; at 100 kHz 656 pF, of which 400 are allowed.
    [(9, 400, 1.9), (1, 400, 3.3), (10, 100, 5.3)],
)
def test_wire_is_what_the_chips_leave(devices: int, khz: int, metres: float) -> None:
    assert wire_metres(devices, khz) == metres


@each("known_ma, fuse_ma", [(640, 800), (641, 1000), (20, 100), (1920, 2500)])
def test_fuse_is_above_the_sum_and_a_quarter(known_ma: float, fuse_ma: int) -> None:
    assert RailLoad(None, known_ma).fuse_ma() == fuse_ma


def test_sum_that_lacks_a_part_has_no_fuse() -> None:
    assert RailLoad(None, 640, ((1, "ssd1306"),)).fuse_ma() is None
