"""Plays a round script at a table in service, step by step, from what that shows to anybody."""

from typing import Final

import msgspec

from firmware.core.vocabulary.asks import SETTLING, Act
from firmware.core.vocabulary.events import to_plain
from firmware.shell.script import Script
from firmware.web.bench.bench import Floor
from firmware.web.hands.by_hand import ByHand
from firmware.web.hands.script_acts import MOST_ACTS, ScriptActs
from sim.people.person import Person

STEP_MS: Final = 1000
"""How long people take between two steps of a script."""


class Staging:
    """Implements `bench.people.Play`. What the table refuses is taken back, as in `play`."""

    def __init__(self, script: Script, floor: Floor, hands: ByHand) -> None:
        self.at = 0
        """How many steps are done."""
        self._script = script
        self._floor = floor
        self._by = hands
        self._acts = ScriptActs(floor, hands)

    # what is told

    @property
    def person(self) -> Person:
        """Who does it."""
        return self._by.croupier.person

    @property
    def over(self) -> bool:
        """Whether every step is done."""
        return self.at >= len(self._script.steps)

    @property
    def name(self) -> str:
        return str(self._script.id or self._script.game)

    @property
    def steps(self) -> int:
        return len(self._script.steps)

    @property
    def next(self) -> str | None:
        """The next step, as it is written."""
        if self.over:
            return None
        return msgspec.json.encode(self._script.steps[self.at], enc_hook=to_plain).decode()

    # steps

    def step(self) -> None:
        """Do the next step. Raises Unfit on one that nobody could do: it is passed over."""
        if self.over:
            return
        step = self._script.steps[self.at]
        self.person.pause(STEP_MS)
        self._go_on(ending=step.press != "undo")
        try:
            self._acts.do(step)
            self._go_on(ending=False)
        finally:
            self.at += 1

    def _go_on(self, *, ending: bool) -> None:
        """Do what no script tells of; `ending` ends a round after which bets open by themselves."""
        ends = SETTLING if ending and self._floor.game.REOPENS else frozenset[Act]()
        for _ in range(MOST_ACTS):
            self._acts.see_to_parts()
            seen = self._floor.look()
            if seen.ask.do is Act.OPEN_TABLE or (seen.ask.do in ends and seen.phase == "round"):
                self._by.croupier.step()
            elif seen.ask.fault == "lot_won":
                self._by.croupier.supervisor.clear()
            elif seen.ask.do is not Act.RETURN_BET or not self._by.croupier.tidy():
                return
