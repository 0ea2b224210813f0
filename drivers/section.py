"""The interface of a section of the configuration, and the readers that several parts share.

A missing or wrong value is reported, and a stand-in is returned so that reading can continue.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from drivers.i2c_chip import I2cChip
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from hal.server_address import is_url, server_address

ALL_CALL: Final = 0x70
"""Every PCA9685 answers here from power-up, so no other part can, and none is set to it."""
HEADER_PINS: Final = (2, 27)
"""BCM numbers of a Pi's header, but for 0 and 1, which are its identification bus."""

ChoiceT = TypeVar("ChoiceT")


class TableNeeds(NamedTuple):
    """The table's requirements for its parts; `keys_valid` if the keys that they
    follow from are right.
    """

    spots: int
    places: tuple[Place, ...]
    keys: tuple[Key, ...]
    keys_valid: bool
    options: Mapping[str, Any] = {}
    """How the game is played here."""
    deals_cards: bool = True
    """Whether cards are dealt."""
    optional_keys: frozenset[Key] = frozenset()
    """Those of the keys that may be left out."""
    game: str = ""
    """The name of the game; empty of a part without a table."""


class ConfigSection(Protocol):
    """A table of the configuration, read key by key; `firmware.shell.config.reader` implements it.

    Every fault is collected, with its place.
    """

    def has(self, name: str) -> bool:
        """Return whether an optional key is there."""
        ...

    def integer(self, name: str, minimum: int, maximum: int) -> int:
        """Return a whole number from `minimum` to `maximum`."""
        ...

    def flag(self, name: str) -> bool: ...

    def text(self, name: str) -> str:
        """Return a text that can be printed and is not empty."""
        ...

    def texts(self, name: str) -> list[str]:
        """Return a list, not empty, of texts that can be printed."""
        ...

    def file(self, name: str) -> Path:
        """Return the path of a file that no other key names."""
        ...

    def choice(self, name: str, allowed_values: Sequence[ChoiceT]) -> ChoiceT:
        """Return a value that is one of `allowed_values`."""
        ...

    def whole_number(self, name: str) -> int | None:
        """Return a whole number that the caller bounds, None if it is missing."""
        ...

    def whole_numbers(self, name: str) -> list[int]:
        """Return a list, not empty, of whole numbers that the caller bounds."""
        ...

    def table(self, name: str) -> Any:  # noqa: ANN401  # a Section, and the context that closes it
        """Return the table under `name`, to be read in a `with`."""
        ...

    def add_fault(self, name: str, reason: str, **values: str | int) -> None:
        """Report a mistake in the key `name`; `reason` is the key of its words."""
        ...

    def are_sound(self, *names: str) -> bool:
        """Return whether the keys `names` have no fault."""
        ...

    def hold(self, name: str, resource_type: str, resource: str | int, displayed: str = "") -> None:
        """Reserve for the key `name` a thing that only one key can have, such as a pin."""
        ...


def read_port(section: ConfigSection, server_refusal: str | None = None) -> str:
    """Read and reserve a serial port, or a port of a serial server.

    `server_refusal` is the key of the words by which a server is refused, if it is.
    """
    port = section.text("port")
    if section.are_sound("port"):
        mistake = (server_refusal or _server_mistake(port)) if is_url(port) else _path_mistake(port)
        if mistake:
            section.add_fault("port", mistake, value=port)
        else:
            section.hold("port", "port", port)
    return port


def _path_mistake(path: str) -> str | None:
    # A relative path would depend on the directory in which the service was started.
    return None if PurePosixPath(path).is_absolute() else "config.path"


def _server_mistake(url: str) -> str | None:
    address = server_address(url)
    if address is None:
        return "config.serial_server"
    return None if address.is_private else "config.public_server"


def read_pin(section: ConfigSection, name: str) -> int:
    """Read and reserve a pin."""
    pin = section.integer(name, *HEADER_PINS)
    if section.are_sound(name):
        section.hold(name, "pin", pin)
    return pin


def read_address(section: ConfigSection, chip: I2cChip) -> int:
    """Read and reserve the address of a chip."""
    address = section.whole_number("address")
    if address is not None:
        _check_address(section, "address", chip, address)
    return address or 0


def read_addresses(section: ConfigSection, chip: I2cChip) -> tuple[int, ...]:
    """Read and reserve the addresses of several chips of a kind."""
    addresses = section.whole_numbers("addresses")
    for address in addresses:
        _check_address(section, "addresses", chip, address)
    return tuple(addresses)


def hold_address(section: ConfigSection, name: str, address: int) -> None:
    """Reserve an address for a key."""
    section.hold(name, "address", address, f"0x{address:02X}")


def _check_address(section: ConfigSection, name: str, chip: I2cChip, address: int) -> None:
    if address == ALL_CALL:
        section.add_fault(name, "config.all_call", value=f"0x{address:02X}")
    elif address in chip.addresses:
        hold_address(section, name, address)
    else:
        value = f"0x{address:02X}" if address >= 0 else str(address)
        allowed_ranges = _address_ranges(chip.addresses)
        section.add_fault(
            name, "config.address", value=value, chip=chip.word.upper(), allowed=allowed_ranges
        )


def _address_ranges(addresses: Sequence[int]) -> str:
    """Return the ranges of addresses as text: 0x20-0x27, 0x38-0x3F."""
    span_starts = [address for address in addresses if address - 1 not in addresses]
    span_ends = [address for address in addresses if address + 1 not in addresses]
    address_spans = zip(span_starts, span_ends, strict=True)
    return ", ".join(f"0x{first_address:02X}-0x{last:02X}" for first_address, last in address_spans)
