"""The acts of the croupier's hands on any wheel."""

from typing import Protocol


class WheelSource(Protocol):
    """A wheel from the croupier's side."""

    counts: bool
    """Whether it is seen how often it goes round."""

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Spin it to this result."""
        ...

    def rest(self) -> None:
        """Make it ready for the next spin."""
        ...

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        ...

    def halt(self) -> None:
        """Break a spin off, as if there had been none."""
        ...

    def quicken(self, times: float) -> None:
        """Make it spin so many times faster, as far as the driver can follow."""
        ...


class Roulette(Protocol):
    """A wheel with a ball, with its own hands."""

    @property
    def in_play(self) -> bool:
        """Whether a game is under way."""
        ...

    def spin(self, number: str, /) -> None:
        """Have the ball fall there."""
        ...

    def place_bets(self) -> None:
        """Open it for bets."""
        ...

    def quicken(self, factor: float, /) -> None:
        """Have all go so many times faster than now."""
        ...


class RouletteWheel:
    """A wheel with a ball on a serial wire; nothing counts the ball's revolutions."""

    counts = False

    def __init__(self, far_end: Roulette, *, quickest: float) -> None:
        self.far_end = far_end
        self._quickest = quickest
        self._times = 1.0

    def spin(self, symbol: str, revolutions: int | None) -> None:  # noqa: ARG002
        """Have the ball fall there."""
        self.far_end.spin(symbol)

    def rest(self) -> None:
        """Open it for bets."""
        self.far_end.place_bets()

    @property
    def turning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def halt(self) -> None:
        """Break a spin off."""
        self.rest()

    def quicken(self, times: float) -> None:
        """Say two lines at least in each state."""
        followed = min(times, self._quickest)
        self.far_end.quicken(followed / self._times)
        self._times = followed
