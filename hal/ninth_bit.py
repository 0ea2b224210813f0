"""The ninth bit of an octet on a UART of eight, as Linux marks it (termios, PARMRK).

A port that sends with mark parity sends it set, with space parity clear. One that receives with
space parity takes an octet with the bit set for a parity error; with INPCK and PARMRK the kernel
writes such an octet as FF 00 n, and FF itself as FF FF. Here that is how a marked octet is written
wherever octets with a ninth bit are in a row of bytes.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

_ESCAPE: Final = 0xFF
_MARK: Final = 0x00


class Octet(NamedTuple):
    """Eight bits, and whether the ninth was set (or the octet was spoilt on its way)."""

    value: int
    marked: bool = False


def written(octet: Octet) -> bytes:
    """Return an octet as it is written in a row of bytes."""
    if octet.marked:
        return bytes([_ESCAPE, _MARK, octet.value])
    return bytes([octet.value]) * (2 if octet.value == _ESCAPE else 1)


def message(octets: bytes) -> bytes:
    """Return a message whose first octet is marked, as it is written."""
    first = written(Octet(octets[0], marked=True))
    return first + b"".join(written(Octet(value)) for value in octets[1:])


class Unmarker:
    """Takes bytes, in any portions, and gives the octets that they write."""

    def __init__(self) -> None:
        self._held = b""

    def take(self, data: bytes) -> Iterator[Octet]:
        """Yield each octet that is whole by now."""
        for byte in data:
            self._held += bytes([byte])
            if self._held[0] != _ESCAPE or len(self._held) == 3:
                yield self._let_go(marked=len(self._held) == 3)
            elif len(self._held) == 2 and byte != _MARK:
                yield self._let_go(marked=False)

    def _let_go(self, *, marked: bool) -> Octet:
        octet, self._held = Octet(self._held[-1], marked), b""
        return octet
