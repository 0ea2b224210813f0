"""The people at a seated table: they play by themselves, or do one thing after the other."""

import math
import threading
from collections.abc import Callable
from typing import Final, Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Body, Dismissed

LOOKS_AGAIN_MS: Final = 200
STEP_S: Final = 3.0
"""The longest wait for a step; a longer one, such as a wheel's spin, goes on by itself."""


class Play(Protocol):
    """The people's activity: random play, or a script."""

    @property
    def body(self) -> Body:
        """The eyes and hands of who does it."""
        ...

    @property
    def over(self) -> bool:
        """Whether all steps are done."""
        ...

    def step(self) -> None:
        """Do the one thing that comes next. Raises Dismissed, ControlError."""
        ...


class People:
    """Play in a thread of their own; they have the table's hands except while they wait.

    `turn` is the lock of the hands; `ready` is called before each step. `begin`, `hurry`, `step`
    and `leave` must be called from one thread, without the lock; the other methods from any.
    """

    def __init__(self, play: Play, turn: threading.RLock, ready: Callable[[], None]) -> None:
        self.times = 1.0
        self._play = play
        self._turn = turn
        self._ready = ready
        self._thread: threading.Thread | None = None
        self._stepping = False
        self._failed: CannotBeDone | None = None
        """Why the last step could not be done."""

    @property
    def playing(self) -> bool:
        """Whether they play by themselves."""
        return not self._stepping and self._is_busy()

    def follow(self, play: Play) -> None:
        """Do this from now on."""
        self.leave()
        self._play = play

    def quicken(self, times: float) -> None:
        """Set the speed, as a multiple of real people's."""
        self.times = times
        if self.playing:
            self._play.body.speed = times

    def begin(self) -> None:
        """Play until `leave`."""
        if not self.playing:
            self.leave()
            self._start(self.times)

    def hurry(self) -> None:
        """Play until `leave`, without any pause."""
        self.leave()
        self._start(math.inf)

    def step(self) -> None:
        """Do one step, at once; running play stops first.

        Raises CannotBeDone if nobody could do the script's step, and while the last step still
        runs.
        """
        if self._stepping and self._is_busy(STEP_S):
            raise CannotBeDone(Text("web.act.under_way"))
        self.leave()
        self._start(math.inf, stepping=True)
        self._is_busy(STEP_S)
        failed, self._failed = self._failed, None
        if failed is not None:
            raise failed

    def leave(self) -> None:
        """Leave off between two things that hands do."""
        if self._thread is not None:
            self._play.body.dismissed.set()
            self._thread.join()
            self._thread = None

    def _is_busy(self, patience_s: float = 0.0) -> bool:
        """Return whether they still act, having waited for them that long."""
        thread = self._thread
        if thread is None:
            return False
        thread.join(patience_s)
        return thread.is_alive()

    def _start(self, speed: float, *, stepping: bool = False) -> None:
        person = self._play.body
        person.dismissed.clear()
        person.speed = speed
        person.rest = self._rest
        self._stepping = stepping
        thread = threading.Thread(target=self._run, name="people", daemon=True)
        thread.start()
        self._thread = thread

    def _run(self) -> None:
        try:
            while not (self._play.over or self._play.body.dismissed.is_set()):
                with self._turn:
                    self._step()
                if self._stepping:
                    return
        except Dismissed:
            return

    def _step(self) -> None:
        try:
            self._ready()
            self._play.step()
        except ControlError:
            self._play.body.wait(LOOKS_AGAIN_MS)
        except CannotBeDone as error:
            self._failed = error
            self._play.body.dismissed.set()

    def _rest(self, millis: int) -> None:
        """Let time pass, and release the hands."""
        self._turn.release()
        try:
            self._play.body.hands.wait(millis)
        finally:
            self._turn.acquire()
