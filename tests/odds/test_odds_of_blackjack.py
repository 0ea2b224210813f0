"""The odds of Blackjack, against a second formulation of its rules."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import perm

import pytest

from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack import insurance, upcard_chances
from firmware.odds.blackjack_hands import DecisionGains, PlayerHands
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.blackjack_strategies import choose_best
from firmware.odds.figure import Chances, mean_profit
from firmware.odds.played_hands import PlayedHands
from firmware.odds.shoe import CARDS_PER_PACK, Shoe, hand_of_values
from tests.kits.quebec import open_game

Left = tuple[int, ...]
TEN = 9


def worth(cards: Sequence[int]) -> tuple[int, bool]:
    """Articles 13 and 14, of values counted from 0."""
    hard = sum(value + 1 for value in cards)
    soft = 0 in cards and hard <= 11
    return hard + 10 * soft, soft


def drawn(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    for value, there in enumerate(left):
        if there:
            rest = (*left[:value], there - 1, *left[value + 1 :])
            yield value, Fraction(there, sum(left)), rest


def result(cards: Sequence[int]) -> str:
    """Article 26, the dealer drawing to a soft 17: his total, "bust" or "blackjack"; empty as long
    as he draws.
    """
    total, soft = worth(cards)
    if len(cards) < 2 or total < 17 or (total == 17 and soft):
        return ""
    name = "blackjack" if total == 21 and len(cards) == 2 else str(total)
    return "bust" if total > 21 else name


AHEAD = 12
"""The dealer draws no more cards of one pack."""


def dealer(cards: tuple[int, ...], left: Left) -> dict[str, Fraction]:
    """Return how probable each result of the dealer's is."""
    every = perm(sum(left), AHEAD)
    return {name: Fraction(ways, every) for name, ways in orders(cards, left, AHEAD).items()}


@cache
def orders(cards: tuple[int, ...], left: Left, ahead: int) -> dict[str, int]:
    """In how many orders of so many cards ahead he ends so, whether he draws them all or not."""
    if name := result(cards):
        return {name: perm(sum(left), ahead)}
    found: dict[str, int] = {}
    for value, there in enumerate(left):
        if there:
            rest = (*left[:value], there - 1, *left[value + 1 :])
            for name, ways in orders(tuple(sorted((*cards, value))), rest, ahead - 1).items():
                found[name] = found.get(name, 0) + there * ways
    return found


def stood(cards: Sequence[int], result: str, stake: int = 1) -> Fraction:
    """Articles 18 to 21, for a hand of no split."""
    total, _ = worth(cards)
    natural = total == 21 and len(cards) == 2
    if total > 21:
        return Fraction(-stake)
    if natural or result == "blackjack":
        return Fraction(3 * natural, 2) * (result != "blackjack") - (not natural)
    if result == "bust" or total > int(result):
        return Fraction(stake)
    return Fraction(0 if total == int(result) else -stake)


def settled(cards: Sequence[int], upcard: int, left: Left, stake: int = 1) -> Fraction:
    every = dealer((upcard,), left)
    return sum((p * stood(cards, name, stake) for name, p in every.items()), Fraction(0))


@cache
def value(cards: tuple[int, ...], upcard: int, left: Left) -> Fraction:
    """What the best play brings but for a split: drawing, standing, doubling on 9 to 11 (23)."""
    hard = sum(each + 1 for each in cards)
    here = settled(cards, upcard, left)
    if hard >= 21 or (len(cards) == 2 and worth(cards)[0] == 21):
        return here
    hit = sum(
        (p * value(tuple(sorted((*cards, card))), upcard, rest) for card, p, rest in drawn(left)),
        Fraction(0),
    )
    if len(cards) > 2 or hard not in (9, 10, 11):
        return max(here, hit)
    twice = sum(
        (p * settled((*cards, card), upcard, rest, 2) for card, p, rest in drawn(left)),
        Fraction(0),
    )
    return max(here, hit, twice)


def pack_without(*values: int) -> Left:
    return tuple(n - values.count(at) for at, n in enumerate(CARDS_PER_PACK))


@pytest.fixture(scope="module")
def rounds() -> BlackjackRounds:
    return BlackjackRounds(open_game("blackjack", {"decks": 1}))


@pytest.fixture(scope="module")
def against_a_nine(rounds: BlackjackRounds) -> PlayerHands:
    return PlayerHands(rounds, Shoe(1, hand_of_values([8])), rounds.dealer_paths(8))


@pytest.mark.parametrize("two", [(9, 6), (4, 5), (0, 9), (7, 8)])
def test_22_best_play_of_two_cards(two: tuple[int, int], against_a_nine: PlayerHands) -> None:
    """Of one pack against a nine, by every order of the cards."""
    hand = tuple(sorted(two))
    _, ends = PlayedHands(against_a_nine, choose_best).decision_at(hand_of_values(hand))
    found = mean_profit(against_a_nine.gain_chances(ends, hand_of_values(hand)))
    assert found == value(hand, 8, pack_without(8, *hand))


def test_22_known_second_card_changes_nothing(
    against_a_nine: PlayerHands,
) -> None:
    """A hand that he ends at once would have lost one stake, whatever was decided."""
    rounds = BlackjackRounds(open_game("blackjack", {"decks": 1, "hole_card": True}))
    known = PlayerHands(rounds, Shoe(1, hand_of_values([8])), rounds.dealer_paths(8))
    for two in ((9, 6), (4, 5), (0, 9)):
        drawn = hand_of_values(two)
        assert PlayedHands(known, choose_best).decision_at(drawn) == PlayedHands(
            against_a_nine, choose_best
        ).decision_at(drawn)


def test_18_1_one_sixteenth_of_runs_is_suited(
    against_a_nine: PlayerHands,
) -> None:
    """Then they win 2 to 1 by themselves; 7-7-7 always wins 3 to 2."""
    rounds = BlackjackRounds(open_game("blackjack", {"decks": 1, "special_hands": True}))
    special = PlayerHands(rounds, Shoe(1, hand_of_values([8])), rounds.dealer_paths(8))

    def worth(hands: PlayerHands, *cards: int) -> Fraction:
        return mean_profit(
            hands.gain_chances(hands.gain_counts(hand_of_values(cards)), hand_of_values(cards))
        )

    usual = worth(against_a_nine, 5, 6, 7)
    assert worth(special, 5, 6, 7) == Fraction(15, 16) * usual + Fraction(1, 16) * 2
    assert worth(special, 6, 6, 6) == Fraction(3, 2)
    assert worth(special, 4, 7, 7) == worth(against_a_nine, 4, 7, 7)


def from_12(cards: Sequence[int], _: DecisionGains) -> Key:
    return Key.STAND if worth(cards)[0] >= 12 else Key.HIT


@pytest.mark.parametrize("upcard", [5, TEN])
def test_24_both_split_hands_in_turn(upcard: int, rounds: BlackjackRounds) -> None:
    """Two tens of one pack: one card to each, and the dealer's after both (24); of a dealer's
    Blackjack one stake is lost (20).
    """
    shoe = Shoe(1, hand_of_values([upcard, TEN, TEN]))
    hands = PlayerHands(rounds, shoe, rounds.dealer_paths(upcard), (TEN,))
    assert PlayedHands(hands, from_12).both_split_hands() == in_turn(upcard)


def in_turn(upcard: int) -> Chances:
    found: dict[Fraction, Fraction] = {}
    for one, p, left in drawn(pack_without(upcard, TEN, TEN)):
        for other, q, rest in drawn(left):
            for name, r in dealer((upcard,), rest).items():
                gain = Fraction(-1)
                if name != "blackjack":
                    gain = sum((stood([TEN, each, -1], name) for each in (one, other)), Fraction(0))
                found[gain] = found.get(gain, Fraction(0)) + p * q * r
    return {gain: chance for gain, chance in found.items() if chance}


SMALL: Left = (2, 0, 0, 0, 2, 2, 2, 0, 1, 4)
"""A shoe of few cards, some of each kind: the dealer's hands change much of what is left."""


@cache
def completed(cards: tuple[int, ...], left: Left) -> dict[tuple[str, Left], Fraction]:
    """The dealer's total as in `dealer`, with what is left after his cards."""
    if name := result(cards):
        return {(name, left): Fraction(1)}
    found: dict[tuple[str, Left], Fraction] = {}
    for value, chance, rest in drawn(left):
        for end, then in completed(tuple(sorted((*cards, value))), rest).items():
            found[end] = found.get(end, Fraction(0)) + chance * then
    return found


@pytest.mark.parametrize("upcard", [0, 5, TEN])
def test_26_7_dealer_hands_are_equally_probable(upcard: int) -> None:
    """At Multi-Action, drawn one after the other: so each bet has the figures of Blackjack."""
    hands, shoes = [], {SMALL: Fraction(1)}
    for _ in range(3):
        names: dict[str, Fraction] = {}
        later: dict[Left, Fraction] = {}
        for left, chance in shoes.items():
            for (name, rest), then in completed((upcard,), left).items():
                names[name] = names.get(name, Fraction(0)) + chance * then
                later[rest] = later.get(rest, Fraction(0)) + chance * then
        hands.append(names)
        shoes = later
    assert hands[0] == dealer((upcard,), SMALL)
    assert hands[1] == hands[0]
    assert hands[2] == hands[0]


def test_25_insurance_of_six_packs() -> None:
    (figure,) = insurance(open_game("blackjack", {}))  # type: ignore[arg-type]
    assert figure.expected_profit == 3 * Fraction(96, 311) - 1


def test_dealers_first_cards_sum_to_one() -> None:
    assert sum(upcard_chances(open_game("blackjack", {})).values()) == 1  # type: ignore[arg-type]
