"""The options of a table, time, the clock, and the table of a tournament."""

from typing import Any

from tests.kits.games.poker import (
    CLOCK,
    CONFIRM,
    POST,
    UNDO,
    VOID,
    Step,
    board,
    button,
    calls,
    checks,
    deal,
    does,
    folds,
    muck,
    of,
    play,
    refused,
    seat,
    show,
    sit,
    stacks,
    street,
    waits,
)
from tests.kits.offenders import each

FIXED = {"limit": "fixed", "bets": [200, 400]}
STUD = {"poker": "stud", **FIXED, "bring_in": 100}
TABLE = {"game": "holdem-tournament", "role": "table"}


def opens(**options: Any) -> bool:
    """Return whether a table may have these options."""
    return refused(play(**options)) != [0]


@each(
    "options",
    [{}, {"poker": "omaha", "limit": "pot"}, FIXED, STUD, {"commission": {"percent": 10}},
     {"commission": {}}, {"commission": {"percent": 5, "cap": None, "without_flop": True}},
     {"min_stake": 2000, "max_stake": None}, {"time_charge": None}, {"straddle": True},
     {"time_charge": {"cents": 500, "minutes": 30}}, {"ante": 100, "ante_by": "big_blind"},
     {"readers": "seats"}, {"clock": 60}, {"chip": 50, "blinds": [50, 100]}, {"spots": 6}, TABLE],
)  # fmt: skip
def test_a_table_may_have(options: dict[str, Any]) -> None:
    assert opens(**options)


@each(
    "options",
    [{"commission": {"percent": 11}}, {"commission": {"percent": -1}}, {"commission": {"part": 1}},
     {"commission": {"percent": 2.5}}, {"limit": "fixed"}, {"limit": "spread"}, {"poker": "badugi"},
     {"poker": "stud"}, {"poker": "razz", "limit": "pot", "bring_in": 100}, {"colour": "red"},
     {"limit": "fixed", "bets": [300, 600]}, {"blinds": [200, 100]}, {"blinds": [50, 100]},
     {"bets": [400, 200], "limit": "fixed"}, {"chip": 0}, {"max_stake": 100, "min_stake": 500},
     {"readers": "table"}, {"clock": 0}, {"ante": 150}, {"commission": {"percent": 5, "cap": 50}},
     {"time_charge": {"cents": 500}}, {**STUD, "bring_in": 300}, {**FIXED, "poker": "stud"},
     {"spots": 11}, {"spots": 1}, {"ante_by": "button"}, {"straddle": 1}, {"raises": "3"},
     {"tournament": True}, {**TABLE, "commission": {"percent": 0}}, {**TABLE, "poker": "omaha"},
     {**TABLE, "time_charge": None}],
)  # fmt: skip
def test_a_table_may_not_have(options: dict[str, Any]) -> None:
    assert refused(play(**options)) == [0]


# time


CHARGED = {"time_charge": {"cents": 500, "minutes": 30}}


def charged(*steps: Step | list[Step]) -> list[tuple[int, int]]:
    said = play(*steps, **CHARGED)
    assert all(line["article"] == "67.108" for line in of("commission", said))
    return [(line["spot"], line["cents"]) for line in of("commission", said)]


PLAYED = [*sit(9000, 9000), button(1), POST, deal(4), *folds(1), CONFIRM]
"""A game that took no time."""


def test_67_108_each_full_period_since_the_first_deal_is_charged() -> None:
    assert charged(*sit(9000, 9000), waits(7200), PLAYED[2:], waits(1799)) == []
    assert charged(PLAYED, waits(1800)) == [(1, 500), (2, 500)]
    assert charged(PLAYED, waits(3600))[:2] == [(1, 500), (1, 500)]
    assert charged(PLAYED, waits(900), seat(1, 1000), waits(900)) == [(1, 500), (2, 500)]


def test_time_is_not_charged_to_who_sits_out_or_is_alone() -> None:
    assert charged(PLAYED, {"sit_out": {"spot": 1}}, waits(7200)) == []
    assert charged(PLAYED, {"leave": {"spot": 1}}, waits(7200)) == []
    assert charged(PLAYED, seat(3, 9000), {"sit_out": {"spot": 1}}, waits(1800)) == [(2, 500)]


def test_who_is_back_within_the_hour_goes_on_counting() -> None:
    away = [*PLAYED, seat(3, 9000), waits(900), {"leave": {"spot": 1}}, waits(900)]
    back = [*away, seat(1, 9000), waits(900)]
    assert charged(back) == [(2, 500), (1, 500)]
    assert charged(away, waits(2700), seat(1, 9000), waits(900)) == [(2, 500)] * 3


def test_time_is_charged_between_games() -> None:
    hand = [*sit(9000, 9000), button(1), POST, deal(4), waits(1800), *folds(1)]
    assert charged(hand, CONFIRM) == [(1, 500), (2, 500)]
    said = play(hand, CONFIRM, **CHARGED)
    assert stacks(said) == {1: 8400, 2: 8600}
    assert charged(hand, VOID) == [(1, 500), (2, 500)]


def test_time_is_taken_from_the_stack_and_owed_beyond_it() -> None:
    poor = [*sit(400, 9000), *PLAYED[2:]]
    assert charged(poor, waits(1800)) == [(1, 300), (2, 500)]
    assert charged(poor, waits(1800), seat(1, 900)) == [(1, 300), (2, 500), (1, 200)]


CLOCKED = [*sit(9000, 9000), button(1), POST, deal(4), CLOCK]


def times(*steps: Step | list[Step]) -> int:
    return len([line for line in play(*steps) if line.get("key") == "time"])


def test_the_clock_is_said_when_it_has_run_out_and_decides_nothing() -> None:
    assert times(CLOCKED, waits(29)) == 0
    assert times(CLOCKED, waits(29), waits(1), waits(60)) == 1
    assert not refused(play(CLOCKED, waits(30), does(1, "call")))


def test_the_clock_ends_with_the_decision_and_begins_anew_if_it_is_called_again() -> None:
    assert times(CLOCKED, *calls(1), waits(30)) == 0
    assert times(CLOCKED, waits(30), CLOCK, waits(30)) == 2
    assert times(CLOCKED, *calls(1), UNDO, waits(30)) == 0


def test_the_clock_is_called_on_somebody_whose_turn_it_is() -> None:
    assert refused(play(CLOCK)) == [1]
    assert refused(play(*sit(9000, 9000), POST, CLOCK)) == [4]


# a tournament's table


def level(small: int, big: int, ante: int = 0) -> Step:
    return {"level": {"blinds": [small, big], "ante": ante}}


@each(
    "step",
    [{"sit_out": {"spot": 1}}, {"leave": {"spot": 1}}, {"take": {"spot": 1, "cents": 100}},
     seat(4, 5000)],
)  # fmt: skip
def test_at_a_tournament_nobody_comes_or_goes(step: Step) -> None:
    first = [*sit(5000, 5000, 5000), button(3), POST, deal(6), *folds(3, 1), CONFIRM]
    assert refused(play(first, step, **TABLE)) == [len(first) + 1]


def test_a_level_holds_from_the_next_game() -> None:
    hand = [*sit(5000, 5000, 5000), button(3), POST, level(200, 400, 100), deal(6)]
    said = play(hand, *calls(3), *folds(1), CONFIRM, **TABLE)
    assert of("decided", said)[0]["cents"] == 200
    said = play(hand, *folds(3, 1), CONFIRM, POST, VOID, **TABLE)
    assert [line["cents"] for line in of("returned", said)[-3:]] == [100, 300, 500]


def test_a_level_is_whole_chips_and_of_a_tournament() -> None:
    assert refused(play(level(25, 50), **TABLE)) == [1]
    assert refused(play(level(200, 100), **TABLE)) == [1]
    assert refused(play(level(200, 400))) == [1]


def test_004_12_who_has_lost_all_is_out_and_an_odd_chip_too() -> None:
    hand = [*sit(1000, 3000, 5000), button(3), POST, deal(6), does(3, "all_in")]
    hand += [does(1, "all_in"), does(2, "all_in"), *board("7H 8D 2C KS 3S")]
    said = play(hand, show(3, "AS AH"), show(1, "QC QD"), show(2, "JC JD"), CONFIRM, **TABLE)
    assert of("out", said) == [{"spot": 1, "stack": 1000}, {"spot": 2, "stack": 3000}]
    over = len(hand) + 5
    rest = [show(1, "QC QD"), show(2, "JC JD"), CONFIRM, POST]
    assert refused(play(hand, show(3, "AS AH"), rest, **TABLE)) == [over]


def test_004_12_who_bet_last_or_is_all_in_must_show() -> None:
    hand = [*sit(3000, 5000), button(1), POST, deal(4), does(1, "all_in"), *calls(2)]
    hand += board("7H 8D 2C KS 3S")
    said = play(hand, muck(1), muck(2), CONFIRM, show(1, "AS AH"), **TABLE)
    assert refused(said) == [len(hand) + 1, len(hand) + 3]
    assert [line["article"] for line in of("won", said)] == ["004 12"]
    supervised = {"muck": {"spot": 1, "supervised": True}}
    said = play(hand, supervised, **TABLE)
    assert [(line["spot"], line["hand"], line["article"]) for line in of("won", said)] == [
        (2, None, "004 12")
    ]


def test_004_12_if_nobody_has_bet_all_must_show() -> None:
    hand = [*sit(5000, 5000), button(1), POST, deal(4), *calls(1), *checks(2)]
    for cards in ("7H 8D 2C", "KS", "3S"):
        hand += [*street(cards), *checks(2, 1)]
    said = play(hand, muck(1), muck(2), show(1, "AS AH"), muck(2), show(2, "QC QD"), **TABLE)
    assert refused(said) == [len(hand) + n for n in (1, 2, 4)]
    assert play(hand, lang="en", **TABLE)[-2] == {
        "prompt": ["Pot 1: 400 (spots 1, 2)", "Spot 2: must show (004 12)"]
    }


def test_an_odd_chip_of_a_tournament_is_removed() -> None:
    hand = [*sit(5000, 5000, 5000), button(3), POST, deal(6), *calls(3), *folds(1), *checks(2)]
    hand += [*street("7H 8D 2C"), *checks(2, 3), *street("KS"), *checks(2, 3)]
    hand += [*street("3S"), *checks(2, 3)]
    said = play(hand, show(2, "AD 4C"), show(3, "AS 4H"), **TABLE)
    assert of("removed", said) == [{"cents": 100}]
    assert [line["cents"] for line in of("won", said)] == [200, 200]
    kinds = [next(iter(line)) for line in said if not {"prompt", "shown"} & line.keys()]
    assert kinds[-7:] == ["pot", "won", "won", "removed", "stack", "stack", "stack"]
