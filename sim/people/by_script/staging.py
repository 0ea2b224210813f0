"""Plays a round script step by step, using only the table's status."""

from typing import Final

import msgspec

from firmware.core.vocabulary.asks import SETTLING, Act
from firmware.core.vocabulary.events import to_plain
from firmware.shell.script import Script
from sim.people.actor import Body
from sim.people.by_script.acts import MOST_ACTS, ScriptActs
from sim.people.person import Person

STEP_MS: Final = 1000
"""How long people take between two steps of a script."""


class Staging:
    """A script and its progress. Refused acts are taken back, as in `play`."""

    def __init__(self, script: Script, person: Person) -> None:
        self.at = 0
        """How many steps are done."""
        self._script = script
        self._person = person
        self._acts = ScriptActs(person)

    # messages

    @property
    def body(self) -> Body:
        """The eyes and hands of who does it."""
        return self._person.body

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
        """Do the next step. Raises CannotBeDone on one that nobody could do: it is passed over."""
        if self.over:
            return
        step = self._script.steps[self.at]
        self.body.pause(STEP_MS)
        self._go_on(ending=step.press != "undo")
        try:
            self._acts.do(step)
            self._go_on(ending=False)
        finally:
            self.at += 1

    def _go_on(self, *, ending: bool) -> None:
        """Execute steps that are not in the script; `ending` ends a round after which bets reopen
        automatically.
        """
        ends = SETTLING if ending and self._person.layout.game.REOPENS else frozenset[Act]()
        for _ in range(MOST_ACTS):
            self._person.await_parts()
            seen = self.body.look()
            pays = seen.ask.do in ends and seen.phase == "round"
            shuffles = seen.ask.do is Act.SHUFFLE and not seen.shoe.cut
            if pays or shuffles or seen.ask.do is Act.OPEN_TABLE:
                self._person.answer(seen)
            elif seen.ask.fault == "lot_won":
                self._person.supervisor.clear()
            elif seen.ask.do is not Act.RETURN_BET or not self._person.tidy_once():
                return
