"""An i2c-tiny-usb adapter in front of an I2C bus: any Linux has its driver.

Requests and states by the driver, drivers/i2c/busses/i2c-tiny-usb.c of Linux 6.12: vendor requests
to the interface; a transfer of several messages is a request each, with its address in the index
and the message's flags in the value; after each the driver asks for the state.

Not modelled: the bit delay that the host sets, the bus's own speed, addresses of ten bits. Between
the messages of one transfer there is a stop; to the simulated chips it is as a repeated start.
"""

import struct
from enum import IntEnum
from typing import Final

from hal.errors import BusStuck, DeviceSilent
from hal.ports import I2CBus
from sim.usb.descriptors import Model
from sim.usb.device import Setup, Stall, UsbDevice

MODEL: Final = Model(
    vendor=0x0403,
    product=0xC631,
    version_bcd=0x0205,
    maker_name="Croupier",
    product_name="i2c-tiny-usb",
    milliamperes=100,
    interface_class=(0, 0, 0),
)
FUNCTIONALITY: Final = 0x0EFF_0009
"""Linux' I2C_FUNC_I2C and I2C_FUNC_SMBUS_EMUL."""
I2C_IO: Final = 4
_BEGIN_AND_END: Final = 0x03
_READ_FLAG: Final = 0x0001


class BusState(IntEnum):
    """How the last transfer went."""

    IDLE = 0
    ACKNOWLEDGED = 1
    NOT_ACKNOWLEDGED = 2


class I2cTinyUsb(UsbDevice):
    """An adapter to `bus`. A bus that is stuck stalls the transfer, which Linux takes for EIO."""

    def __init__(self, bus: I2CBus, serial_number: str) -> None:
        super().__init__(MODEL, serial_number)
        self._bus = bus
        self.state = BusState.IDLE

    def reset(self) -> None:
        super().reset()
        self.state = BusState.IDLE

    def vendor_request(self, setup: Setup, data: bytes) -> bytes:
        """Do one of the driver's requests. Raises Stall."""
        match setup.request:
            case 0:  # echo
                return struct.pack("<H", setup.value)
            case 1:  # functionality
                return struct.pack("<I", FUNCTIONALITY)
            case 2:  # bit delay
                return b""
            case 3:  # state
                return bytes((self.state,))
            case request if request & ~_BEGIN_AND_END == I2C_IO:
                return self._transfer(setup, data)
        raise Stall

    def _transfer(self, setup: Setup, data: bytes) -> bytes:
        answer = bytes(setup.length)
        try:
            if setup.value & _READ_FLAG:
                answer = self._bus.read(setup.index, setup.length)
            else:
                self._bus.write(setup.index, data)
        except (DeviceSilent, ValueError):
            # An address that no chip may have, or a read of nothing, is acknowledged by none.
            self.state = BusState.NOT_ACKNOWLEDGED
        except BusStuck as error:
            self.state = BusState.IDLE
            raise Stall from error
        else:
            self.state = BusState.ACKNOWLEDGED
        return answer
