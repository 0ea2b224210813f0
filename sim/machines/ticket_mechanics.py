"""Paper, cover and print head of a simulated ticket printer."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple

_CODE_PAGES: Final = {0: "cp437", 16: "cp1252", 19: "cp858"}


class TicketRow(NamedTuple):
    """A printed row and its style."""

    text: str
    is_bold: bool = False
    is_tall: bool = False
    is_wide: bool = False
    is_centred: bool = False


_PLAIN_ROW: Final = TicketRow("")


class PrinterError(IntEnum):
    """An error of the printer's own, by its bit in `DLE EOT 3` and in an automatic status."""

    MECHANICAL = 0x04
    CUTTER = 0x08
    UNRECOVERABLE = 0x20
    OVERHEATED = 0x40


@dataclass
class Mechanics:
    """Paper, cover, cutter and keys: the causes of being off line."""

    rows_left: int | None = None
    """Rows of paper; None while there is plenty."""
    is_near_end: bool = False
    """Whether the near-end sensor sees no paper, whatever is left."""
    cover_open: bool = False
    error: PrinterError | None = None
    feeds_paper: bool = False
    """Whether somebody presses FEED."""
    awaits_feed: bool = False
    """Whether it is off line until somebody presses FEED."""
    is_deselected: bool = False
    """Whether it is off line for a reason that it doesn't name."""
    drawer_open: bool = False

    @property
    def is_online(self) -> bool:
        """Whether it prints."""
        is_stopped = self.is_paper_out or self.cover_open or self.error is not None
        is_waiting = self.feeds_paper or self.awaits_feed or self.is_deselected
        return not (is_stopped or is_waiting)

    @property
    def is_paper_out(self) -> bool:
        """Whether the paper has ended."""
        return self.rows_left == 0

    def status_byte(self, argument: int) -> bytes:
        """Return the answer to `DLE EOT n`, empty for another n."""
        status_bits = {
            1: 0x04 * self.drawer_open
            | 0x08 * (not self.is_online)
            | 0x20 * self.awaits_feed
            | 0x40 * self.feeds_paper,
            2: 0x04 * self.cover_open
            | 0x08 * self.feeds_paper
            | 0x20 * self.is_paper_out
            | 0x40 * (self.error is not None),
            3: self.error or 0,
            4: 0x0C * (self.is_near_end or self.is_paper_out) | 0x60 * self.is_paper_out,
        }
        return bytes((0x12 | status_bits[argument],)) if argument in status_bits else b""

    def automatic_status(self) -> bytes:
        """Return the four octets of an automatic status."""
        first = (
            0x10
            | 0x04 * self.drawer_open
            | 0x08 * (not self.is_online)
            | 0x20 * self.cover_open
            | 0x40 * self.feeds_paper
        )
        second = self.awaits_feed | 0x02 * self.feeds_paper | (self.error or 0)
        return bytes((first, second, self.paper_sensors(), 0))

    def paper_sensors(self) -> int:
        """Return the answer to `GS r 1`."""
        return 0x03 * (self.is_near_end or self.is_paper_out) | 0x0C * self.is_paper_out


@dataclass
class PrintHead:
    """The row that is being composed, in its style; `ESC @` begins with a fresh one."""

    row_buffer: bytearray = field(default_factory=bytearray)
    row_style: TicketRow = _PLAIN_ROW
    code_page: int = 0

    def restyle(self, command: bytes, argument: int) -> None:
        """Take `ESC t`, `ESC !`, `ESC E` or `ESC a`."""
        match command:
            case b"t":
                self.code_page = argument
            case b"!":
                is_tall, is_wide, is_bold = (bool(argument & bit) for bit in (0x10, 0x20, 0x08))
                self.row_style = self.row_style._replace(
                    is_tall=is_tall, is_wide=is_wide, is_bold=is_bold
                )
            case b"E":
                self.row_style = self.row_style._replace(is_bold=bool(argument & 1))
            case b"a":
                self.row_style = self.row_style._replace(is_centred=argument == 1)

    def take_row(self) -> TicketRow:
        """Return the row, and begin another in the same style."""
        text = self.row_buffer.decode(_CODE_PAGES.get(self.code_page, "ascii"), "replace")
        self.row_buffer.clear()
        return self.row_style._replace(text=text)
