"""The status of a table for others: the control socket, the terminal, a person."""

from collections.abc import Mapping
from typing import Final

import msgspec

from firmware.core.vocabulary.health import (
    FaultStatus,
    HostStatus,
    LastFault,
    LockedStatus,
    PartStatus,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import NextStep
from firmware.core.vocabulary.panel import JournalHead, Text
from firmware.core.vocabulary.poker_status import PokerStatus


class HandStakeStatus(msgspec.Struct, frozen=True):
    """The part of a bet that is on one hand of a split, with its outcome once it is settled."""

    hand: int
    cents: Cents | None
    outcome: str | None = None
    returned: Cents | None = None
    paid: Cents | None = None


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
    """The amount there after the dealer's next movement, or once a late bet is put right; None if
    none is due."""
    hands: tuple[HandStakeStatus, ...] = ()
    """Its parts, if it is on several hands of its spot."""


class SpotStatus(msgspec.Struct, frozen=True):
    """One spot: its light and its bets."""

    light: str
    pulsing: bool
    bets: tuple[BetStatus, ...]


class DueStatus(msgspec.Struct, frozen=True):
    """The card that is due: the `nth` of a spot's hand, the dealer's spot being 0, or one to burn.

    Baccara's hands and the community cards are of no spot and have names.
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
    step: Cents | None = None
    """The amount of which the chips must be a multiple; None if any amount is allowed."""


class ChoiceStatus(msgspec.Struct, frozen=True):
    """Something that may be decided now, by the name of its key."""

    spot: int
    do: str
    hand: int | None = None
    bettor: str | None = None
    picks: bool = False
    """Whether cards must be named with it."""
    stakes: tuple[StakeStatus, ...] = ()


class CarriedBetStatus(msgspec.Struct, frozen=True):
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


class ShoeStatus(msgspec.Struct, frozen=True):
    """How many cards are left, and whether the cut card has come; never which."""

    left: int
    of: int
    cut: bool


class Status(
    msgspec.Struct, frozen=True, rename={"carried_bets": "standing", "game_values": "told"}
):
    """Everything that anyone may know of the table now. Cards are those that are public."""

    version: str
    board: str
    table: str
    game: str
    language: str
    phase: str
    stopped: bool
    round: int
    ask: NextStep
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
    carried_bets: tuple[CarriedBetStatus, ...] = ()
    game_values: dict[str, dict[str, str | int]] = {}
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
    """How many cards each hand has, face up or down, under the names of `cards`."""
    tally: dict[str, str] = {}
    """The score of each hand by its public cards, under the names of `cards`."""
    result: str | None = None
    """The result of the round, as announced, from its last card or throw until it is confirmed."""
    limits: tuple[str, ...] = ()
    """The limits of the table, a line for all bets with the same ones."""
    lot: Cents | None = None
    """The progressive lot, where the table offers a bet on it."""
    lot_closed: str | None = None
    """Why no bet on a linked lot is taken now, as a key of words; None if it is."""
    linked: bool = False
    """Whether the lot is a linked one."""
    machine: HostStatus | None = None
    refused: str | None = None
    """Why the last thing that was done was refused, until something else is done."""
    locked: LockedStatus | None = None
    """Why play is locked: the journal is lost or damaged, and this is the last state known.

    None while the table is in service.
    """
    unanswered_s: int = 0
    """For how long the table has taken nothing in, if that is longer than it should ever be."""
    named: tuple[str, ...] = ()
    """The cards that the dealer has named for a low hand so far."""
    bank: int = 0
    """The spot of the player who is the bank; 0 is the house."""
    room: PokerStatus | None = None
    """The seats and the game of a poker table."""
    lammers: tuple[tuple[int, Cents, str | None], ...] = ()
    """The commissions marked at the seats: the spot, the amount, who bets behind."""
    prices: dict[int, Cents] = {}
    """The worth of a colour chip (70), by the spot of its player."""
    unseen: tuple[tuple[int, str], ...] = ()
    """The places whose payment was passed over and is not seen there."""
    pack: str = ""
    """The name of the rule pack by which the table decides."""
    rules: str = ""
    """The digest of that pack: SHA-256, hex."""
    dealer_keys: tuple[str, ...] = ()
    """The message keys of the lines in `dealer`, in their order; a notice behind them has none."""
    house: dict[str, dict[str, str]] = {}
    """What that pack says otherwise than the program, by language and message key: names of its
    bets, its currency."""

    @property
    def known(self) -> bool:
        """Whether it describes the game; a locked table may have no sound record of it."""
        return self.locked is None or self.locked.round is not None


HAND_WORDS: Final[Mapping[str, str]] = {
    "board": "hand.board",
    "player": "hand.player",
    "banker": "hand.banker",
    "dealer": "hand.dealer",
}
"""The message key of each hand that is of no spot."""


def hand_words(hand: str, bank: int = 0) -> Text:
    """Return the words of a hand, by its name among the cards of a status.

    With a player as the bank, at the spot `bank`, the dealer's hand is his.
    """
    spot, _, number = hand.partition(".")
    if hand == "dealer" and bank:
        return Text("hand.bank", {"spot": bank})
    if not spot.isdecimal():
        return Text(HAND_WORDS.get(hand, hand))
    if not number:
        return Text("hand.spot", {"spot": int(spot)})
    return Text("hand.spot_hand", {"spot": int(spot), "hand": int(number)})
