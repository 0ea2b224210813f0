"""The hall of a tournament after so many entries of its journal."""

from datetime import datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.tournament import acts
from firmware.core.tournament.rulings import At, Moved, Placed, ProceedsShort, TakenBack
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.tournament.undo import Course, course_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling
from firmware.shell.history.records import (
    Entry,
    HallAlarm,
    HallBack,
    HallBegan,
    HallDid,
    HallHeard,
    HallSeated,
)
from firmware.tournament.pending_move import Way
from firmware.tournament.ruling_text import span

INCIDENTS: Final = {
    acts.Pause: Text("hall.incident.paused"),
    acts.Resume: Text("hall.incident.resumed"),
    acts.Void: Text("hall.incident.void"),
}
SHORT: Final = Text("hall.proceeds")


class Differs(Exception):
    """The program rules otherwise on an act than the journal has it."""


class Incident(msgspec.Struct, frozen=True):
    """An incident for the final report, and its time."""

    wall: str
    what: Text

    @property
    def local(self) -> str:
        """When, by the clock on this machine's wall."""
        return datetime.fromisoformat(self.wall).astimezone().strftime("%Y-%m-%d %H:%M:%S")


class Hall(msgspec.Struct):
    """The room, and the hall's own knowledge beside it."""

    tournament: str
    course: Course
    wall: str
    """The time of day of the last entry that was not refused."""
    heard: dict[int, int] = {}
    """By table, the number of the last report that was taken."""
    ways: dict[str, Way] = {}
    """By player, the ways of those who were moved and have not come."""
    moved: int = 0
    """How many moves there have been."""
    ways_of_out: dict[str, Way] = {}
    """Those of players who are out, if they are not after all."""
    absences: list[int | None] = []
    """How long the hall was away each time since the clock last ran, None where nobody knows."""
    incidents: list[Incident] = []

    @property
    def room(self) -> Room:
        """The room as it is; an act that is taken back makes another."""
        return self.course.room

    @property
    def away_s(self) -> int | None:
        """The seconds that no clock has counted; None if they can't be known."""
        known = [seconds for seconds in self.absences if seconds is not None]
        return sum(known) if len(known) == len(self.absences) else None

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The moves that nobody has confirmed, from each seat where the player may still be."""
        ways = self.ways.items()
        return tuple(Moved(who, at, way.to) for who, way in ways for at in way.origins)

    def players_at(self, table: int, spot: int) -> set[str]:
        """Return who may sit there: who belongs there, and who was moved and may not have gone."""
        there = self.room.seating.tables.get(table)
        found = {player for player, way in self.ways.items() if (table, spot) in way.may_be}
        return found | ({there.players[spot]} if there and spot in there.players else set())

    def players_from(self, origins: set[At], to: At) -> list[str]:
        """Return who may have sat at each of these seats before he came to another."""
        return [player for player, way in self.ways.items() if origins <= way.before(to)]

    def take(self, entry: Entry) -> None:
        """Take the next entry of the journal. Raises Differs."""
        if isinstance(entry, HallDid):
            ruled = self.course.handle(entry.act, by_hand=entry.by_hand)
            if ruled != entry.rulings:
                raise Differs
        self.note(entry)

    def note(self, entry: Entry) -> None:
        """Take an entry whose act the room has done."""
        match entry:
            case HallDid(rulings=rulings) if is_refused(rulings):
                return
            case HallDid(wall=wall):
                self._did(entry)
            case HallBegan(wall=wall, terms=terms):
                self.room.terms = terms
                self._incident(wall, Text("hall.incident.terms"))
            case HallBack(wall, away_s):
                self.absences.append(away_s)
                self._incident(wall, away_told(away_s))
            case HallHeard(wall, table, number):
                self.heard[table] = number
            case HallSeated(wall, player, table, spot):
                self._seated(player, (table, spot))
            case HallAlarm(wall, why):
                self._incident(wall, why)
            case _:
                return
        self.wall = wall

    def _did(self, did: HallDid) -> None:
        for ruling in did.rulings:
            self._ruled(ruling, did.wall)
        if isinstance(did.act, acts.Resume):
            self.absences.clear()
        if did.by_hand and (what := INCIDENTS.get(type(did.act))):
            self._incident(did.wall, what)

    def _ruled(self, ruling: Ruling, wall: str) -> None:
        match ruling:
            case Moved(player, origin, to):
                self.moved += 1
                self.ways[player] = self.ways.get(player, Way((origin,))).on_to(to, self.moved)
            case Placed(player) if player in self.ways:
                self.ways_of_out[player] = self.ways.pop(player)
            case TakenBack(what):  # it is not over, or no longer
                self.incidents = [one for one in self.incidents if one.what != SHORT]
                self._incident(wall, Text("hall.incident.undone", {"what": what}))
                for player in self.ways_of_out.keys() & {*self.room.left}:
                    self.ways[player] = self.ways_of_out.pop(player)
            case ProceedsShort():
                self._incident(wall, SHORT)

    def _seated(self, player: str, at: At) -> None:
        """A player has come to a seat of his way, so that nobody else is there."""
        way = self.ways.pop(player)
        if rest := way.rest(at):
            self.ways[player] = rest
        for other, his in [*self.ways.items()]:
            if other != player and at in his.may_be:
                self.ways[other] = replace(his, left=(*his.left, at))

    def _incident(self, wall: str, what: Text) -> None:
        self.incidents.append(Incident(wall, what))


def hall_of(began: HallBegan) -> Hall:
    """Return a hall in which nobody has paid yet."""
    return Hall(began.tournament, course_of(began.terms), began.wall)


def is_at_play(room: Room) -> bool:
    """Return whether the clock counts."""
    return room.stage is Stage.PLAY


def is_refused(ruled: tuple[Ruling, ...]) -> bool:
    return any(isinstance(ruling, Refused) for ruling in ruled)


def away_told(away_s: int | None) -> Text:
    """Return how long the hall was away, in words."""
    if away_s is None:
        return Text("hall.incident.back_unknown")
    return Text("hall.incident.back", {"span": span(away_s)})
