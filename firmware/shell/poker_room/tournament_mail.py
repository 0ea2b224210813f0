"""The inbox of a tournament's levels at a table: which are new, and whether the server is
silent.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from firmware.core.poker_room.engine.tournament_link import TournamentLink
from firmware.core.table.state import State
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.core.vocabulary.phase import CLOSED
from firmware.core.vocabulary.tournament import (
    FOREIGN_TOURNAMENT,
    TOURNAMENT_PART,
    LevelSeen,
    TournamentLapsed,
)
from hal.ports import Millis

SILENCE_MS: Final = 15_000
"""The server is lost after this silence; it sends every five seconds."""


class TournamentInbox:
    """The newest level received, passed to the table once.

    `take` may be called from any thread; `poll` is called in each turn of the table's loop.
    `has_alarm` returns whether an alarm of the game stops the table.
    """

    def __init__(
        self,
        state: State,
        tournament_link: Callable[[], TournamentLink],
        has_alarm: Callable[[], bool],
    ) -> None:
        self._table_state, self._tournament_link, self._has_alarm = (
            state,
            tournament_link,
            has_alarm,
        )
        self._newest_level: deque[LevelSeen] = deque(maxlen=1)
        self._passed_level: LevelSeen | None = None
        """The last level passed to the table: if the table refused it, it is not passed again."""
        self._received_ms: Millis | None = None

    def take(self, level: LevelSeen) -> None:
        """Store a level."""
        self._newest_level.append(level)

    def poll(self, now: Millis) -> list[Event]:
        """Return the events for the table now."""
        if self._received_ms is None:
            self._received_ms = now
        if self._newest_level:
            return self._take_level(self._newest_level.pop(), now)
        if self._tournament_link().is_answering and now - self._received_ms >= SILENCE_MS:
            self._passed_level = None
            return [TournamentLapsed()]
        return []

    def _take_level(self, level: LevelSeen, now: Millis) -> list[Event]:
        tournament_link, alarm = (
            self._tournament_link(),
            self._table_state.device.trouble.find_fault(TOURNAMENT_PART, FOREIGN_TOURNAMENT),
        )
        if tournament_link.is_foreign(level) and self._table_state.phase is not CLOSED:
            own_tournament = (
                tournament_link.last_level.tournament if tournament_link.last_level else ""
            )
            values = {"own": own_tournament, "other": level.tournament}
            return [] if alarm else [FaultRaised(TOURNAMENT_PART, FOREIGN_TOURNAMENT, values)]
        self._received_ms = now
        ended_faults: list[Event] = (
            [FaultEnded(TOURNAMENT_PART, FOREIGN_TOURNAMENT)] if alarm else []
        )
        return [*ended_faults, level] if self._is_new(level) else ended_faults

    def _is_new(self, level: LevelSeen) -> bool:
        """Return whether to pass a level; during an alarm none is, since it will be sent again."""
        tournament_link = self._tournament_link()
        is_known = level == self._passed_level or (
            tournament_link.is_answering and level == tournament_link.last_level
        )
        if is_known or tournament_link.is_outdated(level) or self._has_alarm():
            return False
        self._passed_level = level
        return True
