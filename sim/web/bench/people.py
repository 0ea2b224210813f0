"""The people at a seated table: they play by themselves, or do one thing after the other."""

import math
import threading
from collections.abc import Callable
from typing import Final, Protocol

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.sockets.line_client import ControlError
from sim.people.actor import Actor, Dismissed

SERVICE_RETRY_MS: Final = 200
STEP_WAIT_S: Final = 3.0
"""The longest wait for a step; a longer one, such as a wheel's spin, continues in its thread."""


class PeoplePlay(Protocol):
    """The people's activity: random play, or a script."""

    @property
    def actor(self) -> Actor:
        """The eyes and hands of who does it."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether all steps are done."""
        ...

    def step(self) -> None:
        """Do the one thing that comes next. Raises Dismissed, ControlError."""
        ...


class PeopleThread:
    """Play in a thread of their own; they have the table's hands except while they wait.

    `before_step` is called before each step. `start_playing`, `play_at_once`, `step` and
    `stop_playing` must be called from one thread, without the lock; the others from any.
    """

    def __init__(
        self, people_play: PeoplePlay, hands_lock: threading.RLock, before_step: Callable[[], None]
    ) -> None:
        self.times = 1.0
        self._current_play = people_play
        self._hands_lock = hands_lock
        self._before_step = before_step
        self._thread: threading.Thread | None = None
        self._single_step = False
        self._step_refusal: RequestFailed | None = None
        """Why the last step could not be done."""

    @property
    def is_playing(self) -> bool:
        """Whether they play by themselves."""
        return not self._single_step and self._is_acting()

    def follow_play(self, people_play: PeoplePlay) -> None:
        """Follow another play from now on."""
        self.stop_playing()
        self._current_play = people_play

    def set_speed(self, times: float) -> None:
        """Set the speed, as a multiple of real people's."""
        self.times = times
        if self.is_playing:
            # A single step is always done without pauses.
            self._current_play.actor.speed_factor = times

    def start_playing(self) -> None:
        """Play until `stop_playing`."""
        if not self.is_playing:
            self.stop_playing()
            self._start_thread(self.times)

    def play_at_once(self) -> None:
        """Play until `stop_playing`, without any pause."""
        self.stop_playing()
        self._start_thread(math.inf)

    def step(self) -> None:
        """Do one step, at once; running play stops first.

        Raises RequestFailed if the script's step is impossible, and while the last step still runs.
        """
        if self._single_step and self._is_acting(STEP_WAIT_S):
            raise RequestFailed(Text("web.act.under_way"))
        self.stop_playing()
        self._start_thread(math.inf, single_step=True)
        self._is_acting(STEP_WAIT_S)
        step_refusal, self._step_refusal = self._step_refusal, None
        if step_refusal is not None:
            raise step_refusal

    def stop_playing(self) -> None:
        """Stop between two acts of the hands."""
        if self._thread is not None:
            self._current_play.actor.dismissed.set()
            self._thread.join()
            self._thread = None

    def _is_acting(self, patience_s: float = 0.0) -> bool:
        """Return whether they still act, having waited for them that long."""
        thread = self._thread
        if thread is None:
            return False
        thread.join(patience_s)
        return thread.is_alive()

    def _start_thread(self, speed_factor: float, *, single_step: bool = False) -> None:
        actor = self._current_play.actor
        actor.dismissed.clear()
        actor.speed_factor = speed_factor
        actor.pass_time = self._pass_time
        self._single_step = single_step
        thread = threading.Thread(target=self._run_thread, name="people", daemon=True)
        thread.start()
        self._thread = thread

    def _run_thread(self) -> None:
        try:
            while not (self._current_play.is_over or self._current_play.actor.dismissed.is_set()):
                with self._hands_lock:
                    self._play_step()
                if self._single_step:
                    return
        except Dismissed:
            return

    def _play_step(self) -> None:
        try:
            self._before_step()
            self._current_play.step()
        except ControlError:
            self._current_play.actor.wait(SERVICE_RETRY_MS)
        except RequestFailed as error:
            # They stop at a step that is refused, so that a page can show why.
            self._step_refusal = error
            self._current_play.actor.dismissed.set()

    def _pass_time(self, duration_ms: int) -> None:
        """Let time pass, and release the hands."""
        # Their thread holds the lock once only, so one release lets a page act.
        self._hands_lock.release()
        try:
            self._current_play.actor.hands.wait(duration_ms)
        finally:
            self._hands_lock.acquire()
