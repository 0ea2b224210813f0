"""A recalled round, as JSON and as the source of its words."""

import msgspec

from firmware.core.vocabulary.events import AnyEvent
from firmware.core.vocabulary.jackpot import AnyJackpotEvent, AnyJackpotRuling
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import AnyRuling
from firmware.core.vocabulary.tournament import AnyTournamentEvent
from firmware.shell.history.journal_entries import Setting


class RecalledCard(msgspec.Struct, frozen=True):
    """The `order`-th card of its round; `card` and `tag` are None if it is not shown."""

    order: int
    card: str | None
    tag: str | None
    to: Text | None
    """The hand, None if it is unknown or none."""
    nth: int | None
    """Position in the hand, from 1."""
    by_hand: bool = False


class RoundItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item of a round: exactly one of the fields up to `setting` is set."""

    record: int
    wall: str
    card: RecalledCard | None = None
    ruling: AnyRuling | AnyJackpotRuling | None = None
    event: AnyEvent | AnyJackpotEvent | AnyTournamentEvent | None = None
    note: Text | None = None
    setting: Setting | None = None
    """The setting from here on, if it changes."""
    undone: bool = False
    """Whether the dealer took it back."""
    at_ms: int | None = None
    """The board's milliseconds, as in the wire trace; None in a round."""


class RoundAccount(msgspec.Struct, frozen=True):
    """The bets of a round and their cost to the house, None if amounts are unknown."""

    staked: Cents | None
    returned: Cents | None
    paid: Cents | None
    commission: Cents | None
    held: Cents | None
    bank: int = 0
    """The spot of the player who was the bank, if one was: the house has the commissions alone."""
    bank_held: Cents | None = None
    """The bank's gain, if a player was the bank."""


class RecalledRound(msgspec.Struct, frozen=True):
    """One round; the times are of the wall clock, None before the event, or if it is in a removed
    segment.
    """

    number: int
    game: str
    opened: str | None
    closed: str | None
    ended: str | None
    voided: bool
    account: RoundAccount
    decided_by: Setting
    differs: bool
    """Whether the present program would have decided something otherwise."""
    story: tuple[RoundItem, ...]
    test: bool = False
    """Whether it was a test: it has a number of its own, and moved no meter."""
    jackpot: Cents | None = None
    """The progressive jackpot of its close; None without one, or if it is not known."""


class RecalledRounds(msgspec.Struct, frozen=True):
    """The answer to a client of the control socket."""

    rounds: tuple[RecalledRound, ...]


class RoundsAtTime(msgspec.Struct, frozen=True):
    """The rounds at a given time: several only if clocks were set back.

    If no round was open, the last one before and the first one after it, if they are in the
    journal.
    """

    rounds: tuple[RecalledRound, ...] = ()
    previous: int | None = None
    next: int | None = None
