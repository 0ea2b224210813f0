"""The hands' interface of a wheel, and that of a wheel with a ball."""

from typing import Protocol


class WheelSource(Protocol):
    """The far end of a wheel, from the croupier's side."""

    counts_revolutions: bool
    """Whether the host counts its revolutions."""

    def spin(self, symbol: str, revolutions: int | None) -> None:
        """Spin it to this result."""
        ...

    def prepare(self) -> None:
        """Make it ready for the next spin."""
        ...

    @property
    def is_spinning(self) -> bool:
        """Whether a spin is under way."""
        ...

    def cancel_spin(self) -> None:
        """Cancel a spin."""
        ...

    def set_speed(self, speed_factor: float) -> None:
        """Make it so many times faster than by itself, as far as its driver can follow."""
        ...


class Roulette(Protocol):
    """The far end of a roulette wheel."""

    @property
    def in_play(self) -> bool:
        """Whether a game is under way."""
        ...

    @property
    def is_closed(self) -> bool:
        """Whether it is shut, and only the table can open it."""
        ...

    def spin(self, number: str, /) -> None:
        """Have the ball fall there."""
        ...

    def place_bets(self) -> None:
        """Open it for bets."""
        ...

    def speed_up(self, speed_factor: float, /) -> None:
        """Make it so many times faster than it is now."""
        ...


class RouletteWheel:
    """A roulette wheel on a serial wire; the ball's revolutions are not counted."""

    counts_revolutions = False

    def __init__(self, far_end: Roulette, *, max_speed_factor: float) -> None:
        self.far_end = far_end
        self._max_speed_factor = max_speed_factor
        self._speed_factor = 1.0

    def spin(self, symbol: str, revolutions: int | None) -> None:  # noqa: ARG002
        """Have the ball fall there."""
        self.far_end.spin(symbol)

    def prepare(self) -> None:
        """Open it for bets, unless it is closed."""
        if not self.far_end.is_closed:
            self.far_end.place_bets()

    @property
    def is_spinning(self) -> bool:
        """Whether a spin is under way."""
        return self.far_end.in_play

    def cancel_spin(self) -> None:
        """Break a spin off."""
        self.prepare()

    def set_speed(self, speed_factor: float) -> None:
        """Change the pace; it still sends two lines in each state."""
        # The far end's factor is relative to its present speed.
        followed_factor = min(speed_factor, self._max_speed_factor)
        self.far_end.speed_up(followed_factor / self._speed_factor)
        self._speed_factor = followed_factor
