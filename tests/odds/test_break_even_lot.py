"""The least lot at which a progressive bet returns all that is bet."""

from collections.abc import Mapping
from fractions import Fraction

import pytest

from firmware.core.game.game import Game
from firmware.core.game.options import MOST_LOT
from firmware.odds.figure import mixed
from firmware.odds.plays import by_lot
from firmware.shell.rules.rules import open_game


def a_tenth_of_the_lot(game: Game) -> Mapping[Fraction, Fraction]:
    """A bet of 1 $ that wins a tenth of the lot, in whole cents, once in a thousand rounds."""
    won = Fraction(game.options["progressive_meter"] // 10, 100)
    cases = ((Fraction(1, 1000), won - 1), (Fraction(999, 1000), Fraction(-1)))
    return mixed((chance, {gain: Fraction(1)}) for chance, gain in cases)


@pytest.mark.parametrize("shown", [0, 123_456_789, MOST_LOT - 1])
def test_it_does_not_depend_on_the_lot_that_is_shown(shown: int) -> None:
    game = open_game("caribbean-stud", {"progressive_meter": shown})
    (figure,) = by_lot(game, a_tenth_of_the_lot, "progressive")
    assert figure.break_even == 1_000_000
    assert figure.chances == a_tenth_of_the_lot(game)
