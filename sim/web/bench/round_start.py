"""The state of a table at the opening of its round, and the way back to it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.cards import Cards
from sim.people.deal import Deal, Dealt
from sim.web.bench.bench import Bench

NAME: Final = "round"


class Kept(NamedTuple):
    """A round at its opening; the service's power has a copy of its directory."""

    round: int
    stacks: Mapping[Place, Sequence[bytes]]
    dealt: Dealt
    step: int
    """How far a script was."""


class RoundStart:
    """Prepares the cards as each round opens, and saves it. The caller holds the hands."""

    def __init__(self, bench: Bench, deal: Deal, cards: Cards | None) -> None:
        self._bench = bench
        self._deal = deal
        self._cards = cards
        self.kept: Kept | None = None

    def is_new(self, seen: Status) -> bool:
        """Return whether a table that looks so has opened a round that is not kept."""
        opened = seen.phase == "open" and not seen.stopped
        return opened and (self.kept is None or self.kept.round != seen.round)

    def mark(self, step: int) -> bool:
        """Keep the round, if it is a new one; return whether it was."""
        try:
            seen = self._bench.look()
        except ControlError:
            return False
        if not self.is_new(seen):
            return False
        if self._cards and self._deal.round != seen.round:
            self._cards.begin(seen)
        self._bench.power.keep(NAME)
        stacks = {place: tuple(tags) for place, tags in self._bench.sim.felt.stacks.items()}
        self.kept = Kept(seen.round, stacks, self._deal.dealt, step)
        return True

    def back(self, kept: Kept) -> None:
        """Cut the power, restore the saved state, and switch on again."""
        bench = self._bench
        bench.power.go_back(NAME)
        self._deal.lie(kept.dealt)
        bench.rack.lie(kept.stacks)
        self._still()
        bench.power.switch_on()

    def _still(self) -> None:
        """Make the shoe ready for a round, and stop every machine that takes no part in one."""
        sim = self._bench.sim
        sim.shoe.move_on()
        sim.shoe.clear_error()
        sim.shoe.fill(self._deal.pack.gone())
        sim.shoe.stand_by()
        sim.shuffler.halt()
        if sim.wheel:
            sim.wheel.halt()
        if sim.blower:
            sim.blower.break_off()
