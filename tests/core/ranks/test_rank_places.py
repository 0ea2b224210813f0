"""The place of seven cards' ranks: two look-ups, a place for each, and none left out."""

from collections import Counter
from itertools import combinations_with_replacement

from firmware.core.ranks.places import places
from firmware.core.vocabulary.cards import FIELD, RANK_KEYS, RANKS
from tests.kits.offenders import each


@each("size", [5, 7])
def test_hands_of_other_ranks_have_other_places(size: int) -> None:
    first, second, every = places(size)
    found: Counter[int] = Counter()
    for ranks in combinations_with_replacement(RANKS, size):
        if max(map(ranks.count, ranks)) <= 4:
            keys = sum(RANK_KEYS[rank] for rank in ranks)
            field = (1 << FIELD) - 1
            found[first[keys & field] + second[keys >> FIELD & field]] += 1
    assert set(found) == set(range(every))
    assert set(found.values()) == {1}
