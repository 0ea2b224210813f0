"""Plays a round script step by step, using only the table's status."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.events import encode_plain
from firmware.core.vocabulary.next_step import SETTLEMENT_ACTS, Act
from firmware.shell.script import TableScript
from sim.people.actor import Actor
from sim.people.by_script.room_acts import RoomActs
from sim.people.by_script.script_acts import MAX_UNSCRIPTED_ACTS, ScriptActs
from sim.people.person import Person

STEP_PAUSE_MS: Final = 1000
"""How long people take between two steps of a script."""


class ScriptPlay:
    """A script and its progress. Refused acts are taken back, as in `croupier play`."""

    def __init__(self, script: TableScript, person: Person) -> None:
        self.steps_done = 0
        """How many steps are done."""
        self._script = script
        self._person = person
        self._do_step = _step_handler(person)

    # messages

    @property
    def actor(self) -> Actor:
        """The eyes and hands of who does it."""
        return self._person.actor

    @property
    def is_over(self) -> bool:
        """Whether every step is done."""
        return self.steps_done >= len(self._script.steps)

    @property
    def name(self) -> str:
        return str(self._script.id or self._script.game)

    @property
    def step_count(self) -> int:
        return len(self._script.steps)

    @property
    def next_step(self) -> str | None:
        """The next step, as it is written."""
        if self.is_over:
            return None
        return msgspec.json.encode(
            self._script.steps[self.steps_done], enc_hook=encode_plain
        ).decode()

    # steps

    def step(self) -> None:
        """Do the next step. Raises RequestFailed if it is impossible; the script continues."""
        if self.is_over:
            return
        step = self._script.steps[self.steps_done]
        self.actor.pause(STEP_PAUSE_MS)
        self._do_unscripted(ends_round=step.press != "undo")
        try:
            self._do_step(step)
            self._do_unscripted(ends_round=False)
        finally:
            # A step that is refused is not tried again.
            self.steps_done += 1

    def _do_unscripted(self, *, ends_round: bool) -> None:
        """Execute steps that are not in the script; `ending` ends a round after which bets reopen
        automatically.
        """
        settling_acts = (
            SETTLEMENT_ACTS
            if ends_round and self._person.layout.game.REOPENS_SILENTLY
            else frozenset[Act]()
        )
        for _ in range(MAX_UNSCRIPTED_ACTS):
            self._person.await_parts()
            status = self.actor.read_status()
            settles = status.ask.do in settling_acts and status.phase == "round"
            must_shuffle = status.ask.do is Act.SHUFFLE_CARDS and not status.shoe.cut
            if settles or must_shuffle or status.ask.do is Act.OPEN_TABLE:
                self._person.answer_prompt(status)
            elif status.ask.fault == "lot_won":
                self._person.supervisor.clear_faults()
            elif status.ask.do is not Act.RETURN_BET or not self._person.tidy_step():
                return


def _step_handler(person: Person) -> Callable[[Any], None]:
    """Return what does a step at the person's table."""
    game = person.layout.game
    return (
        RoomActs(person, game).do_step
        if isinstance(game, PokerRoom)
        else ScriptActs(person).do_step
    )
