"""Paper, cover and print head of a simulated ticket printer."""

from dataclasses import dataclass, field
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


@dataclass
class Mechanics:
    """Paper, cover and cutter: the causes of being off line."""

    rows_left: int | None = None
    """Rows of paper; None while there is plenty."""
    cover_open: bool = False
    has_error: bool = False

    @property
    def is_online(self) -> bool:
        """Whether it prints."""
        return self.rows_left != 0 and not self.cover_open and not self.has_error

    def status_byte(self, argument: int) -> bytes:
        """Return the answer to `DLE EOT n`, empty for another n."""
        is_paper_out = self.rows_left == 0
        status_bits = {
            1: 0x08 * (not self.is_online),
            2: 0x04 * self.cover_open | 0x20 * is_paper_out | 0x40 * self.has_error,
            3: 0x08 * self.has_error,
            4: 0x6C * is_paper_out,
        }
        return bytes((0x12 | status_bits[argument],)) if argument in status_bits else b""


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
