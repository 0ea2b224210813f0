"""One card from the shoe's words about it, which are repeated and not numbered."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from firmware.core.vocabulary.events import CardRead, Event, FaultRaised
from hal.ports import Millis

SHOE: Final = "shoe"
CARD_MISSED: Final = FaultRaised(SHOE, "missed")
CARD_UNREADABLE: Final = FaultRaised(SHOE, "unreadable")
CARD_DISAGREEMENT: Final = FaultRaised(SHOE, "disagreement")


class Sightings:
    """Assigns every word that comes within `repeat_window_ms` of the last one to the same card.

    A card is reported once its word has come twice, or if nothing else came in that time. A word
    that contradicts the one before is a disagreement, and so is a single word with damaged text or
    an unknown word; a card that was not reported yet is then dropped. Damaged text alone is
    `missed`, an unknown word alone is `unknown_message`.
    """

    def __init__(self, repeat_window_ms: int, health: Counter[str]) -> None:
        self._repeat_window_ms = repeat_window_ms
        self._health = health
        self._current_sighting: CardRead | FaultRaised | None = None
        self._reported = False
        self._has_damage = False
        self._last_message_at = Millis(0)

    def settled_events(self, now: Millis) -> Iterator[Event]:
        """Yield the events that no further word can change."""
        if (
            self._current_sighting is not None
            # Measured from the last word, so that a card that is repeated for long stays one card.
            and now - self._last_message_at >= self._repeat_window_ms
        ):
            sighting, self._current_sighting = self._current_sighting, None
            if not self._reported:
                yield CARD_DISAGREEMENT if self._has_damage else sighting

    def note_card(self, card: CardRead, now: Millis) -> Iterator[Event]:
        """Take a card; an unreadable or damaged word just before was this one."""
        if card == self._current_sighting:
            yield from self._note_repetition(now)
        elif isinstance(self._current_sighting, CardRead):
            yield from self._note_contradiction(card, now)
        else:
            has_damage = self._current_sighting not in (None, CARD_UNREADABLE)
            self._begin_sighting(card, now, has_damage=has_damage)

    def note_unread(self, now: Millis) -> Iterator[Event]:
        """Take an unreadable card."""
        if self._current_sighting is CARD_UNREADABLE:
            yield from self._note_repetition(now)
        elif isinstance(self._current_sighting, CardRead):
            yield from self._note_contradiction(CARD_UNREADABLE, now)
        else:
            self._begin_sighting(CARD_UNREADABLE, now, reported=True)
            yield CARD_UNREADABLE

    def note_damage(self, received_at: Millis, fault: FaultRaised = CARD_MISSED) -> None:
        """Take text that may have been about a card; `fault` is raised if no word follows."""
        if self._current_sighting is None:
            self._begin_sighting(fault, received_at)
        elif isinstance(self._current_sighting, CardRead):
            self._has_damage = True

    def _begin_sighting(
        self,
        sighting: CardRead | FaultRaised,
        now: Millis,
        *,
        reported: bool = False,
        has_damage: bool = False,
    ) -> None:
        self._current_sighting, self._reported, self._has_damage, self._last_message_at = (
            sighting,
            reported,
            has_damage,
            now,
        )

    def _note_repetition(self, now: Millis) -> Iterator[Event]:
        self._health["repeats"] += 1
        was_reported, self._reported, self._last_message_at = self._reported, True, now
        if not was_reported and self._current_sighting is not None:
            yield self._current_sighting

    def _note_contradiction(self, sighting: CardRead | FaultRaised, now: Millis) -> Iterator[Event]:
        self._begin_sighting(sighting, now, reported=True)
        yield CARD_DISAGREEMENT
