"""A kind of part, in one row beside its driver: how it is read, built, hung up and traced."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from drivers.i2c_chip import I2cChip
from drivers.part import Part
from drivers.section import Needs, Section
from drivers.spelling import Speller
from drivers.tags.chips import ChipRegistry
from drivers.tags.decks import DeckRegistry
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from hal.ports import Board, I2CBus, SerialPort

W = TypeVar("W")


class Sayings(Protocol):
    """The texts of parts for people, in the table's language."""

    @property
    def language(self) -> str:
        """The table's language."""
        ...

    @property
    def copy(self) -> str:
        """The heading of a ticket that may have been printed before."""
        ...

    @property
    def always_spoken(self) -> tuple[str, ...]:
        """The announcements of every round."""
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
        """Return the spoken announcement; empty if there is none."""
        ...

    def tickets(self, panel: Panel) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the tickets to be printed, by control number."""
        ...


class Stock(NamedTuple):
    """The house's data for parts: chips, cards, and texts."""

    chips: ChipRegistry
    decks: DeckRegistry
    screens: Sayings
    cache: Path = Path()
    """The directory for cached renderings."""


class Site(Protocol):
    """The place of a part: its own wire, and the resources that it shares."""

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
    trace: Callable[[W], Speller] | None = None
    """Makes the tracer of its wire; None if it has lines, or no wire."""
    keys: frozenset[Key] = frozenset()
    """Keys that the dealer needs for it."""
    chip: I2cChip | None = None
    """The chip, or chips, that it consists of, if they are strapped."""
