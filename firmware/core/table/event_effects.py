"""The effects of one event on a table, and the events that a table makes itself."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from firmware.core.table.verdict import Verdict
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Ruling


class ChipsMoved(Event, frozen=True):
    """The table's own event: a stack has changed. Its row depends on the phase."""

    stack: Stack
    before: Cents
    was_refused: bool
    """Whether a stack that has gone was no legal bet."""


class UndoEffect(Enum):
    """The effect of the current event on the possibility to undo the dealer's last key."""

    UNCHANGED = auto()
    IMPOSSIBLE = auto()
    """Something physical has happened."""
    THIS_KEY = auto()
    WITH_LAST_KEY = auto()
    """This key and the one before are taken back together."""


UNDO_UNCHANGED, UNDO_IMPOSSIBLE, UNDO_THIS_KEY, _ = UndoEffect
"""The same, for code that runs on every event: Python 3.11 is slow to look up an enum's member."""


class EventRole(Enum):
    """The part of an event in its round, by which a reading is taken back (`taking_back`)."""

    NO_PART = auto()
    READING = auto()
    """A card or result that the round has taken, or by which it was stopped."""
    LAID_ASIDE = auto()
    """A card that was dealt to no hand, or a result that is impossible."""
    ENTRY = auto()
    """A key of a card or result that is not whole yet."""
    DECISION = auto()


NO_ROLE: Final = EventRole.NO_PART
"""The same, for code that runs on every event."""


class ReadingTakenBack(Event, frozen=True):
    """The table's own event, in place of a reading that was taken back; its close stands."""

    has_closed: bool
    shoe_fault: str | None = None
    """The shoe's fault that was the card, which it may still have to forget."""
    has_reopened: bool = False
    """Whether the bets had opened again by themselves: some may lie there for the next throw."""


class StrayCard(Event, frozen=True):
    """The table's own event, in place of a card that had been laid aside when one before it was
    taken back: it has left the shoe, and goes to no hand.
    """

    card: Card
    counted: bool
    tag: str | None


@dataclass(slots=True)
class EventEffects:
    """The results of the current event."""

    rulings: list[Ruling] = field(default_factory=list)
    moved: list[ChipsMoved] = field(default_factory=list)
    """Changed stacks whose rows have still to run."""
    undo: UndoEffect = UNDO_UNCHANGED
    verdict: Verdict | None = None
    """The felt as a row's guard has judged it, for the close that the row makes."""
    opened: bool = False
    """Whether a round has opened, or a table was set up: history begins here."""
    role: EventRole = NO_ROLE
    has_closed: bool = False
    """Whether it has closed the bets."""
    throw_is_final: bool = False
    """Whether the throw that has opened this round can't be taken back any more."""
