"""What golden rounds refuse, alarm, announce, prompt and decide, played at the core's table."""

from functools import cache
from typing import Any

from firmware.core.display.panel import table_panel
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.faults import FAULT_WORDS
from firmware.core.vocabulary.keys import DECISION_WORDS, Key
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Announced, Decided, FaultShown, Refused, Ruling
from tests.kits.games.bare_table import BareTable
from tests.kits.games.golden_rounds import NAMED

BY_HANDS = {"cut", "resolve"}
"""The acts of rounds that only people and wires play."""


class RecordedTable(BareTable):
    """A table that records the keys of its messages: of its rulings and of the dealer's display."""

    def __init__(self, script: dict[str, Any]) -> None:
        self.messages: set[str] = set()
        super().__init__(script)

    def _tell(self, event: Event) -> bool:
        accepted = super()._tell(event)
        self.messages |= {line.key for line in table_panel(self.table).dealer}
        return accepted

    def _note(self, ruling: Ruling) -> None:
        super()._note(ruling)
        match ruling:
            case FaultShown():
                self.messages |= {FAULT_WORDS[ruling.code][0], ruling.why.key}
            case Refused():
                self.messages.add(ruling.why.key)
            case Announced():
                self.messages.add(ruling.words.key)
            case Decided(do=decision):
                self.messages.add(DECISION_WORDS[Key(decision)])


def needs_hands(name: str) -> bool:
    return any(step.keys() & BY_HANDS for step in NAMED[name]["script"]["steps"])


@cache
def messages_of_round(name: str) -> set[str]:
    """Return the messages of a golden round, or the reason for which there is no such table."""
    script = NAMED[name]["script"]
    try:
        return RecordedTable(script).play(script["steps"]).messages
    except RequestFailed as refused:
        return {refused.why.key}
