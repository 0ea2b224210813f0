"""A short form of the campaign that plays by chance, with a planted error that it finds."""

from random import Random

import pytest

from firmware.odds.figure import Figure
from tests.campaigns import odds_by_chance
from tests.campaigns.odds_by_chance import BEYOND, deviations

ROUNDS = 300


@pytest.mark.parametrize("game", ["blackjack", "boston-poker", "poker-3-5-7"])
def test_rounds_by_chance_bring_what_the_figures_say(game: str) -> None:
    found = list(deviations(game, ROUNDS, Random(1)))
    assert found
    assert not [each for each in found if abs(each[1]) > BEYOND]


def test_a_figure_that_is_off_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole stake too much for each profit."""
    usual = odds_by_chance.known

    def wrong(*asked: object) -> list[Figure]:
        return [
            figure._replace(chances={gain + 1: p for gain, p in figure.chances.items()})
            for figure in usual(*asked)  # type: ignore[arg-type]
        ]

    monkeypatch.setattr(odds_by_chance, "known", wrong)
    found = deviations("boston-poker", ROUNDS, Random(1))
    assert [figure.bet for figure, off in found if abs(off) > BEYOND]
