"""The places of chips, and their owners."""

from typing import NamedTuple


class Place(NamedTuple):
    """A place for chips: a spot and one of its bets."""

    spot: int
    on: str


Stack = tuple[Place, str | None]
"""A place and the owner of the chips there; None is the player seated at the spot."""

Bettor = tuple[int, str | None]
"""Who bets at a spot: None is the player seated there, a name is one behind him."""
