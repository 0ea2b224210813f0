"""Who has left the table, and comes back within the time of the room's document (67.95 (2))."""

from msgspec.structs import replace

from firmware.core.poker_room.engine.acts import SitDown
from firmware.core.poker_room.engine.playing_time import MINUTE_S
from firmware.core.poker_room.engine.state import Departure, PokerState


def note_departure(poker_state: PokerState, spot: int) -> None:
    """Record that the player at a spot leaves, with the stack and the time played."""
    seat = poker_state.seats[spot]
    playing_times = dict(poker_state.playing_times)
    departure = Departure(
        spot,
        seat.cents,
        poker_state.now_s,
        player=seat.player,
        playing_time=playing_times.pop(spot, None),
        due=seat.due,
    )
    poker_state.playing_times = playing_times
    recent = [other for other in poker_state.departures if _is_recent(poker_state, other)]
    poker_state.departures = (*recent, departure)


def departure_of(poker_state: PokerState, act: SitDown) -> Departure | None:
    """Return the last departure of the player who sits down; None if it is another player.

    A named player is known by the name, an unnamed one by the spot.
    """
    if act.is_other_player:
        return None
    for departure in reversed(poker_state.departures):
        is_same_player = (
            departure.spot == act.spot if act.player is None else departure.player == act.player
        )
        if is_same_player and _is_recent(poker_state, departure):
            return departure
    return None


def note_return(poker_state: PokerState, spot: int, departure: Departure) -> None:
    """Record that a player is back, whose time goes on counting."""
    poker_state.departures = tuple(
        other for other in poker_state.departures if other is not departure
    )
    poker_state.seats[spot] = replace(
        poker_state.seats[spot],
        player=poker_state.seats[spot].player or departure.player,
        due=departure.due,
    )
    if departure.playing_time is not None:
        poker_state.playing_times = {**poker_state.playing_times, spot: departure.playing_time}


def _is_recent(poker_state: PokerState, departure: Departure) -> bool:
    away_s = poker_state.now_s - departure.left_at_s
    return away_s < poker_state.terms.rejoin_minutes * MINUTE_S
