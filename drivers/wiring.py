"""What is wired where: every part that a table can be built from, as the configuration gives it.

Drivers and simulated far ends are both built from these. Addresses are those of the I2C bus, pins
are BCM numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final, Literal, Protocol

from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place

Contact = tuple[int, int]
"""An input: the address of its chip and its number there; 0 and the pin for one of the Pi's own."""


class AnyWiring(Protocol):
    """What is wired where, of any part."""

    @property
    def part(self) -> str:
        """The word that stands for its kind in the configuration."""
        ...


# what reads the cards


@dataclass(frozen=True, slots=True)
class AngelEye:
    """An Angel Eye shoe; `copies` of a message must agree, `commands` may be sent to it."""

    part: ClassVar = "angel-eye"
    port: str
    baud: int
    copies: int
    commands: bool


@dataclass(frozen=True, slots=True)
class BeeTek:
    """A Bee-Tek shoe; the same card within `repeat_ms` is a repetition, not a twin."""

    part: ClassVar = "bee-tek"
    baud: ClassVar[int] = 9600
    port: str
    repeat_ms: int


@dataclass(frozen=True, slots=True)
class Pn532Hsu:
    """A PN532 on a serial port, the decks that it may read and the batch in play."""

    part: ClassVar = "pn532-hsu"
    baud: ClassVar[int] = 115200
    port: str
    registry: Path
    batch: str


@dataclass(frozen=True, slots=True)
class Pn532I2c:
    """A PN532 on the I2C bus, at its only address."""

    part: ClassVar = "pn532-i2c"
    address: ClassVar[int] = 0x24
    registry: Path
    batch: str


CardWiring = AngelEye | BeeTek | Pn532Hsu | Pn532I2c


# what shuffles them


@dataclass(frozen=True, slots=True)
class ReShuffled:
    """A shuffler that speaks the ReShuffled framing."""

    part: ClassVar = "reshuffled"
    port: str
    baud: int


@dataclass(frozen=True, slots=True)
class ShufflerContacts:
    """The dry contacts of any shuffler, by input of an MCP23017 of their own."""

    part: ClassVar = "contacts"
    address: int
    interrupt: int
    ready: int
    door: int
    fault: int


ShufflerWiring = ReShuffled | ShufflerContacts


# what shows a result where no cards do


@dataclass(frozen=True, slots=True)
class SlingShot:
    """A Cammegh SlingShot 2; it starts each game by itself, or when it is told."""

    part: ClassVar = "slingshot"
    baud: ClassVar[int] = 9600
    port: str
    numbers: Literal[37, 38]
    host_started: bool


Spoken = Literal["advanced", "basic", "extended"]
"""What the port of a Mercury 360 can be set to speak."""


@dataclass(frozen=True, slots=True)
class Mercury:
    """A Cammegh Mercury 360, by what its port is set to speak."""

    part: ClassVar = "mercury"
    baud: ClassVar[int] = 9600
    port: str
    numbers: Literal[37, 38]
    protocol: Spoken


@dataclass(frozen=True, slots=True)
class FortuneSensors:
    """A wheel of fortune, with a sensor at its index and one at its pegs, on pins of the Pi.

    `order` is what stands on its parts, as they pass the pointer.
    """

    part: ClassVar = "fortune-sensors"
    index: int
    peg: int
    order: tuple[str, ...]


WheelWiring = SlingShot | Mercury | FortuneSensors


@dataclass(frozen=True, slots=True)
class Blower:
    """A ball blower that speaks our own protocol."""

    part: ClassVar = "blower"
    baud: ClassVar[int] = 9600
    port: str


@dataclass(frozen=True, slots=True)
class EscPos:
    """A ticket printer that speaks ESC/POS."""

    part: ClassVar = "escpos"
    port: str
    baud: int


# what senses the bets


LAYOUT: Final = 0
"""Stands for the spot of a place that all players share: whose a chip is, the chip itself says."""


@dataclass(frozen=True, slots=True)
class Rr3036:
    """An RR3036-class chip reader, its antennas by number, and the file that knows the chips."""

    part: ClassVar = "rr3036"
    port: str
    baud: int
    registry: Path
    antennas: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class PresenceWiring:
    """Sensors on chips of a kind, whose interrupts are joined on one pin."""

    part: str
    addresses: tuple[int, ...]
    interrupt: int
    places: Mapping[Contact, Place]


# what the dealer presses


@dataclass(frozen=True, slots=True)
class KeyWiring:
    """Keys, the supervisor's switch and doors, on expanders that share an interrupt, or on pins.

    Pins of the Pi have neither addresses nor interrupt. `long` is what a key means that is held
    down.
    """

    part: str
    addresses: tuple[int, ...]
    interrupt: int | None
    keys: Mapping[Contact, Key]
    long: Mapping[Key, Key]
    key_switch: Contact
    doors: Mapping[Contact, Door]


def meanings(wiring: KeyWiring) -> frozenset[Key]:
    """Return all that can be keyed."""
    return frozenset((*wiring.keys.values(), *wiring.long.values()))


# what people see and hear


@dataclass(frozen=True, slots=True)
class LightWiring:
    """Lights on chips of a kind, in the order in which their channels count on, `each` so many."""

    part: str
    each: int
    addresses: tuple[int, ...]
    spots: Mapping[int, tuple[int, int, int]]
    """The channels for red, green and blue."""
    keys: Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class DisplayWiring:
    """A display of text, or the figures."""

    part: str
    address: int


@dataclass(frozen=True, slots=True)
class Piezo:
    """A passive piezo: it plays tones."""

    part: ClassVar = "piezo"
    pin: int


@dataclass(frozen=True, slots=True)
class Buzzer:
    """An active buzzer: it is on or off."""

    part: ClassVar = "buzzer"
    pin: int


SounderWiring = Piezo | Buzzer


@dataclass(frozen=True, slots=True)
class Voice:
    """A loudspeaker on an ALSA device."""

    part: ClassVar = "alsa"
    device: str


@dataclass(frozen=True, slots=True)
class PowerInput:
    """The power supply's warning, on a pin of the Pi; `idle` is its level while all is well."""

    part: ClassVar = "line"
    failing: int
    idle: Literal["high", "low"]


SerialWiring = (
    AngelEye | BeeTek | Pn532Hsu | ReShuffled | SlingShot | Mercury | Blower | EscPos | Rr3036
)


@dataclass(frozen=True, slots=True)
class Wiring:
    """All the parts of a table; None where it does without. Each is named after its section."""

    places: tuple[Place, ...]
    """Where bets lie, spot by spot and bet by bet."""
    i2c_bus: int
    shoe: CardWiring | None
    shuffler: ShufflerWiring | None
    wheel: WheelWiring | None
    balls: Blower | None
    printer: EscPos | None
    chips: Rr3036 | None
    presence: PresenceWiring | None
    keys: KeyWiring
    lights: LightWiring
    dealer_display: DisplayWiring
    payout_display: DisplayWiring
    figures: DisplayWiring | None
    sounder: SounderWiring
    voice: Voice | None
    power: PowerInput | None

    def ports(self) -> dict[str, SerialWiring]:
        """Return the parts on serial ports, by section."""
        sections = ("shoe", "shuffler", "wheel", "balls", "printer", "chips")
        parts = {section: getattr(self, section) for section in sections}
        return {name: part for name, part in parts.items() if isinstance(part, SerialWiring)}

    def moved(self, ports: Mapping[str, str]) -> "Wiring":
        """Return the same parts on other `ports`, by section."""
        parts = {name: replace(self.ports()[name], port=port) for name, port in ports.items()}
        return replace(self, **parts)  # type: ignore[arg-type]  # each is of the kind it replaces
