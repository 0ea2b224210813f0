"""What a person has the wheel do: open, close, take the table's mode; each step is confirmed.

The steps of an act are sent one after the other. A step is done when the wheel shows it: its state
for `*P 1` and `*P 0`, the answer to `*O` for the mode, which wheels accept only while closed. A
wheel that says no, or does not do it in STEP_TIMEOUT, has refused, and the act ends there: a wheel
that was closed for its mode then stays closed, and says so by its fault.
"""

from collections.abc import Iterator
from typing import Final

from drivers.slingshot.commands import BUSY_ANSWER, OK_ANSWER, REST_STATES
from drivers.slingshot.lines import SlingshotState, WheelAnswer
from drivers.slingshot.settings import SET_MODE
from firmware.core.vocabulary.events import WheelRefused
from firmware.core.vocabulary.panel import WheelOrder
from firmware.core.vocabulary.wheel_acts import WheelAct
from hal.ports import Millis

OPEN_COMMAND: Final = "P 1"
CLOSE_COMMAND: Final = "P 0"
ACT_COMMANDS: Final = (OPEN_COMMAND, CLOSE_COMMAND)
"""The commands that only an act sends; the set-up sets the mode too."""
STEP_TIMEOUT: Final = Millis(15_000)
REPEAT_DELAY: Final = Millis(5000)
"""When an unanswered step is sent again, or one to which the wheel was busy."""

BALL_IN_PLAY: Final = "ball_in_play"
"""The reason why the wheel is not queried at all."""
NO_ANSWER: Final = "no_answer"
REFUSED: Final = "refused"


class ActSequence:
    """Does each order of the panel once; the first panel's is done already."""

    def __init__(self, mode: int) -> None:
        self._steps_by_act = {
            WheelAct.OPEN: (OPEN_COMMAND,),
            WheelAct.CLOSE: (CLOSE_COMMAND,),
            WheelAct.SET_MODE: (CLOSE_COMMAND, f"{SET_MODE} {mode}", OPEN_COMMAND),
        }
        self.restart()

    def restart(self) -> None:
        """Treat the next panel's order as done, and forget an act under way."""
        self._last_number: int | None = None
        self._new_act: WheelAct | None = None
        self._act = WheelAct.OPEN
        self._steps: list[str] = []
        self._send_at = self._deadline = Millis(0)

    def note_order(self, order: WheelOrder, now: Millis) -> None:
        """Take the panel's order."""
        previous, self._last_number = self._last_number, order.number
        if previous not in (None, order.number):
            self._new_act = self._act = order.act
            self._steps.clear()
            self._deadline = Millis(now + STEP_TIMEOUT)

    def advance(
        self,
        state: SlingshotState | None,
        wrong_mode: str | None,
        now: Millis,
        *,
        is_starting: bool,
    ) -> Iterator[WheelRefused]:
        """Begin a new act, leave the steps that are done; yield a refusal.

        `wrong_mode` is as of `SetupSequence`.
        """
        if self._new_act is not None and state is not None:
            yield from self._begin(self._new_act, state, now, is_starting=is_starting)
        while self._steps and _is_done(self._steps[0], state, wrong_mode):
            self._next_step(now)
        if (self._steps or self._new_act) and now >= self._deadline:
            yield self._refuse(NO_ANSWER)

    def next_command(self, now: Millis) -> str | None:
        """Return the command of the present step, if it is due."""
        return self._steps[0] if self._steps and now >= self._send_at else None

    def note_sent(self, now: Millis) -> None:
        """Note that the command was sent."""
        self._send_at = Millis(now + REPEAT_DELAY)

    def handle_answer(self, command: str, answer: WheelAnswer) -> Iterator[WheelRefused]:
        """Process the answer to one of ACT_COMMANDS; yield the wheel's refusal."""
        if not self._steps or command != self._steps[0]:
            return
        # busy: sent again after REPEAT_DELAY
        if answer.text not in (OK_ANSWER, BUSY_ANSWER):
            yield self._refuse(REFUSED)

    def _begin(
        self, act: WheelAct, state: SlingshotState, now: Millis, *, is_starting: bool
    ) -> Iterator[WheelRefused]:
        self._new_act = None
        self._steps = list(self._steps_by_act[act])
        self._send_at, self._deadline = now, Millis(now + STEP_TIMEOUT)
        is_at_rest = state is SlingshotState.CLOSED or (state in REST_STATES and not is_starting)
        if not is_at_rest:
            yield self._refuse(BALL_IN_PLAY)

    def _next_step(self, now: Millis) -> None:
        del self._steps[0]
        self._send_at, self._deadline = now, Millis(now + STEP_TIMEOUT)

    def _refuse(self, reason: str) -> WheelRefused:
        self._new_act = None
        self._steps.clear()
        return WheelRefused(self._act, reason)


def _is_done(command: str, state: SlingshotState | None, wrong_mode: str | None) -> bool:
    if command == CLOSE_COMMAND:
        return state is SlingshotState.CLOSED
    if command == OPEN_COMMAND:
        return state not in (None, SlingshotState.CLOSED)
    return wrong_mode == ""
