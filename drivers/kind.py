"""A kind of part: how its section is read, how it is built, its wire and the trace of that."""

from collections.abc import Callable
from pathlib import Path
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar

from drivers.i2c_chip import I2cChip
from drivers.message_log import MessageRow
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds
from drivers.tags.chip_registry import ChipRegistry
from drivers.tags.deck_registry import DeckRegistry
from drivers.trace import Tracer
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel
from hal.ports import Board, I2CBus, SerialPort

WiringT = TypeVar("WiringT")


class DisplayTexts(Protocol):
    """Texts for people, in the table's language."""

    @property
    def voice(self) -> str: ...

    @property
    def money_decimals(self) -> int:
        """How many decimals an amount has."""
        ...

    @property
    def copy_heading(self) -> str:
        """The heading of a ticket that may have been printed before."""
        ...

    @property
    def standard_phrases(self) -> tuple[str, ...]:
        """The announcements of every round."""
        ...

    def dealer_lines(self, panel: Panel) -> tuple[str, ...]:
        """Return the dealer's lines, the next act first."""
        ...

    def player_lines(self, panel: Panel) -> tuple[str, ...]:
        """Return the lines that face the players."""
        ...

    def footer_line(self, *, testing: bool, simulated: bool) -> str:
        """Return the line that every display carries on each of its screens."""
        ...

    def announcement_text(self, panel: Panel) -> str:
        """Return the spoken announcement, or an empty text."""
        ...

    def ticket_lines(self, panel: Panel) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the tickets to be printed, by control number."""
        ...


class Registries(NamedTuple):
    """Shared by all parts of a table: the registered chips and cards, and the texts."""

    chip_registry: ChipRegistry
    deck_registry: DeckRegistry
    screens: DisplayTexts
    cache_dir: Path = Path()
    """Directory for files that can be made again, such as speech."""


class BuildContext(Protocol):
    """The place of one part: its section, its wire, the board and the stock."""

    section: str
    board: Board
    registries: Registries

    def bus(self) -> I2CBus:
        """Return the I2C bus, metered for this part."""
        ...

    def port(self, path: str, baud: int) -> SerialPort: ...


class PartKind(NamedTuple, Generic[WiringT]):
    """One row for each kind of part; `WiringT` is the type of its wiring."""

    word: str
    """The `part` of its section in the configuration."""
    read_section: Callable[[ConfigSection, TableNeeds], WiringT]
    build_part: Callable[[WiringT, BuildContext], Part]
    bus_type: Literal["i2c", "serial", "lines", "voice", "wheel"] = "i2c"
    """A serial part has a wire of its own, and so a thread of its own."""
    settle_ms: int = 5
    """Pause after a loss before the unit is started again: its power may be coming up."""
    trace: Callable[[WiringT], Tracer] | None = None
    """Makes the tracer of its wire; None if it has lines only, or no wire."""
    keys: frozenset[Key] = frozenset()
    """Keys that the panel needs because of this part."""
    reads_at_mouth: bool = False
    """Whether it reads cards at the mouth of a shoe or shuffler, and is no shoe itself."""
    chip: I2cChip | None = None
    """The kind of its chips, if their addresses are strapped."""
    message_rows: tuple[MessageRow, ...] = ()
    """The table of its protocol: every message of the maker's papers."""
