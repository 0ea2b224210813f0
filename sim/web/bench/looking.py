"""Looks at the simulated parts, people and trainee as often as the eye of a person would."""

from collections.abc import Callable
from typing import Final

from sim.web.bench.polling import Polling
from sim.web.messages.messages_out import Broadcast

WATCHED_S: Final = 0.01
UNWATCHED_S: Final = 0.5
"""The polling periods while a page is open (a light is on the page within three frames) and while
none is.
"""


class Looker:
    """Polls in a thread, and reports changes."""

    def __init__(
        self,
        looks: tuple[Callable[[], Broadcast], ...],
        tell: Callable[[Broadcast], None],
        watched: Callable[[], bool],
    ) -> None:
        self._looks = looks
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
