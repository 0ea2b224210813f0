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
        self._hands: dict[str, list[Card]] = {PLAYER: [], BANKER: []}

    @classmethod
    def played(cls, player: Sequence[Card], banker: Sequence[Card]) -> "PuntoBanco":
        """Return the game with these hands so far. Raises ValueError if there is none."""
        game = cls()
        coming = {PLAYER: iter(player), BANKER: iter(banker)}
        for _ in (*player, *banker):
            card = next(coming[game._next() or PLAYER], None)
            if card is None:
                raise ValueError("these hands are of no game")
            game.deal(card)
        return game

    def deal(self, card: Card) -> tuple[str, int]:
        """Give `card` to the hand whose turn it is; return the hand and the card's index from 1."""
        hand = self._next()
        if hand is None:
            raise ValueError("the game is complete")
        self._hands[hand].append(card)
        return hand, len(self._hands[hand])

    def break_off(self) -> None:
        """End the game by hand."""
        self._broken_off = True

    def over(self) -> bool:
        """Return whether no card is due any more."""
        return self._broken_off or self._next() is None

    def winner(self) -> str:
        """Return the hand that has more points, or tie."""
        player, banker = self._points(PLAYER), self._points(BANKER)
        if player == banker:
            return "tie"
        return PLAYER if player > banker else BANKER

    def pair(self, hand: str) -> bool:
        """Return whether the first two cards are of one rank."""
        first, second, *_ = self._hands[hand]
        return first.rank == second.rank

    def _points(self, hand: str, cards: int = 3) -> int:
        return sum(_POINTS[card.rank] for card in self._hands[hand][:cards]) % 10

    def _next(self) -> str | None:
        player, banker = self._hands[PLAYER], self._hands[BANKER]
        if len(banker) < 2:
            return PLAYER if len(player) == len(banker) else BANKER
        natural = max(self._points(PLAYER, 2), self._points(BANKER, 2)) >= 8
        if natural or len(banker) == 3:
            return None
        if len(player) == 2 and self._points(PLAYER) <= 5:
            return PLAYER
        return BANKER if self._banker_draws(player) else None

    def _banker_draws(self, player: list[Card]) -> bool:
        points = self._points(BANKER)
        if len(player) == 2:
            return points <= 5
        return str(_POINTS[player[2].rank]) in _BANKER_DRAWS[points]
