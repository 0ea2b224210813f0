"""A journaled tournament whose power is cut, at any octet of what it writes, and returns."""

from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random

from firmware.core.tournament.act_log import ActLog
from firmware.core.tournament.acts import AnyTournamentAct
from firmware.core.tournament.terms import TournamentTerms
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.core.vocabulary.rulings import Ruling
from firmware.tournament.journaled_tournament import JOURNAL_INTERVAL_S
from tests.kits.shell.journal_copies import Fuse, PowerCut, StoppingCopy, image_of
from tests.kits.tournament.hall_machine import Machine

PLENTY = 1 << 40
MOST_OCTETS = 4000
"""Within which the power goes, from the beginning of an act on."""


class Powered:
    """A hall in service; about so many of its acts are cut, asserting that all came back."""

    def __init__(self, terms: TournamentTerms, chance: Random, cut_share: float) -> None:
        self._chance = chance
        self._cut_share = cut_share
        self._fuse = Fuse(PLENTY)
        copies = (StoppingCopy("a", self._fuse, {}), StoppingCopy("b", self._fuse, {}))
        self._machine = Machine(terms, copies)
        self._running = self._machine.start()
        self.cuts = 0

    @property
    def room(self) -> Tournament:
        return self._running.tournament

    @property
    def log(self) -> ActLog:
        return self._running.state.act_log

    def handle(self, act: AnyTournamentAct) -> Sequence[Ruling]:
        if self._chance.random() >= self._cut_share:
            return self._running.handle_acts(act)
        before, log = deepcopy(self.room), deepcopy(self.log)
        ruled = log.handle_act(act, by_operator=True)
        after = log.tournament
        self._fuse.left = self._chance.randrange(MOST_OCTETS)
        with suppress(PowerCut):
            self._running.handle_acts(act)
        self._come_back()
        if _but_clock(self.room) == _but_clock(after):
            return ruled
        assert _but_clock(self.room) == _but_clock(before)
        return self._running.handle_acts(act)

    def wait(self, seconds: int) -> Sequence[Ruling]:
        return self._machine.wait_at(self._running, seconds)

    def _come_back(self) -> None:
        """Start again with what is on the disks; the clock stands until it is resumed."""
        self.cuts += 1
        passed = self.room.clock.elapsed_s
        self._fuse.left = PLENTY
        first, second = (
            StoppingCopy(copy.name, self._fuse, {1: image_of(copy)})
            for copy in self._machine.copies
        )
        self._machine.copies = (first, second)
        self._running = self._machine.cut(0)
        assert passed - JOURNAL_INTERVAL_S <= self.room.clock.elapsed_s <= passed
        if self.room.stage is TournamentStage.PLAY:
            assert not self.room.clock.is_running
            assert self._running.state.absence_s is not None
            assert not self._running.resume_clock(count_away=True)


def _but_clock(room: Tournament) -> Tournament:
    """Return the room without its clock, which loses seconds."""
    same = deepcopy(room)
    same.clock = deepcopy(room.clock)
    (
        same.clock.is_running,
        same.clock.elapsed_in_period_s,
        same.clock.elapsed_s,
        same.clock.period_index,
    ) = True, 0, 0, 0
    return same
