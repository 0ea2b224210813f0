"""Displays on I2C: each transfer with the names of its commands in the data sheet."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Final

from drivers.displays.backpack import USUAL, Backpack
from drivers.trace import TracedFrame, Transfer, hex_octets, shortened
from hal.ports import Millis

MAX_DESCRIBED_COMMANDS: Final = 4
"""Commands of one transfer that are described; the octets show all."""

_SSD1306: Final[Mapping[int, tuple[str, int]]] = {
    0x20: ("ADDRESSING", 1),
    0x21: ("COLUMN", 2),
    0x22: ("PAGE", 2),
    0x81: ("CONTRAST", 1),
    0x8D: ("CHARGE PUMP", 1),
    0xA0: ("SEGMENT REMAP 0", 0),
    0xA1: ("SEGMENT REMAP 1", 0),
    0xA4: ("ENTIRE ON 0", 0),
    0xA5: ("ENTIRE ON 1", 0),
    0xA6: ("NORMAL", 0),
    0xA7: ("INVERSE", 0),
    0xA8: ("MULTIPLEX", 1),
    0xAD: ("DC-DC", 1),
    0xAE: ("DISPLAY OFF", 0),
    0xAF: ("DISPLAY ON", 0),
    0xC0: ("COM SCAN +", 0),
    0xC8: ("COM SCAN -", 0),
    0xD3: ("OFFSET", 1),
    0xD5: ("CLOCK", 1),
    0xD9: ("PRE-CHARGE", 1),
    0xDA: ("COM PINS", 1),
    0xDB: ("VCOMH", 1),
    0xE3: ("NOP", 0),
}
"""Commands, and how many octets follow each; the SH1106 has the same."""
_ONE_COMMAND: Final = 0x80
_DATA_CONTROL: Final = 0x40
"""Control octets before one command, and before data up to the end; 00 is before commands."""

_HT16K33: Final = {0x0: "RAM", 0x2: "SYSTEM", 0x8: "DISPLAY", 0xA: "ROW/INT", 0xE: "DIMMING"}

_RS, _E = 0x01, 0x04
_HD44780: Final = (
    (0x80, "SET DDRAM"),
    (0x40, "SET CGRAM"),
    (0x20, "FUNCTION SET"),
    (0x10, "SHIFT"),
    (0x08, "DISPLAY CONTROL"),
    (0x04, "ENTRY MODE"),
    (0x02, "RETURN HOME"),
    (0x01, "CLEAR"),
)
_ADDRESSES: Final = (0x80, 0x40)
_TO_FOUR_BITS: Final = [(0, 3), (0, 3), (0, 3), (0, 2)]
"""The bytes that bring an HD44780 to four-bit mode from any state, half by half."""


class Displayed:
    """Implements `drivers.trace.Tracer`. `describe_write` describes a write to the display."""

    def __init__(self, describe_write: Callable[[bytes], str]) -> None:
        self._describe_write = describe_write

    def trace(self, transfer: Transfer) -> Iterator[TracedFrame]:
        """Yield the transfer."""
        written = self._describe_write(transfer.sent_bytes)
        description = f"write 0x{transfer.address or 0:02X} {written}".rstrip()
        yield TracedFrame(transfer.at_ms, "out", hex_octets(transfer.sent_bytes), description)

    def flush(self, now: Millis) -> Iterable[TracedFrame]:  # noqa: ARG002
        """Nothing is held back."""
        return ()


def ht16k33() -> Displayed:
    """Return the tracer of an HT16K33."""
    return Displayed(_describe_ht16k33)


def oled() -> Displayed:
    """Return the tracer of an SSD1306 or SH1106."""
    return Displayed(_describe_oled)


def hd44780(*, backpack: Backpack = USUAL) -> Displayed:
    """Return the tracer of an HD44780 behind a PCF8574."""
    to_lines = backpack.to_lines()
    return Displayed(lambda data: _describe_hd44780(data.translate(to_lines)))


def _describe_ht16k33(data: bytes) -> str:
    if not data:
        return ""
    name = _HT16K33.get(data[0] >> 4, "?")
    return f"{name} {data[0] & 0xF:X}" + (f" = {shortened(data[1:])}" if data[1:] else "")


def _describe_oled(data: bytes) -> str:
    commands, memory_bytes = _split_transfer(data)
    return _join_descriptions(
        [
            *_describe_commands(commands),
            *([f"GDDRAM × {len(memory_bytes)}"] if memory_bytes else []),
        ]
    )


def _split_transfer(data: bytes) -> tuple[bytes, bytes]:
    """Return the commands of a transfer and its data for the memory."""
    offset = 0
    commands = b""
    while data[offset : offset + 1] == bytes((_ONE_COMMAND,)):
        commands += data[offset + 1 : offset + 2]
        offset += 2
    remaining = data[offset + 1 :]
    return (
        (commands, remaining)
        if data[offset : offset + 1] == bytes((_DATA_CONTROL,))
        else (commands + remaining, b"")
    )


def _describe_commands(data: bytes) -> Iterator[str]:
    offset = 0
    while offset < len(data):
        name, count = _describe_command(data[offset])
        yield f"{name} {hex_octets(data[offset + 1 : offset + 1 + count])}".rstrip()
        offset += 1 + count


def _describe_command(byte: int) -> tuple[str, int]:
    if byte in _SSD1306:
        return _SSD1306[byte]
    if byte < 0x20:
        return f"{'LOW' if byte < 0x10 else 'HIGH'} COLUMN {byte & 0xF:X}", 0
    if 0x40 <= byte < 0x80:
        return f"START LINE {byte & 0x3F}", 0
    return (f"PAGE {byte & 0xF}", 0) if 0xB0 <= byte < 0xC0 else (f"{byte:02X}", 0)


def _describe_hd44780(data: bytes) -> str:
    """Decode the halves clocked in by the falling edges of E, two to an octet."""
    edge_pairs = pairwise(data)
    half_bytes = [
        (rising & _RS, rising >> 4)
        for rising, falling in edge_pairs
        if rising & _E and not falling & _E
    ]
    # The set-up is clocked in eight-bit mode, where each half is a command of its own.
    is_setup = half_bytes[: len(_TO_FOUR_BITS)] == _TO_FOUR_BITS
    half_bytes = half_bytes[len(_TO_FOUR_BITS) * is_setup :]
    half_pairs = zip(half_bytes[::2], half_bytes[1::2], strict=False)
    octets = [
        (register_select, high << 4 | low_byte)
        for (register_select, high), (_, low_byte) in half_pairs
    ]
    return _join_descriptions([*["FUNCTION SET 3 3 3 2"] * is_setup, *_describe_octets(octets)])


def _describe_octets(octets: list[tuple[int, int]]) -> Iterator[str]:
    text = ""
    for is_data, octet in octets:
        if is_data:
            text += chr(octet) if 0x20 <= octet < 0x7F else "?"
            continue
        if text:
            yield f"“{text}”"
            text = ""
        bit_mask, name = next(
            # A command is named by its highest set bit (data sheet, table 6).
            ((bit_mask, name) for bit_mask, name in _HD44780 if octet & bit_mask),
            (0, "NOP"),
        )
        yield f"{name} {octet & ~bit_mask if bit_mask in _ADDRESSES else octet:02X}"
    if text:
        yield f"“{text}”"


def _join_descriptions(descriptions: list[str]) -> str:
    return ", ".join(descriptions[:MAX_DESCRIBED_COMMANDS]) + (
        " …" if len(descriptions) > MAX_DESCRIBED_COMMANDS else ""
    )
