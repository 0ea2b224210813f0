"""A short form of the campaign that plays by chance, with a planted error that it finds."""

from pathlib import Path

import numpy as np
import pytest

from firmware.odds.figure import Figure
from tests.campaigns.odds import odds_by_chance
from tests.campaigns.odds.odds_by_chance import BEYOND, STAKE, Sums, plays_of, run

ROUNDS = 300


def deviations(game: str, folder: Path) -> list[tuple[Figure, float]]:
    found = []
    for play in plays_of(game, folder):
        play.add(sums := Sums(), ROUNDS)
        found += play.deviations(sums)
    return found


GAMES = ["boston-poker", "poker-3-5-7", "poker-grand-prix", "red-dog", "three-card-poker"]


@pytest.mark.clause("NJ 13:69E-1.28P(b)2")
@pytest.mark.parametrize("game", GAMES)
def test_random_rounds_match_figures(game: str, tmp_path: Path) -> None:
    found = deviations(game, tmp_path)
    assert {figure.play for figure, _ in found} >= {"best"}
    assert not [each for each in found if abs(each[1]) > BEYOND]


def test_wrong_figure_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A whole stake too much for each profit."""
    usual = odds_by_chance.stored_figures

    def wrong(*asked: object) -> list[Figure]:
        return [
            figure._replace(chances={gain + 1: p for gain, p in figure.chances.items()})
            for figure in usual(*asked)  # type: ignore[arg-type]
        ]

    monkeypatch.setattr(odds_by_chance, "stored_figures", wrong)
    found = deviations("boston-poker", tmp_path)
    assert [figure.bet for figure, off in found if abs(off) > BEYOND]


def test_interrupted_run_resumes(tmp_path: Path) -> None:
    plays = list(plays_of("red-dog", tmp_path))
    whole = run(plays, ROUNDS, tmp_path / "whole")
    run(plays, ROUNDS, tmp_path / "parts")
    assert run(plays, ROUNDS, tmp_path / "parts") == whole
    assert run(plays, 2 * ROUNDS, tmp_path / "parts") != whole


def test_computed_decisions_are_stored(tmp_path: Path) -> None:
    """Another run takes them from the file: there, every hand is folded now."""
    ante = [Sums(), Sums()]
    for sums in ante:
        (best, *_) = plays_of("three-card-poker", tmp_path)
        best.add(sums, ROUNDS)
        (folder,) = tmp_path.iterdir()
        hands, does = np.load(folder)
        np.save(folder, np.array([hands, np.full_like(does, does.max())]))
    assert ante[0].cents["ante"] > ante[1].cents["ante"] == -ROUNDS * STAKE
