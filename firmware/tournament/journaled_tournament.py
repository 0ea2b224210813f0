"""The hall of a tournament with its journal: all is durable before anybody hears of it.

After a power cut the clock is where the journal's last entry has it, and is paused. Whoever
resumes it says whether the time away counts.
"""

from collections import deque
from copy import copy
from random import SystemRandom
from typing import Final

from firmware.core.tournament import acts
from firmware.core.tournament.acts import AnyHallAct
from firmware.core.tournament.clock import Clock
from firmware.core.tournament.rulings import AnyHallRuling
from firmware.core.tournament.terms import Terms
from firmware.core.tournament.tournament import Room
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused
from firmware.shell.history.findings import damage_of
from firmware.shell.history.ledger import COPIES, Log
from firmware.shell.history.records import (
    Entry,
    HallAlarm,
    HallBack,
    HallBegan,
    HallDid,
    HallSeated,
    decode,
    encode,
)
from firmware.tournament.elapsed_time import Clocks, Passing, away_s, own_clocks, written
from firmware.tournament.licence_hours import counted, late_s, late_told
from firmware.tournament.recovery import hold_change, taken_up
from firmware.tournament.state import Hall, hall_of, is_at_play, is_refused

EVERY_S: Final = 10
"""The longest time that is in no entry: a power cut takes no more from the clock."""
CHANCE: Final = SystemRandom()


class KeptHall:
    """A hall in the state at the end of its journal; one thread uses it at a time."""

    def __init__(
        self, tournament: str, terms: Terms, log: Log, clocks: Clocks | None = None
    ) -> None:
        """Begin a tournament, or go on with it. Raises JournalLost; CannotBeDone if the journal is
        of another tournament, or can't be replayed.
        """
        self._log = log
        self._clocks = clocks or own_clocks()
        self._passing = Passing(self._clocks.steady())
        self._noted = 0
        began = HallBegan(self.now(), tournament, terms)
        known = taken_up(tournament, map(decode, log.live_records()))
        self.hall = known or self._begin(began)
        if self.room.terms != terms:
            hold_change(self.room, terms)
            self.write(began)
        if known and is_at_play(self.room):
            self._come_back(known.wall)
        self._note_findings()
        self.commit()

    @property
    def room(self) -> Room:
        """The room; nobody but this class changes it."""
        return self.hall.room

    @property
    def clock(self) -> Clock:
        """The clock as it is now, with the seconds that are in no entry yet."""
        clock = copy(self.room.clock)
        if is_at_play(self.room):
            deque(clock.pass_time(self._passing.seconds(self._clocks.steady())), maxlen=0)
        return clock

    @property
    def is_alone(self) -> bool:
        """Whether one copy of the journal is written no more."""
        return len(self._log.in_use) < COPIES

    def handle(self, *done: AnyHallAct) -> tuple[AnyHallRuling, ...]:
        """Count the time, do some acts of a person, and return the rulings once all is durable.
        Raises JournalLost.
        """
        ruled = [*self.count_time()]
        for act in done:
            ruled += self.do(act, by_hand=True)
        self.commit()
        return tuple(ruled)

    def count_time(self) -> tuple[AnyHallRuling, ...]:
        """Let the time pass that is in no entry yet; nothing is durable before `commit`."""
        passed = self._passing.take(self._clocks.steady())
        if not passed or not is_at_play(self.room):
            return ()
        return self.do(acts.Wait(passed))

    def do(self, act: AnyHallAct, *, by_hand: bool = False) -> tuple[AnyHallRuling, ...]:
        """Do an act; neither it nor its rulings are durable before `commit`."""
        ruled: tuple[AnyHallRuling, ...]
        ruled = self.hall.course.handle(act, by_hand=by_hand)  # type: ignore[assignment]
        self.write(HallDid(self.now(), act, ruled, by_hand))
        return ruled

    def write(self, entry: Entry) -> None:
        """Add an entry, which is not durable before `commit`."""
        self._log.append(encode(entry))
        self.hall.note(entry)

    def commit(self) -> None:
        """Return when all is durable. Raises JournalLost."""
        self._log.commit()

    def tick(self) -> tuple[AnyHallRuling, ...]:
        """Write what befell the journal's copies, and the time that has passed if a level or so
        many seconds are over.
        """
        if len(self._log.findings) > self._noted:
            self._note_findings()
            self.commit()
        passed = self._passing.seconds(self._clocks.steady())
        if not is_at_play(self.room) or passed < min(EVERY_S, self.room.clock.changes_in_s):
            return ()
        return self.handle()

    def start(self) -> tuple[AnyHallRuling, ...]:
        """Begin. What it is late by the licence's hours counts as a pause, so that play ends at the
        hour; outside of them nobody can trust the time of day, and it is an alarm.
        """
        ruled = [*self.count_time(), *self.do(acts.Start(), by_hand=True)]
        if not is_refused((*ruled,)):
            late = late_s(self._clocks.wall(), self.room.terms)
            for why in late_told(late, self.room.terms):
                self.write(HallAlarm(self.now(), why))
            for act in counted(late):
                self.do(act)
        self.commit()
        return tuple(ruled)

    def draw(self) -> tuple[AnyHallRuling, ...]:
        """Draw the seats of all who have paid, by the system's generator."""
        players = list(self.room.paid)
        CHANCE.shuffle(players)
        return self.handle(acts.Draw(tuple(players)))

    def resume(self, *, count_away: bool) -> tuple[AnyHallRuling, ...]:
        """Have the clock go on from where it was; count the time away, or take it as a pause."""
        away = self.hall.away_s
        if count_away and away is None:
            return (Refused(Text("hall.away_unknown")),)
        passes = (acts.Wait(away),) if away else ()
        if count_away:
            return self.handle(acts.Resume(), *passes)
        return self.handle(*passes, acts.Resume())

    def undo(self) -> tuple[AnyHallRuling, ...]:
        """Take back the last act of a person. If play goes on by that, the clock is stopped where
        play ended.
        """
        ended, was_at_play = self.hall.wall, is_at_play(self.room)
        ruled = [*self.count_time(), *self.do(acts.Undo(), by_hand=True)]
        if is_at_play(self.room) and not was_at_play:
            self._come_back(ended)
        self.commit()
        return tuple(ruled)

    def seated(self, player: str) -> tuple[AnyHallRuling, ...]:
        """Note that a player who was moved sits at his new seat."""
        if player not in self.hall.ways:
            return (Refused(Text("hall.not_moving", {"who": player})),)
        table, spot = self.hall.ways[player].to
        while player in self.hall.ways:  # as often as his way has led there
            self.write(HallSeated(self.now(), player, table, spot))
        self.commit()
        return ()

    @property
    def clock_if_counted(self) -> Clock:
        """The clock as it will be if it is resumed and the time away counts."""
        clock = copy(self.clock)
        clock.runs = True
        deque(clock.pass_time(self.hall.away_s or 0), maxlen=0)
        return clock

    def alarm(self, why: Text) -> tuple[AnyHallRuling, ...]:
        """Note an alarm with the incidents."""
        self.write(HallAlarm(self.now(), why))
        self.commit()
        return ()

    def now(self) -> str:
        """Return the time of day, as entries have it."""
        return written(self._clocks.wall())

    def _begin(self, began: HallBegan) -> Hall:
        self._log.append(encode(began))
        self._log.commit()
        return hall_of(began)

    def _come_back(self, since: str) -> None:
        """Stop the clock, and note for how long nobody counted; nothing is durable yet."""
        away = away_s(since, self._clocks.wall(), self.room.terms.lasts_s)
        self.write(HallBack(self.now(), away))
        if self.room.clock.runs:
            self.do(acts.Pause())

    def _note_findings(self) -> None:
        """Write which copy was found wanting, or is lost; nothing is durable yet."""
        found, self._noted = self._log.findings[self._noted :], len(self._log.findings)
        for words in damage_of(found):
            self.write(HallAlarm(self.now(), words))
