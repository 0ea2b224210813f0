"""Events on the felt while the service is dead, unseen by the table."""

import time
from random import Random
from typing import Final

from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.campaigns.kill.dealer import Dealer
from tests.campaigns.kill.judge import Judge

DRAWS: Final = 0.2
MOVES: Final = 0.3
"""How often a card is drawn, and chips are moved."""
LONGEST_S: Final = 0.05
"""How long the power stays off at most."""


class Meddler:
    """Draws a card, or moves chips, now and then; the judge is given what must come out."""

    def __init__(self, dealer: Dealer, judge: Judge, chance: Random) -> None:
        self._dealer = dealer
        self._judge = judge
        self._chance = chance

    def meddle(self) -> None:
        """Wait a little, and perhaps do something that the table would have stopped."""
        time.sleep(self._chance.uniform(0, LONGEST_S))
        table, chance = self._judge.replica.table, self._chance.random()
        due = self._dealer.round.due
        if (
            self._dealer.number != table.state.round.number
            or table.state.round.bets.late_stacks
            or due is None
        ):
            return
        if chance < DRAWS and table.state.phase is Phase.ROUND:
            self._draw()
        elif DRAWS <= chance < DRAWS + MOVES and table.state.phase in (Phase.OPEN, Phase.ROUND):
            self._move_chips()

    def _draw(self) -> None:
        floor, cards = self._dealer.floor, self._judge.replica.table.state.game.cards
        known = {hand: [card.name for card in dealt] for hand, dealt in cards.items()}
        if known == floor.round.cards and not floor.table.shoe.is_locked:
            self._dealer.draw()
            floor.counts["cards drawn while it was down"] += 1

    def _move_chips(self) -> None:
        table, floor, chance = self._judge.replica.table, self._dealer.floor, self._chance
        before = floor.chips.felt()
        anywhere = (chance.randint(1, 7), chance.choice(("player", "banker", "tie")))
        place = Place(*chance.choice([anywhere, *sorted(before)]))
        if place in before and chance.random() < 0.5:
            floor.chips.sweep(place)
        else:
            floor.chips.bet(place)
        after = floor.chips.felt()
        if after != before:
            floor.counts["chips moved while it was down"] += 1
            if table.state.phase is Phase.ROUND:
                cents = after.get((place.spot, place.on), 0)
                self._judge.expect_late(table.state.round.number, place, cents)
