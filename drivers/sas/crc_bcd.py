"""CRC and packed BCD of a message.

CRC-16 Kermit (A): polynomial x^16+x^12+x^5+1, reflected, from 0, over all octets from the address
on, low octet first. Amounts and meters are packed BCD, high octet first (B).
"""

from typing import Final

from hal.errors import BadReply

CRC_SIZE: Final = 2
_REFLECTED_POLYNOMIAL: Final = 0x8408


def _shift_octet(octet: int) -> int:
    for _ in range(8):
        octet = octet >> 1 ^ (_REFLECTED_POLYNOMIAL if octet & 1 else 0)
    return octet


_CRC_TABLE: Final = tuple(map(_shift_octet, range(256)))


def crc_octets(message: bytes) -> bytes:
    """Return the two CRC octets of a message without them."""
    register = 0
    for octet in message:
        register = register >> 8 ^ _CRC_TABLE[(register ^ octet) & 0xFF]
    return register.to_bytes(CRC_SIZE, "little")


def with_crc(message: bytes) -> bytes:
    """Return a message with its CRC."""
    return message + crc_octets(message)


def has_valid_crc(message: bytes) -> bool:
    """Return whether a message ends with its valid CRC."""
    return crc_octets(message[:-CRC_SIZE]) == message[-CRC_SIZE:]


def encode_bcd(number: int, octet_count: int) -> bytes:
    """Return a number as packed BCD. ValueError: negative, or too many digits."""
    digits = f"{number:0{2 * octet_count}}"
    if number < 0 or len(digits) > 2 * octet_count:
        raise ValueError(f"{number} does not fit {octet_count} octets of digits")
    return bytes.fromhex(digits)


def decode_bcd(octets: bytes) -> int:
    """Return the number of packed BCD. Raises BadReply if an octet is not two decimal digits."""
    digits = octets.hex()
    if not digits.isdecimal():
        raise BadReply(f"{digits} is no decimal number")
    return int(digits)
