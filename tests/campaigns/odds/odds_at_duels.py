"""The best player of a hand against the dealer's: Caraïbes, Fou, 4 Cartes and 3 Cartes."""

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from pathlib import Path
from typing import Final

import numpy as np

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, CARDS_BY_NAME, FULL_PACK, Card
from firmware.core.vocabulary.money import NOMINAL_STAKE
from firmware.odds import duels
from firmware.odds.dealer_hands import IntArray
from firmware.odds.duel_counts import Duel, DuelDeals, ForcedDecision
from tests.campaigns.odds.odds_decided import decide_so, own_cards
from tests.kits.quebec import open_game

DUELS: Final[Mapping[str, Duel]] = {
    "caribbean-stud": duels.CARIBBEAN_DUEL,
    "crazy-four-poker": duels.CRAZY_FOUR_DUEL,
    "four-card-poker": duels.FOUR_CARD_DUEL,
    "three-card-poker": duels.THREE_CARD_DUEL,
}


BIT: Final = {
    card: 1 << len(CARD_RANKS) * CARD_SUITS.index(card.suit) + CARD_RANKS.index(card.rank)
    for card in FULL_PACK
}
RANKS_OF_ONE: Final = (1 << len(CARD_RANKS)) - 1


class AtDuel:
    """Decides as brings most with this very hand, against this very card of the dealer's."""

    def __init__(self, name: str, folder: Path) -> None:
        self._name, self._game, self.duel = name, open_game(name, {}), DUELS[name]
        self._folder = folder
        self._names = list(self.duel.decisions)
        self._decisions = cache(self._found)

    def __call__(self, game: Game) -> None:
        """Decide for the first spot."""
        key, most = self.decision(own_cards(game), *game.cards.get("dealer", ()))
        decide_so(game, key, most=most)

    def decision(self, own: Sequence[Card], shown: Card | None = None) -> ForcedDecision:
        """Return the decision with these cards."""
        hands, does = self._decisions(shown.rank if shown else "")
        at = np.searchsorted(hands, alike(own, shown))
        return self.duel.decisions[self._names[does[at]]]

    def _found(self, rank: str) -> Sequence[IntArray]:
        """Return the hands, rising, and the place of the best decision with each."""
        path = self._folder / f"{self._name}.best.{rank}.npy"
        if not path.exists():
            self._folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".new")
            with part.open("wb") as file:
                np.save(file, self._decided(CARDS_BY_NAME[rank + CARD_SUITS[0]] if rank else None))
            part.replace(path)
        hands, does = np.load(path)
        return hands, does

    def _decided(self, shown: Card | None) -> IntArray:
        dealt = DuelDeals(self._game, self.duel, shown)
        best = duels._StakePlays(dealt, NOMINAL_STAKE)._best_decisions
        hands = [alike([dealt.card_pool[at] for at in hand], shown) for hand in dealt.hands]
        order = np.argsort(hands)
        return np.array([np.array(hands)[order], best[order]])


def alike(cards: Sequence[Card], shown: Card | None) -> int:
    """Return what hands have in common that differ by an exchange of suits, that of the dealer's
    card apart: the ranks of each suit, bit by bit.
    """
    bits = sum(BIT[card] for card in cards)
    ranks = [bits >> len(CARD_RANKS) * at & RANKS_OF_ONE for at in range(len(CARD_SUITS))]
    own = ranks.pop(CARD_SUITS.index(shown.suit)) if shown else 0
    return reduce(lambda found, of: found << len(CARD_RANKS) | of, sorted(ranks), own)
