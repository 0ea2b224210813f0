"""Places and prizes of a tournament, as their screen shows them."""

from collections.abc import Iterator

import msgspec

from firmware.core.tournament.prizes import won
from firmware.core.tournament.tournament import Room, Stage
from firmware.tournament.screens.clock import is_settled, prizes_of


class Winner(msgspec.Struct, frozen=True):
    """A player's prize, in cents."""

    name: str
    cents: int


class Payout(msgspec.Struct, frozen=True):
    """The prize of a place, or of the places that several players share."""

    first: int
    last: int
    cents: int
    winners: tuple[Winner, ...] = ()


class PayoutsView(msgspec.Struct, frozen=True):
    """The prizes, the best place first; who has one is named once no prize can change."""

    over: bool
    cancelled: bool
    settled: bool
    cents: int
    """All prizes together."""
    payouts: tuple[Payout, ...]


def payouts_view(room: Room) -> PayoutsView:
    """Return the prizes and who has them so far."""
    cents = [prize.cents for prize in prizes_of(room)]
    settled = is_settled(room)
    payouts = _taken(room, cents) if settled else _open(cents)
    over = room.stage is Stage.OVER
    return PayoutsView(over, room.cancelled, settled, sum(cents), tuple(payouts))


def _open(cents: list[int]) -> Iterator[Payout]:
    for place, each in enumerate(cents, start=1):
        yield Payout(place, place, each)


def _taken(room: Room, cents: list[int]) -> Iterator[Payout]:
    given = {one.player: Winner(one.player, one.cents) for one in won(room.places, cents)}
    place = 1
    while place <= len(cents):
        players = room.places.get(place, [])
        last = place + max(1, len(players)) - 1
        winners = tuple(given[player] for player in players if player in given)
        yield Payout(place, last, sum(cents[place - 1 : last]), winners)
        place = last + 1
