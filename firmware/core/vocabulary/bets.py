"""Bets: their names and classes, the words of a bet and of who makes it."""

from typing import Final

import msgspec

from firmware.core.vocabulary.bet_keys import BET_WORDS, BET_WORDS_WITH_ARGUMENT
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Place, Stack


def base_bet_name(on: str) -> str:
    """Return a bet's name without its argument: `main:2` is `main`."""
    return on.partition(":")[0]


BETS_WITH_OWN_EDGE: Final = frozenset(
    {
        *("sum", "on"),  # Sic bo (95.24), the wheel of fortune (120)
        *("hard", "hop", "craps", "place", "buy", "lay"),  # Craps (95.15, 95.17)
        *("come_odds", "dont_come_odds"),  # 95.16
    }
)
"""Bets whose argument changes their edge."""


def bet_class(on: str, picks: int | None = None) -> str:
    """Return the class of a bet, whose bets all have one edge: its name without the argument, if
    that changes nothing; of a ticket, its name and the count of its numbers.
    """
    if picks is not None:
        return f"{base_bet_name(on)}:{picks}"
    return on if base_bet_name(on) in BETS_WITH_OWN_EDGE else base_bet_name(on)


def bet_words(on: str) -> Text:
    """Return the words of a bet: `main`, or with its argument `main:2`."""
    base_bet, _, argument = on.partition(":")
    if argument:
        return Text(BET_WORDS_WITH_ARGUMENT.get(base_bet, on), {"argument": argument})
    # of a bet that a rule pack declares, the pack has the words
    return Text(BET_WORDS.get(base_bet, f"bet.{base_bet}"))


def place_values(place: Place, *hands: int | None) -> dict[str, str | int | Text]:
    """Return the values that name a place in a text, with the hands of a spot that has several."""
    on, hand_numbers = bet_words(place.on), [str(hand) for hand in hands if hand is not None]
    if hand_numbers:
        on = Text("prompt.of_hand", {"on": on, "hand": ", ".join(hand_numbers)})
    return {"spot": place.spot, "on": on}


def bettor_words(bettor: Bettor) -> Text:
    """Return the words of who bets at a spot."""
    spot, name = bettor
    seated = Text("hand.spot", {"spot": spot})
    return Text("view.behind", {"whose": seated, "bettor": name}) if name else seated


class Bet(msgspec.Struct, frozen=True):
    """Chips of one bettor at a place; `bettor` None is the player seated at the spot."""

    place: Place
    cents: Cents
    bettor: str | None = None

    @property
    def stack(self) -> Stack:
        """The chips."""
        return self.place, self.bettor
