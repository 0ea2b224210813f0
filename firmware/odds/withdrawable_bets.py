"""Bets that the player may withdraw after seeing some of the cards.

They are the first two of Grand Prix (67.6) and the one on seven cards of 3-5-7 (67.47). For each
class of his own cards, and each card of the dealer that he has seen, all other cards are dealt, and
the better of the two decisions counts.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.odds.dealer_hands import IntArray, RowArray, all_hands, cards_at, suit_classes
from firmware.odds.decision_table import decision_rows
from firmware.odds.figure import BEST, AdviceRow, Chances, Figure
from firmware.odds.hand_strengths import HandStrengths, sum_hands
from firmware.odds.pay_table_bets import (
    GRAND_PRIX_BETS,
    PAID_BETS,
    PaidBet,
    bet_gain,
    profit_chances,
)
from firmware.odds.strategies import stakes_of

PACK_SIZE = len(FULL_PACK)


def first(game: Game) -> Iterator[Figure]:
    """Decided on the player's own cards."""
    return _withdrawable_figures(game, GRAND_PRIX_BETS["first"], dealer_cards_seen=0)


def second(game: Game) -> Iterator[Figure]:
    """Decided on his own cards and one of the dealer."""
    return _withdrawable_figures(game, GRAND_PRIX_BETS["second"], dealer_cards_seen=1)


def seven(game: Game) -> Iterator[Figure]:
    return _withdrawable_figures(game, PAID_BETS["seven"], dealer_cards_seen=0)


def _withdrawable_figures(
    game: Game, paid_bet: PaidBet, dealer_cards_seen: int
) -> Iterator[Figure]:
    withdrawal_deals = _WithdrawalDeals(paid_bet, dealer_cards_seen)
    for stake in stakes_of(game, paid_bet.bet_name):
        retained_gains = [
            bet_gain(game, paid_bet, cards, stake) for cards in withdrawal_deals.example_hands
        ]
        withdrawn_gain = bet_gain(
            game, paid_bet, withdrawal_deals.example_hands[0], stake, Key.WITHDRAW_BET
        )
        shown_stake = None if stake == NOMINAL_STAKE else stake
        for play in (BEST, Key.RETAIN_BET.value, Key.WITHDRAW_BET.value):
            is_retained_by_row = withdrawal_deals.retain_decisions(
                retained_gains, withdrawn_gain, play
            )
            chances = withdrawal_deals.chances(retained_gains, withdrawn_gain, is_retained_by_row)
            advice = withdrawal_deals.advice(is_retained_by_row) if play == BEST else ()
            yield Figure(paid_bet.bet_name, chances, paid_bet.bet_name, play, shown_stake, advice)


class _WithdrawalDeals:
    """The number of deals of each payment line, one row for each set of cards seen."""

    def __init__(self, paid_bet: PaidBet, dealer_cards_seen: int) -> None:
        self._strength_table = HandStrengths(
            paid_bet.rank_hand, paid_bet.ranked_cards, paid_bet.cards
        )
        self._shared_cards = all_hands(PACK_SIZE, paid_bet.shared_cards)
        self._shared_card_sums = sum_hands(FULL_PACK, self._shared_cards)
        # far fewer sums than hands: a rank is looked up once for each sum
        self._rank_sums, self._sum_index = np.unique(
            self._shared_card_sums.rank_key_sums, return_inverse=True
        )
        self._example_by_line: dict[int, Sequence[Card]] = {}
        self._own_cards, class_sizes = suit_classes(FULL_PACK, paid_bet.player_cards)
        self._seen_cards = range(PACK_SIZE) if dealer_cards_seen else (None,)
        line_counts = [
            self._count_lines(own_hand, dealer_cards_seen) * count
            for own_hand, count in zip(self._own_cards, class_sizes, strict=True)
        ]
        counts_by_row = np.concatenate(line_counts)
        present_lines = sorted(self._example_by_line)
        self.example_hands = [self._example_by_line[payment_line] for payment_line in present_lines]
        """An example of each payment line."""
        self._counts_by_line = counts_by_row[:, present_lines]

    def _count_lines(self, own_cards: RowArray, dealer_cards_seen: int) -> IntArray:
        """Return the counts of one hand: one row, or one for each card of the dealer that may be
        seen.
        """
        own_card_sums = sum_hands(FULL_PACK, own_cards[None, :])
        disjoint_rows = np.flatnonzero(~np.isin(self._shared_cards, own_cards).any(axis=1))
        combined_suits = (
            suit_bits[disjoint_rows] | own_suit_bits
            for suit_bits, own_suit_bits in zip(
                self._shared_card_sums.suit_bits, own_card_sums.suit_bits, strict=True
            )
        )
        offsuit_codes = self._strength_table.offsuit_codes(
            self._rank_sums + own_card_sums.rank_key_sums
        )[self._sum_index[disjoint_rows]]
        present_lines = self._strength_table.line_by_code[
            self._strength_table.with_flushes(offsuit_codes, combined_suits)
        ]
        for payment_line, first_index in zip(
            *np.unique(present_lines, return_index=True), strict=True
        ):
            shared_cards = self._shared_cards[disjoint_rows[first_index]]
            self._example_by_line.setdefault(
                int(payment_line), cards_at(FULL_PACK, [*own_cards, *shared_cards])
            )
        line_count = len(self._strength_table.payment_lines)
        if not dealer_cards_seen:
            return np.bincount(present_lines, minlength=line_count)[None, :]
        # every one of the shared cards may be the one seen: one cell for each of them and line
        count_cells = (
            self._shared_cards[disjoint_rows].astype(np.int64) * line_count + present_lines[:, None]
        ).ravel()
        return np.bincount(count_cells, minlength=PACK_SIZE * line_count).reshape(
            PACK_SIZE, line_count
        )

    def retain_decisions(
        self, retained_gains: Sequence[Fraction], withdrawn_gain: Fraction, play: str
    ) -> RowArray:
        """Return for each row whether the bet stays, given the gain of each line and of a
        withdrawal.
        """
        if play != BEST:
            return np.full(len(self._counts_by_line), play == Key.RETAIN_BET.value)
        common_denominator = max(gain.denominator for gain in (*retained_gains, withdrawn_gain))
        gain_differences = np.array(
            [
                int((retained_gain - withdrawn_gain) * common_denominator)
                for retained_gain in retained_gains
            ],
            np.int64,
        )
        # a row's deals times their gains: whether retaining is better needs only the sign
        return np.asarray(self._counts_by_line @ gain_differences > 0)

    def chances(
        self,
        retained_gains: Sequence[Fraction],
        withdrawn_gain: Fraction,
        is_retained_by_row: RowArray,
    ) -> Chances:
        counts_by_line = self._counts_by_line[is_retained_by_row].sum(axis=0).tolist()
        withdrawn_count = int(self._counts_by_line[~is_retained_by_row].sum())
        return profit_chances(
            [*zip(retained_gains, counts_by_line, strict=True), (withdrawn_gain, withdrawn_count)]
        )

    def advice(self, is_retained_by_row: RowArray) -> tuple[AdviceRow, ...]:
        """Return the decision table by the cards seen, his own and the dealer's."""
        seen_views = [
            (*own_cards, *(() if seen_card is None else (seen_card,)))
            for own_cards in self._own_cards
            for seen_card in self._seen_cards
        ]
        return decision_rows(
            {
                tuple(cards_at(FULL_PACK, seen_view)): (
                    Key.RETAIN_BET if is_retained else Key.WITHDRAW_BET
                ).value
                for seen_view, is_retained in zip(
                    seen_views, is_retained_by_row.tolist(), strict=True
                )
                if len(set(seen_view)) == len(seen_view)
            }
        )
