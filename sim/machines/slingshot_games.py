"""The games of a simulated SlingShot 2: one state after another, each in its time."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from sim.machines.slingshot_mechanics import Mechanics, Pace

SHOWS: Final = 5
CLOSED: Final = 6
STOPPED_MS: Final = 75_000
"""After so long in play the wheel gives a game up and stops."""
REVERSES: Final = 1
WAITS: Final = 2
NO_BARE_NUMBER: Final = 16
ARCADE: Final = 1157

_GAMES: Final = 256
_BARE_MS: Final = 200
"""How long before state 5 the bare number is said."""


@dataclass
class Game:
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


class Games:
    """The sequence of states; every call takes the time in milliseconds.

    `ends` is the end of the state and `bare_at` the time of the bare number, None for never: the
    wheel then calls `proceed` and `say_number`. In state 2 it waits for `spin`, or for `start` if
    the mode says so; after `go_on` game follows game.
    """

    def __init__(self, pace: Pace, pockets: Sequence[str]) -> None:
        self.mode = ARCADE
        self.arcade = False
        """Whether the next game begins without `spin`."""
        self.direction = 0
        self.starts = 0
        """Games begun by `start`."""
        self.fallen: list[str] = []
        """The numbers of the games that came to state 5."""
        self._pace = pace
        self._pockets = pockets
        self._chance = Random(37)  # noqa: S311 - a simulated ball
        self.power_up()

    def power_up(self) -> None:
        """Come up closed, before the first game; mode and direction are as they were."""
        self.mechanics = Mechanics()
        self.game = Game()
        self.state = CLOSED
        self.ends: int | None = None
        self.bare_at: int | None = None

    # hands

    def spin(self, number: str, at: int) -> None:
        """Fix the pocket of the next game, and begin it unless the host does."""
        self.game.pocket = number
        self._begin(at)

    def go_on(self, at: int) -> None:
        """Play game after game."""
        self.arcade = True
        self._begin(at)

    def place_bets(self, at: int) -> None:
        """Open the wheel for bets; with a number that it shows the game is over."""
        if self.state == SHOWS:
            self._end_game(at)
        else:
            self.enter(2, at)

    def fail_motor(self, at: int) -> None:
        """Break the motor: the wheel stops soon."""
        self.mechanics.motor_failed = True
        self.ends = at + self._pace.fails_for

    # the host's commands: each says whether it is obeyed

    def start(self, at: int) -> bool:
        """Begin the next game."""
        may = self.state in (1, 2) and self.ends is None and bool(self.mode & WAITS)
        if may:
            self.starts += 1
            self._throw(at)
        return may

    def open(self, at: int, *, opened: bool) -> bool:
        """Open a closed wheel, or close one that is open."""
        may = opened == (self.state == CLOSED)
        if may:
            self.enter(1 if opened else CLOSED, at)
        return may

    def set_mode(self, mode: int) -> bool:
        """Take a mode while no game is under way."""
        may = self.state == CLOSED or (self.state == 2 and self.ends is None)
        if may:
            self.mode = mode
        return may

    def reset(self, at: int) -> None:
        """Give the ball in play up."""
        self.mechanics.throw_well()
        if self.state in (3, 4):
            self.enter(1, at)

    # from state to state

    def enter(self, state: int, at: int) -> None:
        """Go to a state, whatever the present one."""
        self.state, self.bare_at = state, None
        self.ends = at + self._pace.lasts[state] if state != CLOSED else None
        if state == 2 and (not self.arcade or self.mode & WAITS):
            self.ends = None
        if state == CLOSED:
            self.mechanics.throw_well()

    def say_number(self) -> str:
        """Return the bare number, which is due once."""
        self.bare_at = None
        return self.game.bare_number

    def proceed(self, at: int) -> None:
        """Leave the state, whose time has come."""
        self.ends = None
        if self.mechanics.motor_failed:
            self.enter(CLOSED, at)
            return
        match self.state:
            case 2:
                self._launch(at)
            case 3 if self.mechanics.launch_fails:
                self.mechanics.launch_fails = False
                self.enter(3, at)
            case 3:
                self._fall(at)
            case 4 if self.mechanics.has_ball:
                self._land(at)
            case 5:
                self._end_game(at)
            case 1:
                self.enter(2, at)
            case _:
                self.enter(CLOSED, at)

    def _begin(self, at: int) -> None:
        if self.state == 2 and not self.mode & WAITS:
            self._throw(at)

    def _throw(self, at: int) -> None:
        """Begin to turn the other way; the ball goes when the rotor has its speed."""
        self._settle_pocket()
        self.ends = at + self._pace.lasts[2]

    def _launch(self, at: int) -> None:
        self._settle_pocket()
        mechanics = self.mechanics
        if self.mode & REVERSES and not mechanics.keeps_direction:
            self.direction ^= 1
        mechanics.keeps_direction = False
        self.enter(3, at)
        if mechanics.goes_along:
            self.ends = at + STOPPED_MS
        elif mechanics.launch_fails:
            self.ends = at + self._pace.launch_fails_for

    def _fall(self, at: int) -> None:
        if self.mechanics.goes_along:
            self.enter(CLOSED, at)
            return
        self.enter(4, at)
        if not self.mode & NO_BARE_NUMBER and self.ends is not None:
            self.bare_at = self.ends - _BARE_MS

    def _land(self, at: int) -> None:
        self.game.winner, self.game.pocket = self.game.bare_number, None
        self.fallen.append(self.game.winner.strip())
        self.enter(5, at)

    def _end_game(self, at: int) -> None:
        self.game.number = self.game.number % _GAMES + 1
        self.enter(2, at)

    def _settle_pocket(self) -> None:
        if self.game.pocket is None:
            self.game.pocket = self._chance.choice(self._pockets)
