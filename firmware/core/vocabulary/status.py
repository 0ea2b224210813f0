"""The status of a table for others: the control socket, the terminal, a person."""

import msgspec

from firmware.core.vocabulary.asks import Ask
from firmware.core.vocabulary.hall import Move
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import JournalHead, Text


class BetStatus(msgspec.Struct, frozen=True):
    """A bet on the felt, or as locked; amounts are None if unknown.

    Once it is settled it has its `outcome` (of several hands the worst, or "mixed" if one is paid),
    the part of the stake that is returned, and the house's payment.
    """

    on: str
    cents: Cents | None
    bettor: str | None = None
    outcome: str | None = None
    returned: Cents | None = None
    paid: Cents | None = None
    due: Cents | None = None
    """What lies there after the dealer's next movement; None if there is none."""


class SpotStatus(msgspec.Struct, frozen=True):
    """One spot: its light and its bets."""

    light: str
    pulsing: bool
    bets: tuple[BetStatus, ...]


class DueStatus(msgspec.Struct, frozen=True):
    """The card that is due: the `nth` of a spot's hand, the dealer's spot being 0, or one to burn.

    Baccara's hands are of no spot and have names.
    """

    spot: int | None
    nth: int
    hand: int | str | None = None
    burnt: bool = False


class StakeStatus(msgspec.Struct, frozen=True):
    """The chips for a decision, and the amount laid for it so far; None if unknown."""

    on: str
    least: Cents | None
    most: Cents | None
    laid: Cents | None


class ChoiceStatus(msgspec.Struct, frozen=True):
    """Something that may be decided now, by the name of its key."""

    spot: int
    do: str
    hand: int | None = None
    bettor: str | None = None
    picks: bool = False
    """Whether cards must be named with it."""
    stakes: tuple[StakeStatus, ...] = ()


class StandingStatus(msgspec.Struct, frozen=True):
    """A bet carried over to the next round; a ticket of Keno is one without chips."""

    spot: int
    on: str
    cents: Cents | None
    bettor: str | None = None


class InstrumentStatus(msgspec.Struct, frozen=True):
    """A wheel, dice or balls: the last result, and the dealer's unfinished entry."""

    step: str
    """The kind of result: number, segment, dice or balls."""
    shown: tuple[str, ...] = ()
    """The result of this round, once there is one."""
    keyed: tuple[str, ...] = ()
    starts: int = 0
    """How often it was started."""
    symbols: tuple[str, ...] = ()
    """A wheel's numbers, or the symbols of its parts."""


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
    moves: tuple[Move, ...] = ()
    """Those that are to be carried out."""


class RoomStatus(msgspec.Struct, frozen=True):
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


class ShoeStatus(msgspec.Struct, frozen=True):
    """How many cards are left, and whether the cut card has come; never which."""

    left: int
    of: int
    cut: bool


class LockedStatus(msgspec.Struct, frozen=True):
    """Of a table locked by its journal: the last round whose opening has a sound record, and the
    number of that record; None if no record is sound.
    """

    round: int | None = None
    record: int | None = None


class FaultStatus(msgspec.Struct, frozen=True):
    """A fault in words, and its remedy."""

    part: str
    code: str
    words: str
    remedy: str
    gone: bool = False
    """Whether its cause is over, or a technician has seen to it: it waits for the supervisor."""
    values: dict[str, str] = {}
    """The values in its words."""


class LastFault(msgspec.Struct, frozen=True):
    """The fault that was raised last since the service started, and whether it is still raised."""

    fault: FaultStatus
    at: str
    """The time of day, in ISO 8601."""
    stands: bool


class MachineStatus(msgspec.Struct, frozen=True):
    """The machine under the table; None is a reading that can't be had now."""

    started: str
    """When the service started, in ISO 8601."""
    up_s: int
    free_mib: dict[str, int | None]
    """The free space of each copy of the journal, by its path."""
    available_mib: int | None
    held_mib: int | None


class PartStatus(msgspec.Struct, frozen=True):
    """A part and how it is; counts are since the service started."""

    name: str
    kind: str
    up: bool
    losses: int
    last_error: str
    proof: str | None = None
    """The result of its last self-test, one of `drivers.part.Proof`; None if there was none."""
    tests: int = 0
    identity: str = ""
    heard_ms_ago: int | None = None
    """How long ago the unit last gave a sign of life, where it gives any."""
    round_trip_ms: int = 0
    transfers: int = 0
    bytes_out: int = 0
    bytes_in: int | None = 0
    """None for the shoe, whose byte count could reveal a card."""
    errors: int = 0
    mended: dict[str, int] = {}
    """Errors that the driver corrected, by name: dropped bytes, retries and the like."""


class Status(msgspec.Struct, frozen=True):
    """Everything that anyone may know of the table now. Cards are those that are public."""

    version: str
    board: str
    table: str
    game: str
    language: str
    phase: str
    stopped: bool
    round: int
    ask: Ask
    """The table's next step; the first line of the dealer's display."""
    spots: dict[int, SpotStatus]
    cards: dict[str, list[str]]
    """Hand by hand: the dealer's, a spot's under its number, `3.2` the second one of spot 3."""
    shoe: ShoeStatus
    dealer: tuple[str, ...]
    players: tuple[str, ...]
    figures: Cents | None
    keys: tuple[str, ...]
    late: tuple[tuple[int, str], ...]
    faults: tuple[FaultStatus, ...]
    results: tuple[str, ...]
    """The last results, oldest first: player, banker or tie; the symbols that a wheel, dice or
    balls have shown; of other games as announced."""
    keying: tuple[int, str] | None = None
    """The spot and bet whose amount the dealer keys next, if he keys amounts."""
    due: DueStatus | None = None
    choices: tuple[ChoiceStatus, ...] = ()
    """The open choices; the first one's spot is next."""
    focus: int | None = None
    """The spot that a decision's key counts for; 0 is the dealer's."""
    instrument: InstrumentStatus | None = None
    standing: tuple[StandingStatus, ...] = ()
    told: dict[str, dict[str, str | int]] = {}
    """Values of the game that are always shown: its point, its shooter, the draw on sale."""
    key_switch: bool = False
    """Whether the supervisor's key is turned."""
    doors_open: tuple[str, ...] = ()
    parts: tuple[PartStatus, ...] = ()
    shoe_port: str = ""
    notes: tuple[str, ...] = ()
    """The journal's findings and repairs."""
    testing: bool = False
    """Whether the table is in service mode: no bets, and no meter moves."""
    tournament: bool = False
    """Whether its chips have no value (126)."""
    head: JournalHead | None = None
    """The journal's head as the table was closed last."""
    covered: tuple[tuple[int, str], ...] = ()
    """The places whose sensor is covered, spot and bet."""
    last_fault: LastFault | None = None
    dealt: dict[str, int] = {}
    """How many cards lie in each hand, face up or down, under the names of `cards`."""
    tally: dict[str, str] = {}
    """What each hand counts or makes as far as its cards are public, under the names of `cards`."""
    limits: tuple[str, ...] = ()
    """The limits of the table, a line for all bets with the same ones."""
    lot: Cents | None = None
    """The progressive lot, where the table offers a bet on it."""
    lot_closed: str | None = None
    """Why no bet on a linked lot is taken now, as a key of words; None if it is."""
    linked: bool = False
    """Whether the lot is a linked one."""
    machine: MachineStatus | None = None
    refused: str | None = None
    """Why the last thing that was done was refused, until something else is done."""
    locked: LockedStatus | None = None
    """Why the game does not move: the journal is lost or damaged, and this is what was known last.

    None while the table is in service.
    """
    unanswered_s: int = 0
    """For how long the table has taken nothing in, if that is longer than it should ever be."""
    named: tuple[str, ...] = ()
    """The cards that the dealer has named for a low hand so far."""
    bank: int = 0
    """The spot of the player who is the bank; 0 is the house."""
    room: RoomStatus | None = None
    """The seats and the game of a poker table."""

    @property
    def known(self) -> bool:
        """Whether it tells of the game; a locked table may have no sound record of it."""
        return self.locked is None or self.locked.round is not None


def hand_name(hand: str, bank: int = 0) -> Text:
    """Return the words of a hand, by its name among the cards of a status.

    With a player as the bank, at the spot `bank`, the dealer's hand is his.
    """
    spot, _, number = hand.partition(".")
    if hand == "dealer" and bank:
        return Text("hand.bank", {"spot": bank})
    if not spot.isdecimal():
        return Text(f"hand.{hand}")
    if not number:
        return Text("hand.spot", {"spot": int(spot)})
    return Text("hand.spot_hand", {"spot": int(spot), "hand": int(number)})
