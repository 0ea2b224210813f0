"""What hangs on the header, as every model of a GPIO chip shows it."""

from typing import Protocol


class FarEnd(Protocol):
    contacts: dict[int, int]
    """The level that each contact has; an open one is not there."""
    driven: list[int]
    """The level that each output has, or had last."""
    held_by_another: set[int]
    freed: dict[int, str]
    """As what each line was given back."""
    open_chips: int
    broken: bool

    def sounding(self, pin: int) -> float:
        """Return the frequency at a pin, 0 if it is at rest."""
        ...

    def claimed(self) -> dict[int, str]:
        """Return how each claimed line is set up: `pulled-up input`, `input` or `output`."""
        ...
