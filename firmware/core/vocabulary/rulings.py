"""Rulings: the table's decisions, immutable, in order, journaled after their event."""

from typing import ClassVar, Literal

import msgspec

from firmware.core.vocabulary.bets import Bet, bet_class, place_values
from firmware.core.vocabulary.disclosure import WITHHELD, FactRule, immediate, settled
from firmware.core.vocabulary.meters import Meters
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text, Ticket
from firmware.core.vocabulary.places import Place


class Ruling(msgspec.Struct, frozen=True, tag=True, tag_field="ruling"):
    """Something that the table decided."""

    FACT: ClassVar[FactRule] = WITHHELD
    """Its fields that leave the table as a fact, and when (see `disclosure`)."""


class Announced(Ruling, frozen=True):
    """The table announced `words`: "Faites vos jeux", "Rien ne va plus", a result."""

    words: Text


class BetsLocked(Ruling, frozen=True):
    """The bets of the round, as they were at the close."""

    FACT: ClassVar = immediate("round", "bets", "bank")

    round: int
    bets: tuple[Bet, ...]
    bank: int = 0
    """The spot of the player who is the bank, if one is (53)."""


class BetSettled(Ruling, frozen=True):
    """One bet, or one rule that pays it; returned + paid - stake - commission is the player's."""

    FACT: ClassVar = settled(
        *("bet", "outcome", "returned", "paid", "commission", "odds", "article"),
        *("hand", "bonus", "capped", "hits", "picks"),
    )

    bet: Bet
    outcome: Literal["win", "lose", "push", "surrender"]
    returned: Cents
    paid: Cents = Cents(0)
    commission: Cents = Cents(0)
    odds: str | None = None
    article: str | None = None
    hand: int | None = None
    """The number of the hand, if its spot has several."""
    bonus: bool = False
    """Whether this is a second payment of a bet, whose stake is on another line."""
    capped: bool = False
    """Whether the table's maximum is paid, in place of the odds (67.8, 67.20)."""
    hits: int | None = None
    """How many of a ticket's numbers were drawn."""
    picks: int | None = None
    """How many numbers a ticket has."""

    @property
    def name(self) -> str:
        """The class of the bet."""
        return bet_class(self.bet.place.on, self.picks)


class BetMoved(Ruling, frozen=True):
    """Chips were placed or taken while bets were open; `cents` is the amount there now."""

    FACT: ClassVar = immediate("bet")

    bet: Bet


class LateBet(Ruling, frozen=True):
    """Chips moved at a locked place. `cents` is None if no reader gives the amount."""

    FACT: ClassVar = immediate("place", "cents", "change", "bettor")

    place: Place
    cents: Cents | None
    change: Literal["added", "removed"]
    bettor: str | None = None
    after_ms: int = 0
    """How long after the close."""


class LateResolved(Ruling, frozen=True):
    """The supervisor settled a late bet: the felt is as the snapshot has it."""

    FACT: ClassVar = immediate("place")

    place: Place


class PaymentUnseen(Ruling, frozen=True):
    """The dealer has ended a round, and the reader never saw this payment."""

    FACT: ClassVar = settled("round", "place", "due_cents", "lies_cents", "bettor")

    round: int
    place: Place
    due_cents: Cents
    """The amount that had to lie there, stake included."""
    lies_cents: Cents
    """The amount that lay there."""
    bettor: str | None = None

    @property
    def values(self) -> dict[str, str | int | Text]:
        """The values of its texts."""
        return {
            **place_values(self.place),
            "due_cents": self.due_cents,
            "lies_cents": self.lies_cents,
        }


class Refused(Ruling, frozen=True):
    """The table refuses an act; nothing in the round has changed."""

    FACT: ClassVar = immediate()

    why: Text


class FaultShown(Ruling, frozen=True):
    """The deal is stopped, or a part is missed, until the fault is put right."""

    FACT: ClassVar = immediate("part", "code")

    part: str
    code: str
    why: Text


class FaultCleared(Ruling, frozen=True):
    """A fault is over."""

    FACT: ClassVar = immediate("part", "code")

    part: str
    code: str


class Undone(Ruling, frozen=True):
    """The dealer's last key, or a card or result, was taken back, and with it all of the last
    `back` events. What is ruled now on those that stand follows this ruling.
    """

    key: str
    """The key that was taken back; TAKE BACK itself if it has taken back a card or result."""
    back: int = 1
    retained: tuple[int, ...] = ()
    """How many events ago those of them came that stand as facts of the world: chips, doors."""

    @property
    def undone_events(self) -> tuple[int, ...]:
        """How many events ago those came that don't stand."""
        return tuple(ago for ago in range(1, self.back + 1) if ago not in self.retained)


class Decided(Ruling, frozen=True):
    """A player has decided; `laid` are the chips that it cost, by the bet's name."""

    FACT: ClassVar = settled("spot", "do", "laid", "hand", "bettor")

    spot: int
    do: str
    laid: dict[str, Cents] = {}
    hand: int | None = None
    bettor: str | None = None

    @property
    def cost(self) -> Cents | None:
        """Total cost in cents; None if unknown."""
        laid_amounts = self.laid.values()
        return None if min(laid_amounts, default=0) < 0 else Cents(sum(laid_amounts))


class CardDealt(Ruling, frozen=True):
    """A card went to a hand, or was burnt. The event that it follows names the card."""

    to: Text
    nth: int
    """The how-manieth of the hand, from 1."""
    face_up: bool
    """Whether everybody at the table sees it now."""


class CardEntered(Ruling, frozen=True):
    """A card that the shoe could not read was entered by hand, under the supervisor's key."""


class DiceChanged(Ruling, frozen=True):
    """The dice were changed between two throws (95.4)."""


class TicketIssued(Ruling, frozen=True):
    """A ticket was registered (81), and is printed."""

    ticket: Ticket


class TicketPaid(Ruling, frozen=True):
    """The holder of a winning ticket is paid (86)."""

    control: str
    cents: Cents


class RoundVoided(Ruling, frozen=True):
    """The supervisor voided the round; every stake goes back."""

    FACT: ClassVar = immediate("round")

    round: int


class RoundCorrected(Ruling, frozen=True):
    """Two persons have corrected the money of a bet of a closed round, whose own record stays."""

    FACT: ClassVar = immediate("round", "place", "cents", "bettor")

    round: int
    place: Place
    cents: int
    """So much more to the player; less if negative."""
    reason: str
    persons: tuple[str, str]
    bettor: str | None = None
    picks: int | None = None
    """How many numbers a ticket has."""
    is_banked: bool = False
    """Whether a player was the bank of that round: then the money is the bank's."""


class CommissionCollected(Ruling, frozen=True):
    """A player has paid the commissions that were marked at his seat; their rounds count them."""

    FACT: ClassVar = immediate("spot", "bettor", "cents")

    spot: int
    bettor: str | None
    cents: Cents


class RoundOpened(Ruling, frozen=True):
    """The next round is open for bets."""

    FACT: ClassVar = immediate("round")

    round: int


class TestOpened(Ruling, frozen=True):
    """The real table was set aside; a test follows, until it is closed."""

    FACT: ClassVar = immediate()

    __test__ = False  # of pytest's: a class of this name is no case


class TestClosed(Ruling, frozen=True):
    """The test is over: the real table is back."""

    FACT: ClassVar = immediate()

    __test__ = False


class MetersBegan(Ruling, frozen=True):
    """The meters restart at zero; `before` are the old values."""

    FACT: ClassVar = immediate("before")

    before: Meters


AnyRuling = (
    Announced
    | BetsLocked
    | BetSettled
    | BetMoved
    | LateBet
    | LateResolved
    | Refused
    | FaultShown
    | FaultCleared
    | Undone
    | Decided
    | CardDealt
    | CardEntered
    | DiceChanged
    | TicketIssued
    | TicketPaid
    | RoundVoided
    | RoundCorrected
    | RoundOpened
    | TestOpened
    | TestClosed
    | MetersBegan
    | PaymentUnseen
    | CommissionCollected
)
