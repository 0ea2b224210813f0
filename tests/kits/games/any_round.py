"""Random evenings at a table of any game: the events, and those that were not undone."""

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from firmware.core.table.amounts import Amounts
from firmware.core.table.checkpoint import INITIAL_CHECKPOINT
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import RoundOpened, Ruling, Undone
from tests.kits.core.table_kit import Croupier, refusals
from tests.kits.games.any_chance import Chance
from tests.kits.games.any_table import a_new_table
from tests.kits.games.any_throw import ThrownChance


class Step(msgspec.Struct):
    """An event and its rulings."""

    event: Event
    now: int
    rulings: tuple[Ruling, ...]
    undoable: bool
    """Whether an undo leads to before this event."""
    phase: Phase | None
    """The table's phase; None while the deal was stopped."""

    @property
    def refused(self) -> list[str]:
        return refusals(self.rulings)


class Evening:
    """A table on which chance has played: all steps, and those that no undo has taken back.

    It ends after so many `steps`, or as soon as so many `rounds` have been opened.
    """

    def __init__(
        self,
        game: str,
        seed: int,
        noise: float,
        steps: int,
        amounts: Amounts,
        rounds: int | None = None,
        **rules: Any,
    ) -> None:
        rng = Random(f"{game} {seed}")
        self.new = a_new_table(game, rng, amounts, **rules)
        self.croupier = Croupier(self.new(), opened=False)
        self._spares: list[Table] = []
        self.steps: list[Step] = []
        self.stood: list[Step] = []
        self.opened = 0
        """How often a round was opened."""
        kind = ThrownChance if self.croupier.table.state.game.INSTRUMENT else Chance
        chance = kind(rng, game, self.croupier, noise)
        while len(self.steps) < steps and self.opened != rounds:
            self._tell(chance.next())

    def spare(self, nth: int = 0) -> Table:
        """Return a table that was played at before, as it was when it was new."""
        while len(self._spares) <= nth:
            self._spares.append(self.new())
        self._spares[nth].resume_from(INITIAL_CHECKPOINT)
        return self._spares[nth]

    def _tell(self, event: Event) -> None:
        table = self.croupier.table
        before = undone_next(table)
        rulings = self.croupier.tell(event)
        can_undo = table.undoable and undone_next(table) != before
        step = Step(event, self.croupier.log[-1][1], rulings, can_undo, table.state.running_phase)
        self.steps.append(step)
        self.opened += any(isinstance(ruling, RoundOpened) for ruling in rulings)
        undone = next((ruling for ruling in rulings if isinstance(ruling, Undone)), None)
        if undone is not None:
            gone = [id(self.steps[-1 - ago]) for ago in undone.undone_events]
            self.stood = [step for step in self.stood if id(step) not in gone]
        elif event != KeyPressed(Key.UNDO):
            self.stood.append(step)


def undone_next(table: Table) -> int | None:
    """Return the number of the event that an undo would take back, None if there is none."""
    way = table.history.undo_point
    return None if way is None else way.undone_key.number


def play_again(table: Table, steps: Iterable[Step]) -> Table:
    for step in steps:
        table.handle(step.event, step.now)
    return table
