"""The least lot at which a progressive bet returns all that is bet."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from firmware.core.game.game import Game
from firmware.core.game.options import MAX_JACKPOT_CENTS
from firmware.odds.figure import mix_chances
from firmware.odds.strategies import jackpot_figure
from tests.kits.quebec import open_game


def a_tenth_of_the_lot(game: Game) -> Mapping[Fraction, Fraction]:
    """A bet of 1 $ that wins a tenth of the lot, in whole cents, once in a thousand rounds."""
    won = Fraction(game.options["progressive_meter"] // 10, 100)
    cases = ((Fraction(1, 1000), won - 1), (Fraction(999, 1000), Fraction(-1)))
    return mix_chances((chance, {gain: Fraction(1)}) for chance, gain in cases)


@pytest.mark.parametrize("shown", [0, 123_456_789, MAX_JACKPOT_CENTS - 1])
def test_displayed_lot_does_not_matter(shown: int) -> None:
    game = open_game("caribbean-stud", {"progressive_meter": shown})
    (figure,) = jackpot_figure(game, a_tenth_of_the_lot, "progressive")
    assert figure.break_even == 1_000_000
    assert figure.chances == a_tenth_of_the_lot(game)
