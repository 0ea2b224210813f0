"""A short form of the campaign: sound tables, stacked shoes, and a loaded wheel."""

from random import Random

import pytest

from tests.campaigns.odds.drift import found_after, loaded, most, notes, rounds, shoes

ROUNDS = 300
MANY = 20_000
"""So many at most until a loaded wheel is found."""


@pytest.mark.parametrize("game", ["blackjack", "craps", "pai-gow-poker", "wheel-of-fortune"])
def test_sound_tables_bring_no_more_notes_than_are_promised(game: str) -> None:
    found = notes(rounds(game, Random(1)), ROUNDS)
    assert all(count <= most(ROUNDS, rare) for rare, count in found.items())


def test_sound_shoes_bring_no_more_notes_either() -> None:
    found = notes(shoes(Random(1)), ROUNDS)
    assert all(count <= most(ROUNDS, rare) for rare, count in found.items())


def test_stacked_shoes_are_found() -> None:
    assert found_after(shoes(Random(1), 1.0), ROUNDS) is not None


def test_loaded_wheel_is_found() -> None:
    assert found_after(loaded(Random(1)), MANY) is not None
