"""The hands of a round of Blackjack, and what everybody sees of them."""

from collections.abc import Mapping, Sequence

from firmware.core.game.course import DEALER, To
from firmware.core.game.game import Due
from firmware.core.game.wording import listed
from firmware.core.games.blackjack.hand import Hand, total
from firmware.core.games.blackjack.side_bets import SideBets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.panel import Text


class ShownHands(SideBets):
    """The hands of the spots and the dealer's, as they are said and displayed.

    All cards are face up (22), except for a second one of the dealer's until his turn.
    """

    MAINS: Sequence[str] = ("main",)
    """The bets on the dealer's hands, one on each."""

    def open(self) -> None:
        """Begin a round: no hand, no decision."""
        super().open()
        self.played: dict[int, list[Hand]] = {}
        self.dealer = Hand()
        self._lies: Hand | None = None
        """The dealer's last hand, which lies there until the next one gets a card (26.7)."""
        self._results: list[Text] = []

    def _take_stakes(self, spots: Sequence[int]) -> None:
        self.played = {spot: [Hand()] for spot in spots}
        self._first_stakes = dict(self.bets)
        for (place, who), cents in self.bets.items():
            if place.on in self.MAINS:
                self.played[place.spot][0].stakes[place.on, who] = cents

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The face-up cards; each hand of a split separately, under its spot and number."""
        return self._held() | {
            "dealer": self.dealer.cards[:1] if self._hidden else self._dealers_cards
        }

    @property
    def _hidden(self) -> bool:
        """Whether the dealer's second card is face down."""
        return DEALER not in self.shown

    def lies_open(self, due: Due) -> bool:
        """Return whether an expected card that has come is face up."""
        of_dealer = isinstance(due, To) and due.spot == DEALER
        return not (of_dealer and due.nth > 1 and self._hidden)

    @property
    def dealt(self) -> Mapping[str, int]:
        """How many cards each hand holds, that of a split by itself."""
        return {name: len(cards) for name, cards in self._held().items() if cards}

    @property
    def _dealers_cards(self) -> list[Card]:
        return (self._lies or self.dealer).cards

    def _held(self) -> dict[str, list[Card]]:
        held = {"dealer": self._dealers_cards}
        for spot, hands in self.played.items():
            for hand in hands:
                held[f"{spot}.{hand.number}" if hand.number else f"{spot}"] = hand.cards
        return held

    def score(self, hand: str) -> Text:
        """Return the points of a player's hand."""
        spot, _, number = hand.partition(".")
        held = self.played[int(spot)][int(number or 1) - 1]
        if held.is_blackjack:
            return Text("score.blackjack")
        return Text("score.bust" if held.is_busted else "score.points", {"points": held.total})

    @property
    def tally(self) -> Mapping[str, Text]:
        """The points of every hand, card by card; of the dealer's, those of its open cards."""
        shown = {hand: cards for hand, cards in self.cards.items() if cards}
        players = {hand: self.score(hand) for hand in shown if hand != "dealer"}
        dealer = shown.get("dealer")
        if dealer is None:
            return players
        return players | {"dealer": Text("score.points", {"points": total(dealer)})}

    def _result(self) -> Text:
        """Return the dealer's result."""
        dealer = self.dealer
        if dealer.is_blackjack:
            return Text("result.dealer_blackjack")
        key = "result.dealer_bust" if dealer.is_busted else "result.dealer_total"
        return Text(key, {"total": dealer.total})

    @property
    def results(self) -> Sequence[Text]:
        """The results of the dealer's hands so far; each is announced as it comes."""
        return self._results or super().results

    def result(self) -> Text:
        """Return the results of the dealer's hands."""
        if not self._results:
            return Text("result.over")
        return listed(self._results)
