"""How a round of Blackjack or Blackjack Multi-Action is played, naively (13-17, 22-26.7).

`play` walks a round from the first card to the last; a `Source` gives it the cards and the
decisions, from a script or from chance. Cards are plain strings, "AS".
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from tests.kits.games.naive.chips import part_of_bet, player_chip

WORTH = dict.fromkeys("TJQK", 10) | {rank: int(rank) for rank in "23456789"} | {"A": 1}
MAINS = {
    "blackjack": ("main",),
    "blackjack-multi-action": ("main:1", "main:2", "main:3"),
}
DEFAULTS: dict[str, Any] = {
    "decks": 6,
    "hole_card": False,
    "stand_all_17": False,
    "special_hands": False,
    "double_any": False,
    "resplit": False,
    "double_after_split": False,
    "progressive_table": 1,
    "progressive_meter": 0,
    "hands": 2,
}

Whose = tuple[str | None, str]
"""Who has bet (None is the player seated), and on which of the dealer's hands."""


def hard_total(cards: list[str]) -> int:
    return sum(WORTH[card[0]] for card in cards)


def is_soft(cards: list[str]) -> bool:
    """An ace counts 11 (14)."""
    return any(card[0] == "A" for card in cards) and hard_total(cards) <= 11


def total(cards: list[str]) -> int:
    return hard_total(cards) + (10 if is_soft(cards) else 0)


def is_blackjack(cards: list[str]) -> bool:
    """Two cards, an ace and a ten-value (15), whatever has been split."""
    return len(cards) == 2 and is_soft(cards) and total(cards) == 21


@dataclass
class Hand:
    cards: list[str]
    stakes: dict[Whose, int]
    split: bool = False

    @property
    def is_busted(self) -> bool:
        return total(self.cards) > 21

    @property
    def is_blackjack(self) -> bool:
        """15: not where there has been a split."""
        return is_blackjack(self.cards) and not self.split

    @property
    def is_full(self) -> bool:
        """No card may be drawn to it (22, 24)."""
        split_aces = self.split and self.cards[0][0] == "A"
        hard_21 = total(self.cards) == 21 and not is_soft(self.cards)
        return self.is_blackjack or self.is_busted or hard_21 or split_aces


@dataclass
class Round:
    game: str
    options: dict[str, Any]
    bets: dict[tuple[int, str | None, str], int]
    hands: dict[int, list[Hand]] = field(default_factory=dict)
    drawn: dict[int, list[str]] = field(default_factory=dict)
    """Each spot's cards in the order in which they came."""
    dealers: dict[str, list[str]] = field(default_factory=dict)
    """The dealer's hand against each main bet."""
    insured: dict[tuple[int, str | None], int] = field(default_factory=dict)

    @property
    def mains(self) -> tuple[str, ...]:
        return MAINS[self.game]

    @property
    def spots(self) -> list[int]:
        return sorted({spot for spot, _, on in self.bets if on in self.mains})

    def bettors(self, spot: int) -> list[str | None]:
        """The one seated first, then those behind in the order of their bets."""
        mine = [who for at, who, on in self.bets if at == spot and on in self.mains]
        return sorted(dict.fromkeys(mine), key=lambda who: who is not None)

    def half(self, spot: int, bettor: str | None) -> int:
        """What insurance costs: half of the first main bet (25, 26.2), rounded down."""
        half = Fraction(self.bets.get((spot, bettor, self.mains[0]), 0), 2)
        return part_of_bet(half, player_chip(self.options))

    def insurable(self, spot: int) -> bool:
        return self.half(spot, None) > 0

    @property
    def dealer_blackjack_at_once(self) -> bool:
        """22: he has his second card already, and it ends the round."""
        return any(is_blackjack(cards) for cards in self.dealers.values())


class Source(Protocol):
    def card(self) -> str: ...

    def insure(self, table: Round) -> dict[tuple[int, str | None], int]:
        """Who insures, and for how much."""
        ...

    def answer(self, spot: int, number: int | None, hand: Hand, offered: list[str]) -> str:
        """What the player seated decides for a hand; its number where there are several."""
        ...

    def follows(
        self, spot: int, number: int | None, do: str, who: str | None, cents: int
    ) -> bool: ...


def may_double(hand: Hand, options: dict[str, Any]) -> bool:
    """23, 26.1 (1) and (3); an ace with a ten-value never."""
    if len(hand.cards) != 2 or is_blackjack(hand.cards):
        return False
    if hand.split and not options["double_after_split"]:
        return False
    return bool(options["double_any"]) or hard_total(hand.cards) in (9, 10, 11)


def may_split(hand: Hand, hands: list[Hand], options: dict[str, Any]) -> bool:
    """24, 26.1 (2): once, or four times; any two of one value."""
    most = 5 if options["resplit"] else 2
    alike = len({WORTH[card[0]] for card in hand.cards}) == 1
    return len(hand.cards) == 2 and alike and len(hands) < most


def offered(hand: Hand, hands: list[Hand], options: dict[str, Any]) -> list[str]:
    if hand.is_full:
        return []
    doubles = ["double"] if may_double(hand, options) else []
    splits = ["split"] if may_split(hand, hands, options) else []
    return ["hit", "stand", *doubles, *splits]


def play(table: Round, source: Source) -> None:
    up = _deal(table, source)
    if up[0][0] == "A":
        table.insured = source.insure(table)
    if not table.dealer_blackjack_at_once:
        for spot in table.spots:
            _play_spot(table, spot, source)
    _complete(table, up, source)


def _deal(table: Round, source: Source) -> list[str]:
    """22, 26: one to each, one to the dealer, a second to each, his own where the table says so."""
    for spot in table.spots:
        stakes = {(who, on): c for (at, who, on), c in table.bets.items() if at == spot}
        mains = {whose: cents for whose, cents in stakes.items() if whose[1] in table.mains}
        table.hands[spot] = [Hand([], mains)]
        table.drawn[spot] = []
        _draw(table, spot, table.hands[spot][0], source)
    up = [source.card()]
    for spot in table.spots:
        _draw(table, spot, table.hands[spot][0], source)
    if table.options["hole_card"]:
        up.append(source.card())
        table.dealers[table.mains[0]] = up
    return up


def _draw(table: Round, spot: int, hand: Hand, source: Source) -> None:
    card = source.card()
    hand.cards.append(card)
    table.drawn[spot].append(card)


def _play_spot(table: Round, spot: int, source: Source) -> None:
    hands, at = table.hands[spot], 0
    while at < len(hands):
        hand = hands[at]
        number = at + 1 if hand.split else None
        if len(hand.cards) == 1:
            _draw(table, spot, hand, source)
        choices = offered(hand, hands, table.options)
        do = source.answer(spot, number, hand, choices) if choices else "stand"
        if do == "hit":
            _draw(table, spot, hand, source)
        elif do == "split":
            hands.insert(at + 1, _split(table, spot, number, hand, source))
        elif do == "double":
            _double(table, spot, number, hand, source)
        at += do in ("stand", "double")


def _joining(
    table: Round, spot: int, number: int | None, hand: Hand, do: str, source: Source
) -> set[str | None]:
    """The player seated and those behind, on this hand, who go with him (16)."""
    joined: set[str | None] = {None}
    for who in table.bettors(spot):
        cents = sum(stake for (bettor, _), stake in hand.stakes.items() if bettor == who)
        if who is not None and cents and source.follows(spot, number, do, who, cents):
            joined.add(who)
    return joined


def _double(table: Round, spot: int, number: int | None, hand: Hand, source: Source) -> None:
    joined = _joining(table, spot, number, hand, "double", source)
    for whose in hand.stakes:
        hand.stakes[whose] *= 2 if whose[0] in joined else 1
    _draw(table, spot, hand, source)


def _split(table: Round, spot: int, number: int | None, hand: Hand, source: Source) -> Hand:
    """24: as much again on the second hand; who does not follow stays on the first (16)."""
    joined = _joining(table, spot, number, hand, "split", source)
    stakes = {whose: cents for whose, cents in hand.stakes.items() if whose[0] in joined}
    hand.split = True
    return Hand([hand.cards.pop()], stakes, split=True)


def _complete(table: Round, first: list[str], source: Source) -> None:
    """26, 26.7: one hand after the other upon the same first card, where anybody has bet."""
    for on in table.mains:
        hands = [h for hands in table.hands.values() for h in hands if _is_bet_on(h, on)]
        dealer = list(first if on == table.mains[0] else first[:1])
        if all(hand.is_busted for hand in hands):
            if on == table.mains[0] and table.insured and len(dealer) == 1:
                dealer.append(source.card())
        else:
            while _draws(dealer, table.options):
                dealer.append(source.card())
        table.dealers[on] = dealer


def _is_bet_on(hand: Hand, on: str) -> bool:
    return any(main == on for _, main in hand.stakes)


def _draws(dealer: list[str], options: dict[str, Any]) -> bool:
    """26: on a soft 17 or less, or on 16 or less where the table says so."""
    soft_17 = total(dealer) == 17 and is_soft(dealer) and not options["stand_all_17"]
    return len(dealer) < 2 or total(dealer) < 17 or soft_17
