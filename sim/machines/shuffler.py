"""The acts of hands on a shuffler, and a table without one."""

from typing import Protocol


class Shuffler(Protocol):
    """The far end of a shuffler, from the dealer's side."""

    @property
    def under_way(self) -> bool:
        """Whether it is shuffling; True for a unit that can't tell."""
        ...

    def load(self, cards: int) -> None:
        """Put so many cards in, where they are counted."""
        ...

    def begin(self) -> None:
        """Press its own button, where it has one."""
        ...

    def finish(self) -> None:
        """End the shuffle."""
        ...

    def halt(self) -> None:
        """Break a shuffle off, as if there had been none."""
        ...


class NoShuffler:
    """Where cards are shuffled by hand."""

    under_way = True

    def load(self, cards: int) -> None:
        """Nothing counts them."""

    def begin(self) -> None:
        """It has no button."""

    def finish(self) -> None:
        """Nothing is under way."""

    def halt(self) -> None:
        """Nothing is under way."""
