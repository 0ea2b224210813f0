"""The state of a table at the opening of its round, and the way back to it."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.sockets.line_client import ControlError
from sim.people.deal import DealtCards, DealtSnapshot
from sim.people.person import Person
from sim.web.bench.bench import Bench

SNAPSHOT_NAME: Final = "round"


class RoundSnapshot(NamedTuple):
    """A round at its opening; the service's power has a copy of its directory."""

    round_number: int
    stacks: Mapping[Place, Sequence[bytes]]
    dealt_cards: DealtSnapshot
    step: int
    """How far a script was."""


class RoundStart:
    """Prepares the cards as each round opens, and saves it. The caller holds the hands."""

    def __init__(self, bench: Bench, dealt_cards: DealtCards, person: Person) -> None:
        self._bench = bench
        self._dealt_cards = dealt_cards
        self._person = person
        self.snapshot: RoundSnapshot | None = None

    def is_new_round(self, status: Status) -> bool:
        """Return whether a status shows an open round of which no snapshot exists."""
        is_open = status.phase == "open" and not status.stopped
        return is_open and (self.snapshot is None or self.snapshot.round_number != status.round)

    def save_if_new(self, step: int) -> bool:
        """Keep the round, if it is a new one; return whether it was."""
        try:
            status = self._bench.read_status()
        except ControlError:
            return False
        if not self.is_new_round(status):
            return False
        # The snapshot must have the cards with which the round begins.
        if self._person.cards and self._dealt_cards.round_number != status.round:
            self._person.cards.begin_round(status)
        self._bench.power.save_state(SNAPSHOT_NAME)
        stacks = {place: tuple(tags) for place, tags in self._bench.sim_table.felt.stacks.items()}
        self.snapshot = RoundSnapshot(status.round, stacks, self._dealt_cards.snapshot, step)
        return True

    def restore(self, snapshot: RoundSnapshot) -> None:
        """Cut the power, restore the saved state, and switch on again."""
        bench = self._bench
        # The service stays off until the cards and chips are those of the snapshot.
        bench.power.restore_state(SNAPSHOT_NAME)
        self._dealt_cards.restore(snapshot.dealt_cards)
        self._person.player_chips.restore(snapshot.stacks)
        self._stop_machines()
        bench.power.switch_on()

    def _stop_machines(self) -> None:
        """Make the shoe ready for a round, and stop every machine that takes no part in one."""
        sim_table = self._bench.sim_table
        sim_table.shoe.remove_card()
        sim_table.shoe.clear_error()
        sim_table.shoe.load_pack(self._dealt_cards.pack.drawn_cards())
        sim_table.shoe.prepare_game()
        sim_table.shuffler.cancel_shuffle()
        if sim_table.wheel:
            sim_table.wheel.cancel_spin()
        if sim_table.blower:
            sim_table.blower.break_off()
