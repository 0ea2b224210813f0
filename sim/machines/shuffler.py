"""The hands' interface of a shuffler, and the stand-in for a table without one."""

from typing import Protocol


class Shuffler(Protocol):
    """The far end of a shuffler, from the dealer's side."""

    @property
    def is_shuffling(self) -> bool:
        """Whether it shuffles; true also if that is unknown."""
        ...

    def load_cards(self, cards: int) -> None:
        """Put so many cards in, if it counts them."""
        ...

    def press_start(self) -> None:
        """Press its start button, if it has one."""
        ...

    def finish_shuffle(self) -> None:
        """End the shuffle."""
        ...

    def cancel_shuffle(self) -> None:
        """Cancel a shuffle."""
        ...


class NoShuffler:
    """The cards are shuffled by hand."""

    is_shuffling = True

    def load_cards(self, cards: int) -> None: ...

    def press_start(self) -> None: ...

    def finish_shuffle(self) -> None: ...

    def cancel_shuffle(self) -> None: ...
