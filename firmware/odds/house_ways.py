"""The house way: how the dealer sets his hands at Pai gow poker and at Pai Gow.

The articles leave him free (52, 115). This house way is our own, and he looks at no other hand: the
high hand must reach a least combination; among those settings the highest low hand, then the
highest high hand. `docs/en/odds.md` describes it for people.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, NamedTuple

from firmware.core.game.course import DEALER, Choice, Decision
from firmware.core.games.low_and_high_hands import LowAndHighHands
from firmware.core.games.tile_ranks import MOST_POINTS
from firmware.core.ranks import Combination
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import JOKER_CARD, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.odds.scripted_round import bet_profit, play_round

HOUSE_WAY: Final = "house_way"
"""Its name in a figure: a figure computed with it must show so."""

HouseWayGame = LowAndHighHands[Any]

COMBINATION_VALUE: Final = {
    combination: combination_value
    for combination_value, combination in enumerate(reversed(Combination))
}
SMALL_FOUR_RANKS: Final = "23456"
"""Four of these stay together; four of a higher rank are split."""
TWO_PAIRS_WITH_ACE: Final = "23456789T"
"""Two pairs of these stay together if an ace is left for the low hand."""


class HandSetting(NamedTuple):
    """A setting of a hand; a greater one has the higher low hand."""

    ranks: tuple[Any, Any]
    """The ranks of the low hand and the high hand."""
    low_hand: tuple[Card, ...]


SetHouseWay = Callable[[Any, Sequence[Card]], HandSetting]


def allowed_settings(game: HouseWayGame, cards: Sequence[Card]) -> Iterator[HandSetting]:
    """Yield every setting of these cards that the game allows."""
    for first_index, second_index in combinations(range(len(cards)), 2):
        low_hand = cards[first_index], cards[second_index]
        high_hand = [
            *cards[:first_index],
            *cards[first_index + 1 : second_index],
            *cards[second_index + 1 :],
        ]
        if ranks := game.rank(low_hand, high_hand):
            yield HandSetting(ranks, low_hand)


def set_four_tiles(game: HouseWayGame, tiles: Sequence[Card]) -> HandSetting:
    """Set four tiles: the high hand needs a combination (101), or else nine points."""
    all_settings = list(allowed_settings(game, tiles))
    combination_value = max(candidate.ranks[1].hand_value for candidate in all_settings)
    least_high_hand = (
        min(combination_value, MOST_POINTS + 1) if combination_value >= MOST_POINTS else 0
    )
    return max(
        (
            candidate
            for candidate in all_settings
            if candidate.ranks[1].hand_value >= least_high_hand
        ),
        key=_setting_ranks,
    )


def set_seven_cards(game: HouseWayGame, cards: Sequence[Card]) -> HandSetting:
    """Set seven cards: the highest low hand that leaves the high hand its least combination."""
    all_settings = list(allowed_settings(game, cards))
    least_high_hand = _least_high_hand(cards, all_settings)
    return max(
        (candidate for candidate in all_settings if _is_at_least(candidate, least_high_hand)),
        key=_setting_ranks,
    )


def _setting_ranks(hand_setting: HandSetting) -> tuple[Any, Any]:
    return hand_setting.ranks


def _is_at_least(hand_setting: HandSetting, least_high_hand: Combination) -> bool:
    return (
        COMBINATION_VALUE[hand_setting.ranks[1].combination] >= COMBINATION_VALUE[least_high_hand]
    )


def _least_high_hand(cards: Sequence[Card], all_settings: Sequence[HandSetting]) -> Combination:
    """Return the least combination of the high hand; the joker is an ace."""
    rank_counts = Counter("A" if card is JOKER_CARD else card.rank for card in cards)
    group_sizes = sorted((count for count in rank_counts.values() if count > 1), reverse=True)
    match group_sizes:
        # five aces with the joker: a pair goes low, three aces stay high
        case [5, *_]:
            return Combination.THREE_OF_A_KIND
        case [4, *_]:
            is_small = (
                next(
                    rank for rank, card_count in rank_counts.items() if card_count == group_sizes[0]
                )
                in SMALL_FOUR_RANKS
            )
            return Combination.FOUR_OF_A_KIND if is_small else Combination.PAIR
        case [3, _, *_]:
            return Combination.THREE_OF_A_KIND
        # the highest pair goes to the low hand
        case [2, 2, 2]:
            return Combination.TWO_PAIRS
        case [2, 2]:
            are_pairs_small = all(
                rank in TWO_PAIRS_WITH_ACE
                for rank, card_count in rank_counts.items()
                if card_count > 1
            )
            return (
                Combination.TWO_PAIRS
                if are_pairs_small and "A" in rank_counts
                else Combination.PAIR
            )
    if any(_is_at_least(candidate, Combination.STRAIGHT) for candidate in all_settings):
        return Combination.STRAIGHT
    if group_sizes == [3]:
        return Combination.PAIR if rank_counts["A"] > 1 else Combination.THREE_OF_A_KIND
    return Combination.PAIR if group_sizes else Combination.HIGH_CARD


class _ExamplePair(NamedTuple):
    """Two hands and their low hands: the player's, then the bank's."""

    hands: tuple[Sequence[Card], Sequence[Card]]
    low_hands: tuple[tuple[Card, ...], tuple[Card, ...]]


def gains_by_stake(
    game: HouseWayGame, hand_size: int, stakes: Sequence[Cents], set_hand: SetHouseWay
) -> Iterator[tuple[Cents, list[Fraction]]]:
    """Yield, by stake, the gain of a hand that wins neither, one or both of its comparisons.

    The game settles an example of each, with the commission.
    """
    example_hands = dict(_find_examples(game, hand_size, set_hand))
    for stake in stakes:
        yield (
            stake,
            [
                _example_gain(game, stake, example_hands[comparisons_won])
                for comparisons_won in range(3)
            ],
        )


def _find_examples(
    game: HouseWayGame, hand_size: int, set_hand: SetHouseWay
) -> Iterator[tuple[int, _ExamplePair]]:
    pack = list(game.pack)
    for first_start in range(len(pack) - 2 * hand_size):
        for second_start in range(first_start + hand_size, len(pack) - hand_size):
            hands = (
                pack[first_start : first_start + hand_size],
                pack[second_start : second_start + hand_size],
            )
            own_setting, bank_setting = (set_hand(game, spot_cards) for spot_cards in hands)
            comparisons_won = game.beats(own_setting.ranks, bank_setting.ranks)
            yield (
                sum(comparisons_won),
                _ExamplePair(hands, (own_setting.low_hand, bank_setting.low_hand)),
            )


def _example_gain(game: HouseWayGame, stake: Cents, example_hand: _ExamplePair) -> Fraction:
    own_hand, bank_hand = example_hand.hands
    unused_cards = list(game.pack)
    for card in (*own_hand, *bank_hand):
        unused_cards.remove(card)
    hand_size = len(own_hand)
    remaining_hands = {
        card_index // hand_size + 2: unused_cards[card_index : card_index + hand_size]
        for card_index in range(0, len(unused_cards), hand_size)
    }
    low_hands = {1: example_hand.low_hands[0], DEALER: example_hand.low_hands[1]}

    def choose_decision(choices: Sequence[Choice]) -> Decision:
        choice = next(open_choice for open_choice in choices if open_choice.do is Key.SET_LOW_HAND)
        return Decision(choice, low_hand=low_hands[choice.spot])

    bets = [Bet(Place(1, "main"), stake)]
    return bet_profit(
        play_round(
            game, bets, {**remaining_hands, 1: own_hand, DEALER: bank_hand}, choose_decision
        ),
        ["main"],
        stake,
    )
