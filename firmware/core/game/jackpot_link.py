"""A table's part in a linked lot: what it offers, what a round is locked to, what it has fed.

    offered ──lock──> locked ──over──> offered
       ╰── closed while `closed` says why: then no progressive bet is taken

Nothing here waits for a message: a round that is locked pays what was shown, whatever comes.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import (
    JackpotContribution,
    JackpotGrant,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.money import NO_CENTS, Cents

Winners = Sequence[tuple[int, int, Cents]]
"""(spot, per cent, paid), in the order of payment."""


class LockedJackpot(msgspec.Struct, frozen=True):
    """The lot of the round that is in play."""

    bets: int
    version: int
    generation: int
    shown: Cents


class JackpotLink(msgspec.Struct, frozen=True):
    """All that a table knows of its linked lot; it outlives rounds, shoes and power cuts."""

    table: str = ""
    journal: str = ""
    terms: tuple[JackpotTerms, ...] = ()
    version: int = 0
    """Of the newest line that was heard; 0 before the first."""
    generation: int = 0
    pool: int = 0
    cursor: int = 0
    """The last of the table's own messages in that line."""
    fresh: bool = False
    """Whether a line has come since the start, and within the lease."""
    n: int = 0
    """The table's last message."""
    fed: tuple[tuple[int, int], ...] = ()
    """Its messages behind the cursor: (n, bets)."""
    hit: int = 0
    """The message of its last hit."""
    ungranted: tuple[int, ...] = ()
    """The messages of its hits for which the keeper's grant has not come."""
    locked: LockedJackpot | None = None

    @property
    def lot(self) -> str:
        """The name of the lot; empty before its first terms."""
        return self.terms[0].lot if self.terms else ""

    def with_terms(self, terms: JackpotTerms, table: str, journal: str) -> "JackpotLink":
        """Return this with terms added; those for the same generation give way.

        A journal belongs to one lot: terms of another are ignored.
        """
        if self.lot not in ("", terms.lot):
            return self
        remaining_terms = (
            sorted_terms for sorted_terms in self.terms if sorted_terms.begins != terms.begins
        )
        sorted_terms = sorted((*remaining_terms, terms), key=lambda known_terms: known_terms.begins)
        return replace(self, terms=tuple(sorted_terms), table=table, journal=journal)

    def with_update(self, jackpot_update: JackpotUpdate) -> "JackpotLink":
        """Return this with a newer line, or with this one again; an older one is ignored."""
        current_terms = terms_in_force(self.terms, jackpot_update.generation)
        if (
            jackpot_update.lot != self.lot
            or jackpot_update.version < self.version
            or current_terms is None
        ):
            return self
        cursor = jackpot_update.cursors.get(self.journal, 0)
        return replace(
            self,
            version=jackpot_update.version,
            generation=jackpot_update.generation,
            pool=jackpot_update.cents * current_terms.rate[1] + jackpot_update.rest,
            cursor=cursor,
            fed=tuple(contribution for contribution in self.fed if contribution[0] > cursor),
            fresh=True,
        )

    def awaits_grant(self, jackpot_grant: JackpotGrant) -> bool:
        """Return whether a grant is of a hit of this table, and the first one of it."""
        is_own = (jackpot_grant.lot, jackpot_grant.journal) == (self.lot, self.journal)
        return is_own and jackpot_grant.n in self.ungranted

    def with_grant(self, jackpot_grant: JackpotGrant) -> "JackpotLink":
        """Return this with a grant; only a line opens the lot again."""
        if not self.awaits_grant(jackpot_grant):
            return self
        return replace(
            self,
            ungranted=tuple(
                message_number
                for message_number in self.ungranted
                if message_number != jackpot_grant.n
            ),
        )

    def with_lease_expired(self) -> "JackpotLink":
        """Return this once the lease is over, or the table has started again."""
        return replace(self, fresh=False)

    @property
    def closed_reason(self) -> str | None:
        """Why no progressive bet is taken, as a key of words; None if it is."""
        if not self.fresh:
            return "why.lot_silent"
        if self.cursor > self.n:
            return "why.lot_history"
        return "why.lot_won" if self.hit > self.cursor else None

    def offered_cents(self, round_bets: int = 0) -> Cents:
        """Return the lot as shown, with so many bets of the round that is being closed."""
        current_terms = terms_in_force(self.terms, self.generation)
        if current_terms is None:
            return NO_CENTS
        units_per_bet, units_per_cent = current_terms.rate
        own_bets = round_bets + sum(bet_count for _, bet_count in self.fed)
        return min(
            Cents((self.pool + units_per_bet * own_bets) // units_per_cent),
            current_terms.ceiling_cents,
        )

    @property
    def shown_cents(self) -> Cents:
        """The lot as shown now: that of the round in play, or the one offered."""
        return self.locked.shown if self.locked else self.offered_cents()

    def with_round_locked(self, round_bets: int) -> "JackpotLink":
        """Return this with the lot of a round that is closed with so many progressive bets."""
        locked_jackpot = (
            LockedJackpot(round_bets, self.version, self.generation, self.offered_cents(round_bets))
            if round_bets
            else None
        )
        return replace(self, locked=locked_jackpot)

    def with_round_ended(
        self, round_number: int, winners: Winners = ()
    ) -> tuple["JackpotLink", JackpotTableMessage | None]:
        """End the round of that number; return also its message, None without bets."""
        if self.locked is None:
            return self, None
        bets, version, generation, shown_cents = msgspec.structs.astuple(self.locked)
        message_number = self.n + 1
        contributions = (*self.fed, (message_number, bets))
        message_fields = (
            self.lot,
            self.table,
            self.journal,
            message_number,
            round_number,
            bets,
            version,
            shown_cents,
        )
        if not winners:
            return replace(
                self, n=message_number, fed=contributions, locked=None
            ), JackpotContribution(*message_fields)
        jackpot_hit = JackpotHit(*message_fields, generation, tuple(winners))
        ungranted = (*self.ungranted, message_number)
        return replace(
            self,
            n=message_number,
            fed=contributions,
            hit=message_number,
            ungranted=ungranted,
            locked=None,
        ), jackpot_hit


UNLINKED: Final = JackpotLink()


def terms_in_force(terms: Sequence[JackpotTerms], generation: int) -> JackpotTerms | None:
    """Return the terms by which a generation goes, None if they are not known."""
    begun_terms = (known_terms for known_terms in terms if known_terms.begins <= generation)
    return max(begun_terms, key=lambda known_terms: known_terms.begins, default=None)
