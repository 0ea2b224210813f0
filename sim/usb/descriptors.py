"""Descriptors of a USB device, by which its host knows it (USB 2.0, chapter 9.6)."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

IN: Final = 0x80
"""The direction bit of endpoint addresses and request types: to the host."""
DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT = 1, 2, 3, 4, 5
_BULK: Final = 2
_FULL_SPEED_USB: Final = 0x0200
_BUS_POWERED: Final = 0x80
_ENGLISH: Final = 0x0409
_LANGUAGES: Final = 0
_MAKER, _PRODUCT, _SERIAL = 1, 2, 3


@dataclass(frozen=True)
class Model:
    """A full-speed device of one configuration, one interface and these bulk endpoints."""

    vendor: int
    product: int
    version_bcd: int
    maker_name: str
    product_name: str
    milliamperes: int
    interface_class: tuple[int, int, int]
    """Class, subclass and protocol."""
    control_packet: int = 8
    bulk_packet: int = 64
    endpoints: Sequence[int] = ()
    """The addresses of the bulk endpoints."""


class Descriptors:
    """The descriptors of one device of a model."""

    def __init__(self, model: Model, serial_number: str) -> None:
        self.model = model
        self.serial_number = serial_number
        texts = (model.maker_name, model.product_name, serial_number)
        self._by_value = {
            DEVICE << 8: _device(model),
            CONFIGURATION << 8: _configuration(model),
            STRING << 8 | _LANGUAGES: _described(STRING, struct.pack("<H", _ENGLISH)),
        } | {STRING << 8 | n: _string(text) for n, text in enumerate(texts, _MAKER)}

    def find(self, value: int) -> bytes | None:
        """Return the descriptor of a request's value (type, number), None if there is none."""
        return self._by_value.get(value)


def _described(kind: int, content: bytes) -> bytes:
    return bytes((2 + len(content), kind)) + content


def _string(text: str) -> bytes:
    return _described(STRING, text.encode("utf-16-le"))


def _device(model: Model) -> bytes:
    identity = struct.pack("<HHH", model.vendor, model.product, model.version_bcd)
    head = struct.pack("<HBBBB", _FULL_SPEED_USB, 0, 0, 0, model.control_packet)
    return _described(DEVICE, head + identity + bytes((_MAKER, _PRODUCT, _SERIAL, 1)))


def _configuration(model: Model) -> bytes:
    interface = bytes((0, 0, len(model.endpoints), *model.interface_class, 0))
    parts = _described(INTERFACE, interface) + b"".join(
        _described(ENDPOINT, struct.pack("<BBHB", address, _BULK, model.bulk_packet, 0))
        for address in model.endpoints
    )
    head = struct.pack("<HBBBBB", 9 + len(parts), 1, 1, 0, _BUS_POWERED, model.milliamperes // 2)
    return _described(CONFIGURATION, head) + parts
