"""Multi-Action where the dealer takes his second card at once, against every order of the cards.

The pack has four values alone, so that three hands of the dealer's can be dealt one after another.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.odds import shoe
from firmware.odds.blackjack_hands import DecisionGains
from firmware.odds.blackjack_multi_action import MultiActionDeals, RepeatedStrategy
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import DEALER_MIMIC, HIT_OR_STAND, DealerUpcard, Strategy
from firmware.odds.figure import BEST, mean_profit
from firmware.odds.played_hands import PlayedHands
from tests.kits.examples import examples
from tests.kits.odds.few_values import (
    ACE,
    BUST,
    NINE,
    PACK,
    SIX,
    TEN,
    Cards,
    Left,
    drawn,
    draws,
    finished,
    taken,
    worth,
)
from tests.kits.quebec import open_game

COMPLETING = {ACE: TEN, TEN: ACE}
LOST = Fraction(-1)


def named(cards: Cards) -> str:
    """The dealer's result."""
    total, _ = worth(cards)
    natural = total == 21 and len(cards) == 2
    return "blackjack" if natural else "bust" if total == BUST else str(total)


def compared(cards: Sequence[int], name: str, stake: int = 1) -> Fraction:
    """Articles 18 to 21; upon his Blackjack one stake is lost in all."""
    total, _ = worth(cards)
    natural = total == 21 and len(cards) == 2
    if name == "blackjack":
        return Fraction(0) if natural else LOST
    if natural:
        return Fraction(3, 2)
    if total == BUST or (name != "bust" and total < int(name)):
        return Fraction(-stake)
    return Fraction(0 if name == str(total) else stake)


Bets = tuple[Fraction, ...]
"""What each of the three bets brings on average."""


@cache
def standing(cards: Cards, upcard: int, left: Left, stake: int = 1) -> Bets:
    """When the player's cards are these, and the dealer's second one makes no Blackjack."""
    others = {value: n for value, n in enumerate(left) if n and value != COMPLETING[upcard]}
    every = sum(others.values())
    begun = {
        ((upcard, second), taken(left, second)): Fraction(n, every) for second, n in others.items()
    }
    return tuple(in_turn(cards, stake, begun))


@cache
def ended(cards: Cards, upcard: int, left: Left) -> Bets:
    """When it makes one: the hand is not played."""
    second = COMPLETING[upcard]
    return tuple(in_turn(cards, 1, {((upcard, second), taken(left, second)): Fraction(1)}))


def in_turn(
    cards: Cards, stake: int, begun: Mapping[tuple[Cards, Left], Fraction]
) -> Iterator[Fraction]:
    """Article 26.7: the dealer's hands one after the other, from these first cards."""
    for _ in range(3):
        mean, later = Fraction(0), dict[tuple[Cards, Left], Fraction]()
        for (start, left), chance in begun.items():
            for (dealers, rest), then in finished(start, left).items():
                mean += chance * then * compared(cards, named(dealers), stake)
                after = start[:1], rest
                later[after] = later.get(after, Fraction(0)) + chance * then
        yield mean
        begun = later


def next_cards(upcard: int, left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    """The card that comes while the dealer's second one is known to make no Blackjack."""
    others = {value: n for value, n in enumerate(left) if n and value != COMPLETING[upcard]}
    every = sum(others.values()) * (sum(left) - 1)
    for value, there in enumerate(left):
        ways = sum(n * (there - (value == second)) for second, n in others.items())
        if ways:
            yield value, Fraction(ways, every), taken(left, value)


@cache
def best(cards: Cards, upcard: int, left: Left) -> Bets:
    """By the play that brings most for all three bets, but for a split (22, 23)."""
    hard = sum(value + 1 for value in cards)
    ways = [standing(cards, upcard, left)]
    if hard < 21 and not (len(cards) == 2 and worth(cards)[0] == 21):
        ways.append(after_one_more(cards, upcard, left, best))
        if len(cards) == 2 and hard in (9, 10, 11):
            ways.append(after_one_more(cards, upcard, left, doubled))
    return max(ways, key=sum)


def doubled(cards: Cards, upcard: int, left: Left) -> Bets:
    return standing(cards, upcard, left, 2)


def after_one_more(
    cards: Cards, upcard: int, left: Left, then: Callable[[Cards, int, Left], Bets]
) -> Bets:
    found = [Fraction(0)] * 3
    for card, chance, rest in next_cards(upcard, left):
        for bet, then_mean in enumerate(then((*cards, card), upcard, rest)):
            found[bet] += chance * then_mean
    return tuple(found)


@pytest.fixture(scope="module", params=examples([TEN], [ACE, TEN]))
def deals(request: pytest.FixtureRequest) -> Iterator[MultiActionDeals]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shoe, "CARDS_PER_PACK", PACK)
        game = open_game("blackjack-multi-action", {"decks": 1, "hole_card": True})
        yield MultiActionDeals(game, request.param)


@pytest.mark.parametrize(
    "two",
    examples(
        [(ACE, NINE), (SIX, TEN)],
        [(ACE, SIX), (ACE, NINE), (SIX, NINE), (SIX, TEN), (NINE, TEN)],
    ),
)
def test_22_best_play_if_no_blackjack(two: tuple[int, int], deals: MultiActionDeals) -> None:
    """For all three bets together, from two cards that are no pair."""
    way = Strategy(deals.all_bets_upcard, BEST)
    first, later = (
        mean_profit(RepeatedStrategy(of, way).chances_of(two))
        for of in (deals.first_bet_upcard, deals.later_bets_upcard)
    )
    left = taken(PACK, deals.upcard, *two)
    assert (first, later, later) == best(two, deals.upcard, left)


def as_dealer(cards: Cards, upcard: int, left: Left) -> Bets:
    if not draws(cards):
        return standing(cards, upcard, left)
    return after_one_more(cards, upcard, left, as_dealer)


def test_26_7_every_deal_by_plain_play(deals: MultiActionDeals) -> None:
    """Whoever plays as the dealer does: with his Blackjacks, that end the play at once."""
    expected = [Fraction(0)] * 3
    for one, p, after in drawn(taken(PACK, deals.upcard)):
        for other, q, left in drawn(after):
            two = tuple(sorted((one, other)))
            blackjack = Fraction(left[COMPLETING[deals.upcard]], sum(left))
            cases = [(blackjack, ended(two, deals.upcard, left))]
            cases.append((1 - blackjack, as_dealer(two, deals.upcard, left)))
            for share, means in cases:
                for bet, each in enumerate(means):
                    expected[bet] += p * q * share * each
    way = Strategy(deals.all_bets_upcard, DEALER_MIMIC)
    first, later = (
        mean_profit(deals.first_bet_chances(way)),
        mean_profit(deals.later_bet_chances(way)),
    )
    assert [first, later, later] == expected


def from_12(cards: Sequence[int], _: DecisionGains) -> Key:
    return Key.STAND if worth(cards)[0] >= 12 else Key.HIT


def test_24_both_split_hands_against_later_hand(deals: MultiActionDeals) -> None:
    """Two tens, one card to each (24); upon a Blackjack in a later hand one stake is lost (20)."""
    found: dict[Fraction, Fraction] = {}
    for one, p, after in next_cards(deals.upcard, taken(PACK, deals.upcard, TEN, TEN)):
        for other, q, left in next_cards(deals.upcard, after):
            for name, r in later_hand(deals.upcard, left).items():
                gain = sum((compared((TEN, card, -1), name) for card in (one, other)), Fraction(0))
                gain = LOST if name == "blackjack" else gain
                found[gain] = found.get(gain, Fraction(0)) + p * q * r
    half = PlayedHands(deals.later_bets_upcard.split_hands(TEN), from_12)
    assert half.both_split_hands() == {gain: chance for gain, chance in found.items() if chance}


def later_hand(upcard: int, left: Left) -> dict[str, Fraction]:
    """The dealer's second hand, upon a first one without Blackjack."""
    found: dict[str, Fraction] = {}
    others = sum(left) - left[COMPLETING[upcard]]
    for second, there in enumerate(left):
        if second == COMPLETING[upcard] or not there:
            continue
        for (_, rest), p in finished((upcard, second), taken(left, second)).items():
            for (dealers, _), q in finished((upcard,), rest).items():
                name = named(dealers)
                found[name] = found.get(name, Fraction(0)) + Fraction(there, others) * p * q
    return found


def test_20_first_bet_is_worth_its_blackjack_figure(deals: MultiActionDeals) -> None:
    """His Blackjack takes one stake of it, whether a hand was played or not."""
    usual = DealerUpcard(BlackjackRounds(open_game("blackjack", {"decks": 1})), deals.upcard)
    for play in (DEALER_MIMIC, HIT_OR_STAND):
        assert (
            deals.first_bet_chances(Strategy(deals.all_bets_upcard, play))
            == Strategy(usual, play).all_chances()
        )
