"""The hands of Baccara: their points, the Bank's table (27, 37), and the facts for a rule pack."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final

from firmware.core.game.conditions import FactKind, Facts
from firmware.core.vocabulary.cards import CARDS_BY_NAME, FULL_PACK, Card

CARD_POINTS: Final[Mapping[str, int]] = {
    "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9,
    "T": 0, "J": 0, "Q": 0, "K": 0,
}  # fmt: skip
"""Article 27: figures and tens count nothing, aces one."""

BANK_DRAWS: Final = (
    "TTTTTTTTTT",
    "TTTTTTTTTT",
    "TTTTTTTTTT",
    "TTTTTTTTAT",
    "AATTTTTTAA",
    "AAAATTTTAA",
    "AAAAAATTAA",
    "AAAAAAAAAA",
)
"""Article 37: T draws, A does not; a row for the Bank's points, a column for the Player's third
card.
"""


def hand_points(cards: Iterable[Card]) -> int:
    """Return the value of a hand: the units of its sum (article 27)."""
    return sum([CARD_POINTS[card.rank] for card in cards]) % 10


def winning_hand(player_points: int, bank_points: int) -> str:
    """Return the hand that wins by these points: player, banker or tie (32 to 34)."""
    if player_points == bank_points:
        return "tie"
    return "player" if player_points > bank_points else "banker"


HANDS: Final = ("player", "banker")
HAND_FACTS: Final[Mapping[str, FactKind]] = {
    "points": FactKind.NUMBER,
    "cards": FactKind.NUMBER,
    "natural": FactKind.TRUTH,
    "pair": FactKind.TRUTH,
    "suited_pair": FactKind.TRUTH,
}
"""The pair is that of the first two cards."""


def hand_facts(hand: str, cards: Sequence[Card]) -> Facts:
    """Return the facts of a finished hand, under its name."""
    first, second, *_ = cards
    hand_is_pair, points = first.rank == second.rank, hand_points(cards)
    return {
        f"{hand}.points": points,
        f"{hand}.cards": len(cards),
        f"{hand}.natural": len(cards) == 2 and points >= 8,
        f"{hand}.pair": hand_is_pair,
        f"{hand}.suited_pair": hand_is_pair and first.suit == second.suit,
    }


def round_facts(player: Sequence[Card], bank: Sequence[Card]) -> Facts:
    """Return the facts of two finished hands."""
    player_points, bank_points = hand_points(player), hand_points(bank)
    return {
        "winner": winning_hand(player_points, bank_points),
        "margin": abs(player_points - bank_points),
        "cards": len(player) + len(bank),
        **hand_facts("player", player),
        **hand_facts("banker", bank),
    }


THIRD_CARDS: Final = tuple(CARDS_BY_NAME[f"{rank}S"] for rank in "A23456789T")
"""A card of each value, from 1 to 9 and 0."""


@cache
def first_pairs() -> Sequence[tuple[Card, ...]]:
    """Return two cards for each of their points, a pair or not, suited or not."""
    by_look = {
        (hand_points(cards), cards[0].rank == cards[1].rank, cards[0] is cards[1]): cards
        for cards in product(FULL_PACK, repeat=2)
    }
    return tuple(by_look.values())


@cache
def possible_rounds() -> Sequence[Facts]:
    """Return the facts of every round by article 37; two deals of the same points and pairs are
    one.
    """
    return [
        round_facts(player, bank)
        for player_cards, bank_cards in product(first_pairs(), repeat=2)
        for player, bank in played_out(player_cards, bank_cards, THIRD_CARDS)
    ]


def played_out(
    player: tuple[Card, ...], bank: tuple[Card, ...], thirds: Sequence[Card]
) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Yield both hands with each third card that article 37 may deal them."""
    player_points, bank_points = hand_points(player), hand_points(bank)
    if max(player_points, bank_points) >= 8:
        yield player, bank
        return
    player_hands = [(*player, card) for card in thirds] if player_points <= 5 else [player]
    for hand in player_hands:
        if len(hand) == 2:
            draws = bank_points <= 5
        else:
            draws = BANK_DRAWS[bank_points][CARD_POINTS[hand[2].rank]] == "T"
        yield from ((hand, (*bank, card)) for card in thirds) if draws else [(hand, bank)]
