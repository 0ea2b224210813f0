"""The screen of a tournament's clock, by a room at each of its stages; all values by hand."""

from collections import deque
from copy import copy
from random import Random
from typing import Any

import msgspec

from firmware.core.tournament import acts
from firmware.core.tournament.tournament import Tournament
from firmware.tournament.screens.clock import ClockView, LevelView, PrizeView, clock_view
from firmware.tournament.screens.payouts import payouts_view
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.tournament_kit import REBUY, gone, playing, sold

FIRST, SECOND, THIRD = LevelView(1, 25, 50, 0), LevelView(2, 50, 100, 0), LevelView(3, 100, 200, 25)


def shown(room: Tournament, since_s: int = 0) -> ClockView:
    """Return the clock so many seconds after the last ones that the room has counted."""
    clock = copy(room.clock)
    deque(clock.pass_seconds(since_s), maxlen=0)
    return clock_view(room, clock)


def test_sale_shows_start_and_total() -> None:
    view = shown(sold(4))
    assert (view.state, view.runs, view.level, view.seconds_left) == ("sale", False, FIRST, 600)
    assert (view.begins, view.ends, view.entered, view.left) == ("19:00", "23:00", 4, 4)
    assert view.prizes == (PrizeView(1, 5000), PrizeView(2, 3000), PrizeView(3, 2000))
    assert not view.settled
    assert shown(sold(0)).average is None


LEFT = [
    # the seconds that the room has counted, those since; what is on, what is left, break, next
    (0, 0, "level", FIRST, 600, 1200, SECOND),
    (599, 0, "level", FIRST, 1, 601, SECOND),
    (600, 0, "level", SECOND, 600, 600, THIRD),
    (590, 9, "level", FIRST, 1, 601, SECOND),
    (590, 30, "level", SECOND, 580, 580, THIRD),
    (1190, 10, "break", SECOND, 300, None, THIRD),
    (1200, 100, "break", SECOND, 200, None, THIRD),
    (1500, 0, "level", THIRD, 12_900, None, None),
    (14_399, 0, "level", THIRD, 1, None, None),
    (14_390, 30, "level", THIRD, 0, None, None),
]


@each("counted, since, state, level, left, pause, then", LEFT)
def test_level_s_rest_is_never_negative(
    counted: int, since: int, state: str, level: LevelView, left: int, pause: int | None, then: Any
) -> None:
    view = shown(playing(4, *([acts.PassTime(counted)] if counted else [])), since)
    assert (view.state, view.level, view.seconds_left) == (state, level, left)
    assert (view.break_in_s, view.next) == (pause, then)


def test_final_level_shows_rest_of_play() -> None:
    view = shown(playing(4, acts.PassTime(30), ends="19:15"), 5)
    assert (view.level, view.seconds_left, view.next) == (FIRST, 565, SECOND)
    view = shown(playing(4, acts.PassTime(630), ends="19:15"), 5)
    assert (view.level, view.seconds_left) == (SECOND, 265)
    assert (view.next, view.break_in_s) == (None, None)


def test_pause_stops_level_but_not_end_of_play() -> None:
    room = playing(4, acts.PassTime(30), acts.PauseClock(), acts.PassTime(60), ends="19:15")
    view = shown(room, 5)
    assert (view.runs, view.seconds_left) == (False, 570)
    room.handle_act(acts.PassTime(300))
    assert shown(room, 5).seconds_left == 900 - 390 - 5


def test_nothing_remains_at_the_hour() -> None:
    view = shown(playing(4, acts.PassTime(900), ends="19:15"))
    assert (view.state, view.runs, view.seconds_left) == ("time_over", False, 0)


def test_average_and_prizes_include_rebuys() -> None:
    room = playing(4, acts.RebuyChips("A", 3000), gone("B"))
    view = shown(room)
    assert (view.entered, view.left, view.average) == (4, 3, 48_000 // 3)
    assert view.prizes == (PrizeView(1, 5700), PrizeView(2, 3500), PrizeView(3, 2300))


@each(
    "counted, until, settled", [(0, 2, False), (1200, 2, False), (1500, 2, True), (0, None, False)]
)
def test_prizes_are_final_after_rebuys(counted: int, until: int | None, settled: bool) -> None:
    room = playing(4, acts.PassTime(counted + 1), rebuy={**REBUY, "until_level": until})
    assert shown(room).settled is settled
    assert shown(playing(4, rebuy=None)).settled


def test_clock_names_nobody() -> None:
    room = playing(3, gone("C"), gone("B"))
    reported = msgspec.json.encode(shown(room)).decode()
    assert not set("ABC") & set(reported)


def test_hand_for_hand_is_shown() -> None:
    assert shown(playing(4, seats=2)).hand_for_hand
    assert not shown(playing(5, seats=3)).hand_for_hand


def test_end_and_cancellation_differ() -> None:
    ended = shown(playing(3, gone("C"), gone("B")))
    assert (ended.state, ended.settled, len(ended.prizes)) == ("over", True, 3)
    cancelled = shown(playing(3, gone("C"), acts.CancelTournament()))
    assert (cancelled.state, cancelled.prizes) == ("cancelled", ())
    assert shown(playing(0, acts.CancelTournament())).state == "cancelled"


@each("seed", range(examples(10, 2000)))
def test_no_negative_time_or_excess_prize(seed: int) -> None:
    chance = Random(seed)
    room = playing(chance.randint(2, 12), ends=chance.choice(["19:30", "20:00"]), seats=4)
    done_acts = [
        acts.PauseClock(),
        acts.ResumeClock(),
        acts.PassTime(1),
        acts.PassTime(599),
        acts.RebuyChips("A", 3000),
        gone("A"),
        gone("B"),
    ]
    for act in chance.choices(done_acts, k=12):
        room.handle_act(act)
        view, prizes = shown(room, chance.randint(0, 700)), payouts_view(room)
        times = [view.seconds_left, view.break_in_s or 0]
        assert min(times) >= 0
        assert max(times) <= room.clock.duration_s
        assert 2 * prizes.cents <= sum(room.payments.values())
        assert prizes.cents == sum(payout.cents for payout in prizes.payouts)


@each("seed", range(examples(10, 2000)))
def test_average_is_within_the_chips(seed: int) -> None:

    chance = Random(seed)
    room = playing(chance.randint(2, 20))
    for name in chance.sample(room.remaining, len(room.remaining) // 2):
        room.handle_act(acts.RebuyChips(name, 3000))
    while (view := shown(room)).left > 1:
        chips = 10_000 * view.entered + 8000 * sum(paid > 5000 for paid in room.payments.values())
        assert view.average is not None
        assert view.average * view.left <= chips < (view.average + 1) * view.left
        room.handle_act(gone(chance.choice(room.remaining)))
