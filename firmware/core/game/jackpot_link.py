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
    FromTable,
    LotFed,
    LotGranted,
    LotHit,
    LotShown,
    LotTerms,
)
from firmware.core.vocabulary.money import NOTHING, Cents

Winners = Sequence[tuple[int, int, Cents]]
"""(spot, per cent, paid), in the order of payment."""


class Locked(msgspec.Struct, frozen=True):
    """The lot of the round that is in play."""

    bets: int
    version: int
    generation: int
    shown: Cents


class Link(msgspec.Struct, frozen=True):
    """All that a table knows of its linked lot; it outlives rounds, shoes and power cuts."""

    table: str = ""
    journal: str = ""
    terms: tuple[LotTerms, ...] = ()
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
    locked: Locked | None = None

    @property
    def lot(self) -> str:
        """The name of the lot; empty before its first terms."""
        return self.terms[0].lot if self.terms else ""

    def took(self, terms: LotTerms, table: str, journal: str) -> "Link":
        """Return this with terms added; those for the same generation give way.

        A journal belongs to one lot: terms of another are ignored.
        """
        if self.lot not in ("", terms.lot):
            return self
        others = (known for known in self.terms if known.begins != terms.begins)
        known = sorted((*others, terms), key=lambda one: one.begins)
        return replace(self, terms=tuple(known), table=table, journal=journal)

    def heard(self, shown: LotShown) -> "Link":
        """Return this with a newer line, or with this one again; an older one is ignored."""
        terms = in_force(self.terms, shown.generation)
        if shown.lot != self.lot or shown.version < self.version or terms is None:
            return self
        cursor = shown.cursors.get(self.journal, 0)
        return replace(
            self,
            version=shown.version,
            generation=shown.generation,
            pool=shown.cents * terms.rate[1] + shown.rest,
            cursor=cursor,
            fed=tuple(one for one in self.fed if one[0] > cursor),
            fresh=True,
        )

    def awaits(self, granted: LotGranted) -> bool:
        """Return whether a grant is of a hit of this table, and the first one of it."""
        of_mine = (granted.lot, granted.journal) == (self.lot, self.journal)
        return of_mine and granted.n in self.ungranted

    def granted(self, granted: LotGranted) -> "Link":
        """Return this with a grant; only a line opens the lot again."""
        if not self.awaits(granted):
            return self
        return replace(self, ungranted=tuple(n for n in self.ungranted if n != granted.n))

    def lapsed(self) -> "Link":
        """Return this once the lease is over, or the table has started again."""
        return replace(self, fresh=False)

    @property
    def closed(self) -> str | None:
        """Why no progressive bet is taken, as a key of words; None if it is."""
        if not self.fresh:
            return "why.lot_silent"
        if self.cursor > self.n:
            return "why.lot_history"
        return "why.lot_won" if self.hit > self.cursor else None

    def offers(self, bets: int = 0) -> Cents:
        """Return the lot as shown, with so many bets of the round that is being closed."""
        terms = in_force(self.terms, self.generation)
        if terms is None:
            return NOTHING
        num, den = terms.rate
        own = bets + sum(count for _, count in self.fed)
        return min(Cents((self.pool + num * own) // den), terms.ceiling_cents)

    @property
    def shown(self) -> Cents:
        """The lot as shown now: that of the round in play, or the one offered."""
        return self.locked.shown if self.locked else self.offers()

    def lock(self, bets: int) -> "Link":
        """Return this with the lot of a round that is closed with so many progressive bets."""
        locked = Locked(bets, self.version, self.generation, self.offers(bets)) if bets else None
        return replace(self, locked=locked)

    def over(self, number: int, winners: Winners = ()) -> tuple["Link", FromTable | None]:
        """End the round of that number; return also its message, None without bets."""
        if self.locked is None:
            return self, None
        bets, version, generation, shown = msgspec.structs.astuple(self.locked)
        n = self.n + 1
        fed = (*self.fed, (n, bets))
        facts = self.lot, self.table, self.journal, n, number, bets, version, shown
        if not winners:
            return replace(self, n=n, fed=fed, locked=None), LotFed(*facts)
        hit = LotHit(*facts, generation, tuple(winners))
        ungranted = (*self.ungranted, n)
        return replace(self, n=n, fed=fed, hit=n, ungranted=ungranted, locked=None), hit


UNLINKED: Final = Link()


def in_force(terms: Sequence[LotTerms], generation: int) -> LotTerms | None:
    """Return the terms by which a generation goes, None if they are not known."""
    known = (one for one in terms if one.begins <= generation)
    return max(known, key=lambda one: one.begins, default=None)
