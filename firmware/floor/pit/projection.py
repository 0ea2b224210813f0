"""One journal of a table, folded from its facts.

The dealer may take facts back, but none of a round before the last one: so those of two rounds are
kept, and folded over what is sure.
"""

from functools import reduce
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.floor.facts import START, Place
from firmware.floor.pit.alarms import Alarm
from firmware.floor.pit.fact import Told, told
from firmware.floor.pit.play import Play, step
from firmware.floor.pit.takings import FindEdges, Takings

UNREADABLE: Final = (msgspec.MsgspecError, LookupError, TypeError, ValueError, AttributeError)
"""What a fact raises that is none of this version's."""


class Fold:
    """A journal, whose facts are taken in the order of their places; none that can't be read stops
    the others.
    """

    def __init__(self, table: str, journal: str, find_edges: FindEdges) -> None:
        self.table = table
        self.journal = journal
        self.last = START
        """The place of the last fact."""
        self.takings = Takings(table, find_edges)
        self._sure = Play(table)
        self._at = 0
        self._past: list[Alarm] = []
        """The alarms that are over for good."""
        self._unread: Alarm | None = None
        self._rounds: list[dict[Place, Told]] = [{}, {}]
        """The facts of the round before, and of the present one."""

    def take(self, place: Place, body: str, received: str) -> None:
        self.last = place
        try:
            fact = told(self.journal, place, body, received, self._at)
            self._take(place, fact)
            step(Play(self.table), fact)
        except UNREADABLE:
            self._rounds[-1].pop(place, None)
            self._unread = self._unread or Alarm(
                f"{self.journal[:8]}.unread",
                "unread",
                self.table,
                self._at,
                self._at,
                {"place": f"{place.shoe}.{place.number}"},
            )

    def _take(self, place: Place, fact: Told) -> None:
        self._at = fact.at
        if fact.name == "undone":
            self._undo(fact.what)
        else:
            self.takings.take(fact)
            self._rounds[-1][place] = fact
        if fact.name == "meters":
            self._turn()

    @property
    def play(self) -> Play:
        """Return what is under way."""
        return self._over(1)

    @property
    def alarms(self) -> list[Alarm]:
        unread = [self._unread] if self._unread else []
        return [*self._past, *self.play.alarms, *self.takings.alarms, *unread]

    def _undo(self, places: list[list[int]]) -> None:
        for place in places:
            for facts in self._rounds:
                facts.pop(Place(*place), None)

    def _turn(self) -> None:
        sure = self._over(0)
        self._past += [alarm for alarm in sure.alarms if alarm.over is not None]
        lasting = tuple(alarm for alarm in sure.alarms if alarm.over is None)
        self._sure = replace(sure, alarms=lasting)
        self._rounds = [self._rounds[-1], {}]

    def _over(self, last: int) -> Play:
        facts = (fact for facts in self._rounds[: last + 1] for fact in facts.values())
        return reduce(step, facts, self._sure)
