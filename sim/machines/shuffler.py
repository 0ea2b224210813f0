"""The hands' interface of a shuffler, and the stand-in for a table without one."""

from typing import Protocol


class Shuffler(Protocol):
    """The far end of a shuffler, from the dealer's side."""

    @property
    def under_way(self) -> bool:
        """Whether it shuffles; true too if nobody can tell."""
        ...

    def load(self, cards: int) -> None:
        """Put so many cards in, if it counts them."""
        ...

    def begin(self) -> None:
        """Press its start button, if it has one."""
        ...

    def finish(self) -> None:
        """End the shuffle."""
        ...

    def halt(self) -> None:
        """Cancel a shuffle."""
        ...


class NoShuffler:
    """The cards are shuffled by hand."""

    under_way = True

    def load(self, cards: int) -> None: ...

    def begin(self) -> None: ...

    def finish(self) -> None: ...

    def halt(self) -> None: ...
