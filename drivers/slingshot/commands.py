"""The next command to a SlingShot 2: identify, set the mode, start, void."""

import re
from collections import Counter
from typing import Final

from drivers.slingshot.lines import Answer, State
from hal.ports import Millis

REVERSES: Final = 1
"""The mode bit that reverses the rotor in each game."""
ARCADE: Final = 1157
"""1024 a pause after the number, 128 a status every 500 ms, 4 another speed after no more bets, 1:
the wheel starts by itself."""
HOST_STARTED: Final = 1159
"""The same, and 2: each game waits for `*u 1`."""

WHO: Final = "V"
WHICH_MODE: Final = "O"
START: Final = "u 1"
VOID: Final = "R"
BUSY: Final = "BUSY"

TRIES: Final = 5
"""How often a question outside a spin is asked; some wheels may not know it."""
AGAIN: Final = Millis(5000)
"""When to set the mode again after the wheel was busy."""
STARTS_WITHIN: Final = Millis(15_000)
"""How long the ball takes at most to reach the rim after a start; recorded: 6 to 8 s."""

_AT_REST: Final = (State.BEFORE_GAME, State.PLACE_BETS)
_MODE: Final = re.compile(r"[ \d]*\b(\d{1,5})")


class SettingUp:
    """Asks for the wheel's identity until two answers agree, then sets its mode if it must.

    `*O` is sent before and after the mode is set: a wheel in the right mode is left alone, and a
    new mode is read back. That the last number of the answer is the mode rests on one recorded
    line.
    """

    def __init__(self, mode: int, health: Counter[str]) -> None:
        self.identity = ""
        self._wanted = mode
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Begin again: it may be another wheel, in any mode."""
        self.mode: int | None = None
        self._said = ""
        self._who_left = self._mode_left = TRIES
        self._set_next = False
        self._mode_at = now

    def next(self, state: State | None, now: Millis) -> str | None:
        """Return the next command, if there is one."""
        if self._who_left:
            return WHO
        if self.mode == self._wanted or not self._mode_left or now < self._mode_at:
            return None
        if not self._set_next:
            return WHICH_MODE
        return f"o {self._wanted}" if state in (*_AT_REST, State.CLOSED) else None

    def answered(self, answer: Answer, now: Millis) -> None:
        """Process the answer to one of these commands."""
        if answer.letter == WHO:
            self._who_left -= 1
            if answer.text == self._said:
                self.identity, self._who_left = answer.text, 0
            self._said = answer.text
        elif answer.letter == WHICH_MODE:
            mode = _MODE.fullmatch(answer.text)
            self.mode = int(mode[1]) if mode else None
            self._set_next = True
        else:
            self._set_next = False
            if answer.text == BUSY:
                self._health["mode_busy"] += 1
                self._mode_at = Millis(now + AGAIN)
            else:
                self._mode_left -= 1

    def unanswered(self, command: str) -> None:
        """Note that a command was not answered."""
        if command == WHO:
            self._who_left -= 1
        else:
            self._mode_left -= 1
            self._set_next = command == WHICH_MODE


class Starting:
    """Starts the wheel once for each press of the dealer.

    `*u 1` is repeated once, only if neither an answer came nor the ball reached the rim in
    STARTS_WITHIN. A press has no effect during a start or unless the wheel is at rest.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self.restart()

    def restart(self) -> None:
        """Treat the press on the next panel as done, and forget a start under way."""
        self._pressed: int | None = None
        self._left = 0
        self._due: Millis | None = None
        """When to send the command or to repeat it, or when the start under way has failed."""

    def press(self, number: int, state: State | None, now: Millis) -> None:
        """Take the number of presses so far; the first number starts nothing."""
        before, self._pressed = self._pressed, number
        if before in (None, number):
            return
        if self._due is not None or state not in _AT_REST:
            self._health["presses_in_vain"] += 1
        else:
            self._left, self._due = 2, now

    def see(self, state: State) -> None:
        """Take the wheel's state: a start is over once the wheel has left its rest."""
        if state not in _AT_REST:
            self._due = None

    def next(self, state: State | None, now: Millis) -> str | None:
        """Return the command if it is due."""
        if self._due is None or now < self._due:
            return None
        if self._left and state in _AT_REST:
            return START
        self._due = None
        return None

    def said(self, now: Millis) -> None:
        """Note that the command was sent."""
        self._left -= 1
        self._due = Millis(now + STARTS_WITHIN)

    def answered(self, answer: Answer) -> None:
        """Process the wheel's answer."""
        self._left = 0
        if answer.text != "OK":
            self._due = None
            self._health["refused"] += 1
