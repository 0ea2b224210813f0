"""The switches of Blackjack: what a rule pack may have otherwise than the articles.

Of each the first value is the course of the articles.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

SURRENDER: Final = "surrender"
"""Half of the bet for the first two cards."""
NO_SURRENDER: Final = "none"
LATE: Final = "late"
"""A dealer's Blackjack takes the whole bet all the same."""
EARLY: Final = "early"
"""Half comes back whatever the dealer's hand becomes."""

NO_HOLE_CARD: Final = "no_hole_card"
"""What a dealer's Blackjack takes that is found after the hands are played."""
FIRST_BET: Final = "first"
ALL_BETS: Final = "all"

DOUBLES: Final = "doubles"
"""The first two cards that may be doubled, by their value with aces as 1."""
DOUBLED_VALUES: Final[Mapping[str, Collection[int]]] = {
    "9_11": (9, 10, 11),
    "10_11": (10, 11),
    "any": range(2, 21),
}

SPLIT_HANDS: Final = "split_hands"
"""How many hands the splits of a spot may make."""
RESPLIT_ACES: Final = "resplit_aces"
HIT_SPLIT_ACES: Final = "hit_split_aces"
"""Whether split aces take more than one card each."""
UNLIKE_TENS: Final = "unlike_tens"
"""Whether two cards of ten that are not of one rank may be split."""
INSURANCE_FOR_LESS: Final = "insurance_for_less"

HANDS_AFTER_SPLIT: Final = 2
MOST_HANDS: Final = 5
"""Hands at a spot: it is split once (24), or up to four times (26.1, paragraph 2)."""

SWITCHES: Final[Mapping[str, Sequence[object]]] = MappingProxyType(
    {
        SURRENDER: (NO_SURRENDER, LATE, EARLY),
        NO_HOLE_CARD: (FIRST_BET, ALL_BETS),
        DOUBLES: tuple(DOUBLED_VALUES),
        SPLIT_HANDS: tuple(range(HANDS_AFTER_SPLIT, MOST_HANDS + 1)),
        RESPLIT_ACES: (False, True),
        HIT_SPLIT_ACES: (False, True),
        UNLIKE_TENS: (True, False),
        INSURANCE_FOR_LESS: (False, True),
    }
)


def most_hands(options: Mapping[str, Any]) -> int:
    """Return how many hands a spot may have at a table with these options."""
    return MOST_HANDS if options["resplit"] else int(options[SPLIT_HANDS])
