"""Polls the simulated parts, the people and the trainee, and publishes what changed."""

from collections.abc import Callable
from typing import Final

from sim.web.bench.poll_thread import PollThread
from sim.web.messages.broadcast import Broadcast

SCENE_POLL_S: Final = 0.01
UNWATCHED_POLL_S: Final = 0.5
"""The polling periods while a page is visible (a light is on it within three frames), and else."""


class ScenePoller:
    """Polls in a thread, and reports changes."""

    def __init__(
        self,
        message_sources: tuple[Callable[[], Broadcast], ...],
        publish: Callable[[Broadcast], None],
        has_viewers: Callable[[], bool],
    ) -> None:
        self._message_sources = message_sources
        self._published: dict[int, Broadcast] = {}
        self._publish = publish
        self._has_viewers = has_viewers
        self._poll_thread = PollThread("looker", self._poll)
        self.start, self.close = self._poll_thread.start, self._poll_thread.close

    def _poll(self) -> float:
        for source_index, read_message in enumerate(self._message_sources):
            message = read_message()
            if message != self._published.get(source_index):
                self._published[source_index] = message
                self._publish(message)
        return SCENE_POLL_S if self._has_viewers() else UNWATCHED_POLL_S
