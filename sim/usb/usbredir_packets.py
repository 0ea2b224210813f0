"""The packets of USB redirection 0.7: their kinds, their layouts, and how a device is described."""

import struct
from collections.abc import Collection
from enum import IntEnum
from typing import Final

from sim.usb.descriptors import IN, Model


class Kind(IntEnum):
    """The kinds of packets that this side sends or does something on."""

    HELLO = 0
    DEVICE_CONNECT = 1
    DEVICE_DISCONNECT = 2
    RESET = 3
    INTERFACE_INFO = 4
    EP_INFO = 5
    SET_CONFIGURATION = 6
    GET_CONFIGURATION = 7
    CONFIGURATION_STATUS = 8
    SET_ALT_SETTING = 9
    GET_ALT_SETTING = 10
    ALT_SETTING_STATUS = 11
    START_INTERRUPT_RECEIVING = 15
    STOP_INTERRUPT_RECEIVING = 16
    INTERRUPT_RECEIVING_STATUS = 17
    CANCEL_DATA_PACKET = 21
    FILTER_REJECT = 22
    FILTER_FILTER = 23
    DEVICE_DISCONNECT_ACK = 24
    CONTROL = 100
    BULK = 101
    INTERRUPT = 103


class Status(IntEnum):
    """How a transfer went."""

    SUCCESS = 0
    CANCELLED = 1
    INVALID = 2
    STALL = 4


class Capability(IntEnum):
    """The bits of a side's capabilities."""

    CONNECT_DEVICE_VERSION = 1 << 1
    EP_INFO_MAX_PACKET_SIZE = 1 << 4
    IDS_OF_64_BITS = 1 << 5
    BULK_LENGTHS_OF_32_BITS = 1 << 6
    """Without it QEMU rejects every device at its controller of USB 3."""


HELLO: Final = struct.Struct("<64sI")
CONTROL: Final = struct.Struct("<BBBBHHH")
HEADER, LONG_HEADER = struct.Struct("<III"), struct.Struct("<IIQ")
INTERRUPT, BULK = struct.Struct("<BBH"), struct.Struct("<BBHI")
BULK_LENGTH_HIGH: Final = struct.Struct("<H")
"""Follows in the head of a bulk packet where both sides have lengths of 32 bits."""
_ENDPOINTS: Final = 32
_NO_TYPE, _CONTROL_TYPE, _BULK_TYPE, _INTERRUPT_TYPE = 255, 0, 2, 3
_EACH_FRAME: Final = 1
_FULL_SPEED: Final = 1


def endpoints_info(model: Model, bulk: Collection[int], *, with_sizes: bool) -> bytes:
    """Return the description of a device's endpoints: of `bulk`, the others of interrupts."""
    types, sizes = [_NO_TYPE] * _ENDPOINTS, [0] * _ENDPOINTS
    for address in (0, IN):
        types[_place(address)], sizes[_place(address)] = _CONTROL_TYPE, model.control_packet
    for address in model.endpoints:
        types[_place(address)] = _BULK_TYPE if address in bulk else _INTERRUPT_TYPE
        sizes[_place(address)] = model.bulk_packet
    info = bytes(types) + bytes((_EACH_FRAME,)) * _ENDPOINTS + bytes(_ENDPOINTS)
    return info + struct.pack(f"<{_ENDPOINTS}H", *sizes) if with_sizes else info


def interface_info(model: Model) -> bytes:
    """Return the description of a device's one interface."""
    columns = (0, *model.interface_class)
    rows = b"".join(bytes((octet,)).ljust(_ENDPOINTS, b"\0") for octet in columns)
    return struct.pack("<I", 1) + rows


def connect_info(model: Model, *, with_version: bool) -> bytes:
    """Return the description of a device that is plugged in."""
    info = struct.pack("<BBBBHH", _FULL_SPEED, 0, 0, 0, model.vendor, model.product)
    return info + struct.pack("<H", model.version_bcd) if with_version else info


def _place(address: int) -> int:
    """Return an endpoint's place in the tables: first those to the device, then those from it."""
    return (address & IN) >> 3 | address & 0x0F
