"""The ninth bit of an octet on a UART of eight, as Linux marks it (termios, PARMRK).

A port that sends with mark parity sends it set, with space parity clear. One that receives with
space parity takes an octet with the bit set for a parity error; with INPCK and PARMRK the kernel
writes such an octet as FF 00 n, and FF itself as FF FF. This program uses the same encoding for
all byte strings that hold octets with a ninth bit.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

_ESCAPE_OCTET: Final = 0xFF
_MARKED_PREFIX: Final = 0x00


class Octet(NamedTuple):
    """Eight bits, and whether the ninth was set (or the octet was spoilt on its way)."""

    value: int
    is_marked: bool = False


def encode_octet(octet: Octet) -> bytes:
    """Return an octet as it is written in a row of bytes."""
    if octet.is_marked:
        return bytes([_ESCAPE_OCTET, _MARKED_PREFIX, octet.value])
    return bytes([octet.value]) * (2 if octet.value == _ESCAPE_OCTET else 1)


def encode_message(message_octets: bytes) -> bytes:
    """Return a message whose first octet is marked, as it is written."""
    first = encode_octet(Octet(message_octets[0], is_marked=True))
    return first + b"".join(encode_octet(Octet(value)) for value in message_octets[1:])


class Unmarker:
    """Takes bytes, in any portions, and gives the octets that they write."""

    def __init__(self) -> None:
        self._partial_octet = b""

    def decode_octets(self, data: bytes) -> Iterator[Octet]:
        """Yield each octet that is whole by now."""
        for byte in data:
            self._partial_octet += bytes([byte])
            # FF 00 n is complete; FF FF and an FF before any other byte end below.
            if self._partial_octet[0] != _ESCAPE_OCTET or len(self._partial_octet) == 3:
                yield self._release_octet(is_marked=len(self._partial_octet) == 3)
            elif len(self._partial_octet) == 2 and byte != _MARKED_PREFIX:
                yield self._release_octet(is_marked=False)

    def _release_octet(self, *, is_marked: bool) -> Octet:
        octet, self._partial_octet = Octet(self._partial_octet[-1], is_marked), b""
        return octet
