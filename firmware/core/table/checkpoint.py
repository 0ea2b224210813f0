"""A table's state as the journal stores it, and the state of its device."""

from typing import Any, Final

import msgspec

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.game.past_rounds import PastRound
from firmware.core.table.fault_state import Trouble
from firmware.core.table.felt import FeltMemory
from firmware.core.table.reversal import Reversal
from firmware.core.table.shoe import ShoeMemory
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import (
    JournalHead,
    PanelSound,
    Ticket,
    WheelOrder,
)
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Bettor, Stack


class ShuffleCount(msgspec.Struct, frozen=True):
    """The shuffler's work since the table's setup; never the order of the cards."""

    done: int = 0
    last_cards: int | None = None
    unread: int = 0


class DeviceState(msgspec.Struct, frozen=True):
    """The state of the device, independent of the game: its parts, and their sequence numbers."""

    trouble: Trouble = Trouble()
    key_switch: bool = False
    doors_open: tuple[Door, ...] = ()
    sound: PanelSound = PanelSound()
    shoe_clears: str | None = None
    """A fault of the shoe that the supervisor has cleared and the shoe should forget."""
    shuffle: int = 0
    """How often the dealer has started the shuffler."""
    shuffles: ShuffleCount = ShuffleCount()
    spin: int = 0
    """How often he has started the wheel or the balls."""
    wheel_order: WheelOrder = WheelOrder()
    tickets: tuple[Ticket, ...] = ()
    """The tickets issued last, to be printed."""
    head: JournalHead | None = None
    """The journal's head at the last closing."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A state as the journal stores it: exact when a round has just opened."""

    phase: str = Phase.CLOSED.name
    round: int = 0
    voided: bool = False
    returning: tuple[Stack, ...] = ()
    reversals: tuple[Reversal, ...] = ()
    device: DeviceState = DeviceState()
    shoe: ShoeMemory = ShoeMemory()
    felt: FeltMemory = FeltMemory()
    meters: Meters = Meters()
    game: dict[str, Any] = {}
    """The game's memory of earlier rounds."""
    link: JackpotLink | msgspec.UnsetType = msgspec.UNSET
    """The table's part in a linked jackpot; unset at a table that never had one."""
    aside: "Checkpoint | None" = None
    """In service mode the real table as it was when the test began, else None."""
    past_rounds: tuple[PastRound, ...] | msgspec.UnsetType = msgspec.UNSET
    """The last closed rounds; unset in journals from before their money could be corrected."""
    commission_marks: tuple[tuple[Bettor, Cents], ...] | msgspec.UnsetType = msgspec.UNSET
    """The commissions marked at the seats; unset if there are none."""

    @property
    def real(self) -> "Checkpoint":
        """The table of real rounds: the one that a test has set aside, or this one."""
        return self.aside or self


EMPTY_FELT: Final = FeltMemory()
INITIAL_CHECKPOINT: Final = Checkpoint()
"""A table that was never opened, with a full shoe."""
