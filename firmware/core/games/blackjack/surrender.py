"""Surrender at Blackjack, which a rule pack may allow: half of the bet for the first two cards."""

from typing import Final

SURRENDER: Final = "surrender"
"""The switch."""
NO_SURRENDER: Final = "none"
LATE: Final = "late"
"""A dealer's Blackjack takes the whole bet all the same."""
EARLY: Final = "early"
"""Half comes back whatever the dealer's hand becomes."""
