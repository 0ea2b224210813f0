"""What a table is set to, and all that it is as a round opens: what a journal keeps of it."""

from typing import Final

import msgspec

from firmware.core.cards import Card
from firmware.core.events import Door, Place
from firmware.core.limits import BetLimits, LateEntry
from firmware.core.money import Cents
from firmware.core.panel import Sound
from firmware.core.phase import Phase
from firmware.core.rulings import Bet
from firmware.core.trouble import Fault


class TableRules(msgspec.Struct, frozen=True):
    """What the house has set for this table."""

    spots: int = 7
    limits: dict[str, BetLimits] = {}
    late_entry: LateEntry = "allow"
    """Article 10: who was not in every game of this shoe may be refused; who was not in the first
    may be held to the minimum."""
    sensed: bool = True
    """Whether presence sensors lie under the places, besides the reader of amounts."""
    denominations: tuple[Cents, ...] = ()
    simulated: bool = True


class Checkpoint(msgspec.Struct, frozen=True):
    """All that a table is at the moment when a round opens."""

    phase: str
    round: int = 0
    gone: dict[str, int] = {}
    stray: tuple[Card, ...] = ()
    cut: bool = False
    faithful: tuple[int, ...] | None = None
    first: tuple[int, ...] | None = None
    stacks: tuple[Bet, ...] = ()
    covered: tuple[Place, ...] = ()
    faults: tuple[Fault, ...] = ()
    felt_unconfirmed: bool = False
    key_switch: bool = False
    doors_open: tuple[Door, ...] = ()
    sound: Sound = Sound()
    returning: tuple[tuple[Place, str | None], ...] = ()
    voided: bool = False
    shoe_clears: str | None = None


START: Final = Checkpoint(phase=Phase.CLOSED.name)
"""A table that was never opened, with a full shoe."""
