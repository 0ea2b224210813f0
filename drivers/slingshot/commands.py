"""What is to be said to a SlingShot 2 next: who are you, this is your mode, start, void."""

import re
from collections import Counter
from typing import Final

from drivers.slingshot.lines import Answer, State
from hal.ports import Millis

REVERSES: Final = 1
"""The bit of the mode by which the rotor turns the other way in each game."""
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
"""How often a question that does not concern a spin is asked; a wheel may not know it."""
AGAIN: Final = Millis(5000)
"""A wheel that is busy takes no mode; it is tried again so much later."""
STARTS_WITHIN: Final = Millis(15_000)
"""A start that was heard has the ball in the rim by then; recorded: 6 to 8 s."""

_AT_REST: Final = (State.BEFORE_GAME, State.PLACE_BETS)
_MODE: Final = re.compile(r"[ \d]*\b(\d{1,5})")


class SettingUp:
    """Asks who the wheel is until it says the same twice, then sees to its mode.

    `*O` is asked before the mode is set and afterwards, so that a wheel in its right mode is never
    told, and what it was told is read back. That the last number of its answer is the mode rests
    on one recorded line.
    """

    def __init__(self, mode: int, health: Counter[str]) -> None:
        self.identity = ""
        self._wanted = mode
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Another wheel may be there, in any mode."""
        self.mode: int | None = None
        self._said = ""
        self._who_left = self._mode_left = TRIES
        self._set_next = False
        self._mode_at = now

    def next(self, state: State | None, now: Millis) -> str | None:
        """Return what to ask, if anything."""
        if self._who_left:
            return WHO
        if self.mode == self._wanted or not self._mode_left or now < self._mode_at:
            return None
        if not self._set_next:
            return WHICH_MODE
        return f"o {self._wanted}" if state in (*_AT_REST, State.CLOSED) else None

    def answered(self, answer: Answer, now: Millis) -> None:
        """Take an answer to one of these questions."""
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
        """Take it that a question was not answered."""
        if command == WHO:
            self._who_left -= 1
        else:
            self._mode_left -= 1
            self._set_next = command == WHICH_MODE


class Starting:
    """Has the wheel start once for each press of the dealer's.

    `*u 1` is said again, once, only if neither an answer was heard nor the ball came into the rim
    in STARTS_WITHIN. A press does nothing while a start is under way or the wheel is not at rest.
    """

    def __init__(self, health: Counter[str]) -> None:
        self._health = health
        self.restart()

    def restart(self) -> None:
        """Take the next panel as obeyed, and what was said as done."""
        self._pressed: int | None = None
        self._left = 0
        self._due: Millis | None = None
        """When to say it, again, or to take the start that is under way for failed."""

    def press(self, number: int, state: State | None, now: Millis) -> None:
        """Take the number of presses so far; the first one is taken as obeyed."""
        before, self._pressed = self._pressed, number
        if before in (None, number):
            return
        if self._due is not None or state not in _AT_REST:
            self._health["presses_in_vain"] += 1
        else:
            self._left, self._due = 2, now

    def see(self, state: State) -> None:
        """Take what the wheel does: once it has left its rest, no start is under way any more."""
        if state not in _AT_REST:
            self._due = None

    def next(self, state: State | None, now: Millis) -> str | None:
        """Return the command, when it is to be said."""
        if self._due is None or now < self._due:
            return None
        if self._left and state in _AT_REST:
            return START
        self._due = None
        return None

    def said(self, now: Millis) -> None:
        """Take it that it was said."""
        self._left -= 1
        self._due = Millis(now + STARTS_WITHIN)

    def answered(self, answer: Answer) -> None:
        """Take the wheel's answer: it starts, or does not."""
        self._left = 0
        if answer.text != "OK":
            self._due = None
            self._health["refused"] += 1
