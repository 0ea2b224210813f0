"""CRC-16 Kermit for the far ends, without the drivers' code: the bits of CCITT's turned round."""

from binascii import crc_hqx
from typing import Final

_REVERSED_OCTETS: Final = bytes(int(f"{octet:08b}"[::-1], 2) for octet in range(256))
"""Each octet with its lowest bit first."""


def crc16(message_octets: bytes) -> bytes:
    """Return the two octets that end a message, low octet first."""
    high, low = crc_hqx(message_octets.translate(_REVERSED_OCTETS), 0).to_bytes(2, "big")
    return bytes((_REVERSED_OCTETS[high], _REVERSED_OCTETS[low]))
