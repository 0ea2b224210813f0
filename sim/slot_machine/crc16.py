"""CRC-16 Kermit, written without the driver's code: CCITT's CRC with every octet bit-reversed."""

from binascii import crc_hqx
from typing import Final

_REVERSED_OCTETS: Final = bytes(int(f"{octet:08b}"[::-1], 2) for octet in range(256))
"""Each octet with its bits reversed."""


def crc16(message_octets: bytes) -> bytes:
    """Return the two CRC octets of a message, low octet first."""
    high, low = crc_hqx(message_octets.translate(_REVERSED_OCTETS), 0).to_bytes(2, "big")
    return bytes((_REVERSED_OCTETS[high], _REVERSED_OCTETS[low]))
