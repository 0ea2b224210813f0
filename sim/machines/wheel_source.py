"""The hands' interface of a wheel, and that of a wheel with a ball."""

from typing import Protocol


class WheelSource(Protocol):
    """The far end of a wheel, from the croupier's side."""

    counts: bool
    """Whether the host counts its revolutions."""

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
        """Cancel a spin."""
        ...

    def quicken(self, times: float) -> None:
        """Make it so many times faster than by itself, as far as its driver can follow."""
        ...


class Roulette(Protocol):
    """The far end of a roulette wheel."""

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
        """Make it so many times faster than it is now."""
        ...


class RouletteWheel:
    """A roulette wheel on a serial wire; nobody counts the ball's revolutions."""

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
        """Change the pace; it still sends two lines in each state."""
        followed = min(times, self._quickest)
        self.far_end.quicken(followed / self._times)
        self._times = followed
