"""Looks at the simulated parts, and at the people, as often as the eye of a person would."""

from collections.abc import Callable
from typing import Final

from firmware.web.bench.polling import Polling
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
        self._polling = Polling("looker", self._look)
        self.start, self.close = self._polling.start, self._polling.close

    def _look(self) -> float:
        for number, look in enumerate(self._looks):
            seen = look()
            if seen != self._told.get(number):
                self._told[number] = seen
                self._tell(seen)
        return WATCHED_S if self._watched() else UNWATCHED_S
