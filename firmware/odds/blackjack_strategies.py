"""Strategies of Blackjack against one upcard of the dealer: the best one, and constant ones.

The deals of each upcard are computed separately. Within them every hand that a player may draw is
one node; its gains follow from those of the hands with one more card, and the dealer's results are
counted for all hands together.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from firmware.core.games.blackjack.switches import most_hands
from firmware.core.vocabulary.keys import Key
from firmware.odds.blackjack_hands import DecisionGains, PlayerHands
from firmware.odds.blackjack_rounds import BlackjackRounds
from firmware.odds.figure import BEST, AdviceRow, Chances, mean_profit, mix_chances
from firmware.odds.played_hands import KeyChooser, PlayedHands
from firmware.odds.shoe import CARD_VALUE_NAMES, Hand, Shoe, hand_of_values, hand_total, is_soft

BASIC_PLAY: Final = "basic"
"""Decide by the total of a hand, as is best for its two first cards."""
DEALER_MIMIC: Final = "mimic"
HIT_OR_STAND: Final = "hit_or_stand"
"""Hit or stand, whichever is better, and never double, split or surrender."""
SPLITTING_PLAYS: Final = (BEST, BASIC_PLAY)
ALL_PLAYS: Final = (BEST, BASIC_PLAY, HIT_OR_STAND, DEALER_MIMIC)

TotalAndSoftness = tuple[int, bool]
"""A total, and whether it is soft."""
ShoeAfter = Callable[[Hand], Shoe]
"""The shoe after these known cards."""


class DealerUpcard:
    """All deals with one upcard of the dealer."""

    def __init__(
        self, blackjack_rounds: BlackjackRounds, upcard: int, shoe_after: ShoeAfter | None = None
    ) -> None:
        self._blackjack_rounds, self._upcard_value = blackjack_rounds, upcard
        self._shoe_after = shoe_after or partial(Shoe, blackjack_rounds.game.decks)
        self._dealer_paths = blackjack_rounds.dealer_paths(upcard)
        self.hands = PlayerHands(blackjack_rounds, self.shoe_without(), self._dealer_paths)
        self._split_hands: dict[int, PlayerHands] = {}

    @property
    def most_hands(self) -> int:
        """How many hands the splits of a pair may make."""
        return most_hands(self._blackjack_rounds.game.options)

    def shoe_without(self, *removed_cards: int) -> Shoe:
        return self._shoe_after(hand_of_values([self._upcard_value, *removed_cards]))

    def key_chooser(self, play: str) -> KeyChooser:
        """Return the decision function of a play."""
        chooser_by_play = {
            BEST: choose_best,
            HIT_OR_STAND: choose_drawn,
            DEALER_MIMIC: self._choose_as_dealer,
        }
        return chooser_by_play.get(play) or self._basic_chooser()

    def _choose_as_dealer(self, cards: Sequence[int], _: DecisionGains) -> Key:
        return Key.HIT if self._blackjack_rounds.dealer_draws(tuple(cards)) else Key.STAND

    def _basic_chooser(self) -> KeyChooser:
        """Return the basic play: the best decision for all first cards of one total together."""
        played_hands = PlayedHands(self.hands, choose_best)
        worth_by_kind: dict[TotalAndSoftness, dict[Key, Fraction]] = {}
        for first_two, chance in self.hands.starting_hands:
            drawn_cards = hand_of_values(first_two)
            worth_by_key = worth_by_kind.setdefault(_total_and_softness(first_two), {})
            for decision_key, gain_counts in played_hands.decision_gains(drawn_cards).items():
                mean_worth = mean_profit(self.hands.gain_chances(gain_counts, drawn_cards))
                worth_by_key[decision_key] = (
                    worth_by_key.get(decision_key, Fraction(0)) + chance * mean_worth
                )

        def choose_basic(cards: Sequence[int], decision_gains: DecisionGains) -> Key:
            worth_by_key = worth_by_kind.get(_total_and_softness(cards), {})
            return max(
                decision_gains,
                # a decision that no first cards of this total have is worse than any
                key=lambda decision_key: worth_by_key.get(decision_key, Fraction(-100)),
            )

        return choose_basic

    def split_hands(self, split_value: int) -> PlayerHands:
        """Return the hands drawn to a split card of this value."""
        if split_value not in self._split_hands:
            shoe = self.shoe_without(split_value, split_value)
            self._split_hands[split_value] = PlayerHands(
                self._blackjack_rounds, shoe, self._dealer_paths, (split_value,)
            )
        return self._split_hands[split_value]

    def advice(self, best_keys: Mapping[tuple[int, ...], Key]) -> list[AdviceRow]:
        """Return, by decision, the totals, and the pairs that differ from their total."""
        usual_keys: dict[TotalAndSoftness, list[Key]] = {}
        for first_two, decision_key in (
            (first_two, decision_key)
            for first_two, decision_key in best_keys.items()
            if first_two[0] != first_two[1]
        ):
            usual_keys.setdefault(_total_and_softness(first_two), []).append(decision_key)
        hands_by_key: dict[Key, dict[str, None]] = {}
        for first_two, decision_key in sorted(
            best_keys.items(), key=lambda decision_entry: _total_and_softness(decision_entry[0])
        ):
            hand_total_value, is_soft = _total_and_softness(first_two)
            is_uniform = len(set(usual_keys.get((hand_total_value, is_soft), ()))) == 1
            pair_text = "".join(CARD_VALUE_NAMES[value_index] for value_index in first_two)
            is_total_enough = is_uniform and first_two[0] != first_two[1]
            hand_name = (
                f"{'A+' if is_soft else ''}{hand_total_value - 11 * is_soft}"
                if is_total_enough
                else pair_text
            )
            hands_by_key.setdefault(decision_key, {})[hand_name] = None
        upcard_name = CARD_VALUE_NAMES[self._upcard_value]
        return [
            AdviceRow(f"{upcard_name}: {' '.join(hand_names)}", decision_key.value)
            for decision_key, hand_names in hands_by_key.items()
        ]


class Strategy:
    """A strategy for all hands against the upcard."""

    def __init__(self, dealer_upcard: DealerUpcard, play: str) -> None:
        self._dealer_upcard, self._may_split = dealer_upcard, play in SPLITTING_PLAYS
        self._choose_key = dealer_upcard.key_chooser(play)
        self._unsplit_hands = PlayedHands(dealer_upcard.hands, self._choose_key)
        self._split_hands_played: dict[int, PlayedHands] = {}

    def all_chances(self) -> Chances:
        """Return the chances over all deals."""
        return mix_chances(
            (chance, self.chances_of(first_two))
            for first_two, chance in self._dealer_upcard.hands.starting_hands
        )

    def first_decisions(self) -> dict[tuple[int, ...], Key]:
        """Return the decision for each two first cards that leave one."""
        starting_hands = (first_two for first_two, _ in self._dealer_upcard.hands.starting_hands)
        return {
            first_two: decision_key
            for first_two in starting_hands
            if (decision_key := self.decision_with(first_two))
        }

    def decision_with(self, cards: tuple[int, ...], *, is_split: bool = False) -> Key | None:
        """Return the decision for a hand, or for a hand of a split; None if it is finished."""
        if is_split:
            return self.split_hand_played(cards[0]).decision_at(hand_of_values(cards[1:]))[0]
        return Key.SPLIT if self._is_best_split(cards) else self.decision_unsplit(cards)

    def decision_unsplit(self, cards: tuple[int, ...]) -> Key | None:
        """Return the decision for a hand that is not split."""
        return self._unsplit_hands.decision_at(hand_of_values(cards))[0]

    def chances_of(self, first_two: tuple[int, ...]) -> Chances:
        """Return the chances for these first two cards."""
        if self.decision_with(first_two) is Key.SPLIT:
            return self.split_hand_played(first_two[0]).both_split_hands()
        drawn_cards = hand_of_values(first_two)
        return self._dealer_upcard.hands.gain_chances(
            self._unsplit_hands.decision_at(drawn_cards)[1], drawn_cards
        )

    def _is_best_split(self, cards: tuple[int, ...]) -> bool:
        hands, drawn_cards = self._dealer_upcard.hands, hand_of_values(cards)
        if not self._may_split or Key.SPLIT not in hands.open_decisions(drawn_cards):
            return False
        unsplit_gain = mean_profit(
            hands.gain_chances(self._unsplit_hands.decision_at(drawn_cards)[1], drawn_cards)
        )
        # two hands of one stake each against one
        return 2 * mean_profit(self.split_hand_played(cards[0]).first_split_hand()) > unsplit_gain

    def split_hand_played(self, split_value: int) -> PlayedHands:
        """Return the played hands of one half of a split."""
        if split_value not in self._split_hands_played:
            self._split_hands_played[split_value] = PlayedHands(
                self._dealer_upcard.split_hands(split_value), self._choose_key
            )
        return self._split_hands_played[split_value]


def _total_and_softness(cards: Sequence[int]) -> TotalAndSoftness:
    hand = hand_of_values(cards)
    return hand_total(hand), is_soft(hand)


def choose_best(_: Sequence[int], decision_gains: DecisionGains) -> Key:
    """Return the decision with the highest mean gain."""
    return max(
        decision_gains,
        key=lambda decision_key: sum(
            gain * deal_count for gain, deal_count in decision_gains[decision_key].items()
        ),
    )


def choose_drawn(cards: Sequence[int], decision_gains: DecisionGains) -> Key:
    """Return whether hitting or standing has the highest mean gain."""
    return choose_best(
        cards,
        {
            decision_key: gain_counts
            for decision_key, gain_counts in decision_gains.items()
            if decision_key in (Key.HIT, Key.STAND)
        },
    )
