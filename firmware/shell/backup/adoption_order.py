"""An adoption that a person at the table has ordered, which the next start carries out.

The service can't adopt while its journal is open. The order is durable before it ends, and is
removed once the adoption is done or refused: after a cut the next start goes on with it.
"""

from pathlib import Path
from typing import Final

import msgspec

from firmware.shell.device.atomic_file import sync_directory, write_atomically

ORDER_FILE: Final = "adoption.json"
"""In the state directory."""


class AdoptionOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which stick: the directory of its copy, the identity of its journal, its table's name."""

    copy: str
    journal: str
    table: str


def place_order(order: AdoptionOrder, state_directory: Path) -> None:
    """Write an order, durable. Raises OSError."""
    write_atomically(state_directory / ORDER_FILE, msgspec.json.encode(order))


def read_order(state_directory: Path) -> AdoptionOrder | None:
    """Return the order, None if there is none. Raises OSError; ValueError if it is damaged."""
    try:
        text = (state_directory / ORDER_FILE).read_bytes()
    except FileNotFoundError:
        return None
    return msgspec.json.decode(text, type=AdoptionOrder)


def remove_order(state_directory: Path) -> None:
    """Remove the order, if there is one. Raises OSError."""
    (state_directory / ORDER_FILE).unlink(missing_ok=True)
    sync_directory(state_directory)
