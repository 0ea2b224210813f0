"""CRC-16 Kermit for the far ends, bit by bit, written without the drivers'."""


def crc16(data: bytes) -> bytes:
    """Return the two octets that end a message, low octet first."""
    crc = 0
    for bit in (octet >> place & 1 for octet in data for place in range(8)):
        crc = (crc >> 1) ^ (0x8408 if (crc ^ bit) & 1 else 0)
    return bytes((crc & 0xFF, crc >> 8))
