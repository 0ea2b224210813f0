"""The visible hands of a round of Blackjack: face-up cards, points, results."""

from collections.abc import Mapping, Sequence

from firmware.core.game.course import DEALER, SpotCard
from firmware.core.game.game import DueCard, Game
from firmware.core.game.score_text import comma_list
from firmware.core.games.blackjack.hand import BlackjackHand, hand_total
from firmware.core.games.blackjack.side_bets import SideBets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack


class VisibleHands(SideBets):
    """The hands of the spots and the dealer, as displayed.

    All cards are face up (22), except the dealer's second one until it is his turn.
    """

    MAIN_BETS: Sequence[str] = ("main",)
    """The bets on the dealer's hands, one on each."""

    def open(self) -> None:
        """Begin a round: no hand, no decision."""
        super().open()
        self.hands_by_spot: dict[int, list[BlackjackHand]] = {}
        self.first_dealer_hand = self.dealer_hand = BlackjackHand()
        self._previous_dealer_hand: BlackjackHand | None = None
        """The dealer's previous hand, displayed until his next one gets a card (26.7)."""
        self._results: list[Text] = []

    def _record_stakes(self, bettor_spots: Sequence[int]) -> None:
        self.hands_by_spot = {spot: [BlackjackHand()] for spot in bettor_spots}
        # a copy: doubling and splitting raise `bets` later
        self._first_stakes = dict(self.bets)
        for (place, bettor), amount_cents in self.bets.items():
            if place.on in self.MAIN_BETS:
                self.hands_by_spot[place.spot][0].stakes[place.on, bettor] = amount_cents

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The face-up cards; each hand of a split separately, under its spot and number."""
        return self._cards_by_hand() | {
            "dealer": self.dealer_hand.cards[:1]
            if self._is_hole_card_hidden
            else self._dealers_cards
        }

    def named_card(self, name: str, spot: int) -> Card | None:
        """Return a card of a spot's or the dealer's face-up cards."""
        return Game.named_card(self, name, spot)

    @property
    def _is_hole_card_hidden(self) -> bool:
        """Whether the dealer's second card is face down."""
        return DEALER not in self.face_up_spots

    def is_face_up(self, due_card: DueCard) -> bool:
        """Return whether a card that was due is dealt face up."""
        is_dealer_card = isinstance(due_card, SpotCard) and due_card.spot == DEALER
        return not (is_dealer_card and due_card.nth > 1 and self._is_hole_card_hidden)

    @property
    def dealt(self) -> Mapping[str, int]:
        """The number of cards of each hand, those of a split separately."""
        return {
            hand_name: len(cards) for hand_name, cards in self._cards_by_hand().items() if cards
        }

    @property
    def _dealers_cards(self) -> list[Card]:
        return (self._previous_dealer_hand or self.dealer_hand).cards

    def _cards_by_hand(self) -> dict[str, list[Card]]:
        held_cards = {"dealer": self._dealers_cards}
        for spot, spot_hands in self.hands_by_spot.items():
            for hand in spot_hands:
                held_cards[f"{spot}.{hand.hand_number}" if hand.hand_number else f"{spot}"] = (
                    hand.cards
                )
        return held_cards

    def hand_stakes(self, stack: Stack) -> Mapping[int, Cents]:
        """Return the part of a main bet on each hand of a split."""
        place, bettor = stack
        return {
            hand.hand_number: hand.stakes[place.on, bettor]
            for hand in self.hands_by_spot.get(place.spot, ())
            if hand.hand_number and (place.on, bettor) in hand.stakes
        }

    def score(self, hand: str) -> Text:
        """Return the points of a player's hand."""
        spot, _, hand_number = hand.partition(".")
        player_hand = self.hands_by_spot[int(spot)][int(hand_number or 1) - 1]
        if player_hand.is_blackjack:
            return Text("score.blackjack")
        return Text(
            "score.bust" if player_hand.is_busted else "score.points", {"points": player_hand.total}
        )

    @property
    def hand_tallies(self) -> Mapping[str, Text]:
        """The points of every hand, card by card; of the dealer's, those of its open cards."""
        shown_cards = {hand: cards for hand, cards in self.cards.items() if cards}
        scores_by_hand = {hand: self.score(hand) for hand in shown_cards if hand != "dealer"}
        dealer_cards = shown_cards.get("dealer")
        if dealer_cards is None:
            return scores_by_hand
        return scores_by_hand | {
            "dealer": Text("score.points", {"points": hand_total(dealer_cards)})
        }

    def _dealer_result(self) -> Text:
        """Return the dealer's result."""
        dealer_hand = self.dealer_hand
        if dealer_hand.is_blackjack:
            return Text("result.dealer_blackjack")
        message_key = "result.dealer_bust" if dealer_hand.is_busted else "result.dealer_total"
        return Text(message_key, {"total": dealer_hand.total})

    @property
    def results(self) -> Sequence[Text]:
        """The results of the dealer's hands so far; each is announced as it comes."""
        return self._results or super().results

    def result(self) -> Text:
        """Return the results of the dealer's hands."""
        if not self._results:
            return Text("result.over")
        return comma_list(self._results)
