"""The messages between the tables of a linked progressive jackpot and its keeper (21.2, 67.21).

The pool is counted in units of 1/den cent, den being the second number of `JackpotTerms.rate`, and
is rounded down only where it is shown or paid: no part of a cent is lost.
"""

from typing import ClassVar, Final

import msgspec

from firmware.core.vocabulary.disclosure import (
    WITHHELD,
    EventDisclosure,
    RecallScope,
    immediate,
)
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

WHOLE_PERCENT: Final = 100
"""The per cent of a bet that wins the whole jackpot."""
BETS_PER_ROUND: Final = 7
"""How many progressive bets a round of one table may have, where the terms don't say."""


class JackpotMessage(msgspec.Struct, frozen=True, tag=True, tag_field="lot_message"):
    """A message that the keeper signs. Its tag is signed with it, so that it can't pass for
    another.
    """


class JackpotTerms(
    JackpotMessage,
    frozen=True,
    # terms that were signed before a field existed have the same signed octets as ever
    omit_defaults=True,
    rename={"jackpot": "lot", "first_generation": "from"},
    tag="LotTerms",
):
    """How a jackpot grows; the same at all of its tables."""

    jackpot: str
    game: str
    progressive_table: int
    """The pay table of Blackjack (21.2); 0 at a game that has only one."""
    decks: int
    stake_cents: Cents
    rate: tuple[int, int]
    """(num, den): each progressive bet adds `num` units of 1/den cent."""
    reserve_rate: int
    """The units that each bet adds to the reserve."""
    begin_cents: Cents
    """The pool of the first jackpot."""
    reset_cents: Cents
    """The amount that the reserve adds to the next jackpot once one is won whole."""
    ceiling_cents: Cents
    first_generation: int
    """The first generation with these terms, from 1."""
    bets_per_round: int = BETS_PER_ROUND
    """The most progressive bets that a round of one table may have."""


class JackpotUpdate(
    JackpotMessage,
    frozen=True,
    omit_defaults=True,
    tag="LotShown",
    rename={"jackpot": "lot", "rest_units": "rest"},
):
    """The newest ledger line of a jackpot; (jackpot, version) is its key in the floor's
    database.

    An update to one table has the cursor of its journal; one to all tables has none, and says
    nothing of what it includes of a table that still waits for its cursor.
    """

    jackpot: str
    version: int
    generation: int
    cents: Cents
    rest_units: int
    """The units beyond these cents."""
    cursors: dict[str, int] | None
    """By journal, the number of the last message that is included; None in one to all tables."""
    hits: int
    nonces: tuple[str, ...]
    """The nonces of the queries that this answers."""
    at: int
    """The keeper's clock, in ms since 1970; strictly increasing."""
    digest: str = ""
    """Of the ledger line, hex: it proves every line before, and every cursor."""


class JackpotDecision(
    JackpotMessage, frozen=True, tag="LotDecided", rename={"jackpot": "lot", "message_number": "n"}
):
    """Two people decide on a message that the keeper has refused, or has counted wrongly."""

    jackpot: str
    journal: str
    message_number: int
    counts: bool
    """Whether it counts as its table has sent it; else none of its bets does."""


class JackpotGrant(
    JackpotMessage, frozen=True, tag="LotGranted", rename={"jackpot": "lot", "message_number": "n"}
):
    """A hit is counted: the amount paid, and its shares of pool and reserve, in units of 1/den
    cent.
    """

    jackpot: str
    order: int
    """Which hit of the jackpot this was, from 1."""
    table: str
    journal: str
    message_number: int
    paid: int
    from_pool: int
    from_reserve: int
    generation: int
    """The generation after the hit."""


class JackpotQuery(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that starts asks for an update that can't be a replayed old one; one whose messages
    are not in a line yet, for its cursor.
    """

    table: str
    nonce: str
    journal: str = ""
    """The journal whose cursor is asked for."""
    newest: JackpotUpdate | None = None
    """The newest update that the table has received since its start."""
    signature: str = ""
    """The keeper's, hex, of that update."""


class JackpotLocked(Ruling, frozen=True, tag="LotLocked"):
    """The jackpot of this round, its own bets included: the amount shown, which is paid."""

    FACT: ClassVar = immediate("round", "bets", "version", "generation", "shown")

    round: int
    bets: int
    """How many bets of the round are progressive."""
    version: int
    """The version of the update shown; its generation and amount follow."""
    generation: int
    shown: Cents


class JackpotSupervisorCalled(Ruling, frozen=True, tag="LotCalled"):
    """A linked jackpot is won, and waits for the supervisor: an alarm, which moves no money."""

    FACT: ClassVar = immediate("table", "round")

    table: str
    round: int


class JackpotContribution(
    Ruling, frozen=True, tag="LotFed", rename={"jackpot": "lot", "message_number": "n"}
):
    """A round with progressive bets is over, settled or voided."""

    jackpot: str
    table: str
    journal: str
    message_number: int
    """The number of the message in this journal, from 1 without gaps."""
    round: int
    bets: int
    version: int
    shown: Cents


class JackpotHit(JackpotContribution, frozen=True, tag="LotHit"):
    """A round that has won of the jackpot too, confirmed by the supervisor."""

    generation: int
    winners: tuple[tuple[int, int, Cents], ...]
    """(spot, per cent, paid), in the order of payment."""

    @property
    def paid(self) -> Cents:
        """The sum paid to all winners."""
        return Cents(sum(cents for _, _, cents in self.winners))

    @property
    def wins_whole(self) -> bool:
        """Whether somebody has won the whole jackpot."""
        return any(percent == WHOLE_PERCENT for _, percent, _ in self.winners)


class JackpotTermsReceived(Event, frozen=True, tag="LotTermsTaken"):
    """A table has terms of its jackpot, and the name of the journal in which it counts its
    messages.
    """

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, RecallScope.HIDDEN, "table")

    terms: JackpotTerms
    table: str
    journal: str


class JackpotUpdateReceived(Event, frozen=True, tag="LotSeen"):
    """The keeper's newest update has come; `signature` is the keeper's, hex."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, RecallScope.HIDDEN, "table")

    shown: JackpotUpdate
    signature: str = ""


class JackpotLeaseExpired(Event, frozen=True, tag="LotLapsed"):
    """No update has come for as long as a lease lasts."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, RecallScope.HIDDEN, "table")


class JackpotGrantReceived(Event, frozen=True, tag="LotGrantTaken"):
    """The keeper has counted a hit of this table; `signature` is the keeper's, hex."""

    DISCLOSURE: ClassVar = EventDisclosure(WITHHELD, RecallScope.HIDDEN, "table")

    granted: JackpotGrant
    signature: str = ""


AnyJackpotEvent = (
    JackpotTermsReceived | JackpotUpdateReceived | JackpotLeaseExpired | JackpotGrantReceived
)
AnyJackpotRuling = JackpotLocked | JackpotSupervisorCalled | JackpotContribution | JackpotHit
JackpotTableMessage = JackpotContribution | JackpotHit
JackpotKeeperMessage = JackpotTerms | JackpotUpdate | JackpotGrant | JackpotDecision
