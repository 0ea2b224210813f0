"""Card games: the hands, and which cards are face up."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from firmware.core.game.course import BOARD, DEALER, Course, SpotCard, next_card
from firmware.core.game.course_game import CourseGame
from firmware.core.game.game import DueCard
from firmware.core.game.pack import GameRules
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CardRead

HANDS_OF_NO_SPOT: Final[Mapping[str, int]] = {"dealer": DEALER, "board": BOARD}
"""The hands that belong to no player, by their names in `cards`."""


class CardGame(CourseGame):
    """A game of cards; `hands` are the cards dealt so far, the dealer's under 0, those of the board
    under BOARD.
    """

    ALTERNATE_PACKS_ARTICLE: str | None = None
    """The article by which two packs alternate, so that a round is dealt from one."""

    HAS_BOARD = False
    """Whether there are community cards, which every hand may use."""

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        super().__init__(rules, options)
        if self.ALTERNATE_PACKS_ARTICLE is not None:
            self.decks = 1
        self.hands: dict[int, list[Card]] = {}
        self.face_up_spots: set[int] = set()
        """The spots whose cards are face up; the dealer's is 0, the board's BOARD."""
        self.early_face_up = slice(0)
        """The dealer's cards that are face up before the others."""

    @property
    def packs_alternate(self) -> bool:
        """Whether two packs alternate, so that each round is dealt from one."""
        return self.ALTERNATE_PACKS_ARTICLE is not None and self.options["decks"] > 1

    def open(self) -> None:
        """Begin a round: no bet, no card."""
        super().open()
        self.hands, self.face_up_spots, self.early_face_up = {}, set(), slice(0)

    def take(self, event: CardRead) -> None:
        """Deal one card. Raises Forbidden when none is due."""
        if self._awaiting.due is None:
            raise Forbidden("why.no_card_due")
        self._advance_course(event.card)

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The cards that are face up: the dealer's, the board's, each spot's under its number."""
        return {
            _hand_name(spot): face_up
            for spot in self.hands
            if (face_up := self._visible_cards(spot))
        }

    @property
    def dealt(self) -> Mapping[str, int]:
        """How many cards each hand holds."""
        return {_hand_name(spot): len(hand) for spot, hand in self.hands.items() if hand}

    def is_face_up(self, due_card: DueCard) -> bool:
        """Return whether an expected card that has come is face up."""
        if not isinstance(due_card, SpotCard) or due_card.is_burnt:
            return False
        if due_card.spot in self.face_up_spots:
            return True
        hand = range(1, len(self.hands.get(DEALER, ())) + 1)
        return due_card.spot == DEALER and due_card.nth in hand[self.early_face_up]

    def turn_up(self, name: str, spot: int) -> None:
        """Turn up the hand of a named card, once the round is over."""
        self.face_up_spots.add(_spot_of(name, spot))

    def named_card(self, name: str, spot: int) -> Card | None:
        """Return a card by its place in its hand, once it is face up."""
        _, _, nth = name.partition(".")
        hand_spot = _spot_of(name, spot)
        hand = self.hands.get(hand_spot, ())
        card_place = SpotCard(hand_spot, int(nth))
        return hand[int(nth) - 1] if int(nth) <= len(hand) and self.is_face_up(card_place) else None

    def _visible_cards(self, spot: int) -> Sequence[Card]:
        hand = self.hands[spot]
        if spot in self.face_up_spots:
            return hand
        return hand[self.early_face_up] if spot == DEALER else ()

    # words of a course

    def dealing_order(self, *spots: int, cards: int) -> list[int]:
        """Return the hand of each card when each spot gets so many: by packets, or singly."""
        if self.deals_singly:
            return [spot for _ in range(cards) for spot in spots]
        return [spot for spot in spots for _ in range(cards)]

    def deal(self, *spots: int, cards: int) -> Course:
        """Deal so many cards to each of the spots, by packets or in rounds."""
        for spot in self.dealing_order(*spots, cards=cards):
            yield from self.deal_card_to(spot)

    def deal_card_to(self, spot: int, hand: int | None = None) -> Course:
        """Deal the next card of a spot's hand."""
        dealt_hand = self.hands.setdefault(spot, [])
        dealt_hand.append((yield from next_card(self.next_spot_card(spot, hand))))

    def next_spot_card(self, spot: int, hand: int | None = None) -> SpotCard:
        """Return the next card of a spot's hand, as a card that is due."""
        return SpotCard(spot, len(self.hands.get(spot, ())) + 1, hand, bank=self.bank_spot)


def _spot_of(card_name: str, spot: int) -> int:
    """Return the spot of a named card's hand, as the bets at a spot see it."""
    return HANDS_OF_NO_SPOT.get(card_name.partition(".")[0], spot)


def _hand_name(spot: int) -> str:
    """Return the name of a spot's hand in `cards`."""
    return next((name for name, place in HANDS_OF_NO_SPOT.items() if place == spot), str(spot))
