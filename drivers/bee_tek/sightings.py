"""One card from the shoe's words about it, which are repeated and not numbered."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from firmware.core.vocabulary.events import CardRead, Event, FaultRaised
from hal.ports import Millis

SHOE: Final = "shoe"
MISSED: Final = FaultRaised(SHOE, "missed")
UNREADABLE: Final = FaultRaised(SHOE, "unreadable")
DISAGREEMENT: Final = FaultRaised(SHOE, "disagreement")


class Sightings:
    """Assigns every word within `within` ms of the last one to the same card.

    A card is reported once its word has come twice, or if nothing else came in that time. A word
    that contradicts the one before is a disagreement, and so is a single word with damaged text; a
    card that was not reported yet is then dropped. Damaged text alone is `missed`.
    """

    def __init__(self, within: int, health: Counter[str]) -> None:
        self._within = within
        self._health = health
        self._what: CardRead | FaultRaised | None = None
        self._told = False
        self._doubted = False
        self._last = Millis(0)

    def settled(self, now: Millis) -> Iterator[Event]:
        """Yield the events that no further word can change."""
        if self._what is not None and now - self._last >= self._within:
            what, self._what = self._what, None
            if not self._told:
                yield DISAGREEMENT if self._doubted else what

    def read(self, card: CardRead, now: Millis) -> Iterator[Event]:
        """Take a card; an unreadable or damaged word just before was this one."""
        if card == self._what:
            yield from self._repeated(now)
        elif isinstance(self._what, CardRead):
            yield from self._contradicted(card, now)
        else:
            self._begin(card, now, doubted=self._what is MISSED)

    def unread(self, now: Millis) -> Iterator[Event]:
        """Take an unreadable card."""
        if self._what is UNREADABLE:
            yield from self._repeated(now)
        elif isinstance(self._what, CardRead):
            yield from self._contradicted(UNREADABLE, now)
        else:
            self._begin(UNREADABLE, now, told=True)
            yield UNREADABLE

    def damaged(self, at: Millis) -> None:
        """Take text that may have been about a card."""
        if self._what is None:
            self._begin(MISSED, at)
        elif isinstance(self._what, CardRead):
            self._doubted = True

    def _begin(
        self,
        what: CardRead | FaultRaised,
        now: Millis,
        *,
        told: bool = False,
        doubted: bool = False,
    ) -> None:
        self._what, self._told, self._doubted, self._last = what, told, doubted, now

    def _repeated(self, now: Millis) -> Iterator[Event]:
        self._health["repeats"] += 1
        was_told, self._told, self._last = self._told, True, now
        if not was_told and self._what is not None:
            yield self._what

    def _contradicted(self, what: CardRead | FaultRaised, now: Millis) -> Iterator[Event]:
        self._begin(what, now, told=True)
        yield DISAGREEMENT
