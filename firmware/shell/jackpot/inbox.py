"""The messages of a linked lot's keeper at a table: checked, then given to it as events."""

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from firmware.core.game.jackpot_link import Link
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.jackpot import (
    LotAsk,
    LotGranted,
    LotGrantTaken,
    LotLapsed,
    LotSeen,
    LotShown,
    LotTerms,
    LotTermsTaken,
)
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.jackpot.lease import Lease
from firmware.shell.jackpot.signed import Signed, is_of_keeper
from firmware.shell.trust.keys import read_public
from hal.ports import Millis

TOLD_EVERY_MS: Final = 2000
"""How often a line that only has grown is passed on: each is journaled before it is shown."""
MOST_WAITING: Final = 64


class Fits(NamedTuple):
    """What the terms of a lot must be like for this table to feed it."""

    lot: str
    game: str
    progressive_table: int
    decks: int
    stake_cents: int

    def misfit(self, terms: LotTerms) -> str | None:
        """Return the name of the first thing that is not alike, None if all is."""
        return next(
            (name for name in self._fields if getattr(terms, name) != getattr(self, name)), None
        )


class Trusted(NamedTuple):
    """The public keys, hex, of who may speak for the lot."""

    keeper: str
    people: frozenset[str]

    @classmethod
    def read(cls, keeper: Path, people: Path) -> "Trusted":
        """Read the keeper's file, and those of a folder. Raises OSError or TrustError."""
        found = (read_public(path).hex() for path in sorted(people.glob("*.pub")))
        return cls(read_public(keeper).hex(), frozenset(found))


class LotMail:
    """`take` is called from any thread, `look` in every turn of the loop."""

    def __init__(
        self,
        fits: Fits,
        trusted: Trusted,
        ask: LotAsk,
        journal: str,
        link: Callable[[], Link],
    ) -> None:
        self._fits = fits
        self._trusted = trusted
        self._ask = ask
        self._journal = journal
        self._link = link
        self._lease = Lease(ask.nonce)
        self._waiting: deque[Signed] = deque(maxlen=MOST_WAITING)
        self._newest: LotSeen | None = None
        """A line that the table does not know yet."""
        self._passed_ms = 0
        self._hits = 0

    @property
    def ask(self) -> LotAsk | None:
        """What the keeper is to be asked, None once it has answered and granted every hit."""
        done = self._lease.answered and not self._link().ungranted
        return None if done else self._ask

    def take(self, signed: Signed) -> None:
        """Take a message. Raises CannotBeDone if it isn't signed as it must be, or doesn't fit."""
        if not is_of_keeper(signed, *self._trusted):
            raise CannotBeDone(Text("linked.unsigned", {"name": self._fits.lot}))
        if signed.message.lot != self._fits.lot:
            raise CannotBeDone(
                Text("linked.other", {"name": signed.message.lot, "own": self._fits.lot})
            )
        if isinstance(signed.message, LotTerms):
            self._check(signed.message)
        self._waiting.append(signed)

    def _check(self, terms: LotTerms) -> None:
        if self._link().lot not in ("", terms.lot):
            values = {"name": terms.lot, "own": self._link().lot}
            raise CannotBeDone(Text("linked.other_journal", dict(values)))
        misfit = self._fits.misfit(terms)
        if misfit is not None:
            raise CannotBeDone(Text("linked.misfit", {"name": terms.lot, "what": misfit}))

    def look(self, now: Millis) -> list[Event]:
        """Return the events that the table gets now."""
        return [*self._taken(now), *self._due(now)]

    def _taken(self, now: Millis) -> Iterator[Event]:
        granted_now: set[int] = set()
        while self._waiting:
            signed = self._waiting.popleft()
            match signed.message:
                case LotTerms() as terms if terms not in self._link().terms:
                    yield LotTermsTaken(terms, self._ask.table, self._journal)
                case LotShown() as shown:
                    self._hear(shown, self._keepers(signed), now)
                case LotGranted(n=n) as granted if n not in granted_now:
                    if self._link().awaits(granted):
                        granted_now.add(n)
                        yield LotGrantTaken(granted, self._keepers(signed))

    def _keepers(self, signed: Signed) -> str:
        return signed.signatures[self._trusted.keeper]

    def _hear(self, shown: LotShown, signature: str, now: Millis) -> None:
        lease = self._lease.heard(shown, now)
        if lease is not None and shown.version >= self._link().version:
            self._lease, self._newest = lease, LotSeen(shown, signature)

    def _due(self, now: Millis) -> Iterator[Event]:
        link, newest = self._link(), self._newest
        if self._lease.is_over(now):
            if link.fresh:
                yield LotLapsed()
        elif newest is not None and self._matters(link, newest.shown, now):
            self._passed_ms, self._hits, self._newest = now, newest.shown.hits, None
            yield newest

    def _matters(self, link: Link, shown: LotShown, now: Millis) -> bool:
        """Return whether a line is passed on now: one that only has grown may wait."""
        if not link.fresh or shown.hits > self._hits:
            return True
        return shown.version > link.version and now - self._passed_ms >= TOLD_EVERY_MS
