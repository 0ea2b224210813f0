"""The wiring of a table as the configuration gives it, and the types that several kinds share.

Drivers and simulated far ends are both built from these. Addresses are those of the I2C bus, pins
are BCM numbers. The type of a single kind is in its driver's folder.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final, Literal, Protocol, runtime_checkable

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place

Clock = Literal["module", "ds3231", "none"]
"""A DS3231 on its usual module (ZS-042), one without an EEPROM beside it, or none on the bus."""
CLOCK_CHIPS: Final[Mapping[Clock, Mapping[int, str]]] = {
    "module": {0x57: "at24c32", 0x68: "ds3231"},
    "ds3231": {0x68: "ds3231"},
    "none": {},
}
"""Its chips by their addresses."""

Contact = tuple[int, int]
"""An input: the address of its chip and its number there; 0 and the pin for one of the Pi's own."""
LAYOUT: Final = 0
"""The spot of a place that all players share: there the chip gives its player."""


class PartWiring(Protocol):
    """The wiring of a part of any kind."""

    @property
    def part(self) -> str:
        """The word of its kind."""
        ...


@runtime_checkable
class SerialWiring(PartWiring, Protocol):
    """A part on a serial port."""

    @property
    def port(self) -> str: ...

    @property
    def baud(self) -> int: ...


@runtime_checkable
class CardWiring(PartWiring, Protocol):
    """A part that reads tagged cards: the directory of its decks, and the batch in play."""

    @property
    def registry(self) -> Path: ...

    @property
    def batch(self) -> str: ...


@dataclass(frozen=True, slots=True)
class RouletteWiring:
    """A wheel with a ball, on a serial port, with so many numbers."""

    part: ClassVar[str]
    port: str
    numbers: Literal[37, 38]


def pocket_count(options: Mapping[str, Any]) -> Literal[37, 38]:
    """Return the count of numbers of a wheel, by the options of its game."""
    return 38 if options.get("numbers") == 38 else 37


@dataclass(frozen=True, slots=True)
class AntennaWiring:
    """A chip reader, its antennas by number, and the file that knows the chips."""

    part: str
    port: str
    baud: int
    registry: Path
    antennas: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class SeatWiring:
    """The reader of the cards before the seats: its antennas by number, its decks, their batch."""

    part: str
    port: str
    baud: int
    registry: Path
    batch: str
    antennas: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class PresenceWiring:
    """Sensors on chips of a kind, whose interrupts are joined on one pin."""

    part: str
    addresses: tuple[int, ...]
    interrupt: int
    places: Mapping[Contact, Place]


@dataclass(frozen=True, slots=True)
class KeyWiring:
    """Keys, the supervisor's switch and doors, on expanders that share an interrupt, or on pins.

    Pins of the Pi have neither addresses nor interrupt. `long` is the second meaning of a key when
    held down.
    """

    part: str
    addresses: tuple[int, ...]
    interrupt: int | None
    keys: Mapping[Contact, Key]
    long: Mapping[Key, Key]
    key_switch: Contact
    doors: Mapping[Contact, Door]

    def meanings(self) -> frozenset[Key]:
        """Return all that can be keyed."""
        return frozenset((*self.keys.values(), *self.long.values()))


@dataclass(frozen=True, slots=True)
class LightWiring:
    """Lights on chips of one kind; channels are counted on from chip to chip, in this order."""

    part: str
    channels_per_chip: int
    addresses: tuple[int, ...]
    spots: Mapping[int, tuple[int, int, int]]
    """The channels for red, green and blue."""
    keys: Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class DisplayWiring:
    """A display of text, or the figures."""

    part: str
    address: int
    module: Mapping[str, Any] = field(default_factory=dict)
    """How the module differs from others with the same chip, by the key of its section."""


@dataclass(frozen=True, slots=True)
class LineWiring:
    """The power supply's warning, on a pin of the Pi; `idle` is its level while all is well."""

    part: ClassVar = "line"
    failing: int
    idle: Literal["high", "low"]


@dataclass(frozen=True, slots=True)
class Wiring:
    """All the parts of a table; None if it does without. Each is named after its section."""

    places: tuple[Place, ...]
    """The places of bets, spot by spot and bet by bet."""
    i2c_bus: int
    clock: Clock
    """On this bus."""
    shoe: PartWiring | None
    shuffler: PartWiring | None
    wheel: PartWiring | None
    balls: PartWiring | None
    printer: PartWiring | None
    chips: AntennaWiring | None
    seats: SeatWiring | None
    presence: PresenceWiring | None
    keys: KeyWiring
    lights: LightWiring
    dealer_display: DisplayWiring
    payout_display: DisplayWiring
    figures: DisplayWiring | None
    sounder: PartWiring
    voice: PartWiring | None
    power: LineWiring | None

    def serial_parts(self) -> dict[str, SerialWiring]:
        """Return the parts on serial ports, by section."""
        # A section whose part is on another wire is left out by the check of its type.
        sections = ("shoe", "shuffler", "wheel", "balls", "printer", "chips", "seats")
        parts_by_section = {section: getattr(self, section) for section in sections}
        return {
            name: part for name, part in parts_by_section.items() if isinstance(part, SerialWiring)
        }

    def deck_directories(self) -> list[Path]:
        """Return the directories of the registered decks, none if no part reads tagged cards."""
        readers = (self.shoe, self.seats)
        return [part.registry for part in readers if isinstance(part, CardWiring)]

    def with_ports(self, ports: Mapping[str, str]) -> "Wiring":
        """Return the same parts on other `ports`, by section."""
        parts_by_section: dict[str, Any] = {name: self.serial_parts()[name] for name in ports}
        return replace(
            self,
            **{
                section: replace(part, port=ports[section])
                for section, part in parts_by_section.items()
            },
        )
