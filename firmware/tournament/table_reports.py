"""Takes the reports of tables, each once: they may be late, doubled, or from before the hall was
lost.

Hand for hand no report is heard before each table has one. Then all games count as one step, and
the tables begin the next ones together.
"""

from collections.abc import Mapping

from firmware.core.tournament import acts
from firmware.core.tournament.acts import Lost
from firmware.core.tournament.rulings import AnyHallRuling
from firmware.core.tournament.tournament import Stage
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.rulings import Refused
from firmware.floor.level_wire import TableUp
from firmware.shell.history.records import HallAlarm, HallHeard, HallSeated
from firmware.tournament.journaled_tournament import KeptHall
from firmware.tournament.state import is_at_play

Ups = Mapping[int, TableUp]
"""Reports by the numbers of their tables."""


class Reports:
    """Takes the reports of a hall's tables."""

    def __init__(self, kept: KeptHall) -> None:
        self._kept = kept
        self._waiting: dict[int, TableUp] = {}
        """Hand for hand, those that wait for the other tables'."""

    def take(self, table: int, up: TableUp) -> tuple[AnyHallRuling, ...]:
        """Take a report, unless it was taken; return what is ruled. Raises JournalLost."""
        hall, room = self._kept.hall, self._kept.room
        other = up.tournament not in ("", hall.tournament)
        if room.stage is Stage.SALE or other or up.number <= hall.heard.get(table, 0):
            return ()
        is_game, together = up.button is not None or bool(up.out), self._together()
        if not together:
            self._waiting.clear()
        if not is_game or table not in together:
            return self._count({table: up})
        self._waiting[table] = up
        if not together <= self._waiting.keys():
            return ()
        games, self._waiting = self._waiting, {}
        return self._count(games)

    @property
    def awaited(self) -> tuple[int, ...]:
        """Hand for hand, the tables whose games are still awaited, once one has reported its."""
        return tuple(sorted(self._together() - self._waiting.keys())) if self._waiting else ()

    def _together(self) -> set[int]:
        """Return the tables whose games count as one step, none unless it is hand for hand: those
        where two are sure to sit, since the others may wait for a player who is out.
        """
        room, ways = self._kept.room, self._kept.hall.ways
        if not (room.hand_for_hand and is_at_play(room)):
            return set()
        tables = room.seating.tables.items()
        return {n for n, table in tables if len({*table.players.values()} - ways.keys()) > 1}

    def _count(self, ups: Ups) -> tuple[AnyHallRuling, ...]:
        """Count reports as one step."""
        kept = self._kept
        ruled = [*kept.count_time()]
        for table, up in ups.items():
            self._arrived(table, up)
            ruled += self._button(table, up)
        lost = [one for table, up in ups.items() for one in self._lost(table, up)]
        if lost:
            ruled += self._out(lost)
        for table, up in ups.items():
            kept.write(HallHeard(kept.now(), table, up.number))
        kept.commit()
        return tuple(ruled)

    def _lost(self, table: int, up: TableUp) -> list[Lost]:
        """Return who is out at a table; where nobody or more than one may sit it is an alarm."""
        found = []
        for spot, stack in up.out:
            first, *more = sorted(self._kept.hall.players_at(table, spot)) or [""]
            if first and not more:
                found.append(Lost(first, stack))
            else:
                who: Values = {"table": table, "spot": spot, "who": ", ".join([first, *more])}
                self._alarm(Text(f"hall.incident.{'unsure' if more else 'empty'}", who))
        return found

    def _arrived(self, table: int, up: TableUp) -> None:
        """Note who has come; from whichever of several seats, if he may have sat at each."""
        for spot in {spot for spot, _ in up.arrived}:
            origins = {origin for to, origin in up.arrived if to == spot}
            first, *more = self._kept.hall.players_from(origins, (table, spot)) or [""]
            if first and not more:
                self._kept.write(HallSeated(self._kept.now(), first, table, spot))

    def _button(self, table: int, up: TableUp) -> tuple[AnyHallRuling, ...]:
        there = self._kept.room.seating.tables.get(table)
        if there is None or up.button in (None, there.button):
            return ()
        return self._kept.do(acts.ReportButton(table, up.button or 0))

    def _out(self, lost: list[Lost]) -> tuple[AnyHallRuling, ...]:
        ruled = self._kept.do(acts.ReportOut(tuple(lost)))
        for ruling in ruled:
            if isinstance(ruling, Refused):
                names = ", ".join(one.player for one in lost)
                self._alarm(Text("hall.incident.not_counted", {"who": names, "why": ruling.why}))
        return ruled

    def _alarm(self, why: Text) -> None:
        self._kept.write(HallAlarm(self._kept.now(), why))
