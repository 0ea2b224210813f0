"""What people at a simulated table see of it: its lights, displays and lit keys."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from firmware.core.money import Cents


class SeenBet(Protocol):
    """A bet as it lies on the felt, or as it was locked."""

    @property
    def on(self) -> str:
        """The bet's name."""
        ...

    @property
    def cents(self) -> Cents | None:
        """What lies there, None where nobody knows."""
        ...

    @property
    def bettor(self) -> str | None:
        """Whose it is; None is the player seated at the spot."""
        ...


class SeenSpot(Protocol):
    """A spot: its light, and its bets."""

    @property
    def light(self) -> str:
        """The name of a `firmware.core.panel.Light`."""
        ...

    @property
    def pulsing(self) -> bool:
        """Whether it is the spot's turn."""
        ...

    @property
    def bets(self) -> Sequence[SeenBet]:
        """The bets of the spot."""
        ...


class SeenFault(Protocol):
    """A fault that stands."""

    @property
    def part(self) -> str:
        """The part that it is of."""
        ...


class SeenShoe(Protocol):
    """The shoe."""

    @property
    def cut(self) -> bool:
        """Whether the cut card has come."""
        ...


class Seen(Protocol):
    """The whole table at one moment."""

    @property
    def act(self) -> str:
        """The key of what the dealer is asked to do next."""
        ...

    @property
    def phase(self) -> str:
        """What the table does: closed, open, round or shoe_change."""
        ...

    @property
    def stopped(self) -> bool:
        """Whether the deal is stopped."""
        ...

    @property
    def round(self) -> int:
        """The number of the round."""
        ...

    @property
    def spots(self) -> Mapping[int, SeenSpot]:
        """The spots by their numbers."""
        ...

    @property
    def cards(self) -> Mapping[str, Sequence[str]]:
        """The cards on the felt, hand by hand, by their names."""
        ...

    @property
    def shoe(self) -> SeenShoe:
        """The shoe."""
        ...

    @property
    def figures(self) -> Cents | None:
        """The amount on the figures; None is dark."""
        ...

    @property
    def faults(self) -> Sequence[SeenFault]:
        """The faults, oldest first."""
        ...

    @property
    def keys(self) -> Collection[str]:
        """The keys that are lit."""
        ...

    @property
    def keying(self) -> tuple[int, str] | None:
        """The spot and bet whose amount the dealer keys next."""
        ...

    @property
    def late(self) -> Sequence[tuple[int, str]]:
        """The places, spot and bet, where chips moved after the close."""
        ...
