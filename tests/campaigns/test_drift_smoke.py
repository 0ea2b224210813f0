"""A short form of the campaign: sound shoes, and stacked ones."""

from random import Random

from tests.campaigns.drift import false_notes, found_after, most

ROUNDS = 300


def test_sound_shoes_bring_no_more_notes_than_are_promised() -> None:
    assert false_notes(ROUNDS, Random(1)) <= most(ROUNDS)


def test_stacked_shoes_are_found() -> None:
    assert found_after(1.0, Random(1), ROUNDS) is not None
