"""The status of a poker table: its seats, its pots, and the level of its tournament."""

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.tournament import SeatMove


class SeatStatus(msgspec.Struct, frozen=True):
    """A player at a poker table; `put` lies before him in this round, `down` is his cards."""

    cents: Cents
    out: bool = False
    owes: bool = False
    """Whether he must post a blind before he is dealt in, or wait for the big one."""
    dealt_in: bool = False
    folded: bool = False
    put: Cents = Cents(0)
    down: int = 0
    shown: bool = False
    read: Cents | None = None
    """The chips that a reader sees before him; None at a table without."""


class PotStatus(msgspec.Struct, frozen=True):
    """A pot, the main one first, and the spots of the hands that can win it."""

    cents: Cents
    spots: tuple[int, ...]


class ShareStatus(msgspec.Struct, frozen=True):
    """A share of a pot that was won; `hand` is None if it was not shown."""

    pot: int
    spot: int
    cents: Cents
    hand: str | None = None


class LevelStatus(msgspec.Struct, frozen=True):
    """What a tournament's hall has said last; amounts are of the next game."""

    tournament: str
    number: int
    blinds: tuple[int, int]
    ante: int
    minutes_left: int | None
    """None while the hall is silent."""
    rest: bool
    runs: bool
    hand_for_hand: bool
    moves: tuple[SeatMove, ...] = ()
    """Those that are to be carried out."""


class PokerStatus(msgspec.Struct, frozen=True):
    """A poker table: its seats, and the game that is on."""

    seats: dict[int, SeatStatus]
    button: int | None = None
    small: int | None = None
    big: int | None = None
    stage: str | None = None
    """`dealing`, `betting`, `showdown` or `over`; None between games."""
    waits_for: str | None = None
    """`decision`, `show`, `burn`, `deal`, `card`, or what resolves an alarm."""
    alarm: str | None = None
    board: tuple[str, ...] = ()
    pots: tuple[PotStatus, ...] = ()
    turn: int | None = None
    """Whose turn it is, or who shows next."""
    call: Cents = Cents(0)
    least: Cents | None = None
    """The least bet or raise, as what lies before the player; None if he may not."""
    most: Cents | None = None
    won: tuple[ShareStatus, ...] = ()
    commission: Cents = Cents(0)
    spot: int | None = None
    """The spot that the dealer has chosen."""
    amount: Cents = Cents(0)
    """The amount that he has keyed so far."""
    named: tuple[str, ...] = ()
    """The cards that he has named."""
    clock: bool = False
    """Whether the clock was called."""
    hourly: int = 0
    """Games in the last hour."""
    average_pot: Cents = Cents(0)
    average_commission: Cents = Cents(0)
    drop: Cents = Cents(0)
    """All commissions, charges for time included, since the meters began."""
    level: LevelStatus | None = None
    """None in a poker room, and before the first word of a tournament's hall."""
