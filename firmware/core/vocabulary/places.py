"""Where chips lie, and whose they are."""

from typing import NamedTuple


class Place(NamedTuple):
    """Where chips lie: a spot and one of its bets."""

    spot: int
    on: str


Stack = tuple[Place, str | None]
"""A place and the bettor whose chips lie there; None is the player seated at the spot."""
