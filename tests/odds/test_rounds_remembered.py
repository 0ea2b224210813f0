"""Rounds whose lines are remembered, and the same cards played by the core every time."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.odds.duel_counts import ForcedDecision
from firmware.odds.shoe import hand_of_values, hand_total
from firmware.shell.rules.rules import open_game
from tests.campaigns.odds.odds_at_duels import DUELS, AtDuel
from tests.campaigns.odds.odds_by_chance import bets_of
from tests.campaigns.odds.odds_players import HOLE_CARD, AtBlackjack
from tests.campaigns.odds.odds_remembered import rounds
from tests.campaigns.odds.odds_rounds import Decide, Rounds

ROUNDS = 150


class ByTotal(AtBlackjack):
    """Splits eights, doubles elevens, and draws to 16: with no reckoning."""

    def key(self, upcard: int, cards: tuple[int, ...], *, split: bool = False) -> Key:
        worth = hand_total(hand_of_values(cards))
        if worth >= 17:
            return Key.STAND
        if cards == (7, 7) and not split:
            return Key.SPLIT
        return Key.DOUBLE if worth == 11 and len(cards) == 2 and not split else Key.HIT


class ByHighCard(AtDuel):
    """Lays more the higher his highest card is."""

    def decision(self, own: Sequence[Card], shown: Card | None = None) -> ForcedDecision:
        ways = [*self.duel.decisions.values()]
        return ways["AKQ".find(self.duel.rank_hand(own).high_rank) % len(ways)]


def player(name: str) -> Decide:
    if name.startswith("blackjack"):
        return ByTotal("total", known=HOLE_CARD in name)
    return ByHighCard(name, Path())


@pytest.mark.parametrize(
    "name", ["blackjack", "blackjack-multi-action", "blackjack-multi-action hole_card", *DUELS]
)
def test_the_same_cards_bring_the_same_lines(name: str) -> None:
    of, *options = name.split()
    game, decide = open_game(of, dict.fromkeys(options, True)), player(name)
    bets = bets_of(name, game)
    remembered, whole = rounds(game, decide, bets), Rounds(game, Random())
    assert type(remembered) is not type(whole)
    for table in (remembered, whole):
        table.begin(Random(name))
    expected = [whole.play(bets, decide) for _ in range(ROUNDS)]
    assert [remembered.play(bets, decide) for _ in range(ROUNDS)] == expected
