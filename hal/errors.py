"""The hardware errors: one small tree, to which every vendor's exception is converted.

HardwareError
├── PortLost       the cable is out, or the port has gone
│   └── NoPort     no serial port has that name
├── PortTaken      another process holds the port
├── DeviceSilent   no device answers at an address of the I2C bus
├── BusStuck       the I2C bus itself is held low or timed out
├── BadReply       a part answered against its protocol
│   └── WrongAnswers   its answers are sound, but not those of the unit that is wanted
└── BoardUnfit     this machine has no such hardware, or its library is missing
"""


class HardwareError(Exception):
    """A failure outside the program; the message is in English, for the log."""


class PortLost(HardwareError):
    """The serial port can't be read or written any more; it may come back under the same name."""


class NoPort(PortLost):
    """Nothing has that name, or it is no serial port; the message is the name."""


class PortTaken(HardwareError):
    """Another process has the serial port open."""


class DeviceSilent(HardwareError):
    """No acknowledge from `address` on the I2C bus."""

    def __init__(self, address: int) -> None:
        super().__init__(f"no answer at I2C address 0x{address:02X}")
        self.address = address


class BusStuck(HardwareError):
    """The I2C bus timed out or was taken away from us in mid-transaction."""


class BadReply(HardwareError):
    """A part answered against its protocol."""


class WrongAnswers(BadReply):
    """A part answers soundly, but refuses an order, or is another unit: no silence."""


class BoardUnfit(HardwareError):
    """The board can't be opened on this machine; the message names the missing piece."""
