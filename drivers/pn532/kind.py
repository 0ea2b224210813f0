"""The `shoe` section of a PN532, on a serial port or on the I2C bus."""

from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Final

from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.pn532.cards import CardReader
from drivers.pn532.links import HsuLink, I2cLink
from drivers.pn532.message_table import ROWS
from drivers.pn532.trace import pn532_hsu, pn532_i2c
from drivers.section import ConfigSection, TableNeeds, hold_address, read_port


@dataclass(frozen=True, slots=True)
class Pn532Wiring:
    """A PN532: the decks that it may read and the batch in play."""

    part: ClassVar[str]
    registry: Path
    batch: str


@dataclass(frozen=True, slots=True)
class Pn532HsuWiring(Pn532Wiring):
    """On a serial port."""

    part = "pn532-hsu"
    baud: ClassVar[int] = 115200
    port: str


@dataclass(frozen=True, slots=True)
class Pn532I2cWiring(Pn532Wiring):
    """On the I2C bus, at its only address."""

    part = "pn532-i2c"
    address: ClassVar[int] = 0x24


def _read_hsu(shoe: ConfigSection, _table_needs: TableNeeds) -> Pn532HsuWiring:
    port = read_port(shoe)
    return Pn532HsuWiring(shoe.file("registry"), shoe.text("batch"), port)


def _read_i2c(shoe: ConfigSection, _table_needs: TableNeeds) -> Pn532I2cWiring:
    # The address can't be set: the key `part` itself claims it.
    hold_address(shoe, "part", Pn532I2cWiring.address)
    return Pn532I2cWiring(shoe.file("registry"), shoe.text("batch"))


def _build_hsu(shoe: Pn532HsuWiring, build_context: BuildContext) -> Part:
    chip_link = HsuLink(build_context.port(shoe.port, shoe.baud))
    return CardReader(chip_link, build_context.registries.deck_registry, shoe.batch)


def _build_i2c(shoe: Pn532I2cWiring, build_context: BuildContext) -> Part:
    return CardReader(
        I2cLink(build_context.bus()), build_context.registries.deck_registry, shoe.batch
    )


HSU_KIND: Final = PartKind(
    Pn532HsuWiring.part,
    _read_hsu,
    _build_hsu,
    bus_type="serial",
    trace=lambda _: pn532_hsu(),
    reads_at_mouth=True,
    message_rows=ROWS,
)
I2C_KIND: Final = PartKind(
    Pn532I2cWiring.part,
    _read_i2c,
    _build_i2c,
    settle_ms=10,
    trace=lambda _: pn532_i2c(),
    reads_at_mouth=True,
    message_rows=ROWS,
)
