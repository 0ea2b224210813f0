"""Twenty by four characters: every prompt is there to the letter, from whatever state."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import pcf8574
from luma.lcd.device import hd44780

from drivers.displays import trace
from drivers.displays.backpack import LEVELS, LINES, USUAL, Backpack
from drivers.displays.characters import (
    _SIGNS,
    COLUMNS,
    GLYPH_SLOTS,
    ROWS,
    CharacterScreen,
    _european,
    lay_out_screens,
)
from drivers.displays.hd44780 import Hd44780
from drivers.trace import Transfer
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from hal.errors import BusStuck, DeviceSilent, HardwareError
from hal.ports import Millis
from sim.chips.hd44780 import SimHd44780
from sim.chips.i2c_bus import SimI2CBus
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

ACCENTS = "éèêëàâçîôûùÉÀÊÁÃÇÍÓÔÚáãíóõúª"
PHRASES = sorted(
    {
        form
        for language in LANGUAGES
        for key, template in read_templates(language).items()
        if key.split(".")[0] in ("prompt", "fault", "remedy", "why", "announce", "payout")
        for form in (template.singular, template.plural)
    }
)


def glyphs() -> dict[bytes, str]:
    """Return the letter that each drawn character is."""
    drawn = {shape: suit for suit, shape in _SIGNS.items()}
    for letter in ACCENTS + "£¥":
        (screen,) = lay_out_screens((letter,))
        drawn[screen.glyphs[0]] = letter
    return drawn


KNOWN = glyphs()


MJKDZ = Backpack(("D4", "D5", "D6", "D7", "E", "RW", "RS", "BL"), "low")
"""New LiquidCrystal's `(0x20, 4, 5, 6, 0, 1, 2, 3, 7, NEGATIVE)`: E, RW, RS, D4 to D7, light."""
EXCHANGED = Backpack(("E", "RW", "RS", "BL", "D4", "D5", "D6", "D7"))
"""The other of the two that LiquidCrystalIO knows."""


class Rig:
    def __init__(self, module: Backpack = USUAL, option: Backpack = USUAL) -> None:
        self.chip = SimHd44780(0x27, backpack=module)
        self.bus = WatchedBus(SimI2CBus(self.chip))
        self.driver = Hd44780(self.bus, 0x27, backpack=option)

    def started(self) -> "Rig":
        self.driver.start()
        return self

    def text(self) -> list[str]:
        return self.chip.text(KNOWN)


def read(*lines: str, standing: str = "") -> list[list[str]]:
    """Return what the eye reads, screen by screen."""
    rig, seen = Rig().started(), []
    for screen in lay_out_screens(lines, standing):
        rig.driver.show(screen)
        seen.append(rig.text())
    return seen


def shown_by(module: Backpack, option: Backpack) -> list[str]:
    rig = Rig(module, option).started()
    rig.driver.show(lay_out_screens(("Égalité à 9♠",))[0])
    return rig.text()


@each("module", [USUAL, MJKDZ, EXCHANGED])
def test_backpack_shows_what_the_usual_one_shows(module: Backpack) -> None:
    assert shown_by(module, module) == read("Égalité à 9♠")[0]
    others = [option for option in (USUAL, MJKDZ, EXCHANGED) if option != module]
    assert not [option for option in others if shown_by(module, option) == read("Égalité à 9♠")[0]]


def test_octets_of_an_mjkdz() -> None:
    """A space of data, 20h: RS, E and D5 high, the light on by a low P7."""
    rig = Rig(MJKDZ, MJKDZ).started()
    rig.driver.show(lay_out_screens(("A",))[0])
    assert rig.bus.sent[-1].endswith("54 44 51 41")
    rig.driver.blank()
    assert rig.bus.sent[-1].endswith("80")
    assert not rig.chip.is_backlit


@given(st.permutations(LINES), st.sampled_from(LEVELS), st.binary())
def test_pins_and_lines_are_each_others_inverse(pins: list[str], level: str, data: bytes) -> None:
    backpack = Backpack(tuple(pins), level)
    assert data.translate(backpack.to_pins()).translate(backpack.to_lines()) == data


def test_trace_reads_through_the_backpack() -> None:
    octets = bytes.fromhex("54 44 51 41")
    (frame,) = trace.hd44780(backpack=MJKDZ).trace(Transfer(Millis(0), octets, address=0x27))
    assert frame.description == "write 0x27 “A”"


def test_each_accent_and_sign_looks_distinct() -> None:
    assert len(KNOWN) == len(ACCENTS) + len(_SIGNS) + len("£¥")
    assert read("Égalité à 9♠") == [["Égalité à 9♠        ", *[" " * COLUMNS] * 3]]


def test_suits_come_first_and_surplus_loses_accents() -> None:
    (rows,) = read("éèêëàâçî ♠♥♦♣")
    assert rows[0].rstrip() == "éèêëaaci ♠♥♦♣"


@each("sign", "€£¥₩₹")
def test_a_sign_of_money_is_drawn_before_any_accent(sign: str) -> None:
    (rows,) = read(f"éèêëàâçîô 5,00\u00a0{sign}")
    assert rows[0].rstrip() == f"éèêëàâçio 5,00 {sign}"


@each("phrase", PHRASES)
def test_no_phrase_loses_letter_figure_or_card(phrase: str) -> None:
    filled = re.sub(r"\{\w+\}", "1\u00a0234,50\u00a0$ 10♠", phrase)
    shown = " ".join("".join(rows[:3]) for rows in read(filled, standing="SIMULATION"))
    for word in re.findall(r"[0-9A-Za-z,$♠]+", filled.replace("\u00a0", "")):
        assert word in shown.replace(" ", "")
    assert "?" not in shown.replace("?", "", filled.count("?"))


@each("phrase", PHRASES)
def test_amounts_stay_whole_and_standing_line_stays(phrase: str) -> None:
    filled = re.sub(r"\{\w+\}", "1\u00a0234,50\u00a0$", phrase)
    for rows in read(filled, standing="SIMULATION"):
        assert rows[3] == "SIMULATION".ljust(COLUMNS)
        assert all(row.count("1 234,50") == row.count("1 234,50 $") for row in rows)


def test_long_text_continues_on_another_screen() -> None:
    assert [rows[0].strip() for rows in read("A " * 45)] == [("A " * 10).strip(), "A A A A A"]


TEXTS = st.lists(
    st.text(alphabet="AB cdé9♠$", min_size=COLUMNS, max_size=COLUMNS), min_size=ROWS, max_size=ROWS
)


@each("at", range(COLUMNS))
def test_drawn_character_may_replace_any_other(at: int) -> None:
    """In the first slot, too, whose code is 0; in a row that is written again because of it."""
    rig = Rig().started()
    for drawn, where in (("♠", COLUMNS - 1 - at), ("é", at)):
        (screen,) = lay_out_screens(("9" * where + drawn + "9" * (COLUMNS - 1 - where),))
        rig.driver.show(screen)
    assert rig.text()[0] == "9" * at + "é" + "9" * (COLUMNS - 1 - at)


@given(st.lists(TEXTS, min_size=1, max_size=4))
def test_any_screen_sequence_ends_as_the_last(pages: list[list[str]]) -> None:
    rig = Rig().started()
    for page in pages:
        for screen in lay_out_screens(tuple(page)):
            rig.driver.show(screen)
    fresh = Rig().started()
    fresh.driver.show(screen)
    assert rig.text() == fresh.text()
    assert rig.chip.lit


def test_only_differences_are_sent() -> None:
    rig = Rig().started()
    one, other = (
        CharacterScreen((row, *[" " * COLUMNS] * 3), ()) for row in ("A" * 20, "A" * 9 + "B" * 11)
    )
    rig.driver.show(one)
    rig.bus.sent.clear()
    rig.driver.show(one)
    assert rig.bus.sent == []
    rig.driver.show(other)
    (sent,) = rig.bus.sent
    assert sent.startswith("8c 88 9c 98")
    assert len(sent.split()) == 4 + 4 * 11


def test_letter_is_sent_in_two_halves() -> None:
    rig = Rig().started()
    rig.bus.sent.clear()
    rig.driver.show(CharacterScreen(("A" + " " * 19, *[" " * COLUMNS] * 3), ()))
    assert rig.bus.sent == ["8c 88 0c 08 4d 49 1d 19"]


@each("halves", range(4))
@each("eight", [True, False])
def test_set_up_from_any_half_byte(halves: int, eight: bool) -> None:
    rig = Rig()
    rig.chip.eight_bits = eight
    rig.chip.write(bytes.fromhex("0c08") * halves)
    rig.driver.start()
    rig.driver.show(lay_out_screens(("Rien ne va plus",))[0])
    assert rig.text()[0].strip() == "Rien ne va plus"


def test_reset_is_repaired_after_four_refreshes() -> None:
    rig = Rig().started()
    (screen,) = lay_out_screens(("Égalité 9♠", "", "à 8♥", "ç"))
    rig.driver.show(screen)
    before = rig.text()
    rig.chip.reset()
    for _ in range(ROWS):
        rig.driver.refresh()
    assert rig.text() == before


@each("error", [DeviceSilent(0x27), BusStuck("held")])
@each("transfer", range(14))
def test_start_repairs_failed_transfer(transfer: int, error: HardwareError) -> None:
    rig = Rig()
    rig.bus.before[transfer] = raising(error)
    pages = [lay_out_screens((text,))[0] for text in ("Égalité 9♠", "à 8♥", "B")]
    with pytest.raises(HardwareError):
        _busy(rig, pages)
    rig.driver.start()
    rig.driver.show(pages[1])
    assert rig.text() == read("à 8♥")[0]


def _busy(rig: Rig, pages: list[CharacterScreen]) -> None:
    rig.driver.start()
    for before, after in pairwise([*pages, *pages]):
        rig.driver.show(before)
        rig.driver.show(after)


def test_blank_is_dark() -> None:
    rig = Rig().started()
    rig.driver.show(lay_out_screens(("A",))[0])
    rig.driver.blank()
    assert not rig.chip.lit
    assert rig.text() == [" " * COLUMNS] * ROWS


class OwnBus:
    """The one method of a bus that luma uses, over the simulated one."""

    def __init__(self, chip: SimHd44780) -> None:
        self._chip = chip

    def write_i2c_block_data(self, _address: int, first: int, data: list[int]) -> None:
        self._chip.write(bytes((first, *data)))

    def write_byte(self, _address: int, byte: int) -> None:
        self._chip.write(bytes((byte,)))


def test_lumas_driver_shows_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("luma.lcd.device", "luma.core.interface.serial", "luma.core.device"):
        monkeypatch.setattr(f"{module}.sleep", lambda _seconds: None, raising=False)
    theirs = SimHd44780(0x27)
    device = hd44780(pcf8574(bus=OwnBus(theirs), address=0x27), width=20, height=4)
    device.text = "Faites vos jeux\n1 234,50 $"
    rig = Rig().started()
    rig.driver.show(lay_out_screens(("Faites vos jeux", "1 234,50 $"))[0])
    assert theirs.row_codes() == rig.chip.row_codes()
    assert theirs.lit


def test_glyphs_are_lumas_and_fit() -> None:
    assert GLYPH_SLOTS == 8
    assert _european().getmask("é").size == (5, 8)
