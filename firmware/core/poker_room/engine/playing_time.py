"""The players' time, and what they are charged for it (67.108).

A player's time counts from the first deal, between games too, while the player could be dealt in;
not while fewer than two could.
"""

from collections.abc import Container, Iterable, Iterator

from msgspec.structs import replace

from firmware.core.poker_room.engine.blind_positions import MIN_PLAYERS, able_to_play
from firmware.core.poker_room.engine.rulings import StackReported, TimeCharged
from firmware.core.poker_room.engine.state import PlayingTime, PokerState
from firmware.core.poker_room.engine.terms import TimeChargeTerms
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import Ruling

MINUTE_S = 60


def begin_playing_time(poker_state: PokerState, spots: Iterable[int]) -> None:
    """Count the time of these players from now on: they are dealt in. In a tournament none is."""
    if poker_state.terms.tournament:
        return
    first_dealt = {spot: PlayingTime() for spot in spots if spot not in poker_state.playing_times}
    poker_state.playing_times = poker_state.playing_times | first_dealt


def forget_playing_times(poker_state: PokerState, but: Container[int]) -> None:
    """Forget the time of all players but those at these spots."""
    playing_times = poker_state.playing_times.items()
    poker_state.playing_times = {spot: time for spot, time in playing_times if spot in but}


def count_playing_time(poker_state: PokerState, seconds: int) -> None:
    """Add seconds to the time of those who play, unless the table is short."""
    playing, game = {*able_to_play(poker_state)}, poker_state.game
    if game is not None:
        playing |= game.hands.keys()  # also who is all in
    elif len(playing) < MIN_PLAYERS:
        return
    poker_state.playing_times = {
        spot: replace(playing_time, seconds=playing_time.seconds + seconds)
        if spot in playing
        else playing_time
        for spot, playing_time in poker_state.playing_times.items()
    }


def charge_time(poker_state: PokerState) -> Iterable[Ruling]:
    """Charge the players for each full period of play, unless a game is on."""
    time_charge = poker_state.terms.time_charge
    return (
        ()
        if time_charge is None or poker_state.game is not None
        else _charge_seats(poker_state, time_charge)
    )


def _charge_seats(poker_state: PokerState, time_charge: TimeChargeTerms) -> Iterator[Ruling]:
    period_s = time_charge.minutes * MINUTE_S
    for spot, seat in poker_state.seats.items():
        playing_time = poker_state.playing_times.get(spot, PlayingTime())
        periods = playing_time.seconds // period_s - playing_time.charged_periods
        due_cents = seat.due + periods * time_charge.cents
        cents = seat.cents
        while due_cents and cents:
            part_cents = Cents(min(time_charge.cents, due_cents, cents))
            due_cents, cents = due_cents - part_cents, Cents(cents - part_cents)
            yield TimeCharged(spot, part_cents)
        _note_charged(poker_state, spot, periods)
        poker_state.change(spot, due=Cents(due_cents), cents=cents)
        if cents != seat.cents:
            yield StackReported(spot, cents)


def _note_charged(poker_state: PokerState, spot: int, periods: int) -> None:
    if periods:
        playing_time = poker_state.playing_times[spot]
        charged = replace(playing_time, charged_periods=playing_time.charged_periods + periods)
        poker_state.playing_times = {**poker_state.playing_times, spot: charged}
