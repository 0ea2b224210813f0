"""A short form of the campaigns: sound shoes and stacked ones, other games, and a loaded wheel."""

from random import Random

import pytest

from tests.campaigns.odds import drift_year
from tests.campaigns.odds.drift import false_notes, found_after, most

ROUNDS = 300
MANY = 20_000
"""So many at most until a loaded wheel is found."""


def test_sound_shoes_bring_no_more_notes_than_are_promised() -> None:
    assert false_notes(ROUNDS, Random(1)) <= most(ROUNDS)


def test_stacked_shoes_are_found() -> None:
    assert found_after(1.0, Random(1), ROUNDS) is not None


@pytest.mark.parametrize("game", ["blackjack", "craps", "pai-gow-poker", "wheel-of-fortune"])
def test_other_sound_tables_bring_no_more_notes_either(game: str) -> None:
    found = drift_year.notes(drift_year.rounds(game, Random(1)), ROUNDS)
    assert all(count <= most(ROUNDS, rare) for rare, count in found.items())


def test_a_loaded_wheel_is_found() -> None:
    assert drift_year.found_after(drift_year.loaded(Random(1)), MANY) is not None
