"""The views of all screens of a tournament."""

from collections.abc import Iterable

import msgspec

from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.rulings import PlayerMoved
from firmware.core.tournament.tournament import Tournament
from firmware.tournament.screens.clock import ClockView, clock_view
from firmware.tournament.screens.payouts import PayoutsView, payouts_view
from firmware.tournament.screens.seats import SeatsView, seats_view


class ScreenViews(msgspec.Struct, frozen=True):
    """A view for each screen; a field's name is the screen's."""

    clock: ClockView
    seats: SeatsView
    payouts: PayoutsView


def screen_views(
    tournament: Tournament,
    clock: TournamentClock,
    moves: Iterable[PlayerMoved] = (),
    *,
    time_known: bool = True,
) -> ScreenViews:
    """Return the views, by the clock now and the moves that are not confirmed."""
    now = clock_view(tournament, clock, time_known=time_known)
    return ScreenViews(now, seats_view(tournament, moves), payouts_view(tournament))
