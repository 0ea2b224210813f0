"""The configuration of a table as frozen types: what the house has set and what is wired where."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.core.events import Door, Key, Place
from firmware.core.limits import BetLimits, LateEntry
from firmware.core.money import Cents


@dataclass(frozen=True, slots=True)
class TableSetting:
    """What the house has set; `denominations` are the chips it pays with, highest first."""

    name: str
    game: str
    spots: int
    late_entry: LateEntry
    denominations: tuple[Cents, ...]


@dataclass(frozen=True, slots=True)
class Shoe:
    """An Angel Eye shoe; `copies` of a message must agree, `commands` may be sent to it."""

    port: str
    baud: int
    copies: int
    commands: bool


@dataclass(frozen=True, slots=True)
class Chips:
    """An RR3036-class reader, its antennas by number, and the file that knows the chips."""

    port: str
    baud: int
    registry: Path
    antennas: Mapping[int, Place]


@dataclass(frozen=True, slots=True)
class Presence:
    """MCP23017 expanders under the felt, their interrupts joined on one pin."""

    addresses: tuple[int, ...]
    interrupt: int
    places: Mapping[tuple[int, int], Place]
    """By address and input; inputs 0 to 6 are GPA0 to GPA6, 7 to 13 are GPB0 to GPB6."""


@dataclass(frozen=True, slots=True)
class KeyPanel:
    """The MCP23017 of the keys, the supervisor's switch and the doors, by its inputs."""

    address: int
    interrupt: int
    keys: Mapping[int, Key]
    key_switch: int
    doors: Mapping[int, Door]


@dataclass(frozen=True, slots=True)
class Lights:
    """PCA9685s in the order in which their channels count on."""

    addresses: tuple[int, ...]
    spots: Mapping[int, tuple[int, int, int]]
    """The channels for red, green and blue."""
    keys: Mapping[Key, int]


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that is set. The pins are BCM numbers."""

    language: str
    table: TableSetting
    game_options: Mapping[str, object]
    limits: Mapping[str, BetLimits]
    """By bet, in the order in which the bets of a spot are wired."""
    journal: tuple[Path, ...]
    control: Path
    i2c_bus: int
    shoe: Shoe
    chips: Chips
    presence: Presence
    keys: KeyPanel
    lights: Lights
    dealer_display: int
    payout_display: int
    figures: int
    """The addresses of the SSD1306s and of the HT16K33."""
    sounder: int
    """The pin of the piezo."""
