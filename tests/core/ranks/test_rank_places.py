"""The place of seven cards' ranks and the sums by which their flushes are found."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from firmware.core.ranks import best_five
from firmware.core.ranks.place_index import empty_rows, place_by_key_sum
from firmware.core.vocabulary.cards import (
    CARD_RANKS,
    CARD_SUITS,
    CARDS_BY_NAME,
    JOKER_CARD,
    RANK_FIELD_BITS,
)
from tests.kits.core.plain_ranks import hand

CARD = {rank: CARDS_BY_NAME[rank + "S"] for rank in CARD_RANKS}
KEYS = [CARDS_BY_NAME["A" + suit].flush_key for suit in CARD_SUITS]


def test_different_ranks_have_different_places() -> None:
    place, row = place_by_key_sum(7), empty_rows(7, None)
    found: Counter[tuple[int, int]] = Counter()
    for ranks in combinations_with_replacement(CARD_RANKS, 7):
        if max(map(ranks.count, ranks)) <= 4:
            keys = sum(CARD[rank].place_key for rank in ranks)
            at = keys >> RANK_FIELD_BITS, place[keys & (1 << RANK_FIELD_BITS) - 1]
            assert at[1] < len(row[at[0]])
            found[at] += 1
    assert len(found) == 49_205
    assert set(found.values()) == {1}


def test_seven_flush_keys_identify_suit_of_five() -> None:
    flushes: dict[int, set[str]] = {}
    for suits in combinations_with_replacement(CARD_SUITS, 7):
        most = max(CARD_SUITS, key=suits.count)
        flush = most if suits.count(most) >= 5 else "none"
        flushes.setdefault(sum(KEYS[CARD_SUITS.index(suit)] for suit in suits), set()).add(flush)
    assert {len(found) for found in flushes.values()} == {1}
    assert max(flushes) <= 256


def test_joker_among_seven_is_refused_despite_cache() -> None:
    held = hand("AS KD 9H 8C 5S 4D")
    best_five([*held, CARDS_BY_NAME["2H"]])
    with pytest.raises(ValueError, match="no hand of 5 to 7"):
        best_five([*held, JOKER_CARD])
