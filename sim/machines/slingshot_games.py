"""The games of a simulated SlingShot 2: one state after another, each in its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from sim.machines.slingshot_mechanics import Mechanics, SlingshotPace

SHOWS_NUMBER: Final = 5
CLOSED: Final = 6
STOPPED_MS: Final = 75_000
"""After so long in play, without its ball or with a launch that fails it gives up and closes."""
REVERSES_ROTOR: Final = 1
WAITS_FOR_HOST: Final = 2
NO_BARE_NUMBER: Final = 16
ARCADE: Final = 1157
HOST_STARTED: Final = 1159

_GAME_COUNTS: Final = 256
_BARE_NUMBER_LEAD_MS: Final = 200
"""How long before state 5 the bare number is sent."""


@dataclass
class SlingshotGame:
    """The game's data in the status line, and the next pocket."""

    number: int = 1
    winner: str = "  "
    """The pocket of the last game that came to its end."""
    pocket: str | None = None
    """Where the ball will fall; None until the next game is settled."""

    @property
    def bare_number(self) -> str:
        """The pocket as the wheel writes it."""
        return f"{self.pocket:>2}"


class SlingshotGames:
    """The sequence of states; every call takes the time in milliseconds.

    `state_ends_at` is the end of the state and `bare_number_at` the time of the bare number, None
    for never: the wheel then calls `proceed` and `take_bare_number`. In state 2 it waits for
    `spin`, or for `start` in the mode for that; after `play_continuously` game follows game.
    """

    def __init__(self, pace: SlingshotPace, pockets: Sequence[str]) -> None:
        self.mode = ARCADE
        self.is_continuous = False
        """Whether the next game begins without `spin`."""
        self.direction = 0
        self.host_starts = 0
        """Games begun by `start`."""
        self.fallen_numbers: list[str] = []
        """The numbers of the games that came to state 5."""
        self._slingshot_pace = pace
        self._pockets = pockets
        self._random = Random(37)  # noqa: S311 - a simulated ball
        self.power_up()

    def power_up(self) -> None:
        """Come up closed, before the first game; mode and direction are as they were."""
        self.mechanics = Mechanics()
        self.slingshot_game = SlingshotGame()
        self.state = CLOSED
        self.state_ends_at: int | None = None
        self.bare_number_at: int | None = None
        self.closes_at: int | None = None
        """When it closes by itself, for want of its ball or of a launch."""

    # hands

    def spin(self, number: str, at_ms: int) -> None:
        """Fix the pocket of the next game, and begin it unless the host does."""
        self.slingshot_game.pocket = number
        self._begin_game(at_ms)

    def play_continuously(self, at_ms: int) -> None:
        """Play game after game."""
        self.is_continuous = True
        self._begin_game(at_ms)

    def place_bets(self, at_ms: int) -> None:
        """Open the wheel for bets; with a number that it shows the game is over."""
        if self.state == SHOWS_NUMBER:
            self._end_game(at_ms)
        else:
            self.enter_state(2, at_ms)

    def fail_motor(self, at_ms: int) -> None:
        """Break the motor: the wheel stops soon."""
        self.mechanics.motor_failed = True
        self.state_ends_at = at_ms + self._slingshot_pace.motor_stop_ms

    def lose_ball(self, at_ms: int) -> None:
        """Miss the ball: the wheel closes if it does not come back."""
        self.mechanics.has_ball = False
        self._give_up_after(at_ms)

    def return_ball(self) -> None:
        """Have the ball back."""
        self.mechanics.has_ball = True
        self._stay_open()

    def free_launcher(self) -> None:
        """Let the next try succeed."""
        self.mechanics.launcher_jammed = False
        self._stay_open()

    def _give_up_after(self, at_ms: int) -> None:
        if self.closes_at is None and self.state != CLOSED:
            self.closes_at = at_ms + STOPPED_MS

    def _stay_open(self) -> None:
        if self.mechanics.has_ball and not self.mechanics.launcher_jammed:
            self.closes_at = None

    # the host's commands: each says whether it is obeyed

    def start(self, at_ms: int) -> bool:
        """Begin the next game."""
        is_allowed = (
            self.state in (1, 2) and self.state_ends_at is None and bool(self.mode & WAITS_FOR_HOST)
        )
        if is_allowed:
            self.host_starts += 1
            self._begin_throw(at_ms)
        return is_allowed

    def open_wheel(self, at_ms: int, *, opens_wheel: bool) -> bool:
        """Open a closed wheel, or close one that is open."""
        is_allowed = opens_wheel == (self.state == CLOSED)
        if is_allowed:
            self.enter_state(1 if opens_wheel else CLOSED, at_ms)
        return is_allowed

    def set_mode(self, mode: int) -> bool:
        """Take a mode while closed, as real wheels do."""
        is_allowed = self.state == CLOSED
        if is_allowed:
            self.mode = mode
        return is_allowed

    def reset(self, at_ms: int) -> None:
        """Give the ball in play up."""
        self.mechanics.reset_throw()
        if self.state in (3, 4):
            self.enter_state(1, at_ms)

    # from state to state

    def enter_state(self, state: int, at_ms: int) -> None:
        """Go to a state from any other."""
        self.state, self.bare_number_at = state, None
        self.state_ends_at = (
            at_ms + self._slingshot_pace.durations_ms[state] if state != CLOSED else None
        )
        if state == 2 and (not self.is_continuous or self.mode & WAITS_FOR_HOST):
            self.state_ends_at = None
        if state == CLOSED:
            self.mechanics.reset_throw()
            self.closes_at = None
        elif not self.mechanics.has_ball:
            self._give_up_after(at_ms)

    def take_bare_number(self) -> str:
        """Return the bare number, which is due once."""
        self.bare_number_at = None
        return self.slingshot_game.bare_number

    def proceed(self, at_ms: int) -> None:
        """Leave the state, whose time has come."""
        self.state_ends_at = None
        if self.mechanics.motor_failed:
            self.enter_state(CLOSED, at_ms)
            return
        match self.state:
            case 2:
                self._launch_ball(at_ms)
            case 3 if self.mechanics.launch_fails:
                self.mechanics.launch_fails = False
                self.enter_state(3, at_ms)
            case 3:
                self._drop_ball(at_ms)
            case 4 if self.mechanics.has_ball:
                self._finish_spin(at_ms)
            case 5:
                self._end_game(at_ms)
            case 1:
                self.enter_state(2, at_ms)
            case _:
                self.enter_state(CLOSED, at_ms)

    def _begin_game(self, at_ms: int) -> None:
        if self.state == 2 and not self.mode & WAITS_FOR_HOST:
            self._begin_throw(at_ms)

    def _begin_throw(self, at_ms: int) -> None:
        """Begin to turn the other way; the ball goes when the rotor has its speed."""
        self._settle_pocket()
        self.state_ends_at = at_ms + self._slingshot_pace.durations_ms[2]

    def _retry_launch(self, at_ms: int) -> None:
        """Warn in state 2, as recorded, and try again."""
        self.mechanics.is_retrying = True
        self._give_up_after(at_ms)
        self.state_ends_at = at_ms + self._slingshot_pace.failed_launch_ms

    def _launch_ball(self, at_ms: int) -> None:
        if self.mechanics.launcher_jammed:
            self._retry_launch(at_ms)
            return
        self._settle_pocket()
        mechanics = self.mechanics
        mechanics.is_retrying = False
        # The rotor turns the other way in each game, unless that fails once.
        if self.mode & REVERSES_ROTOR and not mechanics.keeps_rotor_direction:
            self.direction ^= 1
        mechanics.keeps_rotor_direction = False
        self.enter_state(3, at_ms)
        if mechanics.ball_with_rotor:
            # A ball with the rotor never falls: the wheel gives up after a while.
            self.state_ends_at = at_ms + STOPPED_MS
        elif mechanics.launch_fails:
            self.state_ends_at = at_ms + self._slingshot_pace.failed_launch_ms

    def _drop_ball(self, at_ms: int) -> None:
        if self.mechanics.ball_with_rotor:
            self.enter_state(CLOSED, at_ms)
            return
        self.enter_state(4, at_ms)
        if not self.mode & NO_BARE_NUMBER and self.state_ends_at is not None:
            self.bare_number_at = self.state_ends_at - _BARE_NUMBER_LEAD_MS

    def _finish_spin(self, at_ms: int) -> None:
        self.slingshot_game.winner, self.slingshot_game.pocket = (
            self.slingshot_game.bare_number,
            None,
        )
        self.fallen_numbers.append(self.slingshot_game.winner.strip())
        self.enter_state(5, at_ms)

    def _end_game(self, at_ms: int) -> None:
        self.slingshot_game.number = self.slingshot_game.number % _GAME_COUNTS + 1
        self.enter_state(2, at_ms)

    def _settle_pocket(self) -> None:
        if self.slingshot_game.pocket is None:
            self.slingshot_game.pocket = self._random.choice(self._pockets)
