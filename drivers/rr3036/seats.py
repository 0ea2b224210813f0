"""The cards face down before the seats of a poker table, which stay in this driver.

A card that an antenna has read stays in here. Out goes whether the cards that somebody names for a
hand are those of its seat, and that the deck is foul; both follow from cards that lie open.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from drivers.tags.decks import DeckRegistry, Tagged
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import DeckDoubted, Event, HandCompared
from firmware.core.vocabulary.panel import LaidOut
from firmware.core.vocabulary.places import Place

Cards = frozenset[Card]
NO_CARDS: Final[Cards] = frozenset()


class SeatCards:
    """What lies before each seat, and the hand that lay there since it was dealt.

    A hand is read whole once as many cards as its player was dealt have lain there; from then on
    the antenna is not asked: its player may lift his cards, and others pass over it. Tags that are
    in no registry are chips, and no cards.
    """

    def __init__(self, places: Iterable[Place], registry: DeckRegistry, batch: str) -> None:
        self._registry = registry
        self._batch = batch
        self._lying: dict[Place, frozenset[bytes] | None] = dict.fromkeys(places)
        self._hands: dict[int, Cards] = {}
        self._left_over: frozenset[bytes] = frozenset()
        """Tags that have lain before the seats since before the deal."""
        self._open: LaidOut | None = None
        self._doubted: frozenset[object] = frozenset()
        """What the deck is doubted for, as far as it was reported."""
        self._news: list[Event] = []

    # what the antennas read

    def forget(self) -> None:
        """Treat every place as unread; hands that were read stay."""
        self._lying = dict.fromkeys(self._lying)

    def lying(self, place: Place) -> frozenset[bytes] | None:
        """Return the tags at `place`, None before its first reading."""
        return self._lying[place]

    def all_lying(self) -> Iterable[frozenset[bytes] | None]:
        """Return the tags at each place, in the places' order."""
        return self._lying.values()

    @property
    def at_rest(self) -> bool:
        """Whether every place is read and all is reported."""
        return not self._news and None not in self._lying.values()

    def lay(self, place: Place, tags: frozenset[bytes]) -> None:
        """Set the tags at `place`."""
        self._lying[place] = tags
        self._left_over &= frozenset().union(*(lying or () for lying in self._lying.values()))
        self._keep(place.spot, tags)
        self._judge()

    def doubt(self, place: Place) -> None:
        """Note that `place` had no certain reading in this sweep: a hand lifts its cards."""

    def news(self, *, sweep_ended: bool) -> Iterator[Event]:  # noqa: ARG002
        """Yield what was found since the last call."""
        news, self._news = self._news, []
        yield from news

    # what lies open

    def compare_with(self, laid_out: LaidOut | None) -> None:
        """Take the cards that lie open now; of another game, or dealt again, no hand is known."""
        before, self._open = self._open, laid_out
        if before == laid_out:
            return
        if before is None or laid_out is None or before.game != laid_out.game:
            self._doubted = frozenset()
            self._begin_deal()
        elif before.down and not laid_out.down:
            self._begin_deal()
        for place, tags in self._lying.items():
            self._keep(place.spot, tags)
        self._judge()
        named = laid_out and laid_out.named
        if named and named != (before and before.named):
            self._news.append(self._compared(*named))

    def _begin_deal(self) -> None:
        self._hands = {}
        self._left_over = frozenset().union(*(lying or () for lying in self._lying.values()))

    def _compared(self, spot: int, cards: tuple[Card, ...]) -> HandCompared:
        hand = self._whole().get(spot)
        return HandCompared(spot, cards, None if hand is None else hand == set(cards))

    def _keep(self, spot: int, tags: frozenset[bytes] | None) -> None:
        """Add what lies before a seat to its hand, unless that was read whole."""
        if self._open is None:
            return
        due, up = self._open.down.get(spot, 0), self._open.up.get(spot, ())
        held = self._hands.get(spot, NO_CARDS).difference(up)
        seen = self._faces((tags or frozenset()) - self._left_over).difference(up)
        self._hands[spot] = _more(held, seen, due)

    def _faces(self, tags: Iterable[bytes]) -> Cards:
        found = (self._registry.get(tag) for tag in tags)
        return frozenset(card.card for card in found if card and card.card and self._is_ours(card))

    # doubts

    def _judge(self) -> None:
        """Report a doubt that was not there before."""
        doubts = frozenset((*self._twice(), *self._foreign())) if self._open else frozenset()
        if doubts - self._doubted:
            self._news.append(DeckDoubted())
        self._doubted = doubts

    def _whole(self) -> Mapping[int, Cards]:
        """Return the hands that were read whole, by their spots."""
        down = self._open.down if self._open else {}
        return {s: hand for s, hand in self._hands.items() if down.get(s) == len(hand)}

    def _twice(self) -> Iterator[Card]:
        """Yield the cards that lie at two places."""
        if self._open is None:
            return
        whole, shown = self._whole(), self._open.shown
        at: Counter[Card] = Counter(set(self._open.others))
        for cards in self._open.up.values():
            at.update(cards)
        for spot in {*whole, *shown}:
            at.update(whole.get(spot, NO_CARDS).union(shown.get(spot, ())))
        yield from (card for card, places in at.items() if places > 1)

    def _foreign(self) -> Iterator[bytes]:
        """Yield the tags of cards that are not of the deck in play."""
        for tags in self._lying.values():
            for tag in tags or ():
                tagged = self._registry.get(tag)
                if tagged and not self._is_ours(tagged):
                    yield tag

    def _is_ours(self, tagged: Tagged) -> bool:
        return tagged.batch == self._batch and tagged.card is not None


def _more(held: Cards, seen: Cards, due: int) -> Cards:
    """Return a hand after one more reading; `due` cards were dealt face down, 0 if none yet.

    A player who has lifted a card may not have lifted the next; once a hand is whole, it stays.
    """
    if due and len(held) == due:
        return held
    if due and len(held | seen) <= due:
        return held | seen
    if due:
        return seen if len(seen) <= due else held
    return seen if len(seen) >= len(held) else held
