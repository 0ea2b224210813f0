"""How fast a simulated SlingShot 2 is, and how well it works."""

from dataclasses import dataclass, field
from typing import Final

TURNING: Final = 160
"""How fast the rotor turns, in tenths of a revolution a minute."""


@dataclass
class Pace:
    """How long everything takes, in milliseconds."""

    lasts: dict[int, int] = field(
        default_factory=lambda: {1: 9000, 2: 9000, 3: 4000, 4: 26_500, 5: 5500}
    )
    """The duration of each state; the medians of recordings."""
    status_every: int = 500
    boots_for: int = 3000
    launch_fails_for: int = 6000
    fails_for: int = 3000
    """How long the wheel still turns after its motor has failed."""

    def quicken(self, factor: float) -> None:
        """Shorten the states and a failed launch."""
        self.lasts = {state: round(span / factor) for state, span in self.lasts.items()}
        self.launch_fails_for = round(self.launch_fails_for / factor)


@dataclass
class Mechanics:
    """The moving parts, and how the next throw goes wrong; all is well after power-up."""

    has_ball: bool = True
    motor_failed: bool = False
    speed: int = TURNING
    goes_along: bool = False
    """Whether the ball is thrown the way that the rotor turns."""
    launch_fails: bool = False
    keeps_direction: bool = False
    """Whether the rotor does not turn the other way in the next game."""

    def throw_well(self) -> None:
        """Let the next throw succeed."""
        self.goes_along = self.launch_fails = False

    def warnings(self, state: int) -> int:
        """Return the fourth field of a status line."""
        warned = (not self.has_ball) + 4 * self.motor_failed
        return warned + (2 * self.goes_along + 8 * self.launch_fails if state == 3 else 0)
