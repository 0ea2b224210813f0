"""A kept hall whose power is cut, at any octet of what it writes, and returns."""

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random

from firmware.core.tournament.acts import AnyHallAct
from firmware.core.tournament.terms import Terms
from firmware.core.tournament.tournament import Room, Stage
from firmware.core.vocabulary.rulings import Ruling
from firmware.tournament.journaled_tournament import EVERY_S
from tests.kits.shell.journal_copies import Fuse, PowerCut, StoppingCopy, image_of
from tests.kits.tournament.hall_machine import Machine

PLENTY = 1 << 40
MOST_OCTETS = 4000
"""Within which the power goes, from the beginning of an act on."""


class Powered:
    """A hall in service; about so many of its acts are cut, asserting that all came back."""

    def __init__(self, terms: Terms, chance: Random, cut_share: float) -> None:
        self._chance = chance
        self._cut_share = cut_share
        self._fuse = Fuse(PLENTY)
        copies = (StoppingCopy("a", self._fuse, {}), StoppingCopy("b", self._fuse, {}))
        self._machine = Machine(terms, copies)
        self._kept = self._machine.start()
        self.cuts = 0

    @property
    def room(self) -> Room:
        return self._kept.room

    def handle(self, act: AnyHallAct) -> Sequence[Ruling]:
        if self._chance.random() >= self._cut_share:
            return self._kept.handle(act)
        before, after = deepcopy(self.room), deepcopy(self.room)
        ruled = after.handle(act)
        self._fuse.left = self._chance.randrange(MOST_OCTETS)
        with suppress(PowerCut):
            self._kept.handle(act)
        self._come_back()
        if _but_clock(self.room) == _but_clock(after):
            return ruled
        assert _but_clock(self.room) == _but_clock(before)
        return self._kept.handle(act)

    def wait(self, seconds: int) -> Sequence[Ruling]:
        return self._machine.wait_at(self._kept, seconds)

    def _come_back(self) -> None:
        """Start again with what is on the disks; the clock stands until it is resumed."""
        self.cuts += 1
        passed = self.room.clock.passed_s
        self._fuse.left = PLENTY
        first, second = (
            StoppingCopy(copy.name, self._fuse, {1: image_of(copy)})
            for copy in self._machine.copies
        )
        self._machine.copies = (first, second)
        self._kept = self._machine.cut(0)
        assert passed - EVERY_S <= self.room.clock.passed_s <= passed
        if self.room.stage is Stage.PLAY:
            assert not self.room.clock.runs
            assert self._kept.hall.away_s is not None
            assert not self._kept.resume(count_away=True)


def _but_clock(room: Room) -> Room:
    """Return the room without its clock, which loses seconds."""
    same = deepcopy(room)
    same.clock = deepcopy(room.clock)
    same.clock.runs, same.clock.in_it_s, same.clock.passed_s, same.clock.at = True, 0, 0, 0
    return same
