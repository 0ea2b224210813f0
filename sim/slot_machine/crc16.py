"""CRC-16 Kermit for the far ends, without the drivers' code: the bits of CCITT's turned round."""

from binascii import crc_hqx
from typing import Final

_TURNED: Final = bytes(int(f"{octet:08b}"[::-1], 2) for octet in range(256))
"""Each octet with its lowest bit first."""


def crc16(data: bytes) -> bytes:
    """Return the two octets that end a message, low octet first."""
    high, low = crc_hqx(data.translate(_TURNED), 0).to_bytes(2, "big")
    return bytes((_TURNED[high], _TURNED[low]))
