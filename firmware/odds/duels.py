"""Poker against the dealer's hand: 3 Cartes, Caraïbes, 4 Cartes, Fou du poker and Boston.

The best decision is found for each hand of the player, or each group of hands that he cannot tell
apart, and for each card of the dealer that is face up.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, cast

import numpy as np

from firmware.core.game.game import Game
from firmware.core.ranks import best_four, five_cards, three_cards
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents
from firmware.odds.dealer_hands import IntArray, RowArray, cards_at
from firmware.odds.decision_table import EVERY_HAND
from firmware.odds.duel_counts import Duel, DuelDeals, GainTable
from firmware.odds.figure import BEST, AdviceRow, Figure
from firmware.odds.strategies import stakes_of

MIMIC_PLAY = "mimic"
"""Raise exactly the hands with which the dealer would open. Only where none of his cards is face
up, since such a card changes what he opens with.
"""

FORBIDDEN_VALUE: Final = -(1 << 50)
"""Below the value of any hand."""

RAISE_OR_FOLD = {"raise": (Key.RAISE, True), "fold": (Key.FOLD, True)}
RAISE_CALL_OR_FOLD = {
    "raise": (Key.RAISE, True),
    "call": (Key.RAISE, False),
    "fold": (Key.FOLD, True),
}

ANTE_FIGURE = {"ante": ("ante", "raise")}

THREE_CARD_DUEL = Duel(["ante"], ANTE_FIGURE, 3, 3, three_cards, 3, RAISE_OR_FOLD)
CARIBBEAN_DUEL = Duel(["ante"], ANTE_FIGURE, 5, 5, five_cards, 5, RAISE_OR_FOLD)
FOUR_CARD_DUEL = Duel(["ante"], ANTE_FIGURE, 5, 6, best_four, 4, RAISE_CALL_OR_FOLD)
CRAZY_FOUR_DUEL = Duel(
    ["ante", "super_bonus"],
    {"ante": ("ante", "super_bonus", "raise"), "super_bonus": ("super_bonus",)},
    5, 5, best_four, 4, RAISE_CALL_OR_FOLD,
)  # fmt: skip
BOSTON_DUEL = Duel(
    ["ante", "first"],
    {"ante": ("ante", "first", "second"), "first": ("first",), "second": ("second",)},
    5, 5, five_cards, 5, RAISE_OR_FOLD, known_cards=3,
)  # fmt: skip


def three_card_poker(game: Game) -> Iterator[Figure]:
    return duel_figures(game, THREE_CARD_DUEL)


def crazy_four_poker(game: Game) -> Iterator[Figure]:
    return duel_figures(game, CRAZY_FOUR_DUEL)


def boston_poker(game: Game) -> Iterator[Figure]:
    """The second bet is decided on the first three cards (67.58)."""
    return duel_figures(game, BOSTON_DUEL)


def upcard_chances(_: Game) -> dict[str, Fraction]:
    """Return the probability of each rank of the dealer's face-up card; its suit changes
    nothing.
    """
    return dict.fromkeys(CARD_RANKS, Fraction(1, len(CARD_RANKS)))


def caribbean_stud(game: Game, upcard: str) -> Iterator[Figure]:
    return duel_figures(game, CARIBBEAN_DUEL, CARDS_BY_NAME[upcard + CARD_SUITS[0]])


def four_card_poker(game: Game, upcard: str) -> Iterator[Figure]:
    return duel_figures(game, FOUR_CARD_DUEL, CARDS_BY_NAME[upcard + CARD_SUITS[0]])


PARTS = {"caribbean_stud": upcard_chances, "four_card_poker": upcard_chances}
"""The pieces that are computed in parts, one for each rank of the dealer's face-up card."""


def duel_figures(game: Game, duel: Duel, upcard: Card | None = None) -> Iterator[Figure]:
    """Yield the figures of the best play and of the constant ones."""
    duel_deals = DuelDeals(game, duel, upcard)
    stakes = stakes_of(game, *duel.required_bets, "raise")
    for stake in stakes:
        yield from _play_figures(
            _StakePlays(duel_deals, stake), None if stakes == (NOMINAL_STAKE,) else stake
        )


def _play_figures(stake_plays: "_StakePlays", stake: Cents | None) -> Iterator[Figure]:
    for (play, figure_name), profit_counts in stake_plays.profit_counts_by_play():
        total_count = sum(profit_counts.values())
        chances = {
            gain: Fraction(count, total_count) for gain, count in profit_counts.items() if count
        }
        advice_rows = (
            stake_plays.advice()
            if play == BEST and figure_name in stake_plays.duel.required_bets[:1]
            else ()
        )
        yield Figure(figure_name, chances, figure_name, play, stake, tuple(advice_rows))


class _StakePlays:
    """The plays of these deals at one stake on the first bet."""

    def __init__(self, duel_deals: DuelDeals, stake: Cents) -> None:
        self.duel, self._duel_deals = duel_deals.duel, duel_deals
        self._gain_tables = {
            figure_name: [
                duel_deals.gain_table(forced_decision, figure_name, stake)
                for forced_decision in self.duel.decisions.values()
            ]
            for figure_name in self.duel.counted_bets
        }
        self._best_decisions = self._best_for_figure(next(iter(self.duel.counted_bets)))
        """The best decision of each knowledge group, as an index into the duel's decisions."""

    def profit_counts_by_play(self) -> Iterator[tuple[tuple[str, str], dict[Fraction, int]]]:
        """Yield, by play and figure, the number of deals of each profit."""
        decisions_by_play = {BEST: self._best_decisions}
        if self._duel_deals.upcard is None and self.duel.known_cards is None:
            decisions_by_play[MIMIC_PLAY] = self._mimic_decisions()
        for index, decision_name in enumerate(self.duel.decisions):
            decisions_by_play[decision_name] = np.full_like(self._best_decisions, index)
        for figure_name in self.duel.counted_bets:
            gain_tables = self._gain_tables[figure_name]
            for play, decision_indices in decisions_by_play.items():
                yield (play, figure_name), self._count_profits(gain_tables, decision_indices)

    def _count_profits(
        self, gain_tables: Sequence[GainTable], decision_indices: IntArray
    ) -> dict[Fraction, int]:
        """Count the deals by profit, once for each view of the player; a hand that may not make the
        decision makes the next one.
        """
        totals: Counter[Fraction] = Counter()
        duel_deals = self._duel_deals
        chosen_decisions = decision_indices[duel_deals.knowledge_groups]
        for index, gain_table in enumerate(gain_tables):
            # in the order of the duel: a forbidden large raise becomes a smaller one
            chosen_decisions = np.where(
                (chosen_decisions == index) & self._is_forbidden(gain_table)[:, None],
                index + 1,
                chosen_decisions,
            )
            deal_shares = (chosen_decisions == index).sum(axis=1) * duel_deals.class_sizes
            for case_index, counts in enumerate(duel_deals.case_counts):
                counts_by_line = np.zeros(len(duel_deals.payment_lines), np.int64)
                np.add.at(counts_by_line, duel_deals.line_index, counts * deal_shares)
                for line_gains, count in zip(gain_table, counts_by_line.tolist(), strict=True):
                    if count:
                        totals[cast("Fraction", line_gains[case_index])] += count
        return totals

    def _is_forbidden(self, gain_table: GainTable) -> RowArray:
        """Return for each hand whether the decision is forbidden."""
        forbidden_lines = np.array(
            [all(gain is None for gain in line_gains) for line_gains in gain_table]
        )
        return np.asarray(forbidden_lines[self._duel_deals.line_index])

    def _best_for_figure(self, figure_name: str) -> IntArray:
        gain_tables = self._gain_tables[figure_name]
        denominators = {
            gain.denominator
            for gain_table in gain_tables
            for line_gains in gain_table
            for gain in line_gains
            if gain is not None
        }
        decision_values = np.array(
            [self._group_values(gain_table, lcm(*denominators)) for gain_table in gain_tables]
        )
        return np.asarray(decision_values.argmax(axis=0), np.int64)

    def _group_values(self, gain_table: GainTable, common_denominator: int) -> IntArray:
        """Return the value of each knowledge group over all hands of the dealer, scaled to
        integers; FORBIDDEN_VALUE for a forbidden decision.
        """
        duel_deals = self._duel_deals
        scaled_gains = np.array(
            [
                [int((gain or 0) * common_denominator) for gain in line_gains]
                for line_gains in gain_table
            ],
            np.int64,
        )
        hand_values = (
            scaled_gains[duel_deals.line_index] * np.array(duel_deals.case_counts).T
        ).sum(axis=1)
        # never the largest, since `fold` is always allowed
        hand_values[self._is_forbidden(gain_table)] = FORBIDDEN_VALUE
        totals = np.zeros(duel_deals.knowledge_groups.max() + 1, np.int64)
        for group_numbers in duel_deals.knowledge_groups.T:
            np.add.at(totals, group_numbers, hand_values * duel_deals.class_sizes)
        return totals

    def _mimic_decisions(self) -> IntArray:
        fold_index = list(self.duel.decisions).index("fold")
        return np.where(
            self._duel_deals.hand_strengths >= self._duel_deals.opening_strength, 0, fold_index
        ).astype(np.int64)

    def advice(self) -> list[AdviceRow]:
        """Return the weakest hand of each decision, and the strongest of the last one."""
        if self.duel.known_cards is not None:
            return self._advice_on_known_cards()
        hand_strengths, last_decision = (
            self._duel_deals.hand_strengths,
            len(self.duel.decisions) - 1,
        )
        upcard_text = f"{self._duel_deals.upcard.rank}: " if self._duel_deals.upcard else ""
        advice_rows = []
        for index, decision_name in enumerate(self.duel.decisions):
            decision_indices = np.flatnonzero(self._best_decisions == index)
            if len(decision_indices):
                extreme_index = (
                    np.argmax(hand_strengths[decision_indices])
                    if index == last_decision
                    else np.argmin(hand_strengths[decision_indices])
                )
                hand = _hand_text(
                    cards_at(
                        self._duel_deals.card_pool,
                        self._duel_deals.hands[decision_indices[extreme_index]],
                    )
                )
                advice_rows.append(
                    AdviceRow(
                        f"{upcard_text}{'≤' if index == last_decision else '≥'} {hand}",
                        decision_name,
                    )
                )
        return advice_rows

    def _advice_on_known_cards(self) -> list[AdviceRow]:
        """Return the decision of a player who knows a part of his hand, if it is always
        the same.
        """
        decision_names = list(self.duel.decisions)
        names_used = [decision_names[index] for index in np.unique(self._best_decisions)]
        return [AdviceRow(EVERY_HAND, *names_used)] if len(names_used) == 1 else []


def _hand_text(hand: Sequence[Card]) -> str:
    rank_order = "AKQJT98765432"
    return " ".join(
        card.name for card in sorted(hand, key=lambda card: rank_order.index(card.rank))
    )
