"""The table of parts: from the configuration's word to the driver, in the order of starting.

Lights come first: a PCA9685 answers at 0x70 until it is set up, and the eye is quicker than the
readers.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, Protocol

from drivers.angel_eye import AngelEyeShoe
from drivers.ball_blower import BallBlower
from drivers.bee_tek import BeeTekShoe
from drivers.displays.characters import screens
from drivers.displays.figures import Figures
from drivers.displays.hd44780 import Hd44780
from drivers.displays.sh1106 import Sh1106
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.text_display import TextDisplay
from drivers.displays.typesetting import pictures
from drivers.escpos import TicketPrinter
from drivers.fortune_wheel import FortuneWheel
from drivers.inputs import touch
from drivers.inputs.contacts import ExpanderContacts, PinContacts
from drivers.inputs.inputs import KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.lights.is31fl3741 import Is31fl3741
from drivers.lights.lights import BetLights
from drivers.lights.pca9685 import Pca9685
from drivers.mercury import MercuryWheel
from drivers.part import Part
from drivers.pn532 import CardReader, HsuLink, I2cLink
from drivers.power import PowerLine
from drivers.reshuffled import ReShuffledShuffler
from drivers.rr3036.reader import ChipReader
from drivers.shuffler_contacts import ContactShuffler
from drivers.slingshot import SlingShotWheel
from drivers.sounds.sounder import BuzzerSounder, PiezoSounder
from drivers.sounds.voice import VoiceAnnouncer
from drivers.tags.chips import ChipRegistry
from drivers.tags.decks import DeckRegistry
from drivers.wiring import (
    AngelEye,
    BeeTek,
    Blower,
    Buzzer,
    CharacterLcd,
    Digits,
    EscPos,
    ExpanderKeys,
    ExpanderSensors,
    FortuneSensors,
    MatrixLights,
    Mercury,
    Oled,
    Piezo,
    PinKeys,
    Pn532Hsu,
    Pn532I2c,
    PowerInput,
    PwmLights,
    ReShuffled,
    Rr3036,
    ShufflerContacts,
    SlingShot,
    TouchSensors,
    Voice,
)
from firmware.core.vocabulary.panel import Panel
from firmware.shell.config import wiring as config
from firmware.shell.config.reader import Reader
from firmware.shell.words.screens import Screens
from hal.ports import Board, I2CBus, SerialPort


class Stock(NamedTuple):
    """What the parts know of the house: its chips, its cards, and how to say things."""

    chips: ChipRegistry
    decks: DeckRegistry
    screens: Screens
    cache: Path = Path()
    """Where what was made once may be kept."""


class Site(Protocol):
    """Where a part is built in: its own wire, and what it shares with the others."""

    section: str
    board: Board
    stock: Stock

    def bus(self) -> I2CBus:
        """Return the I2C bus, as this part's."""
        ...

    def port(self, path: str, baud: int) -> SerialPort:
        """Return the serial port of this part."""
        ...


class Kind(NamedTuple):
    """A part that a table can be built from: its word, how it is read, built and hung up."""

    word: str
    wiring: type
    read: Callable[[Reader, config.Needs], Any]
    build: Callable[[Any, Site], Part]
    hangs_on: Literal["i2c", "serial", "lines", "voice", "wheel"] = "i2c"
    """A serial part has its wire, and so its thread, to itself."""
    settle_ms: int = 5
    """How long the unit is left alone after it was lost, while its power may be coming up."""


# how each is built


def _angel_eye(shoe: AngelEye, site: Site) -> Part:
    port = site.port(shoe.port, shoe.baud)
    return AngelEyeShoe(port, copies=shoe.copies, commands=shoe.commands)


def _rr3036(chips: Rr3036, site: Site) -> Part:
    return ChipReader(site.port(chips.port, chips.baud), chips.antennas, site.stock.chips)


def _expander_sensors(presence: ExpanderSensors, site: Site) -> Part:
    interrupt = site.board.input(presence.interrupt)
    contacts = ExpanderContacts(site.bus(), sensors_at_rest(presence.places), interrupt)
    return PresenceSensors(contacts, presence.places)


def _expander_keys(keys: ExpanderKeys, site: Site) -> Part:
    idle = panel_at_rest(keys.keys, keys.key_switch, keys.doors)
    contacts = ExpanderContacts(site.bus(), idle, site.board.input(keys.interrupt))
    return KeyPanel(contacts, keys.keys, keys.long, keys.key_switch, keys.doors)


def _pin_keys(keys: PinKeys, site: Site) -> Part:
    idle = panel_at_rest(keys.keys, keys.key_switch, keys.doors)
    lines = {contact: site.board.input(contact[1]) for contact in idle}
    return KeyPanel(PinContacts(lines, idle), keys.keys, keys.long, keys.key_switch, keys.doors)


def _pwm_lights(lights: PwmLights, site: Site) -> Part:
    bus = site.bus()
    chips = [Pca9685(bus, address) for address in lights.addresses]
    return BetLights(chips, lights.spots, lights.keys)


def _matrix_lights(lights: MatrixLights, site: Site) -> Part:
    bus = site.bus()
    chips = [Is31fl3741(bus, address) for address in lights.addresses]
    return BetLights(chips, lights.spots, lights.keys)


def _touch_sensors(presence: TouchSensors, site: Site) -> Part:
    return touch.TouchSensors(site.bus(), presence.places, site.board.input(presence.interrupt))


def _oled(display: Oled, site: Site) -> Part:
    chip = {"ssd1306": Ssd1306, "sh1106": Sh1106}[display.controller](site.bus(), display.address)
    return TextDisplay(chip, pictures, *_said(site))


def _character_lcd(display: CharacterLcd, site: Site) -> Part:
    return TextDisplay(Hd44780(site.bus(), display.address), screens, *_said(site))


def _said(site: Site) -> tuple[Callable[[Panel], tuple[str, ...]], str, Callable[[Panel], str]]:
    """Return what a display says, its name, and what the line says that stands on it."""
    words = site.stock.screens
    compose = words.dealer if site.section == "dealer_display" else words.players
    return compose, site.section, partial(words.standing, simulated=site.board.simulated)


def _digits(figures: Digits, site: Site) -> Part:
    return Figures(site.bus(), figures.address)


def _piezo(sounder: Piezo, site: Site) -> Part:
    return PiezoSounder(site.board.tone(sounder.pin))


def _buzzer(sounder: Buzzer, site: Site) -> Part:
    return BuzzerSounder(site.board.output(sounder.pin))


def _voice(voice: Voice, site: Site) -> Part:
    screens = site.stock.screens
    speaker = site.board.speaker(voice.device, screens.language, site.stock.cache)
    return VoiceAnnouncer(speaker, screens.spoken, screens.always_spoken)


def _reshuffled(shuffler: ReShuffled, site: Site) -> Part:
    return ReShuffledShuffler(site.port(shuffler.port, shuffler.baud))


def _contacts(shuffler: ShufflerContacts, site: Site) -> Part:
    interrupt = site.board.input(shuffler.interrupt)
    inputs = {"ready": shuffler.ready, "door": shuffler.door, "fault": shuffler.fault}
    return ContactShuffler(site.bus(), shuffler.address, interrupt, **inputs)


def _pn532_hsu(shoe: Pn532Hsu, site: Site) -> Part:
    link = HsuLink(site.port(shoe.port, shoe.baud))
    return CardReader(link, site.stock.decks, shoe.batch)


def _pn532_i2c(shoe: Pn532I2c, site: Site) -> Part:
    return CardReader(I2cLink(site.bus()), site.stock.decks, shoe.batch)


def _bee_tek(shoe: BeeTek, site: Site) -> Part:
    return BeeTekShoe(site.port(shoe.port, shoe.baud), shoe.repeat_ms)


def _slingshot(wheel: SlingShot, site: Site) -> Part:
    port = site.port(wheel.port, wheel.baud)
    return SlingShotWheel(port, numbers=wheel.numbers, host_started=wheel.host_started)


def _mercury(wheel: Mercury, site: Site) -> Part:
    port = site.port(wheel.port, wheel.baud)
    return MercuryWheel(port, numbers=wheel.numbers, protocol=wheel.protocol)


def _fortune(wheel: FortuneSensors, site: Site) -> Part:
    index, peg = site.board.input(wheel.index), site.board.input(wheel.peg)
    return FortuneWheel(index, peg, wheel.order)


def _blower(balls: Blower, site: Site) -> Part:
    return BallBlower(site.port(balls.port, balls.baud))


def _printer(printer: EscPos, site: Site) -> Part:
    screens = site.stock.screens
    return TicketPrinter(site.port(printer.port, printer.baud), screens.tickets, screens.copy)


def _power(power: PowerInput, site: Site) -> Part:
    return PowerLine(site.board.input(power.failing), idle=power.idle == "high")


# the table

_DISPLAYS: Final = (
    Kind("ssd1306", Oled, config.read_ssd1306, _oled, settle_ms=100),
    Kind("sh1106", Oled, config.read_sh1106, _oled, settle_ms=100),
    Kind("hd44780", CharacterLcd, config.read_hd44780, _character_lcd, settle_ms=40),
)

PARTS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "lights": (
        Kind("pca9685", PwmLights, config.read_pca9685, _pwm_lights),
        Kind("is31fl3741", MatrixLights, config.read_is31fl3741, _matrix_lights),
    ),
    "keys": (
        Kind("mcp23017", ExpanderKeys, config.read_expander_keys, _expander_keys),
        Kind("pins", PinKeys, config.read_pin_keys, _pin_keys, "lines"),
    ),
    "presence": (
        Kind("mcp23017", ExpanderSensors, config.read_expander_sensors, _expander_sensors),
        Kind("mpr121", TouchSensors, config.read_touch_sensors, _touch_sensors),
    ),
    "figures": (Kind("ht16k33", Digits, config.read_ht16k33, _digits),),
    "dealer_display": _DISPLAYS,
    "payout_display": _DISPLAYS,
    "shoe": (
        Kind("angel-eye", AngelEye, config.read_angel_eye, _angel_eye, "serial"),
        Kind("bee-tek", BeeTek, config.read_bee_tek, _bee_tek, "serial"),
        Kind("pn532-hsu", Pn532Hsu, config.read_pn532_hsu, _pn532_hsu, "serial"),
        Kind("pn532-i2c", Pn532I2c, config.read_pn532_i2c, _pn532_i2c, settle_ms=10),
    ),
    "wheel": (
        Kind("slingshot", SlingShot, config.read_slingshot, _slingshot, "serial"),
        Kind("mercury", Mercury, config.read_mercury, _mercury, "serial"),
        Kind("fortune-sensors", FortuneSensors, config.read_fortune_sensors, _fortune, "wheel"),
    ),
    "balls": (Kind("blower", Blower, config.read_blower, _blower, "serial"),),
    "printer": (Kind("escpos", EscPos, config.read_escpos, _printer, "serial"),),
    "chips": (Kind("rr3036", Rr3036, config.read_rr3036, _rr3036, "serial"),),
    "shuffler": (
        Kind("reshuffled", ReShuffled, config.read_reshuffled, _reshuffled, "serial"),
        Kind("contacts", ShufflerContacts, config.read_shuffler_contacts, _contacts),
    ),
    "sounder": (
        Kind("piezo", Piezo, config.read_piezo, _piezo, "lines"),
        Kind("buzzer", Buzzer, config.read_buzzer, _buzzer, "lines"),
    ),
    "voice": (Kind("alsa", Voice, config.read_voice, _voice, "voice"),),
    "power": (Kind("line", PowerInput, config.read_power_line, _power, "lines"),),
}
"""The kinds of part that may stand in each section of the configuration."""


def kind_of(section: str, wiring: object) -> Kind:
    """Return which kind of part a section's wiring is for."""
    return next(kind for kind in PARTS[section] if _serves(kind, wiring))


def _serves(kind: Kind, wiring: object) -> bool:
    controller = wiring.controller if isinstance(wiring, Oled) else kind.word
    return type(wiring) is kind.wiring and kind.word == controller
