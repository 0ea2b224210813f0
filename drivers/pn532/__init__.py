"""PN532: an RFID reader at the shoe's mouth, on a serial port or on the I2C bus."""

from drivers.pn532.cards import CardReader
from drivers.pn532.links import HsuLink, I2cLink
from drivers.pn532.reader import TagReader

__all__ = ["CardReader", "HsuLink", "I2cLink", "TagReader"]
