"""Looks at the simulated parts, and at the people, as often as the eye of a person would."""

import threading
from collections.abc import Callable
from typing import Final

from firmware.web.messages.messages_out import Broadcast, PeopleTold, Scene

WATCHED_S: Final = 0.01
UNWATCHED_S: Final = 0.5
"""The polling periods while a page is open (a light is on the page within three frames) and while
none is.
"""


class Looker:
    """Polls in a thread, and reports changes."""

    def __init__(
        self,
        scene: Callable[[], Scene],
        people: Callable[[], PeopleTold],
        tell: Callable[[Broadcast], None],
        watched: Callable[[], bool],
    ) -> None:
        self._looks: tuple[Callable[[], Broadcast], ...] = (scene, people)
        self._told: dict[int, Broadcast] = {}
        self._tell = tell
        self._watched = watched
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="looker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._ended.is_set():
            for number, look in enumerate(self._looks):
                seen = look()
                if seen != self._told.get(number):
                    self._told[number] = seen
                    self._tell(seen)
            self._ended.wait(WATCHED_S if self._watched() else UNWATCHED_S)
