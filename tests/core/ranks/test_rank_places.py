"""The place of seven cards' ranks and the sums by which their flushes are found."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from firmware.core.ranks import best_five
from firmware.core.ranks.places import places, rows
from firmware.core.vocabulary.cards import CARDS, FIELD, JOKER, RANKS, SUITS
from tests.kits.core.plain_ranks import hand

CARD = {rank: CARDS[rank + "S"] for rank in RANKS}
KEYS = [CARDS["A" + suit].flush_key for suit in SUITS]


def test_hands_of_other_ranks_have_other_places() -> None:
    place, row = places(7), rows(7, None)
    found: Counter[tuple[int, int]] = Counter()
    for ranks in combinations_with_replacement(RANKS, 7):
        if max(map(ranks.count, ranks)) <= 4:
            keys = sum(CARD[rank].place_key for rank in ranks)
            at = keys >> FIELD, place[keys & (1 << FIELD) - 1]
            assert at[1] < len(row[at[0]])
            found[at] += 1
    assert len(found) == 49_205
    assert set(found.values()) == {1}


def test_seven_flush_keys_say_which_suit_has_five() -> None:
    flushes: dict[int, set[str]] = {}
    for suits in combinations_with_replacement(SUITS, 7):
        most = max(SUITS, key=suits.count)
        flush = most if suits.count(most) >= 5 else "none"
        flushes.setdefault(sum(KEYS[SUITS.index(suit)] for suit in suits), set()).add(flush)
    assert {len(found) for found in flushes.values()} == {1}
    assert max(flushes) <= 256


def test_a_joker_among_seven_cards_is_refused_whatever_was_ranked_before() -> None:
    held = hand("AS KD 9H 8C 5S 4D")
    best_five([*held, CARDS["2H"]])
    with pytest.raises(ValueError, match="no hand of 5 to 7"):
        best_five([*held, JOKER])
