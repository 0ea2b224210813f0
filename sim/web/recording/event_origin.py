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
from firmware.shell.config.parts import PARTS, kind_of
from firmware.shell.parts.wires import I2C
from firmware.shell.recall.round_record import Told
from sim.web.messages.messages_out import Kind


class Origin(NamedTuple):
    """The kind of an event, and the configuration sections of its possible sources."""

    kind: Kind
    sections: tuple[str, ...] = ()


ORIGINS: Final[Mapping[type[Event], Origin]] = {
    CardRead: Origin("card", ("shoe",)),
    CutCardSeen: Origin("card", ("shoe",)),
    ShoeResult: Origin("card", ("shoe",)),
    ShoeRestarted: Origin("card", ("shoe",)),
    HandCompared: Origin("card", ("seats",)),
    DeckDoubted: Origin("card", ("seats",)),
    ShuffleEnded: Origin("card", ("shuffler",)),
    NoMoreBetsSeen: Origin("result", ("wheel",)),
    ResultSeen: Origin("result", ("wheel", "balls")),
    NoResultSeen: Origin("result", ("wheel",)),
    TicketAsked: Origin("chips"),
    TicketClaimed: Origin("chips"),
    StackRead: Origin("chips", ("chips",)),
    ChipsSwept: Origin("chips", ("chips",)),
    PresenceSeen: Origin("chips", ("presence",)),
    KeyPressed: Origin("key", ("keys",)),
    KeySwitchTurned: Origin("key", ("keys",)),
    DoorMoved: Origin("fault", ("keys",)),
    FaultRaised: Origin("fault"),
    FaultEnded: Origin("fault"),
    PartAwaited: Origin("fault"),
    PartAnswered: Origin("fault"),
    ClearAllowed: Origin("fault"),
    TestBegun: Origin("table"),
    TestEnded: Origin("table"),
    MetersReset: Origin("table"),
    HeadTaken: Origin("table"),
    ClockStepped: Origin("table"),
    NumberDrawn: Origin("table"),
    TimeUp: Origin("table"),
    PowerLost: Origin("table"),
    PowerReturned: Origin("table"),
    ServiceEnded: Origin("table"),
}
"""Faults have none of their own: the part that reports one is named in it."""
ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = {"doors": ("keys",)}
"""Parts of a fault whose contacts are wired to another part."""


class Causes:
    """Knows which wires a table has."""

    def __init__(self, wiring: Wiring) -> None:
        built = {name: part for name in PARTS if (part := getattr(wiring, name)) is not None}
        kinds = {name: kind_of(name, part) for name, part in built.items()}
        self._carried = frozenset(name for name, kind in kinds.items() if kind.trace)
        """The parts that have a wire trace."""
        self._on_i2c = tuple(n for n in kinds if n in self._carried and kinds[n].hangs_on == I2C)

    def kind(self, told: Told) -> Kind:
        """Return the kind of a journal entry."""
        if told.event:
            return ORIGINS[type(told.event)].kind
        return "card" if told.card else "ruling" if told.ruling else "note"

    def parts(self, told: Told) -> tuple[str, ...]:
        """Return the parts on whose wires the event's bytes were; none if it came over no wire."""
        return tuple(name for name in self._sections(told) if name in self._carried)

    def _sections(self, told: Told) -> tuple[str, ...]:
        if told.card:
            return ("keys",) if told.card.by_hand else ORIGINS[CardRead].sections
        match told.event:
            case None:
                return ()
            case PartAwaited(part=part) | PartAnswered(part=part):
                return (part,)
            case FaultRaised(part=part) | FaultEnded(part=part):
                return self._on_i2c if part == I2C else ELSEWHERE.get(part, (part,))
            case event:
                return ORIGINS[type(event)].sections
