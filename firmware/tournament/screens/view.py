"""All that a tournament's screens show at a moment."""

from collections.abc import Iterable

import msgspec

from firmware.core.tournament.clock import Clock
from firmware.core.tournament.rulings import Moved
from firmware.core.tournament.tournament import Room
from firmware.tournament.screens.clock import ClockView, clock_view
from firmware.tournament.screens.payouts import PayoutsView, payouts_view
from firmware.tournament.screens.seats import SeatsView, seats_view


class HallView(msgspec.Struct, frozen=True):
    """A view for each screen, by its name."""

    clock: ClockView
    seats: SeatsView
    payouts: PayoutsView


def hall_view(
    room: Room, clock: Clock, moves: Iterable[Moved] = (), *, sure: bool = True
) -> HallView:
    """Return the views of a room, by its clock as it is now, and of moves not made yet."""
    now = clock_view(room, clock, sure=sure)
    return HallView(now, seats_view(room, moves), payouts_view(room))
