"""Undo and TAKE BACK together lead from any point of a game back to before its post (67.101).

Nothing leads back over a misdeal, a burn in stud, or one that was not due.
"""

from copy import copy

import pytest

from firmware.core.poker_room.engine import acts
from firmware.core.poker_room.engine.engine import PokerEngine
from firmware.core.poker_room.engine.pack import CARD_BITS
from firmware.core.poker_room.engine.prompts import pending_step
from firmware.core.poker_room.engine.state import DEALING, PokerState
from firmware.core.poker_room.engine.terms import PokerTerms
from firmware.core.vocabulary.rulings import Refused
from tests.kits.examples import examples
from tests.kits.games.any_poker import Evening

SEEDS = range(examples(8, 1000))
ACTS = 100


def is_taken(table: PokerEngine, act: acts.PokerAct) -> bool:
    return not any(isinstance(ruling, Refused) for ruling in table.handle(act, 0))


def deal_after_the_burn(table: PokerEngine) -> bool:
    """Deal any card after a burn: nothing leads back over the burn alone."""
    game = table.poker_state.game
    if game is None or not game.is_burned or pending_step(table.poker_state) != "card":
        return False
    unknown = next(card for card, bit in CARD_BITS.items() if not bit & game.known_cards)
    return is_taken(table, acts.FaceUp(unknown))


def leads_back(table: PokerEngine) -> bool:
    """Go back as far as the keys lead; return whether the game is gone."""
    while table.poker_state.game is not None:
        keys = (acts.TakeBack(), acts.UndoKey())
        if not any(is_taken(table, key) for key in keys) and not deal_after_the_burn(table):
            return False
    return True


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_and_take_back_anywhere(seed: int) -> None:
    evening, before_post = Evening(seed), PokerState(PokerTerms(), PokerTerms())
    is_barred = False
    for act, before, _ in evening.play(ACTS):
        room = evening.table.poker_state
        if before.game is None:
            before_post, is_barred = before, room.terms.variant.stud
        else:
            is_odd_burn = isinstance(act, acts.Burn) and before.game.stage is not DEALING
            is_barred |= isinstance(act, acts.Misdeal) or is_odd_burn
        if room.game is None or room.alarm or is_barred:
            continue
        table = copy(evening.table)
        assert leads_back(table), act
        assert table.poker_state.seats == before_post.seats
