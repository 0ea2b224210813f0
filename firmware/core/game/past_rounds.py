"""The last closed rounds, as long as their money can be corrected."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple
from unicodedata import category

import msgspec

from firmware.core.vocabulary.bets import place_values
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.meters import METER_MODULO
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack

CORRECTABLE_ROUNDS: Final = 10
"""How many closed rounds back the money can be corrected."""

MAX_REASON_LENGTH: Final = 200
"""How many characters a correction's reason may have."""

UNPRINTED: Final = ("C", "Zl", "Zp")
"""The beginnings of Unicode's categories of control characters, and ends of lines."""


class SettledStack(NamedTuple):
    """A bet that was settled: its place, who had it, and how many numbers a ticket has."""

    place: Place
    bettor: str | None = None
    picks: int | None = None

    @property
    def written(self) -> str:
        """The bet as a word, since every checkpoint has those of ten rounds."""
        words = [str(self.place.spot), self.place.on]
        if self.picks is not None or self.bettor is not None:
            words.append(str(self.picks or 0))
        return " ".join(words if self.bettor is None else [*words, self.bettor])


class PastRound(msgspec.Struct, frozen=True, array_like=True):
    """A closed round with its bets; `is_banked` if a player was the bank."""

    number: int
    bets: tuple[str, ...]
    is_banked: bool = False
    swings: tuple[int, ...] = ()
    """For each bet the cents between the best and the worst result; 0 if they are not bounded."""

    def check_amount(self, settled_stack: SettledStack, cents: int) -> None:
        """Raise Forbidden if a bet's money could not have been so much more or less."""
        swing = dict(zip(self.bets, self.swings, strict=False)).get(settled_stack.written, 0)
        if 0 < swing < abs(cents):
            values = place_values(settled_stack.place)
            raise Forbidden("why.correction_too_large", **values, most_cents=swing)

    def settled_stack(self, stack: Stack) -> SettledStack | None:
        """Return a bet of the round, None if it was not settled there."""
        stacks = (_read_stack(written) for written in self.bets)
        return next((bet for bet in stacks if (bet.place, bet.bettor) == stack), None)


def latest_rounds(past_rounds: Sequence[PastRound], closed: PastRound) -> tuple[PastRound, ...]:
    """Return the rounds that can be corrected once this one too is closed."""
    return (*past_rounds, closed)[-CORRECTABLE_ROUNDS:]


def check_correction(correction: CorrectionMade) -> None:
    """Raise Forbidden on a correction without a short reason in one line, or an amount."""
    if not correction.reason.strip():
        raise Forbidden("why.no_reason")
    if len(correction.reason) > MAX_REASON_LENGTH:
        raise Forbidden("why.reason_too_long", count=MAX_REASON_LENGTH)
    if any(category(letter).startswith(UNPRINTED) for letter in correction.reason):
        raise Forbidden("why.reason_unprintable")
    if not 0 < abs(correction.cents) < METER_MODULO // 2:
        raise Forbidden("why.no_correction")


def correctable_stack(
    past_rounds: Sequence[PastRound],
    correction: CorrectionMade,
    place: Place,
    bet_names: Collection[str],
) -> tuple[PastRound, SettledStack]:
    """Return the round and bet that a correction means, at this place of a game with such bets.

    Raises Forbidden if the round is further back, no bet was settled there, or it could not have
    won or lost so much.
    """
    for past_round in past_rounds:
        if past_round.number == correction.round:
            settled_stack = past_round.settled_stack((place, correction.bettor))
            if settled_stack is not None:
                past_round.check_amount(settled_stack, correction.cents)
                return past_round, settled_stack
            named = _named(place, is_known=place.on in bet_names)
            raise Forbidden("why.not_settled_there", round=correction.round, **named)
    raise Forbidden("why.round_too_old", round=correction.round, count=CORRECTABLE_ROUNDS)


def _named(place: Place, *, is_known: bool) -> dict[str, str | int | Text]:
    """Return the values that name a place, of which there may be no such bet at all."""
    return place_values(place) if is_known else {"spot": place.spot, "on": place.on}


def _read_stack(written: str) -> SettledStack:
    spot, on, *rest = written.split(" ", 3)
    picks = int(rest[0]) if rest else 0
    bettor = rest[1] if len(rest) > 1 else None
    return SettledStack(Place(int(spot), on), bettor, picks or None)
