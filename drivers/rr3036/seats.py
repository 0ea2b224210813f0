"""The cards face down before the seats of a poker table, which stay in this driver.

A card that an antenna has read stays in here. Out goes whether the cards that somebody names for a
hand are those of its seat, and that the deck is foul; both follow from exposed cards.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from drivers.tags.deck_registry import DeckRegistry, TaggedCard
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import DeckDoubted, Event, HandCompared
from firmware.core.vocabulary.panel import PublicCards
from firmware.core.vocabulary.places import Place

CardSet = frozenset[Card]
NO_CARDS: Final[CardSet] = frozenset()


class SeatCards:
    """The tags before each seat, and the hand that was dealt there.

    A hand is read whole once as many cards as its player was dealt were read there; from then on
    the antenna is not asked: its player may lift his cards, and others pass over it. Tags that are
    in no registry are chips, and no cards.
    """

    def __init__(self, places: Iterable[Place], registry: DeckRegistry, batch: str) -> None:
        self._registry = registry
        self._batch = batch
        self._tags_by_place: dict[Place, frozenset[bytes] | None] = dict.fromkeys(places)
        self._hands_by_spot: dict[int, CardSet] = {}
        self._tags_before_deal: frozenset[bytes] = frozenset()
        """Tags that were before the seats already before the deal."""
        self._laid_out: PublicCards | None = None
        self._reported_doubts: frozenset[object] = frozenset()
        """Cards and tags for which the deck was reported as doubtful."""
        self._new_events: list[Event] = []

    # readings of the antennas

    def forget_tags(self) -> None:
        """Treat every place as unread; hands that were read stay."""
        self._tags_by_place = dict.fromkeys(self._tags_by_place)

    def place_tags(self, place: Place) -> frozenset[bytes] | None:
        """Return the tags at `place`, None before its first reading."""
        return self._tags_by_place[place]

    def all_place_tags(self) -> Iterable[frozenset[bytes] | None]:
        """Return the tags at each place, in the places' order."""
        return self._tags_by_place.values()

    @property
    def is_settled(self) -> bool:
        """Whether every place is read and all is reported."""
        return not self._new_events and None not in self._tags_by_place.values()

    def set_place_tags(self, place: Place, tag_uids: frozenset[bytes]) -> None:
        """Set the tags at `place`."""
        self._tags_by_place[place] = tag_uids
        self._tags_before_deal &= frozenset().union(
            *(place_tags or () for place_tags in self._tags_by_place.values())
        )
        self._update_hand(place.spot, tag_uids)
        self._report_doubts()

    def note_uncertain(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep: a hand lifts its cards."""

    def take_events(self, *, sweep_ended: bool) -> Iterator[Event]:  # noqa: ARG002
        """Yield the events since the last call."""
        new_events, self._new_events = self._new_events, []
        yield from new_events

    # exposed cards

    def compare_with(self, laid_out: PublicCards | None) -> None:
        """Take the exposed cards; after another game or a new deal no hand is known."""
        previous, self._laid_out = self._laid_out, laid_out
        if previous == laid_out:
            return
        if previous is None or laid_out is None or previous.game != laid_out.game:
            self._reported_doubts = frozenset()
            self._begin_deal()
        # The hands were gathered within one game: a new deal follows.
        elif previous.down and not laid_out.down:
            self._begin_deal()
        for place, tag_uids in self._tags_by_place.items():
            self._update_hand(place.spot, tag_uids)
        self._report_doubts()
        named_hand = laid_out and laid_out.named
        if named_hand and named_hand != (previous and previous.named):
            self._new_events.append(self._compared(*named_hand))

    def _begin_deal(self) -> None:
        self._hands_by_spot = {}
        self._tags_before_deal = frozenset().union(
            *(place_tags or () for place_tags in self._tags_by_place.values())
        )

    def _compared(self, spot: int, cards: tuple[Card, ...]) -> HandCompared:
        hand = self._complete_hands().get(spot)
        # None if the hand was never read whole: then nothing is claimed.
        return HandCompared(spot, cards, None if hand is None else hand == set(cards))

    def _update_hand(self, spot: int, tag_uids: frozenset[bytes] | None) -> None:
        """Add the cards before a seat to its hand, unless that was read whole."""
        if self._laid_out is None:
            return
        due, face_up = self._laid_out.down.get(spot, 0), self._laid_out.up.get(spot, ())
        known_cards = self._hands_by_spot.get(spot, NO_CARDS).difference(face_up)
        read_cards = self._cards_of_tags(
            (tag_uids or frozenset()) - self._tags_before_deal
        ).difference(face_up)
        self._hands_by_spot[spot] = _merge_reading(known_cards, read_cards, due)

    def _cards_of_tags(self, tag_uids: Iterable[bytes]) -> CardSet:
        tagged_cards = (self._registry.get(tag_uid) for tag_uid in tag_uids)
        return frozenset(
            card.card
            for card in tagged_cards
            if card and card.card and self._is_from_our_batch(card)
        )

    # doubts

    def _report_doubts(self) -> None:
        """Report a doubt that was not there before."""
        doubts = (
            frozenset((*self._cards_twice(), *self._foreign_tags()))
            if self._laid_out
            else frozenset()
        )
        if doubts - self._reported_doubts:
            self._new_events.append(DeckDoubted())
        self._reported_doubts = doubts

    def _complete_hands(self) -> Mapping[int, CardSet]:
        """Return the hands that were read whole, by their spots."""
        face_down = self._laid_out.down if self._laid_out else {}
        return {
            spot: hand
            for spot, hand in self._hands_by_spot.items()
            if face_down.get(spot) == len(hand)
        }

    def _cards_twice(self) -> Iterator[Card]:
        """Yield the cards that are at two places."""
        if self._laid_out is None:
            return
        hands_read, shown_cards = self._complete_hands(), self._laid_out.shown
        place_counts: Counter[Card] = Counter(set(self._laid_out.exposed_elsewhere))
        for cards in self._laid_out.up.values():
            place_counts.update(cards)
        for spot in {*hands_read, *shown_cards}:
            place_counts.update(hands_read.get(spot, NO_CARDS).union(shown_cards.get(spot, ())))
        yield from (card for card, places in place_counts.items() if places > 1)

    def _foreign_tags(self) -> Iterator[bytes]:
        """Yield the tags of cards that are not of the deck in play."""
        for tag_uids in self._tags_by_place.values():
            for tag_uid in tag_uids or ():
                tagged = self._registry.get(tag_uid)
                if tagged and not self._is_from_our_batch(tagged):
                    yield tag_uid

    def _is_from_our_batch(self, tagged: TaggedCard) -> bool:
        return tagged.batch == self._batch and tagged.card is not None


def _merge_reading(known_cards: CardSet, read_cards: CardSet, due: int) -> CardSet:
    """Return a hand after one more reading; `due` cards were dealt face down, 0 if none yet.

    A player who has lifted a card may not have lifted the next; once a hand is whole, it stays.
    """
    if due and len(known_cards) == due:
        return known_cards
    if due and len(known_cards | read_cards) <= due:
        return known_cards | read_cards
    if due:
        return read_cards if len(read_cards) <= due else known_cards
    return read_cards if len(read_cards) >= len(known_cards) else known_cards
