"""A kind of part, in one row beside its driver: how it is read, built, hung up and traced."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from drivers.i2c_chip import I2cChip
from drivers.part import Part
from drivers.section import Needs, Section
from drivers.tags.chips import ChipRegistry
from drivers.tags.decks import DeckRegistry
from drivers.trace import Tracer
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from hal.ports import Board, I2CBus, SerialPort

W = TypeVar("W")


class Sayings(Protocol):
    """What parts say to people, in the table's language."""

    @property
    def language(self) -> str:
        """The table's language."""
        ...

    @property
    def copy(self) -> str:
        """What stands above a ticket that may have been printed before."""
        ...

    @property
    def always_spoken(self) -> tuple[str, ...]:
        """What is announced in every round."""
        ...

    def dealer(self, panel: Panel) -> tuple[str, ...]:
        """Return the dealer's lines, the next act first."""
        ...

    def players(self, panel: Panel) -> tuple[str, ...]:
        """Return the lines that face the players."""
        ...

    def standing(self, panel: Panel, *, simulated: bool) -> str:
        """Return the line that every display carries on each of its screens."""
        ...

    def spoken(self, panel: Panel) -> str:
        """Return what is announced aloud; nothing where nothing is."""
        ...

    def tickets(self, panel: Panel) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the tickets to be printed, by control number."""
        ...


class Stock(NamedTuple):
    """What the parts know of the house: its chips, its cards, and how to say things."""

    chips: ChipRegistry
    decks: DeckRegistry
    screens: Sayings
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


class Kind(NamedTuple, Generic[W]):
    """A part that a table can be built from; `W` is its wiring, as the configuration gives it."""

    word: str
    """The `part` of its section in the configuration."""
    read: Callable[[Section, Needs], W]
    build: Callable[[W, Site], Part]
    hangs_on: Literal["i2c", "serial", "lines", "voice", "wheel"] = "i2c"
    """A serial part has its wire, and so its thread, to itself."""
    settle_ms: int = 5
    """How long the unit is left alone after it was lost, while its power may be coming up."""
    trace: Callable[[W], Tracer] | None = None
    """What traces its wire; None where it has lines, or no wire."""
    keys: frozenset[Key] = frozenset()
    """Keys that the dealer needs for it."""
    chip: I2cChip | None = None
    """The chip, or chips, that it consists of, if they are strapped."""
