"""Which events share a commit of the ledger, and how long they may wait for it.

    reading that decides nothing ──waits──┐
                                          v
    any other event ───────────> record, rule, commit, show

An event that somebody waits for commits at once, with all that waits. What waits has not reached
the table: nothing that a display, a light or the floor shows can come of it before it is durable.
A power cut takes it as if it had come a moment later; the parts report it again.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from firmware.core.table.state import State
from firmware.core.vocabulary.events import (
    ChipsSwept,
    ClockStepped,
    Event,
    FaultEnded,
    FaultRaised,
    PartAnswered,
    PresenceSeen,
    StackRead,
)
from firmware.core.vocabulary.faults import FAULT_KINDS
from firmware.core.vocabulary.phase import ROUND
from hal.ports import NEVER, Millis

SHARED_COMMIT_MS: Final = 100
"""How long an event may wait for others at most."""


def _is_nothing_at_stake(_event: Event, state: State) -> bool:
    """In a round chips are late bets and offers; once it is settled they are taken and paid."""
    return state.phase is not ROUND or state.round.bets.settled


def _plays_on(event: FaultRaised, _state: State) -> bool:
    return not FAULT_KINDS[event.code].stops_deal


def _always(_event: Event, _state: State) -> bool:
    return True


WAITING_EVENTS: Final[Mapping[type[Event], Callable[[Any, State], bool]]] = {
    StackRead: _is_nothing_at_stake,
    ChipsSwept: _is_nothing_at_stake,
    PresenceSeen: _is_nothing_at_stake,
    FaultRaised: _plays_on,
    FaultEnded: _always,
    PartAnswered: _always,
    ClockStepped: _always,
}
"""The events that may wait, and at which table; every other commits at once."""


def may_wait(event: Event, state: State) -> bool:
    """Return whether the event decides nothing at this table."""
    waits = WAITING_EVENTS.get(type(event))
    return waits is not None and waits(event, state)


class SharedCommit:
    """The events of the next commit, in order, and when it is `due`."""

    def __init__(self, longest_wait_ms: int) -> None:
        self.due: Millis = NEVER
        self._longest_wait_ms = longest_wait_ms
        self._events: list[Event] = []

    def add(self, events: Iterable[Event], state: State, now: Millis) -> None:
        """Take events that have come at a table in this state."""
        for event in events:
            wait_ms = self._longest_wait_ms if may_wait(event, state) else 0
            self.due = min(self.due, Millis(now + wait_ms))
            self._events.append(event)

    def take(self) -> list[Event]:
        """Return the events, and begin the next commit."""
        events, self._events, self.due = self._events, [], NEVER
        return events
