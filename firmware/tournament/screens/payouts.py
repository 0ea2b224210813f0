"""The view of the payout screen: places, prizes and winners."""

from collections.abc import Iterator

import msgspec

from firmware.core.tournament.prizes import prizes_won
from firmware.core.tournament.tournament import Tournament, TournamentStage
from firmware.tournament.screens.clock import are_prizes_final, prize_views


class WinnerView(msgspec.Struct, frozen=True):
    """A player's prize, in cents."""

    name: str
    cents: int


class PayoutView(msgspec.Struct, frozen=True):
    """The prize of a place, or of several places that players share."""

    first: int
    last: int
    cents: int
    winners: tuple[WinnerView, ...] = ()


class PayoutsView(msgspec.Struct, frozen=True):
    """The prizes, the best place first; winners are named once the prizes are final."""

    over: bool
    cancelled: bool
    settled: bool
    cents: int
    """The sum of all prizes."""
    payouts: tuple[PayoutView, ...]


def payouts_view(tournament: Tournament) -> PayoutsView:
    """Return the prizes, and their winners so far."""
    cents = [prize.cents for prize in prize_views(tournament)]
    is_final = are_prizes_final(tournament)
    payouts = _settled_payouts(tournament, cents) if is_final else _open_payouts(cents)
    over = tournament.stage is TournamentStage.OVER
    return PayoutsView(over, tournament.is_cancelled, is_final, sum(cents), tuple(payouts))


def _open_payouts(cents: list[int]) -> Iterator[PayoutView]:
    for place, prize_cents in enumerate(cents, start=1):
        yield PayoutView(place, place, prize_cents)


def _settled_payouts(tournament: Tournament, cents: list[int]) -> Iterator[PayoutView]:
    prizes_by_player = {
        prize_won.player: WinnerView(prize_won.player, prize_won.cents)
        for prize_won in prizes_won(tournament.places, cents)
    }
    place = 1
    while place <= len(cents):
        # players who share a place take the next ones too: the prizes of all are one sum
        players = tournament.places.get(place, [])
        last_place = place + max(1, len(players)) - 1
        winners = tuple(
            prizes_by_player[player] for player in players if player in prizes_by_player
        )
        yield PayoutView(place, last_place, sum(cents[place - 1 : last_place]), winners)
        place = last_place + 1
