"""The next command to a SlingShot 2: identify, set the mode, start, void."""

import re
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

QUERY_IDENTITY: Final = "V"
QUERY_MODE: Final = "O"
START_COMMAND: Final = "u 1"
VOID_COMMAND: Final = "R"
BUSY_ANSWER: Final = "BUSY"

MAX_ATTEMPTS: Final = 5
"""How often a question outside a spin is asked; some wheels may not know it."""
MODE_RETRY_DELAY: Final = Millis(5000)
"""When to set the mode again after the wheel was busy."""
START_TIMEOUT: Final = Millis(15_000)
"""How long the ball takes at most to reach the rim after a start; recorded: 6 to 8 s."""

_REST_STATES: Final = (SlingshotState.BEFORE_GAME, SlingshotState.PLACE_BETS)
_MODE_ANSWER: Final = re.compile(r"[ \d]*\b(\d{1,5})")


class SetupSequence:
    """Asks for the wheel's identity until two answers agree, then sets its mode if it must.

    `*O` is sent before and after the mode is set: a wheel in the right mode is left alone, and a
    new mode is read back. That the last number of the answer is the mode rests on one recorded
    line.
    """

    def __init__(self, mode: int, health: Counter[str]) -> None:
        self.identity = ""
        self._target_mode = mode
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Begin again: it may be another wheel, in any mode."""
        self.mode: int | None = None
        self._last_identity = ""
        self._identity_tries_left = self._mode_tries_left = MAX_ATTEMPTS
        self._set_next = False
        self._mode_retry_at = now

    def next_command(self, state: SlingshotState | None, now: Millis) -> str | None:
        """Return the next command, if there is one."""
        if self._identity_tries_left:
            return QUERY_IDENTITY
        if self.mode == self._target_mode or not self._mode_tries_left or now < self._mode_retry_at:
            return None
        if not self._set_next:
            return QUERY_MODE
        # A spinning wheel answers BUSY: not worth a command.
        return f"o {self._target_mode}" if state in (*_REST_STATES, SlingshotState.CLOSED) else None

    def handle_answer(self, answer: WheelAnswer, now: Millis) -> None:
        """Process the answer to one of these commands."""
        if answer.command_letter == QUERY_IDENTITY:
            self._identity_tries_left -= 1
            if answer.text == self._last_identity:
                self.identity, self._identity_tries_left = answer.text, 0
            # Two equal answers: a line has no checksum.
            self._last_identity = answer.text
        elif answer.command_letter == QUERY_MODE:
            mode = _MODE_ANSWER.fullmatch(answer.text)
            self.mode = int(mode[1]) if mode else None
            self._set_next = True
        else:
            self._set_next = False
            if answer.text == BUSY_ANSWER:
                self._health["mode_busy"] += 1
                self._mode_retry_at = Millis(now + MODE_RETRY_DELAY)
            else:
                self._mode_tries_left -= 1

    def note_unanswered(self, command: str) -> None:
        """Note that a command was not answered."""
        if command == QUERY_IDENTITY:
            self._identity_tries_left -= 1
        else:
            self._mode_tries_left -= 1
            self._set_next = command == QUERY_MODE


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

    def note_presses(self, number: int, state: SlingshotState | None, now: Millis) -> None:
        """Take the number of presses so far; the first number starts nothing."""
        previous, self._last_presses = self._last_presses, number
        if previous in (None, number):
            return
        if self._due is not None or state not in _REST_STATES:
            self._health["presses_in_vain"] += 1
        else:
            # The command itself and one repetition.
            self._sends_left, self._due = 2, now

    def note_state(self, state: SlingshotState) -> None:
        """Take the wheel's state: a start is over once the wheel has left its rest."""
        if state not in _REST_STATES:
            self._due = None

    def next_command(self, state: SlingshotState | None, now: Millis) -> str | None:
        """Return the command if it is due."""
        if self._due is None or now < self._due:
            return None
        if self._sends_left and state in _REST_STATES:
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
        if answer.text != "OK":
            self._due = None
            self._health["refused"] += 1
