"""Who signs a form, and at which station."""

from typing import NamedTuple

from firmware.shell.technician.requests import Person


class FormSignature(NamedTuple):
    """The signed-in person, and the second one who has given his passphrase beside him."""

    first: Person
    second: Person | None = None
    address: str = ""
    """Of the station."""
    is_cage: bool | None = None
    """Whether the station is the cage's; None in a house that does not distinguish them."""

    @property
    def second_name(self) -> str:
        return self.second.name if self.second else ""

    @property
    def names(self) -> frozenset[str]:
        return frozenset(filter(None, (self.first.name, self.second_name)))
