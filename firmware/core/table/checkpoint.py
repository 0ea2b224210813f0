"""What a table is set to, and all that it is as a round opens: what a journal keeps of it."""

from typing import Any, Final

import msgspec

from firmware.core.game.limits import BetLimits, LateEntry
from firmware.core.table.amounts import Amounts
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.counters import Meters
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Sound, Ticket
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet

IMPLAUSIBLE: Final = Cents(9_999_999_999)
"""What a round pays at most before two persons have looked at it, where the house sets no other."""


class TableRules(msgspec.Struct, frozen=True):
    """What the house has set for this table."""

    spots: int = 7
    limits: dict[str, BetLimits] = {}
    late_entry: LateEntry = "allow"
    """Article 10: who was not in every game of this shoe may be refused; who was not in the first
    may be held to the minimum."""
    sensed: bool = True
    """Whether presence sensors lie under the places, besides what tells of the amounts."""
    amounts: Amounts = "read"
    keys: tuple[Key, ...] = ()
    """The keys that not every table has."""
    denominations: tuple[Cents, ...] = ()
    shuffled_by_hand: bool = False
    """Whether the dealer shuffles the one or two packs, each round (7, 8), and no machine does."""
    simulated: bool = True
    implausible: Cents = IMPLAUSIBLE


class Shuffles(msgspec.Struct, frozen=True):
    """What the shuffler has done since the table was set up; never which card lay where."""

    done: int = 0
    last_cards: int | None = None
    unread: int = 0


class Checkpoint(msgspec.Struct, frozen=True):
    """All that a table is at the moment when a round opens."""

    phase: str
    round: int = 0
    gone: dict[str, int] = {}
    stray: tuple[Card, ...] = ()
    tags: tuple[str, ...] = ()
    uncounted: tuple[Card, ...] = ()
    """Cards of this round that a shoe with an account of its own counted in no hand."""
    cut: bool = False
    faithful: tuple[int, ...] | None = None
    first: tuple[int, ...] | None = None
    stacks: tuple[Bet, ...] = ()
    covered: tuple[Place, ...] = ()
    faults: tuple[Fault, ...] = ()
    awaited: tuple[str, ...] = ()
    felt_unconfirmed: bool = False
    key_switch: bool = False
    doors_open: tuple[Door, ...] = ()
    sound: Sound = Sound()
    returning: tuple[tuple[Place, str | None], ...] = ()
    voided: bool = False
    shoe_clears: str | None = None
    shuffle: int = 0
    shuffles: Shuffles = Shuffles()
    spin: int = 0
    unreported: tuple[tuple[Place, str | None], ...] = ()
    prices: dict[int, Cents] = {}
    colours: tuple[tuple[Place, str | None, Cents, int], ...] = ()
    """Where colour chips lie, what lies with them, and how many they are."""
    tickets: tuple[Ticket, ...] = ()
    meters: Meters = Meters()
    game: dict[str, Any] = {}
    """What the game must know of the rounds before."""
    before: "Checkpoint | None" = None
    """In service mode the table as it was when the test began, else None."""

    @property
    def real(self) -> "Checkpoint":
        """The table of real rounds: the one that a test has set aside, or this one."""
        return self.before or self


START: Final = Checkpoint(phase=Phase.CLOSED.name)
"""A table that was never opened, with a full shoe."""
