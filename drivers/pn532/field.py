"""What lies in the field of a PN532: cards, and foreign cards beside them."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from drivers.pn532.scan import FieldScan
from drivers.pn532.targets import MAX_TARGETS, Target, uids
from hal.ports import Millis

GONE_AFTER: Final = Millis(1000)
"""A foreign card that no look has found for so long is gone: a phone answers some looks only."""
UNREADABLE_LOOKS: Final = 3
"""Looks in a row in no form that the manual defines, after which cards may be missed."""


class Presence:
    """Whether something is in the field: two looks within GONE_AFTER have found it."""

    def __init__(self) -> None:
        self.is_certain = False
        self._found_at = Millis(-GONE_AFTER - 1)

    def note_look(self, *, found: bool, now: Millis) -> None:
        """Take whether a look has found it."""
        was_found_before = now - self._found_at <= GONE_AFTER
        self.is_certain = was_found_before and (self.is_certain or found)
        if found:
            self._found_at = now


class Field:
    """The cards in the field, by `is_card`, and the number of other targets.

    A foreign card may have another UID at each look: it is left out before looks are compared.
    """

    def __init__(self, is_card: Callable[[Target], bool], health: Counter[str]) -> None:
        self.cards = FieldScan()
        self._is_card = is_card
        self._health = health
        self._foreign_seen = 0
        """The foreign cards of the last look."""
        self._some_foreign, self._only_foreign = Presence(), Presence()
        self._unreadable_looks = 0
        """In a row."""

    @property
    def foreign_cards(self) -> int:
        """How many foreign cards are in the field, 0 to 2."""
        return self._some_foreign.is_certain + self._only_foreign.is_certain

    @property
    def is_unreadable(self) -> bool:
        """Whether the last looks were in no form that the manual defines."""
        return self._unreadable_looks >= UNREADABLE_LOOKS

    @property
    def surely_empty(self) -> bool:
        """Whether nothing at all is in the field."""
        return self.cards.surely_empty and not (self._foreign_seen or self.foreign_cards)

    @property
    def is_in_doubt(self) -> bool:
        """Whether the next look is wanted at once: one has found something that does not count."""
        is_explained = self._foreign_seen or self._unreadable_looks
        return self.cards.doubtful or not (self.cards.established or is_explained)

    def note_look(self, data: bytes, now: Millis) -> frozenset[bytes] | None:
        """Take the reply to InListPassiveTarget; return the cards' UIDs if they have changed."""
        detected = uids(data, self._is_card)
        if detected is None:
            self._health["bad_looks"] += 1
            self._unreadable_looks += 1
            return None
        self._unreadable_looks = 0
        self._note_foreign_cards(data[0] - len(detected), now)
        return self.cards.note_scan(detected)

    def _note_foreign_cards(self, count: int, now: Millis) -> None:
        was_there = self._some_foreign.is_certain
        self._foreign_seen = count
        self._some_foreign.note_look(found=count > 0, now=now)
        self._only_foreign.note_look(found=count == MAX_TARGETS, now=now)
        self._health["foreign_cards"] += self._some_foreign.is_certain and not was_there
