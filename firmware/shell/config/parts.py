"""The table of parts: from the configuration's word to the driver, in the order of starting.

Lights come first: a PCA9685 answers at 0x70 until it is set up, and the eye is quicker than the
readers.
"""

from collections.abc import Mapping
from typing import Any, Final

from drivers.angel_eye import AngelEyeShoe
from drivers.ball_blower import BallBlower
from drivers.bee_tek import BeeTekShoe
from drivers.displays import kinds as displays
from drivers.escpos import TicketPrinter
from drivers.fortune_wheel import FortuneWheel
from drivers.inputs import kinds as inputs
from drivers.inputs import mcp23017
from drivers.kind import Kind, Site
from drivers.lights import kinds as lights
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
from drivers.wiring import (
    AngelEye,
    AnyWiring,
    BeeTek,
    Blower,
    Buzzer,
    EscPos,
    FortuneSensors,
    Mercury,
    Piezo,
    Pn532Hsu,
    Pn532I2c,
    PowerInput,
    ReShuffled,
    Rr3036,
    ShufflerContacts,
    SlingShot,
    Voice,
)
from firmware.shell.config import wiring as config

# how each is built


def _angel_eye(shoe: AngelEye, site: Site) -> Part:
    port = site.port(shoe.port, shoe.baud)
    return AngelEyeShoe(port, copies=shoe.copies, commands=shoe.commands)


def _rr3036(chips: Rr3036, site: Site) -> Part:
    return ChipReader(site.port(chips.port, chips.baud), chips.antennas, site.stock.chips)


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

PARTS: Final[Mapping[str, tuple[Kind[Any], ...]]] = {
    "lights": lights.KINDS,
    "keys": inputs.KEYS,
    "presence": inputs.SENSORS,
    "figures": (displays.FIGURES,),
    "dealer_display": displays.KINDS,
    "payout_display": displays.KINDS,
    "shoe": (
        Kind("angel-eye", config.read_angel_eye, _angel_eye, "serial"),
        Kind("bee-tek", config.read_bee_tek, _bee_tek, "serial"),
        Kind("pn532-hsu", config.read_pn532_hsu, _pn532_hsu, "serial"),
        Kind("pn532-i2c", config.read_pn532_i2c, _pn532_i2c, settle_ms=10),
    ),
    "wheel": (
        Kind("slingshot", config.read_slingshot, _slingshot, "serial"),
        Kind("mercury", config.read_mercury, _mercury, "serial"),
        Kind("fortune-sensors", config.read_fortune_sensors, _fortune, "wheel"),
    ),
    "balls": (Kind("blower", config.read_blower, _blower, "serial"),),
    "printer": (Kind("escpos", config.read_escpos, _printer, "serial"),),
    "chips": (Kind("rr3036", config.read_rr3036, _rr3036, "serial"),),
    "shuffler": (
        Kind("reshuffled", config.read_reshuffled, _reshuffled, "serial"),
        Kind(
            "contacts",
            config.read_shuffler_contacts,
            _contacts,
            trace=lambda _: mcp23017.CHIP.trace(),
            chip=mcp23017.CHIP,
        ),
    ),
    "sounder": (
        Kind("piezo", config.read_piezo, _piezo, "lines"),
        Kind("buzzer", config.read_buzzer, _buzzer, "lines"),
    ),
    "voice": (Kind("alsa", config.read_voice, _voice, "voice"),),
    "power": (Kind("line", config.read_power_line, _power, "lines"),),
}
"""The kinds of part that may stand in each section of the configuration."""


def kind_of(section: str, wiring: AnyWiring) -> Kind[Any]:
    """Return which kind of part a section's wiring is for."""
    return next(kind for kind in PARTS[section] if kind.word == wiring.part)
