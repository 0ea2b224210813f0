"""What the tables of a linked lot and its keeper say to each other (21.2, 67.21): values alone.

The pool is counted in units of 1/den cent, den being the second number of `LotTerms.rate`, and is
rounded down only where it is shown or paid: no part of a cent is lost.
"""

from typing import Final

import msgspec

from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

WHOLE_PERCENT: Final = 100
"""Per cent: who wins the whole lot."""


class JackpotMessage(msgspec.Struct, frozen=True, tag=True, tag_field="lot_message"):
    """Something that the keeper signs; its tag makes it no other message."""


class JackpotTerms(JackpotMessage, frozen=True, rename={"begins": "from"}, tag="LotTerms"):
    """How a lot grows; the same at all of its tables."""

    lot: str
    game: str
    progressive_table: int
    """Of Blackjack (21.2); 0 at a game that has only one."""
    decks: int
    stake_cents: Cents
    rate: tuple[int, int]
    """(num, den): each progressive bet adds `num` units of 1/den cent."""
    reserve_rate: int
    """The units that each bet adds to the reserve."""
    begin_cents: Cents
    """The pool of the first lot."""
    reset_cents: Cents
    """What the reserve adds to the next lot, once all of one is won."""
    ceiling_cents: Cents
    begins: int
    """The generation from which on these terms count, from 1."""


class JackpotUpdate(JackpotMessage, frozen=True, tag="LotShown"):
    """The newest line of a lot, which is (lot, version) in the store of the floor."""

    lot: str
    version: int
    generation: int
    cents: Cents
    rest: int
    """The units beyond these cents."""
    cursors: dict[str, int]
    """By journal, the number of the last message of its table in the line."""
    hits: int
    nonces: tuple[str, ...]
    """Of the asks that this answers."""
    at: int
    """Milliseconds since 1970 by the keeper's clock; never twice the same."""


class JackpotGrant(JackpotMessage, frozen=True, tag="LotGranted"):
    """A hit is in the line: what was paid, and of which money, in units of 1/den cent."""

    lot: str
    order: int
    """Which hit of the lot this was, from 1."""
    table: str
    journal: str
    n: int
    paid: int
    from_pool: int
    from_reserve: int
    generation: int
    """The next one."""


class JackpotQuery(msgspec.Struct, frozen=True):
    """A table that starts asks for a line that cannot be an old one."""

    table: str
    nonce: str


class JackpotLocked(Ruling, frozen=True, tag="LotLocked"):
    """The lot of this round, its own bets included: what is shown, and is paid."""

    round: int
    bets: int
    """How many of them are progressive."""
    version: int
    """Of the line that is shown, and what it was."""
    generation: int
    shown: Cents


class JackpotSupervisorCalled(Ruling, frozen=True, tag="LotCalled"):
    """A linked lot is won, and waits for the supervisor: an alarm, which moves nothing."""

    table: str
    round: int


class JackpotContribution(Ruling, frozen=True, tag="LotFed"):
    """A round is over that was closed with progressive bets, settled or voided."""

    lot: str
    table: str
    journal: str
    n: int
    """From 1, without gaps, in this journal."""
    round: int
    bets: int
    version: int
    shown: Cents


class JackpotHit(JackpotContribution, frozen=True, tag="LotHit"):
    """Such a round, which has won of the lot as well: the supervisor has confirmed it."""

    generation: int
    winners: tuple[tuple[int, int, Cents], ...]
    """(spot, per cent, paid), in the order of payment."""

    @property
    def paid(self) -> Cents:
        """What all winners together were paid."""
        return Cents(sum(cents for _, _, cents in self.winners))

    @property
    def all_of_it(self) -> bool:
        """Whether somebody has won the whole lot."""
        return any(percent == WHOLE_PERCENT for _, percent, _ in self.winners)


class JackpotTermsReceived(Event, frozen=True, tag="LotTermsTaken"):
    """A table has terms of its lot, and the name of the journal in which it counts its messages."""

    terms: JackpotTerms
    table: str
    journal: str


class JackpotUpdateReceived(Event, frozen=True, tag="LotSeen"):
    """The keeper's newest line has come; `signature` is the keeper's, hex."""

    shown: JackpotUpdate
    signature: str = ""


class JackpotLeaseExpired(Event, frozen=True, tag="LotLapsed"):
    """No line has come for as long as a lease lasts."""


class JackpotGrantReceived(Event, frozen=True, tag="LotGrantTaken"):
    """The keeper has counted a hit of this table; `signature` is the keeper's, hex."""

    granted: JackpotGrant
    signature: str = ""


AnyJackpotEvent = (
    JackpotTermsReceived | JackpotUpdateReceived | JackpotLeaseExpired | JackpotGrantReceived
)
AnyJackpotRuling = JackpotLocked | JackpotSupervisorCalled | JackpotContribution | JackpotHit
JackpotTableMessage = JackpotContribution | JackpotHit
JackpotKeeperMessage = JackpotTerms | JackpotUpdate | JackpotGrant
