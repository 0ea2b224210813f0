"""A round as it is recalled, in JSON and behind the words."""

import msgspec

from firmware.core.vocabulary.events import AnyEvent
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import AnyRuling
from firmware.shell.history.records import Setting


class CardTold(msgspec.Struct, frozen=True):
    """The `order`-th card of its round; `card` and `tag` are None where it is not shown."""

    order: int
    card: str | None
    tag: str | None
    to: Text | None
    """Whose hand, None where nobody's is known."""
    nth: int | None
    """The how-manieth of that hand."""
    by_hand: bool = False


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is told of a round: exactly one of the fields up to `setting` is given."""

    record: int
    wall: str
    card: CardTold | None = None
    ruling: AnyRuling | None = None
    event: AnyEvent | None = None
    note: Text | None = None
    setting: Setting | None = None
    """By what is decided from here on, where that changes."""
    undone: bool = False
    """Whether the dealer took it back."""
    at_ms: int | None = None
    """When, by the board's own clock, as what the wires carry is told; None in a round."""


class Account(msgspec.Struct, frozen=True):
    """What the bets of a round came to for the house, None where nobody knows the amounts."""

    staked: Cents | None
    returned: Cents | None
    paid: Cents | None
    commission: Cents | None
    held: Cents | None


class Round(msgspec.Struct, frozen=True):
    """One round; the times are of the wall clock, None where it has not come, or is not kept."""

    number: int
    game: str
    opened: str | None
    closed: str | None
    ended: str | None
    voided: bool
    account: Account
    decided_by: Setting
    differs: bool
    """Whether the present program would have decided something otherwise."""
    story: tuple[Told, ...]
    test: bool = False
    """Whether it was played in a test: it has a number of its own, and moved no meter."""


class Recalled(msgspec.Struct, frozen=True):
    """The answer to a client of the control socket."""

    rounds: tuple[Round, ...]


class Then(msgspec.Struct, frozen=True):
    """What was played at a time: several rounds only where clocks were set back.

    Where none was, the last one before and the first one after it, as far as they are kept.
    """

    rounds: tuple[Round, ...] = ()
    previous: int | None = None
    next: int | None = None
