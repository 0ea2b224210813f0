"""The commands to a SlingShot 2, and how a press of the dealer starts it."""

from collections import Counter
from typing import Final

from drivers.slingshot.lines import SlingshotState, WheelAnswer
from hal.ports import Millis

REVERSES_ROTOR: Final = 1
"""The mode bit that reverses the rotor in each game."""
ARCADE_MODE: Final = 1157
"""1024 a pause after the number, 128 a status every 500 ms, 4 another speed after no more bets, 1:
the wheel starts by itself."""
HOST_STARTED_MODE: Final = 1159
"""The same, and 2: each game waits for `*u 1`."""

START_COMMAND: Final = "u 1"
VOID_COMMAND: Final = "R"
BUSY_ANSWER: Final = "BUSY"
OK_ANSWER: Final = "OK"

MAX_ATTEMPTS: Final = 5
"""How often a question outside a spin is asked; some wheels may not know it."""
START_TIMEOUT: Final = Millis(15_000)
"""How long the ball takes at most to reach the rim after a start; recorded: 6 to 8 s."""

REST_STATES: Final = (SlingshotState.BEFORE_GAME, SlingshotState.PLACE_BETS)


class StartSequence:
    """Starts the wheel once for each press of the dealer.

    `*u 1` is repeated once, only if neither an answer came nor the ball reached the rim in
    START_TIMEOUT. A press has no effect during a start or unless the wheel is at rest.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self.restart()

    def restart(self) -> None:
        """Treat the press on the next panel as done, and forget a start under way."""
        self._last_presses: int | None = None
        self._sends_left = 0
        self._due: Millis | None = None
        """When to send the command or to repeat it, or when the start under way has failed."""

    @property
    def is_pending(self) -> bool:
        """Whether the ball may be about to be thrown."""
        return self._due is not None

    def note_presses(self, number: int, state: SlingshotState | None, now: Millis) -> None:
        """Take the number of presses so far; the first number starts nothing."""
        previous, self._last_presses = self._last_presses, number
        if previous in (None, number):
            return
        if self._due is not None or state not in REST_STATES:
            self._health["presses_in_vain"] += 1
        else:
            # The command itself and one repetition.
            self._sends_left, self._due = 2, now

    def note_state(self, state: SlingshotState) -> None:
        """Take the wheel's state: a start is over once the wheel has left its rest."""
        if state not in REST_STATES:
            self._due = None

    def next_command(self, state: SlingshotState | None, now: Millis) -> str | None:
        """Return the command if it is due."""
        if self._due is None or now < self._due:
            return None
        if self._sends_left and state in REST_STATES:
            return START_COMMAND
        self._due = None
        return None

    def note_sent(self, now: Millis) -> None:
        """Note that the command was sent."""
        self._sends_left -= 1
        self._due = Millis(now + START_TIMEOUT)

    def handle_answer(self, answer: WheelAnswer) -> None:
        """Process the wheel's answer."""
        self._sends_left = 0
        # Refused: the start has failed now, not after START_TIMEOUT.
        if answer.text != OK_ANSWER:
            self._due = None
            self._health["refused"] += 1
