"""A table's part in a linked progressive jackpot: amount shown, round locked, contributions sent.

    offered ──with_round_locked──> locked ──with_round_ended──> offered
       ╰── closed while `closed_reason` is a key: no progressive bet is taken

Nothing here waits for a message: a locked round pays the amount that was shown, even if an update
changes the jackpot meanwhile.
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
    """The jackpot of the round in play, as locked at "no more bets"."""

    bets: int
    version: int
    generation: int
    shown: Cents


class JackpotLink(
    msgspec.Struct,
    frozen=True,
    rename={"last_message": "n", "last_hit": "hit", "contributions": "fed"},
):
    """A table's state of its linked jackpot. It outlives rounds, shoes and power cuts."""

    table: str = ""
    journal: str = ""
    terms: tuple[JackpotTerms, ...] = ()
    version: int = 0
    """Of the newest update received; 0 before the first."""
    generation: int = 0
    pool: int = 0
    cursor: int = 0
    """The table's last message that this update includes."""
    fresh: bool = False
    """Whether an update has come since the start, and within the lease."""
    last_message: int = 0
    """The number of the table's last message."""
    contributions: tuple[tuple[int, int], ...] = ()
    """The table's messages that no update includes yet: (number, bets)."""
    last_hit: int = 0
    """The number of the message of its last hit."""
    ungranted: tuple[int, ...] = ()
    """The numbers of its hits that the keeper has not granted yet."""
    locked: LockedJackpot | None = None

    @property
    def jackpot(self) -> str:
        """The name of the jackpot; empty before its first terms."""
        return self.terms[0].jackpot if self.terms else ""

    def with_terms(self, terms: JackpotTerms, table: str, journal: str) -> "JackpotLink":
        """Return this with terms added; they replace those for the same generation.

        A journal belongs to one jackpot: terms of another are ignored.
        """
        if self.jackpot not in ("", terms.jackpot):
            return self
        by_generation = {known.first_generation: known for known in (*self.terms, terms)}
        sorted_terms = tuple(by_generation[first] for first in sorted(by_generation))
        return replace(self, terms=sorted_terms, table=table, journal=journal)

    def with_update(self, jackpot_update: JackpotUpdate) -> "JackpotLink":
        """Return this with an update that is newer or the same; ignored is an older one, and one
        of which it isn't known whether it includes the table's last messages.
        """
        current_terms = terms_in_force(self.terms, jackpot_update.generation)
        cursor = self.cursor_of(jackpot_update)
        if (
            jackpot_update.jackpot != self.jackpot
            or jackpot_update.version < self.version
            or current_terms is None
            or cursor is None
        ):
            return self
        # the pool has the contributions up to the cursor now: only later ones are still added to it
        return replace(
            self,
            version=jackpot_update.version,
            generation=jackpot_update.generation,
            pool=jackpot_update.cents * current_terms.rate[1] + jackpot_update.rest_units,
            cursor=cursor,
            contributions=tuple(sent for sent in self.contributions if sent[0] > cursor),
            fresh=True,
        )

    def cursor_of(self, jackpot_update: JackpotUpdate) -> int | None:
        """Return the table's last message that an update includes, None if it isn't known."""
        if jackpot_update.cursors is not None:
            return jackpot_update.cursors.get(self.journal, 0)
        # once all of its messages are included, every later line includes them
        return None if self.contributions else self.cursor

    def awaits_grant(self, jackpot_grant: JackpotGrant) -> bool:
        """Return whether a grant is the first one of a hit of this table."""
        is_own = (jackpot_grant.jackpot, jackpot_grant.journal) == (self.jackpot, self.journal)
        return is_own and jackpot_grant.message_number in self.ungranted

    def with_grant(self, jackpot_grant: JackpotGrant) -> "JackpotLink":
        """Return this with a grant. The jackpot opens again only by an update that includes the
        hit.
        """
        if not self.awaits_grant(jackpot_grant):
            return self
        granted_number = jackpot_grant.message_number
        ungranted = tuple(number for number in self.ungranted if number != granted_number)
        return replace(self, ungranted=ungranted)

    def with_lease_expired(self) -> "JackpotLink":
        """Return this after the lease has run out, or after a restart of the table."""
        return replace(self, fresh=False)

    @property
    def closed_reason(self) -> str | None:
        """The message key of the reason why progressive bets are refused; None if they
        are taken.
        """
        if not self.fresh:
            return "why.lot_silent"
        if self.cursor > self.last_message:  # the keeper has messages that this journal lost
            return "why.lot_history"
        # until the hit is in an update, the displayed pool still has the money that was won
        return "why.lot_won" if self.last_hit > self.cursor else None

    def offered_cents(self, round_bets: int = 0) -> Cents:
        """Return the amount to display, including so many bets of the round that is
        being closed.
        """
        current_terms = terms_in_force(self.terms, self.generation)
        if current_terms is None:
            return NO_CENTS
        units_per_bet, units_per_cent = current_terms.rate
        own_bets = round_bets + sum(bet_count for _, bet_count in self.contributions)
        return min(
            Cents((self.pool + units_per_bet * own_bets) // units_per_cent),
            current_terms.ceiling_cents,
        )

    @property
    def shown_cents(self) -> Cents:
        """The amount displayed now: that of the round in play, or else the one offered."""
        return self.locked.shown if self.locked else self.offered_cents()

    def with_round_locked(self, round_bets: int) -> "JackpotLink":
        """Return this with the jackpot locked for a round with so many progressive bets."""
        if not round_bets:
            return replace(self, locked=None)
        shown_cents = self.offered_cents(round_bets)
        locked = LockedJackpot(round_bets, self.version, self.generation, shown_cents)
        return replace(self, locked=locked)

    def with_round_ended(
        self, round_number: int, winners: Winners = ()
    ) -> tuple["JackpotLink", JackpotTableMessage | None]:
        """End the round of that number. Returns also its message, None if it had no progressive
        bet.
        """
        if self.locked is None:
            return self, None
        locked, message_number = self.locked, self.last_message + 1
        identity = self.jackpot, self.table, self.journal, message_number
        round_fields = round_number, locked.bets, locked.version, locked.shown
        ended = replace(
            self,
            last_message=message_number,
            contributions=(*self.contributions, (message_number, locked.bets)),
            locked=None,
        )
        if not winners:
            return ended, JackpotContribution(*identity, *round_fields)
        jackpot_hit = JackpotHit(*identity, *round_fields, locked.generation, tuple(winners))
        ungranted = (*self.ungranted, message_number)
        return replace(ended, last_hit=message_number, ungranted=ungranted), jackpot_hit


UNLINKED: Final = JackpotLink()


def terms_in_force(terms: Sequence[JackpotTerms], generation: int) -> JackpotTerms | None:
    """Return the terms that are in force in a generation, None if they are not known."""
    begun_terms = (
        known_terms for known_terms in terms if known_terms.first_generation <= generation
    )
    return max(begun_terms, key=lambda known_terms: known_terms.first_generation, default=None)
