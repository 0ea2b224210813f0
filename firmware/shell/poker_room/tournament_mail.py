"""The words of a tournament's hall at a table: which of them are news, and whether it is silent."""

from collections import deque
from collections.abc import Callable
from typing import Final

from firmware.core.poker_room.engine.tournament import Hall
from firmware.core.table.state import State
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.hall import HALL, OTHER, HallLapsed, LevelSeen
from firmware.core.vocabulary.phase import CLOSED
from hal.ports import Millis

LOST_MS: Final = 15_000
"""After so long without a word the hall is lost; it speaks every five seconds."""


class HallMail:
    """`take` is called from any thread, `look` in every turn of the loop; `alarmed` returns whether
    an alarm of the game stops the table.
    """

    def __init__(self, state: State, hall: Callable[[], Hall], alarmed: Callable[[], bool]) -> None:
        self._state, self._hall, self._alarmed = state, hall, alarmed
        self._newest: deque[LevelSeen] = deque(maxlen=1)
        self._passed: LevelSeen | None = None
        """The word that was passed on last: one that was refused is not news again."""
        self._heard: Millis | None = None

    def take(self, said: LevelSeen) -> None:
        """Take the hall's word."""
        self._newest.append(said)

    def look(self, now: Millis) -> list[Event]:
        """Return the events that the table gets now."""
        if self._heard is None:
            self._heard = now
        if self._newest:
            return self._hear(self._newest.pop(), now)
        if self._hall().fresh and now - self._heard >= LOST_MS:
            self._passed = None
            return [HallLapsed()]
        return []

    def _hear(self, said: LevelSeen, now: Millis) -> list[Event]:
        hall, alarm = self._hall(), self._state.device.trouble.find(HALL, OTHER)
        if hall.is_of_another(said) and self._state.phase is not CLOSED:
            own = hall.said.tournament if hall.said else ""
            values = {"own": own, "other": said.tournament}
            return [] if alarm else [FaultRaised(HALL, OTHER, values)]
        self._heard = now
        over: list[Event] = [FaultEnded(HALL, OTHER)] if alarm else []
        return [*over, said] if self._is_news(said) else over

    def _is_news(self, said: LevelSeen) -> bool:
        """Return whether the table must know it; in an alarm it waits until it is said again."""
        hall = self._hall()
        known = said == self._passed or (hall.fresh and said == hall.said)
        if known or hall.outdates(said) or self._alarmed():
            return False
        self._passed = said
        return True
