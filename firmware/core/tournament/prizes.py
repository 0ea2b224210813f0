"""Places and prizes of a tournament (127, 004 9 and 12)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from firmware.core.tournament.rulings import PlayerPlaced, PrizeWon, ProceedsReported
from firmware.core.tournament.terms import CHARITY_PERCENT, TournamentTerms

Places = dict[int, list[str]]
"""Who has each place; who share it fill the next ones too."""


def rank_by_chips(stacks: Sequence[tuple[str, int]], best_place: int) -> Places:
    """Return the places from `best` on by the chips: more is better, as many is a shared place."""
    places: Places = {}
    place = best_place
    by_chips = sorted(stacks, key=lambda player_stack: -player_stack[1])
    for _, equal_stacks in groupby(by_chips, key=lambda player_stack: player_stack[1]):
        places[place] = [player for player, _ in equal_stacks]
        place += len(places[place])
    return places


def placings(places: Places) -> Iterator[PlayerPlaced]:
    """Yield each player's place, the better ones first."""
    for place in sorted(places):
        for player in places[place]:
            yield PlayerPlaced(player, place)


def prize_pool(terms: TournamentTerms, gross_cents: int) -> int:
    """Return what is given as prizes: rounded down to a cent, by the regulation up (127)."""
    hundred_pools = gross_cents * terms.prize_percent
    return hundred_pools // 100 if terms.holdem else -(-hundred_pools // 100)


def prize_amounts(terms: TournamentTerms, gross_cents: int, player_count: int) -> list[int]:
    """Return the prize of each place that so many players fill."""
    pool_cents = prize_pool(terms, gross_cents)
    amounts = [pool_cents * percent // 100 for percent in terms.prizes[:player_count]]
    amounts = [cents - cents % terms.prize_unit for cents in amounts]
    rest_cents = pool_cents - sum(amounts)
    for place, cents in enumerate(amounts):
        if not terms.holdem or 2 * (cents + rest_cents) <= pool_cents:
            amounts[place] += rest_cents
            break
    return amounts


def prizes_won(places: Places, prize_amounts: Sequence[int]) -> Iterator[PrizeWon]:
    """Yield the prizes by place; who share one share those of the places that they fill."""
    for place in sorted(places):
        sharers = places[place]
        cents, odd_cents = divmod(
            sum(prize_amounts[place - 1 : place - 1 + len(sharers)]), len(sharers)
        )
        for position, player in enumerate(sharers):
            if share_cents := cents + (position < odd_cents):
                yield PrizeWon(player, place, share_cents)


def tournament_prizes(
    terms: TournamentTerms, payments: Mapping[str, int], places: Places
) -> Iterator[PrizeWon]:
    """Yield the prizes of a tournament by what each player paid and the places."""
    return prizes_won(places, prize_amounts(terms, sum(payments.values()), len(payments)))


def proceeds_account(terms: TournamentTerms, payments: Mapping[str, int]) -> ProceedsReported:
    """Return the account of a tournament by what each player paid."""
    gross_cents = sum(payments.values())
    prizes_cents = sum(prize_amounts(terms, gross_cents, len(payments)))
    net_cents = gross_cents - prizes_cents - terms.expenses_cents
    return ProceedsReported(gross_cents, prizes_cents, terms.expenses_cents, net_cents)


def is_charity_short(terms: TournamentTerms, proceeds: ProceedsReported) -> bool:
    """Return whether the charity gets less than its part (004 7)."""
    return terms.holdem and 100 * proceeds.net < CHARITY_PERCENT * proceeds.gross
