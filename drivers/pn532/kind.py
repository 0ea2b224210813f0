"""The `shoe` section of a PN532, on a serial port or on the I2C bus."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.pn532.cards import CardReader
from drivers.pn532.links import HsuLink, I2cLink
from drivers.pn532.trace import pn532_hsu, pn532_i2c
from drivers.section import Needs, Section, hold_address, read_port


@dataclass(frozen=True, slots=True)
class Pn532:
    """A PN532: the decks that it may read and the batch in play."""

    part: ClassVar[str]
    registry: Path
    batch: str


@dataclass(frozen=True, slots=True)
class Pn532Hsu(Pn532):
    """On a serial port."""

    part = "pn532-hsu"
    baud: ClassVar[int] = 115200
    port: str


@dataclass(frozen=True, slots=True)
class Pn532I2c(Pn532):
    """On the I2C bus, at its only address."""

    part = "pn532-i2c"
    address: ClassVar[int] = 0x24


def _read_hsu(shoe: Section, _needs: Needs) -> Pn532Hsu:
    port = read_port(shoe)
    return Pn532Hsu(shoe.file("registry"), shoe.text("batch"), port)


def _read_i2c(shoe: Section, _needs: Needs) -> Pn532I2c:
    hold_address(shoe, "part", Pn532I2c.address)
    return Pn532I2c(shoe.file("registry"), shoe.text("batch"))


def _build_hsu(shoe: Pn532Hsu, site: Site) -> Part:
    link = HsuLink(site.port(shoe.port, shoe.baud))
    return CardReader(link, site.stock.decks, shoe.batch)


def _build_i2c(shoe: Pn532I2c, site: Site) -> Part:
    return CardReader(I2cLink(site.bus()), site.stock.decks, shoe.batch)


HSU: Final = Kind(
    Pn532Hsu.part,
    _read_hsu,
    _build_hsu,
    hangs_on="serial",
    trace=lambda _: pn532_hsu(),
    at_mouth=True,
)
I2C: Final = Kind(
    Pn532I2c.part,
    _read_i2c,
    _build_i2c,
    settle_ms=10,
    trace=lambda _: pn532_i2c(),
    at_mouth=True,
)
