"""Baccarat as a shoe knows it, on its own account: whose card is next, and who has won."""

from collections.abc import Sequence
from typing import Final

from firmware.core.vocabulary.cards import Card

PLAYER: Final = "player"
BANKER: Final = "banker"

_POINTS: Final = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
_BANKER_DRAWS: Final = {
    0: "0123456789",
    1: "0123456789",
    2: "0123456789",
    3: "012345679",
    4: "234567",
    5: "4567",
    6: "67",
    7: "",
}
"""By the banker's two cards: the points of the player's third card at which the banker draws."""


class PuntoBanco:
    """One game."""

    def __init__(self) -> None:
        self._broken_off = False
        self._hand_cards: dict[str, list[Card]] = {PLAYER: [], BANKER: []}

    @classmethod
    def from_hands(cls, player: Sequence[Card], banker: Sequence[Card]) -> "PuntoBanco":
        """Return the game with these hands so far. Raises ValueError if no game has them."""
        baccarat_game = cls()
        remaining_cards = {PLAYER: iter(player), BANKER: iter(banker)}
        for _ in (*player, *banker):
            card = next(remaining_cards[baccarat_game._next_hand() or PLAYER], None)
            if card is None:
                raise ValueError("these hands are of no game")
            baccarat_game.deal_card(card)
        return baccarat_game

    def deal_card(self, card: Card) -> tuple[str, int]:
        """Give `card` to the hand whose turn it is; return the hand and the card's index from 1."""
        hand = self._next_hand()
        if hand is None:
            raise ValueError("the game is complete")
        self._hand_cards[hand].append(card)
        return hand, len(self._hand_cards[hand])

    def break_off(self) -> None:
        """End the game by hand."""
        self._broken_off = True

    def is_over(self) -> bool:
        """Return whether no card is due any more."""
        return self._broken_off or self._next_hand() is None

    def winner_name(self) -> str:
        """Return the hand that has more points, or tie."""
        player, banker = self._hand_points(PLAYER), self._hand_points(BANKER)
        if player == banker:
            return "tie"
        return PLAYER if player > banker else BANKER

    def has_pair(self, hand: str) -> bool:
        """Return whether the first two cards are of one rank."""
        first_card, second_card, *_ = self._hand_cards[hand]
        return first_card.rank == second_card.rank

    def _hand_points(self, hand: str, cards: int = 3) -> int:
        return sum(_POINTS[card.rank] for card in self._hand_cards[hand][:cards]) % 10

    def _next_hand(self) -> str | None:
        player, banker = self._hand_cards[PLAYER], self._hand_cards[BANKER]
        if len(banker) < 2:
            return PLAYER if len(player) == len(banker) else BANKER
        # Eight or nine on two cards: nobody draws.
        has_natural = max(self._hand_points(PLAYER, 2), self._hand_points(BANKER, 2)) >= 8
        if has_natural or len(banker) == 3:
            return None
        if len(player) == 2 and self._hand_points(PLAYER) <= 5:
            return PLAYER
        return BANKER if self._banker_draws(player) else None

    def _banker_draws(self, player: list[Card]) -> bool:
        banker_points = self._hand_points(BANKER)
        if len(player) == 2:
            return banker_points <= 5
        # By the table of the banker's third card.
        return str(_POINTS[player[2].rank]) in _BANKER_DRAWS[banker_points]
