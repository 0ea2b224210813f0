"""Places and prizes of a tournament (127, 004 9 and 12)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from firmware.core.tournament.rulings import PlayerPlaced, PrizeWon, ProceedsReported
from firmware.core.tournament.terms import CHARITY_PERCENT, TournamentTerms

Places = dict[int, list[str]]
"""Players by place. Players who share a place also occupy the next ones, which stay empty."""


def rank_by_chips(stacks: Sequence[tuple[str, int]], best_place: int) -> Places:
    """Return the places from `best_place` on, by chips; equal stacks share a place."""
    places: Places = {}
    place = best_place
    by_chips = sorted(stacks, key=lambda player_stack: -player_stack[1])
    for _, equal_stacks in groupby(by_chips, key=lambda player_stack: player_stack[1]):
        places[place] = [player for player, _ in equal_stacks]
        place += len(places[place])
    return places


def placings(places: Places) -> Iterator[PlayerPlaced]:
    """Yield the place of each player, the best place first."""
    for place in sorted(places):
        for player in places[place]:
            yield PlayerPlaced(player, place)


def prize_pool(terms: TournamentTerms, gross_cents: int) -> int:
    """Return the sum of all prizes in cents: by 004 rounded down, by the regulation up (127)."""
    # 127 demands at least a share of the gross: rounded up. 004 7 leaves the charity at least its
    # share: rounded down
    hundredths = gross_cents * terms.prize_percent
    return hundredths // 100 if terms.holdem else -(-hundredths // 100)


SMALLER_UNITS: Final = (5000, 2500, 1000, 500, 100, 25, 5, 1)
"""Cents: the units that replace one which takes more than a tenth of a place's share."""


class PrizeTable(NamedTuple):
    """The prizes of a tournament by place, and the unit in which they were rounded."""

    amounts: list[int]
    """The prize of each place in cents, for as many places as there are players."""
    unit: int
    """In cents; the remainder of the rounding is part of a prize and need not be whole units."""


def prize_table(terms: TournamentTerms, gross_cents: int, player_count: int) -> PrizeTable:
    """Return the prizes, which always make the pool.

    Each share is rounded down to a unit that leaves every place nine tenths of it at least. The
    remainder goes to the first place; in a hold'em tournament to places that it keeps within half
    of the pool (004 9).
    """
    pool_cents = prize_pool(terms, gross_cents)
    shares = [pool_cents * percent // 100 for percent in terms.prizes[:player_count]]
    unit = _rounding_unit(terms.prize_unit, shares)
    amounts = [share - share % unit for share in shares]
    if amounts:
        # percentages of empty places are in the remainder too, if fewer players than prizes entered
        give_rest = _give_rest_within_half if terms.holdem else _give_rest_to_first
        give_rest(amounts, pool_cents)
    return PrizeTable(amounts, unit)


def prize_amounts(terms: TournamentTerms, gross_cents: int, player_count: int) -> list[int]:
    """Return the prize of each place in cents, for as many places as there are players."""
    return prize_table(terms, gross_cents, player_count).amounts


def _rounding_unit(prize_unit: int, shares: Sequence[int]) -> int:
    """Return the tournament's unit, or the largest smaller one that is fair to every place."""
    smaller_units = (unit for unit in SMALLER_UNITS if unit < prize_unit)
    return next(
        unit
        for unit in (prize_unit, *smaller_units)
        if all(10 * (share - share % unit) >= 9 * share for share in shares)
    )


def _give_rest_to_first(amounts: list[int], pool_cents: int) -> None:
    amounts[0] += pool_cents - sum(amounts)


def _give_rest_within_half(amounts: list[int], pool_cents: int) -> None:
    rest_cents = pool_cents - sum(amounts)
    for place, cents in enumerate(amounts):
        if 2 * (cents + rest_cents) <= pool_cents:
            amounts[place] += rest_cents
            return
    for place, cents in enumerate(amounts):
        amounts[place] += min(pool_cents // 2 - cents, pool_cents - sum(amounts))
    # an odd cent that exceeds half of the pool wherever it goes
    _give_rest_to_first(amounts, pool_cents)


def prizes_won(places: Places, prize_amounts: Sequence[int]) -> Iterator[PrizeWon]:
    """Yield the prizes by place. Players who share a place share the prizes of all its places."""
    for place in sorted(places):
        sharers = places[place]
        # the first sharers get one odd cent each, so that the prizes add up to the pool
        cents, odd_cents = divmod(
            sum(prize_amounts[place - 1 : place - 1 + len(sharers)]), len(sharers)
        )
        for position, player in enumerate(sharers):
            if share_cents := cents + (position < odd_cents):
                yield PrizeWon(player, place, share_cents)


def tournament_prizes(
    terms: TournamentTerms, payments: Mapping[str, int], places: Places
) -> Iterator[PrizeWon]:
    """Yield the prizes of a tournament from the payments and places of its players."""
    return prizes_won(places, prize_amounts(terms, sum(payments.values()), len(payments)))


def proceeds_account(terms: TournamentTerms, payments: Mapping[str, int]) -> ProceedsReported:
    """Return the account of a tournament from the payments of its players."""
    gross_cents = sum(payments.values())
    prizes_cents = sum(prize_amounts(terms, gross_cents, len(payments)))
    net_cents = gross_cents - prizes_cents - terms.expenses_cents
    return ProceedsReported(gross_cents, prizes_cents, terms.expenses_cents, net_cents)


def is_charity_short(terms: TournamentTerms, proceeds: ProceedsReported) -> bool:
    """Return whether the charity gets less than its share of the gross (004 7)."""
    return terms.holdem and 100 * proceeds.net < CHARITY_PERCENT * proceeds.gross
