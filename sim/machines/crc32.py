"""CRC-32 for the far ends, written without the drivers'."""


def crc32(data: bytes) -> int:
    """Return the CRC-32 bit by bit: reflected, polynomial EDB88320, from and by all ones."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0xEDB88320 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF
