"""The dealer's finished hand: when he draws (26), and its facts for the bets of a rule pack.

However the players play, his cards are the next of the shoe, so a bet on them has one probability.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

from firmware.core.game.card_facts import rank_number
from firmware.core.game.conditions import FactKind, Facts
from firmware.core.games.blackjack.hand import MAX_TOTAL, hand_total, hard_total, is_soft
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, Card

DEALER_FACTS: Final[Mapping[str, FactKind]] = MappingProxyType(
    {
        "dealer.cards": FactKind.NUMBER,
        "dealer.total": FactKind.NUMBER,
        "dealer.bust": FactKind.TRUTH,
        "dealer.blackjack": FactKind.TRUTH,
        "dealer.up": FactKind.NUMBER,
    }
)
"""The last is the rank of his first card, 2 to 14."""
STANDS_ON: Final = 17
"""Article 26."""

Hand = tuple[Card, ...]


def dealer_facts(cards: Sequence[Card]) -> Facts:
    """Return the facts of a finished hand of the dealer's."""
    total = hand_total(cards)
    return {
        "dealer.cards": len(cards),
        "dealer.total": total,
        "dealer.bust": total > MAX_TOTAL,
        "dealer.blackjack": len(cards) == 2 and total == MAX_TOTAL,
        "dealer.up": rank_number(cards[0]),
    }


def must_draw(cards: Sequence[Card], *, stand_all_17: bool) -> bool:
    """Article 26: return whether the dealer takes a card to these."""
    draws_on_17 = is_soft(cards) and not stand_all_17
    return len(cards) == 1 or hand_total(cards) < STANDS_ON + draws_on_17


def finished_hands(*, stand_all_17: bool) -> Iterator[Hand]:
    """Yield a hand for each combination of facts; short ones first."""
    hands: list[Hand] = [(CARDS_BY_NAME[f"{rank}{CARD_SUITS[0]}"],) for rank in CARD_RANKS]
    while hands:
        drawing = [hand for hand in hands if must_draw(hand, stand_all_17=stand_all_17)]
        yield from (hand for hand in hands if hand not in drawing)
        grown = (_with_card(hand, rank) for hand in drawing for rank in CARD_RANKS)
        hands = list({_seen(hand): hand for hand in grown}.values())


def _with_card(hand: Hand, rank: str) -> Hand:
    suit = CARD_SUITS[len(hand) % len(CARD_SUITS)]
    return (*hand, CARDS_BY_NAME[f"{rank}{suit}"])


def _seen(hand: Hand) -> tuple[object, ...]:
    """Return what tells hands of one length apart by their facts, now and after more cards."""
    return hand[0].rank, hard_total(hand), any(card.rank == "A" for card in hand)


@cache
def possible_dealer_facts() -> Sequence[Facts]:
    """Return every combination of facts that a hand may show, by either rule on a soft 17."""
    hands = [*finished_hands(stand_all_17=False), *finished_hands(stand_all_17=True)]
    return [dealer_facts(hand) for hand in hands]
