"""A tournament of sixty players, with a journal and power cuts: campaign `tournaments` in small.

What must hold is asserted at every game by `tests.kits.tournament.evening_of_chance`.
"""

from random import Random

import pytest

from tests.kits.examples import examples
from tests.kits.tournament.chance_terms import any_terms
from tests.kits.tournament.evening_of_chance import Evening
from tests.kits.tournament.powered import Powered


@pytest.mark.parametrize("seed", range(1, examples(2, 200)))
def test_chips_seats_prizes_survive_power_cuts(seed: int) -> None:
    chance = Random(seed)
    powered = Powered(any_terms(chance), chance, 0.02)
    sums = Evening(served=powered, players=60, chance=chance, errs=0.1).play()
    assert sums.games > 50
    assert sums.corrected
    assert powered.cuts
