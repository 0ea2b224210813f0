"""The second reckoning of Pai Gow: every pair of the set has its place, every setting is tried."""

from collections.abc import Iterable
from itertools import combinations

from tests.kits.games.naive.tiles import COMBINATIONS, TILES, hands_in_order, is_right, settings


def test_101_each_of_496_pairs_has_rank() -> None:
    classes = hands_in_order()
    assert sum(map(len, classes)) == 496
    named = [sorted({" ".join(sorted(hand)) for hand in alike}) for alike in classes[:20]]
    articles = [
        sorted(" ".join(sorted(hand.split())) for hand in line.split(", ")) for line in COMBINATIONS
    ]
    assert named == articles
    assert [len(alike) for alike in classes[:20]] == [1] * 16 + [4, 4, 8, 8]


def test_113_all_settings_of_four_tiles() -> None:
    """Three ways to halve them and two to lay each; laid both ways only equal halves are right."""
    place = {hand: at for at, alike in enumerate(hands_in_order()) for hand in map(_named, alike)}
    for four in set(combinations(sorted(TILES), 4)):
        ways = {(_named(weak), _named(strong)) for weak, strong in settings(four)}
        assert len(ways) == len(set(combinations(four, 2)))
        assert ways == {(strong, weak) for weak, strong in ways}
        for weak, strong in ways:
            assert sorted(weak + strong) == list(four)
            assert is_right(list(weak), list(strong)) == (place[weak] >= place[strong])


def _named(hand: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(hand))
