"""The steps of a round's story, before they are put together."""

from dataclasses import dataclass
from typing import Final

from firmware.core.table.state import Checkpoint
from firmware.core.vocabulary.events import (
    ClearAllowed,
    ClockStepped,
    DoorMoved,
    Event,
    HeadTaken,
    KeyPressed,
    KeySwitchTurned,
    NoMoreBetsSeen,
    NumberDrawn,
    PartAnswered,
    PartAwaited,
    PowerLost,
    PowerReturned,
    ResultSeen,
    ServiceEnded,
    ShoeRestarted,
    ShuffleEnded,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    BetsLocked,
    Refused,
    RoundOpened,
    Ruling,
    TestClosed,
    TestOpened,
)
from firmware.shell.history.records import Setting
from firmware.shell.recall.card_moves import Went
from firmware.shell.recall.round_record import CardTold

TOLD: Final = (
    *(PowerLost, PowerReturned, ServiceEnded, KeySwitchTurned, ClearAllowed, DoorMoved),
    *(ShoeRestarted, ShuffleEnded, ResultSeen, NoMoreBetsSeen, PartAwaited, PartAnswered),
    *(HeadTaken, ClockStepped, NumberDrawn),
)
"""The events that are shown; of others only the rulings are."""
OVERRIDES: Final = (Key.VOID, Key.RESOLVE, Key.CLEAR, Key.ENTER)
"""The supervisor's keys that change something."""


@dataclass
class Dealt:
    """A card that left a shoe, the `shoe`-th since the story began."""

    went: Went
    shoe: int
    shown: bool = False

    def told(self, order: int, *, named: bool) -> CardTold:
        """Return the card for the recall, unnamed unless it may be named."""
        went, named = self.went, named or self.shown
        return CardTold(
            order,
            went.card.name if named else None,
            went.tag if named else None,
            went.to,
            went.nth,
            went.by_hand,
        )


@dataclass
class Step:
    """One event or note, with its rulings."""

    record: int
    wall: str
    setting: Setting | None
    """The setting of that time."""
    event: Event | None = None
    note: Text | None = None
    changed: bool = False
    """Whether the setting has changed."""
    rulings: tuple[Ruling, ...] = ()
    dealt: Dealt | None = None
    undone: bool = False
    ends: bool = False
    """Whether it led out of a round that was being played."""
    begins: Checkpoint | None = None
    """The table from which the story starts again after a gap."""
    differs: bool = False
    """Whether the present program decides otherwise, here or just after."""

    @property
    def told(self) -> Event | None:
        """The event, if it is shown."""
        event = self.event
        if isinstance(event, KeyPressed):
            refused = any(isinstance(ruling, Refused) for ruling in self.rulings)
            return event if event.key in OVERRIDES and not refused else None
        return event if isinstance(event, TOLD) else None

    @property
    def closing(self) -> int:
        """How many rulings come before its card: those by which it closed the bets (30)."""
        locks = (at for at, r in enumerate(self.rulings, 1) if isinstance(r, BetsLocked))
        return next(locks, 0) if self.dealt else 0

    @property
    def opens(self) -> tuple[int, int] | None:
        """The number of the round that it finally opened, and the count of rulings before that."""
        if self.undone:
            return None
        opened = ((r.round, at) for at, r in enumerate(self.rulings) if isinstance(r, RoundOpened))
        return next(opened, None)

    @property
    def tests(self) -> bool | None:
        """Whether a test begins here, or ends; None if neither does."""
        turned = (r for r in self.rulings if isinstance(r, TestOpened | TestClosed))
        return next((isinstance(ruling, TestOpened) for ruling in turned), None)
