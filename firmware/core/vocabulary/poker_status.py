"""The status of a poker table: its seats, its pots, and the level of its tournament."""

import msgspec

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.tournament import SeatMove, SeatRebuy


class SeatStatus(msgspec.Struct, frozen=True):
    """A player at a poker table; `put` is the bet of this round, `down` the number of hole
    cards.
    """

    cents: Cents
    out: bool = False
    owes: bool = False
    """Whether a blind must be posted, or the big blind awaited, before the player is dealt in."""
    dealt_in: bool = False
    folded: bool = False
    put: Cents = Cents(0)
    down: int = 0
    shown: bool = False
    read: Cents | None = None
    """The chips read before the player; None at a table without a chip reader."""


class PotStatus(msgspec.Struct, frozen=True):
    """A pot, the main one first, and the spots that can win it."""

    cents: Cents
    spots: tuple[int, ...]


class ShareStatus(msgspec.Struct, frozen=True):
    """A share of a pot that was won; `hand` is None if it was not shown."""

    pot: int
    spot: int
    cents: Cents
    hand: str | None = None


class LevelStatus(msgspec.Struct, frozen=True):
    """The last level received from the tournament; amounts are those of the next game."""

    tournament: str
    number: int
    blinds: tuple[int, int]
    ante: int
    minutes_left: int | None
    """None while the tournament's server is silent."""
    rest: bool
    runs: bool
    hand_for_hand: bool
    moves: tuple[SeatMove, ...] = ()
    """The moves still to be carried out."""
    rebuys: tuple[SeatRebuy, ...] = ()
    """The rebuys whose chips are still to be laid."""


class PokerStatus(msgspec.Struct, frozen=True):
    """A poker table: its seats, and the game in progress."""

    seats: dict[int, SeatStatus]
    button: int | None = None
    small: int | None = None
    big: int | None = None
    stage: str | None = None
    """`dealing`, `betting`, `showdown` or `over`; None between games."""
    waits_for: str | None = None
    """`decision`, `show`, `burn`, `deal`, `card`, or the act that resolves an alarm."""
    alarm: str | None = None
    board: tuple[str, ...] = ()
    pots: tuple[PotStatus, ...] = ()
    turn: int | None = None
    """The spot that is to act, or to show next."""
    call: Cents = Cents(0)
    least: Cents | None = None
    """The minimum bet or raise, as the whole bet of the round; None if no bet is allowed."""
    most: Cents | None = None
    won: tuple[ShareStatus, ...] = ()
    commission: Cents = Cents(0)
    for_jackpot: Cents = Cents(0)
    """What this game has given to the house's jackpot."""
    spot: int | None = None
    """The spot chosen by the dealer."""
    amount: Cents = Cents(0)
    """The amount keyed so far."""
    named: tuple[str, ...] = ()
    """The cards named so far."""
    clock: bool = False
    """Whether the clock was called."""
    hourly: int = 0
    """Games in the last hour."""
    average_pot: Cents = Cents(0)
    average_commission: Cents = Cents(0)
    drop: Cents = Cents(0)
    """All commissions, charges for time included, since the meters began."""
    jackpot_drop: Cents = Cents(0)
    """All that was dropped for the house's jackpot, since the meters began."""
    level: LevelStatus | None = None
    """None in a cash game, and before the tournament's first level."""
