"""What a SlingShot 2 is: its firmware, its mode and its pockets, asked again and again.

Theory of operation. Each question is asked until two answers agree, since a line has no checksum;
the table's own mode and count are believed at once, as no damage makes them up. All three are asked
again every CHECK_INTERVAL, and at once when the wheel contradicts what it said: it was closed, or
throws by itself though the table starts it. A wheel in another mode is set to the table's by itself
while it is closed, the only state in which wheels accept `*o`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from drivers.slingshot.commands import BUSY_ANSWER, MAX_ATTEMPTS
from drivers.slingshot.lines import SlingshotState, WheelAnswer
from hal.ports import Millis

QUERY_IDENTITY: Final = "V"
QUERY_MODE: Final = "O"
QUERY_POCKETS: Final = "T Z"
SET_MODE: Final = "o"

BUSY_DELAY: Final = Millis(5000)
"""When to ask again, or to set the mode again, after the wheel was busy."""
CHECK_INTERVAL: Final = Millis(60_000)
"""How often the wheel is asked again what it is."""

_MODE_ANSWER: Final = re.compile(r"[ \d]*\b(\d{1,5})")
"""The last number of the answer is the mode."""
_POCKETS_ANSWER: Final = re.compile(r"[zZ] +(\d{1,3})")


def read_mode(text: str) -> str | None:
    """Return the mode in the answer to `*O`."""
    mode = _MODE_ANSWER.fullmatch(text)
    return mode[1] if mode else None


def read_pockets(text: str) -> str | None:
    """Return the number of pockets in the answer to `*T Z`."""
    pockets = _POCKETS_ANSWER.fullmatch(text)
    return pockets[1] if pockets else None


def _read_identity(text: str) -> str | None:
    return text or None


@dataclass
class Question:
    """A question to the wheel, and what is known of its answer."""

    command: str
    read_answer: Callable[[str], str | None]
    expected: str = ""
    """The answer that is believed at once."""
    value: str | None = None
    tries_left: int = MAX_ATTEMPTS
    _last: str | None = None

    def ask_again(self) -> None:
        """Ask again; only once if the wheel has never answered: it may not know the question."""
        self.tries_left = 1 if self.value is None and not self.tries_left else MAX_ATTEMPTS
        self._last = None

    def handle_answer(self, text: str) -> None:
        """Take an answer; its value counts if it is the expected one, or as the one before."""
        self.tries_left = max(0, self.tries_left - 1)
        answered = self.read_answer(text)
        if answered is not None and answered in (self.expected, self._last):
            self.value, self.tries_left = answered, 0
        self._last = answered


class SetupSequence:
    """Knows the wheel's identity, mode and pockets, and sets the mode while it is closed."""

    def __init__(self, mode: int, pockets: int, health: Counter[str]) -> None:
        self._target_mode = str(mode)
        self._table_pockets = str(pockets)
        self._health = health
        self.restart(Millis(0))

    def restart(self, now: Millis) -> None:
        """Begin again: it may be another wheel, in any mode."""
        self._identity = Question(QUERY_IDENTITY, _read_identity)
        self._mode = Question(QUERY_MODE, read_mode, self._target_mode)
        self._pockets = Question(QUERY_POCKETS, read_pockets, self._table_pockets)
        self._sets_left = MAX_ATTEMPTS
        self._send_at = now
        self._check_at = Millis(now + CHECK_INTERVAL)

    @property
    def identity(self) -> str:
        return self._identity.value or ""

    @property
    def mode(self) -> int | None:
        """The wheel's mode, once it is known."""
        return int(self._mode.value) if self._mode.value is not None else None

    @property
    def wrong_mode(self) -> str | None:
        """The wheel's mode if it is not the table's, empty if it is; None while it is unknown."""
        return _if_wrong(self._mode)

    @property
    def wrong_pockets(self) -> str | None:
        """The wheel's pockets if they are not the table's, likewise."""
        return _if_wrong(self._pockets)

    def ask_again(self, now: Millis) -> None:
        """Ask everything again, from now on."""
        self._check_at = Millis(now + CHECK_INTERVAL)
        self._sets_left = MAX_ATTEMPTS
        for question in self._questions:
            question.ask_again()

    def read_mode_back(self) -> None:
        """Ask the mode again, after it was set."""
        self._mode.ask_again()

    def next_command(self, state: SlingshotState | None, now: Millis) -> str | None:
        """Return the next command, if there is one."""
        if now >= self._check_at:
            self.ask_again(now)
        if now < self._send_at:
            return None
        for question in self._questions:
            if question.tries_left:
                return question.command
        may_set = state is SlingshotState.CLOSED and self.wrong_mode and self._sets_left
        return f"{SET_MODE} {self._target_mode}" if may_set else None

    def handle_answer(self, command: str, answer: WheelAnswer, now: Millis) -> None:
        """Process the answer to one of these commands."""
        if answer.text == BUSY_ANSWER:
            self._health["mode_busy"] += 1
            self._send_at = Millis(now + BUSY_DELAY)
        elif command[0] == SET_MODE:
            self._sets_left -= 1
            self.read_mode_back()
        else:
            self._question(command).handle_answer(answer.text)
            self._note_exhausted(command)

    def is_expected(self, answer: WheelAnswer) -> bool:
        """Return whether an answer tells the table's own mode or number of pockets."""
        return any(
            question.command[0] == answer.command_letter
            and question.read_answer(answer.text) == question.expected
            for question in self._questions
        )

    def handle_stray(self, answer: WheelAnswer) -> None:
        """Process an answer that was not asked for now: late, or to another host."""
        for question in self._questions:
            is_its_own = question.command[0] == answer.command_letter
            if is_its_own and question.read_answer(answer.text) is not None:
                question.handle_answer(answer.text)

    def note_unanswered(self, command: str) -> None:
        """Note that a command was not answered."""
        if command[0] == SET_MODE:
            self._sets_left -= 1
            self.read_mode_back()
        else:
            question = self._question(command)
            question.tries_left = max(0, question.tries_left - 1)
            self._note_exhausted(command)

    def _note_exhausted(self, command: str) -> None:
        """Have the status say that an old wheel does not tell its pockets."""
        if command != QUERY_POCKETS or self._pockets.tries_left:
            return
        if self._pockets.value is None:
            self._health["pockets_unknown"] = 1
        else:
            self._health.pop("pockets_unknown", None)

    def _question(self, command: str) -> Question:
        return next(question for question in self._questions if question.command == command)

    @property
    def _questions(self) -> Iterable[Question]:
        return self._identity, self._mode, self._pockets


def _if_wrong(question: Question) -> str | None:
    if question.value is None:
        return None
    return "" if question.value == question.expected else question.value
