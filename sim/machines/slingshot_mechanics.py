"""How fast a simulated SlingShot 2 is, and how well it works."""

from dataclasses import dataclass, field
from typing import Final

NORMAL_SPEED: Final = 160
"""How fast the rotor turns, in tenths of a revolution a minute."""


@dataclass
class SlingshotPace:
    """How long everything takes, in milliseconds."""

    durations_ms: dict[int, int] = field(
        default_factory=lambda: {1: 9000, 2: 9000, 3: 4000, 4: 26_500, 5: 5500}
    )
    """The duration of each state; the medians of recordings."""
    status_every: int = 500
    boot_ms: int = 3000
    failed_launch_ms: int = 6000
    motor_stop_ms: int = 3000
    """How long the wheel still turns after its motor has failed."""

    def speed_up(self, speed_factor: float) -> None:
        """Shorten the states and a failed launch."""
        self.durations_ms = {
            state: round(duration / speed_factor) for state, duration in self.durations_ms.items()
        }
        self.failed_launch_ms = round(self.failed_launch_ms / speed_factor)


@dataclass
class Mechanics:
    """The moving parts, and how the next throw goes wrong; all is well after power-up."""

    has_ball: bool = True
    motor_failed: bool = False
    rotor_speed: int = NORMAL_SPEED
    ball_with_rotor: bool = False
    """Whether the ball is thrown the way that the rotor turns."""
    launch_fails: bool = False
    """Whether the next ball is thrown, and leaves the rim at once."""
    launcher_jammed: bool = False
    """Whether no ball is thrown at all."""
    is_retrying: bool = False
    """Whether a launch has failed, and is tried again."""
    forced_warnings: int = 0
    keeps_rotor_direction: bool = False
    """Whether the rotor does not turn the other way in the next game."""

    def reset_throw(self) -> None:
        """Give the throw under way up."""
        self.ball_with_rotor = self.launch_fails = self.is_retrying = False

    def warnings(self, state: int) -> int:
        """Return the fourth field of a status line."""
        warning_bits = (not self.has_ball) + 4 * self.motor_failed
        if state == 3:
            warning_bits += 2 * self.ball_with_rotor + 8 * self.launch_fails
        elif state == 2:
            warning_bits += 8 * self.is_retrying
        return warning_bits | self.forced_warnings
