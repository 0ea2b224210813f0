"""Places and prizes of a tournament (127, 004 9 and 12)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from firmware.core.tournament.rulings import Placed, PrizeWon, ProceedsTold
from firmware.core.tournament.terms import CHARITY_PERCENT, Terms

Places = dict[int, list[str]]
"""Who has each place; who share it fill the next ones too."""


def placed(stacks: Sequence[tuple[str, int]], best: int) -> Places:
    """Return the places from `best` on by the chips: more is better, as many is a shared place."""
    found: Places = {}
    place = best
    by_chips = sorted(stacks, key=lambda one: -one[1])
    for _, equals in groupby(by_chips, key=lambda one: one[1]):
        found[place] = [player for player, _ in equals]
        place += len(found[place])
    return found


def told(places: Places) -> Iterator[Placed]:
    """Yield each player's place, the better ones first."""
    for place in sorted(places):
        for player in places[place]:
            yield Placed(player, place)


def total(terms: Terms, gross: int) -> int:
    """Return what is given as prizes: rounded down to a cent, by the regulation up (127)."""
    part = gross * terms.prize_percent
    return part // 100 if terms.holdem else -(-part // 100)


def prizes(terms: Terms, gross: int, players: int) -> list[int]:
    """Return the prize of each place that so many players fill."""
    whole = total(terms, gross)
    found = [whole * percent // 100 for percent in terms.prizes[:players]]
    found = [cents - cents % terms.prize_unit for cents in found]
    rest = whole - sum(found)
    for place, cents in enumerate(found):
        if not terms.holdem or 2 * (cents + rest) <= whole:
            found[place] += rest
            break
    return found


def won(places: Places, each: Sequence[int]) -> Iterator[PrizeWon]:
    """Yield the prizes by place; who share one share those of the places that they fill."""
    for place in sorted(places):
        players = places[place]
        cents, odd = divmod(sum(each[place - 1 : place - 1 + len(players)]), len(players))
        for nth, player in enumerate(players):
            if share := cents + (nth < odd):
                yield PrizeWon(player, place, share)


def won_in(terms: Terms, paid: Mapping[str, int], places: Places) -> Iterator[PrizeWon]:
    """Yield the prizes of a tournament by what each player paid and the places."""
    return won(places, prizes(terms, sum(paid.values()), len(paid)))


def proceeds(terms: Terms, paid: Mapping[str, int]) -> ProceedsTold:
    """Return the account of a tournament by what each player paid."""
    gross = sum(paid.values())
    given = sum(prizes(terms, gross, len(paid)))
    net = gross - given - terms.expenses_cents
    return ProceedsTold(gross, given, terms.expenses_cents, net)


def falls_short(terms: Terms, told: ProceedsTold) -> bool:
    """Return whether the charity gets less than its part (004 7)."""
    return terms.holdem and 100 * told.net < CHARITY_PERCENT * told.gross
