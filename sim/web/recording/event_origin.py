"""The kind of each event, and the parts on whose wires its bytes were."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from drivers.wiring import Wiring
from firmware.core.vocabulary.events import (
    CardRead,
    ChipsSwept,
    ClearAllowed,
    ClockStepped,
    CutCardSeen,
    DeckDoubted,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    HandCompared,
    HeadTaken,
    KeyPressed,
    KeySwitchTurned,
    MetersReset,
    NoMoreBetsSeen,
    NoResultSeen,
    NumberDrawn,
    PartAnswered,
    PartAwaited,
    PowerLost,
    PowerReturned,
    PresenceSeen,
    ResultSeen,
    ServiceEnded,
    ShoeRestarted,
    ShoeResult,
    ShuffleEnded,
    StackRead,
    TestBegun,
    TestEnded,
    TicketAsked,
    TicketClaimed,
    TimeUp,
)
from firmware.shell.config.parts import PART_KINDS, part_kind
from firmware.shell.parts.wires import I2C_WIRE
from firmware.shell.recall.round_record import RoundItem
from sim.web.messages.messages_out import EventKind


class EventOrigin(NamedTuple):
    """The kind of an event, and the configuration sections of its possible sources."""

    event_kind: EventKind
    sections: tuple[str, ...] = ()


EVENT_ORIGINS: Final[Mapping[type[Event], EventOrigin]] = {
    CardRead: EventOrigin("card", ("shoe",)),
    CutCardSeen: EventOrigin("card", ("shoe",)),
    ShoeResult: EventOrigin("card", ("shoe",)),
    ShoeRestarted: EventOrigin("card", ("shoe",)),
    HandCompared: EventOrigin("card", ("seats",)),
    DeckDoubted: EventOrigin("card", ("seats",)),
    ShuffleEnded: EventOrigin("card", ("shuffler",)),
    NoMoreBetsSeen: EventOrigin("result", ("wheel",)),
    ResultSeen: EventOrigin("result", ("wheel", "balls")),
    NoResultSeen: EventOrigin("result", ("wheel",)),
    TicketAsked: EventOrigin("chips"),
    TicketClaimed: EventOrigin("chips"),
    StackRead: EventOrigin("chips", ("chips",)),
    ChipsSwept: EventOrigin("chips", ("chips",)),
    PresenceSeen: EventOrigin("chips", ("presence",)),
    KeyPressed: EventOrigin("key", ("keys",)),
    KeySwitchTurned: EventOrigin("key", ("keys",)),
    DoorMoved: EventOrigin("fault", ("keys",)),
    FaultRaised: EventOrigin("fault"),
    FaultEnded: EventOrigin("fault"),
    PartAwaited: EventOrigin("fault"),
    PartAnswered: EventOrigin("fault"),
    ClearAllowed: EventOrigin("fault"),
    TestBegun: EventOrigin("table"),
    TestEnded: EventOrigin("table"),
    MetersReset: EventOrigin("table"),
    HeadTaken: EventOrigin("table"),
    ClockStepped: EventOrigin("table"),
    NumberDrawn: EventOrigin("table"),
    TimeUp: EventOrigin("table"),
    PowerLost: EventOrigin("table"),
    PowerReturned: EventOrigin("table"),
    ServiceEnded: EventOrigin("table"),
}
"""Faults have none of their own: the part that reports one is named in it."""
WIRED_ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = {"doors": ("keys",)}
"""Parts of a fault whose contacts are wired to another part."""


class EventOrigins:
    """Knows which wires a table has."""

    def __init__(self, wiring: Wiring) -> None:
        wired_parts = {
            name: part for name in PART_KINDS if (part := getattr(wiring, name)) is not None
        }
        kind_by_section = {name: part_kind(name, part) for name, part in wired_parts.items()}
        self._traced_parts = frozenset(
            name for name, part_kind in kind_by_section.items() if part_kind.trace
        )
        """The parts that have a wire trace."""
        self._on_i2c = tuple(
            section
            for section in kind_by_section
            if section in self._traced_parts and kind_by_section[section].bus_type == I2C_WIRE
        )

    def event_kind(self, journal_entry: RoundItem) -> EventKind:
        """Return the kind of a journal entry."""
        if journal_entry.event:
            return EVENT_ORIGINS[type(journal_entry.event)].event_kind
        return "card" if journal_entry.card else "ruling" if journal_entry.ruling else "note"

    def parts(self, journal_entry: RoundItem) -> tuple[str, ...]:
        """Return the parts on whose wires the event's bytes were; none if it came over no wire."""
        return tuple(name for name in self._sections(journal_entry) if name in self._traced_parts)

    def _sections(self, journal_entry: RoundItem) -> tuple[str, ...]:
        if journal_entry.card:
            return ("keys",) if journal_entry.card.by_hand else EVENT_ORIGINS[CardRead].sections
        match journal_entry.event:
            case None:
                return ()
            case PartAwaited(part=part) | PartAnswered(part=part):
                return (part,)
            case FaultRaised(part=part) | FaultEnded(part=part):
                return self._on_i2c if part == I2C_WIRE else WIRED_ELSEWHERE.get(part, (part,))
            case event:
                return EVENT_ORIGINS[type(event)].sections
