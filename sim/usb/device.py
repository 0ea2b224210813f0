"""A USB device, as the transfers of its host see it."""

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from sim.usb.descriptors import IN, Descriptors, Model
from sim.wires.far_end import OutputBell

_TYPE_BITS: Final = 0x60
_SETUP: Final = struct.Struct("<BBHHH")


class Stall(Exception):
    """The device refuses the transfer."""


@dataclass(frozen=True)
class Setup:
    """The eight octets that begin a control transfer."""

    request_type: int
    request: int
    value: int
    index: int
    length: int

    @classmethod
    def unpack(cls, data: bytes) -> "Setup":
        return cls(*_SETUP.unpack(data))

    @property
    def is_read(self) -> bool:
        """Whether the device sends the data."""
        return bool(self.request_type & IN)


class StandardRequest(IntEnum):
    """The requests that every device knows (USB 2.0, chapter 9.4)."""

    GET_STATUS = 0
    CLEAR_FEATURE = 1
    SET_FEATURE = 3
    SET_ADDRESS = 5
    GET_DESCRIPTOR = 6
    GET_CONFIGURATION = 8
    SET_CONFIGURATION = 9
    GET_INTERFACE = 10
    SET_INTERFACE = 11


class UsbDevice:
    """A device of one configuration, whose vendor requests and bulk transfers a subclass has.

    It has one host at a time, whose thread makes all calls. `bell` is rung when a bulk read that
    was not answered may be asked for again.
    """

    def __init__(self, model: Model, serial_number: str) -> None:
        self.model = model
        self.descriptors = Descriptors(model, serial_number)
        self.configuration = 0
        self.bell = OutputBell()

    @property
    def is_in_use(self) -> bool:
        """Whether its host reads it: not while nobody has the port of a serial adapter open."""
        return True

    @property
    def serial_number(self) -> str:
        return self.descriptors.serial_number

    def reset(self) -> None:
        """Return to the state after power-up."""
        self.configuration = 0

    def control(self, setup: Setup, data: bytes) -> bytes:
        """Do a control transfer: take `data`, or return at most `setup.length` octets.

        Raises Stall.
        """
        match setup.request_type & _TYPE_BITS:
            case 0x00:  # standard
                answer = self._standard(setup)
            case 0x40:  # vendor
                answer = self.vendor_request(setup, data)
            case _:
                raise Stall
        return answer[: setup.length] if setup.is_read else b""

    def vendor_request(self, setup: Setup, data: bytes) -> bytes:
        """Do a request of the device's own. Raises Stall."""
        raise Stall(f"request {setup.request} with {len(data)} octets")

    def write_bulk(self, endpoint: int, data: bytes) -> None:
        """Take the data of a bulk transfer. Raises Stall."""
        raise Stall(f"{len(data)} octets for endpoint {endpoint}")

    def read_bulk(self, endpoint: int, size: int) -> bytes | None:
        """Return at most `size` octets, None if it has none yet. Raises Stall."""
        raise Stall(f"{size} octets from endpoint {endpoint}")

    def next_read_ns(self) -> int | None:
        """Return when an unanswered bulk read should be tried again without a ring, None if never.

        In ns of CLOCK_MONOTONIC.
        """
        return None

    def _standard(self, setup: Setup) -> bytes:
        match setup.request:
            case StandardRequest.GET_DESCRIPTOR:
                descriptor = self.descriptors.find(setup.value)
                if descriptor is None:
                    raise Stall
                return descriptor
            case StandardRequest.GET_STATUS:
                return bytes(2)
            case StandardRequest.GET_CONFIGURATION:
                return bytes((self.configuration,))
            case StandardRequest.GET_INTERFACE:
                return bytes(1)
            case StandardRequest.SET_CONFIGURATION:
                self.configuration = setup.value
            case (
                StandardRequest.CLEAR_FEATURE
                | StandardRequest.SET_FEATURE
                | StandardRequest.SET_ADDRESS
                | StandardRequest.SET_INTERFACE
            ):
                pass
            case _:
                raise Stall
        return b""
