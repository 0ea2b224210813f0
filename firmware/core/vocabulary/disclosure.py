"""Where an event or a ruling goes outside the core, as its own class declares it.

                  ┌── fact ────────> firmware/floor/facts.py       leaves the table for the floor
    DISCLOSURE ───┼── recall ──────> firmware/shell/recall         a round in words, journal entries
    of a class    ├── words ───────> the same, as a message key
                  └── kind, parts ─> the virtual table's page      its icon, the wires it came over

The rooms above read the declaration of a class and list no events themselves. An event has no
default: one without a declaration would be lost, or worse, shown. A ruling is withheld from the
floor unless it declares its fact. All that may leave a table is repeated in one literal list of
tests/core/vocabulary/test_disclosure.py, so that no declaration can widen it unseen.
"""

from enum import Enum, auto
from typing import Final, Literal, NamedTuple


class FactRelease(Enum):
    """When a fact may leave the table."""

    IMMEDIATE = auto()
    """At once: players and pit see it anyway."""
    SETTLED = auto()
    """When the round is over, and can't be undone any more."""
    NEVER = auto()


class FactRule(NamedTuple):
    """How much of an event or ruling leaves the table as a fact, and when."""

    release: FactRelease
    fields: tuple[str, ...] = ()
    """The fields that leave with it; no other is sent."""
    timed: bool = True
    """Whether the rulings on the event are sent with its time of day."""


def immediate(*fields: str) -> FactRule:
    """Return the rule of a fact that leaves at once, with these fields."""
    return FactRule(FactRelease.IMMEDIATE, fields)


def settled(*fields: str) -> FactRule:
    """Return the rule of a fact that leaves with its settled round, with these fields."""
    return FactRule(FactRelease.SETTLED, fields)


WITHHELD: Final = FactRule(FactRelease.NEVER)
UNTIMED: Final = FactRule(FactRelease.NEVER, timed=False)
"""Not even the time leaves: the pace of cards, or of a ticket's numbers, could reveal them."""


class RecallScope(Enum):
    """Where an event is shown in words."""

    ROUND = auto()
    """In a recalled round, and among the journal's last entries."""
    JOURNAL = auto()
    """Among the journal's last entries alone."""
    HIDDEN = auto()
    """Nowhere: it may reveal an unseen card, or is shown by its rulings."""


SourceKind = Literal["card", "result", "chips", "key", "fault", "table"]


class EventDisclosure(NamedTuple):
    """Where an event goes outside the core."""

    fact: FactRule
    recall: RecallScope
    kind: SourceKind
    """The subject of the event, by which the page marks it."""
    parts: tuple[str, ...] = ()
    """The parts of the table that can report it, as configuration sections."""
    words: str = "console.happened.other"
    """The message key of the event; this one shows its name."""
