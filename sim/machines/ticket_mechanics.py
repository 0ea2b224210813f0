"""Paper, cover and print head of a simulated ticket printer."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

_CODE_PAGES: Final = {0: "cp437", 16: "cp1252", 19: "cp858"}


class Row(NamedTuple):
    """A printed row and its style."""

    text: str
    bold: bool = False
    tall: bool = False
    wide: bool = False
    centred: bool = False


_PLAIN: Final = Row("")


@dataclass
class Mechanics:
    """Paper, cover and cutter: the causes of being off line."""

    rows_left: int | None = None
    """Rows of paper; None while there is plenty."""
    cover_open: bool = False
    error: bool = False

    @property
    def on_line(self) -> bool:
        """Whether it prints."""
        return self.rows_left != 0 and not self.cover_open and not self.error

    def status(self, n: int) -> bytes:
        """Return the answer to `DLE EOT n`, empty if there is none."""
        out = self.rows_left == 0
        bits = {
            1: 0x08 * (not self.on_line),
            2: 0x04 * self.cover_open | 0x20 * out | 0x40 * self.error,
            3: 0x08 * self.error,
            4: 0x6C * out,
        }
        return bytes((0x12 | bits[n],)) if n in bits else b""


@dataclass
class Head:
    """The row that is being composed, in its style; `ESC @` begins with a fresh one."""

    row: bytearray = field(default_factory=bytearray)
    style: Row = _PLAIN
    code_page: int = 0

    def restyle(self, command: bytes, n: int) -> None:
        """Take `ESC t`, `ESC !`, `ESC E` or `ESC a`."""
        match command:
            case b"t":
                self.code_page = n
            case b"!":
                tall, wide, bold = (bool(n & bit) for bit in (0x10, 0x20, 0x08))
                self.style = self.style._replace(tall=tall, wide=wide, bold=bold)
            case b"E":
                self.style = self.style._replace(bold=bool(n & 1))
            case b"a":
                self.style = self.style._replace(centred=n == 1)

    def print(self) -> Row:
        """Return the row, and begin another in the same style."""
        text = self.row.decode(_CODE_PAGES.get(self.code_page, "ascii"), "replace")
        self.row.clear()
        return self.style._replace(text=text)
