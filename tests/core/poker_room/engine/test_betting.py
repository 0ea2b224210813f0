"""What a player may bet: 67.88 (16), 67.91, 67.95 (3): least raise, reopening, limits."""

from typing import Any

from tests.kits.games.poker import (
    BURN,
    POST,
    Step,
    alarms,
    button,
    calls,
    checks,
    deal,
    does,
    folds,
    of,
    play,
    refused,
    sit,
    stacks,
    street,
    up,
)
from tests.kits.offenders import each

FLOP = street("7H 8D 2C")
FIXED = {"limit": "fixed", "bets": [200, 400]}


def at_the_start(*of_each: int, at: int | None = None) -> list[Step]:
    """Seat players, the button at the last of them unless `at` a spot, post and deal."""
    return [*sit(*of_each), button(at or len(of_each)), POST, deal(2 * len(of_each))]


def tries(before: list[Step], *decisions: Step, **options: Any) -> list[bool]:
    """Return of each decision whether the table takes it, one after the other."""
    said = play(before, *decisions, **options)
    first = len(before) + 1
    return [n not in refused(said) for n in range(first, first + len(decisions))]


def only(before: list[Step], *decisions: Step, **options: Any) -> list[bool]:
    """Return of each decision whether the table takes it, each at a table of its own."""
    return [tries(before, decision, **options)[0] for decision in decisions]


THREE = at_the_start(9000, 9000, 9000)


# no limit


def test_a_raise_is_at_least_as_much_more_as_the_last_one() -> None:
    assert tries(THREE, does(3, "raise", 300), does(3, "raise", 500)) == [False, True]
    before = [*THREE, does(3, "raise", 500)]
    assert only(before, does(1, "raise", 700), does(1, "raise", 800)) == [False, True]


def test_a_bet_is_at_least_the_big_blind() -> None:
    before = [*THREE, *calls(3, 1), *checks(2), *FLOP]
    assert only(before, does(1, "bet", 100), does(1, "bet", 200)) == [False, True]


def test_all_in_for_less_than_a_bet_or_a_raise_is_allowed() -> None:
    before = [*at_the_start(9000, 9000, 300), does(3, "all_in")]
    assert not refused(play(before))
    assert only(before, does(1, "raise", 400), does(1, "raise", 500)) == [False, True]


@each("cents", [0, -100, 450, 9100])
def test_an_amount_is_whole_chips_and_within_the_stack(cents: int) -> None:
    assert only(THREE, does(3, "raise", cents)) == [False]


def test_an_amount_must_be_said_where_it_is_free() -> None:
    assert only(THREE, does(3, "raise"), does(3, "raise", 400)) == [False, True]


SHORT = [*at_the_start(9000, 9000, 1500, 9000), *calls(3, 4)]
"""Four players; the third has little."""


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    start = [*at_the_start(5000, 1300, 5000, 5000), does(3, "raise", 1000), does(4, "call")]
    before = [*start, *folds(1), does(2, "all_in")]
    assert only(before, does(3, "raise", 3000), does(3, "all_in")) == [False, False]
    assert only(before, does(3, "call"), does(3, "fold")) == [True, True]


def test_short_all_ins_that_make_a_full_raise_together_reopen_it() -> None:
    start = [*at_the_start(5000, 1400, 9000, 1800), does(3, "raise", 1000)]
    before = [*start, does(4, "all_in"), *calls(1), does(2, "fold")]
    assert only(before, does(3, "raise", 3000)) == [True]
    once = [*at_the_start(5000, 1400, 9000, 9000), does(3, "raise", 1000), *calls(4), *folds(1)]
    assert only([*once, does(2, "all_in")], does(3, "raise", 3000)) == [False]


def test_who_has_only_checked_may_raise_a_short_all_in() -> None:
    flop = [*at_the_start(5000, 5000, 300), *calls(3, 1), *checks(2), *FLOP, *checks(1, 2)]
    before = [*flop, does(3, "all_in"), *calls(1)]
    assert only(before, does(2, "raise", 300), does(2, "raise", 200)) == [True, False]
    assert only([*before, *calls(2)], does(1, "raise", 500)) == [False]


def test_nobody_raises_whom_no_other_can_answer() -> None:
    before = [*at_the_start(5000, 5000, 300), does(3, "all_in"), *folds(1)]
    raises = [does(2, "raise", 500), does(2, "all_in"), does(2, "call")]
    assert only(before, *raises) == [False, False, True]


def test_who_has_not_spoken_may_raise_a_short_all_in() -> None:
    before = [*at_the_start(5000, 5000, 300), does(3, "all_in")]
    assert only(before, does(1, "raise", 500), does(1, "raise", 400)) == [True, False]


def test_a_raise_over_a_short_all_in_is_counted_from_it() -> None:
    start = [*at_the_start(9000, 9000, 9000, 1300), does(3, "raise", 1000), does(4, "all_in")]
    assert only(start, does(1, "raise", 2000), does(1, "raise", 2100)) == [False, True]


def test_the_big_blind_may_raise_if_nobody_has() -> None:
    before = [*THREE, *calls(3, 1)]
    assert only(before, does(2, "raise", 400), does(2, "check")) == [True, True]
    assert only(before, does(2, "bet", 400), does(2, "call")) == [False, False]


def test_a_short_big_blind_does_not_lower_the_call_nor_the_least_raise() -> None:
    before = at_the_start(5000, 100, 5000, 5000)
    said = play(before, does(3, "call"))
    assert stacks(said)[3] == 5000
    assert of("decided", said) == [{"spot": 3, "do": "call", "cents": 200}]
    assert only(before, does(3, "raise", 300), does(3, "raise", 400)) == [False, True]


def test_a_fold_is_taken_where_checking_is_free() -> None:
    before = [*THREE, *calls(3, 1), *checks(2), *FLOP]
    assert only(before, does(1, "fold")) == [True]


@each("do, taken", [("check", False), ("bet", False), ("call", True), ("dance", False)])
def test_what_a_bet_that_is_faced_leaves(do: str, taken: bool) -> None:
    assert only(THREE, does(3, do)) == [taken]


@each("do, taken", [("check", True), ("call", False), ("raise", False), ("bring_in", False)])
def test_what_no_bet_leaves(do: str, taken: bool) -> None:
    before = [*THREE, *calls(3, 1), *checks(2), *FLOP]
    assert only(before, does(1, do, 400 if do == "raise" else None)) == [taken]


def test_who_alone_has_chips_and_has_matched_decides_nothing() -> None:
    start = [*at_the_start(700, 2000, at=2), does(2, "raise", 700), does(1, "call")]
    assert not refused(play(start, *FLOP, *street("KS"), *street("3S")))


def test_a_big_blind_all_in_that_is_matched_leaves_the_other_nothing_to_decide() -> None:
    start = [*sit(2000, 100), button(1), POST, deal(4)]
    assert not refused(play(start, *FLOP))
    assert refused(play(start, does(1, "call"))) == [6]


# pot limit


def test_a_pot_limit_raise_is_at_most_to_the_bet_and_the_pot_after_the_call() -> None:
    assert only(THREE, does(3, "raise", 800), does(3, "raise", 700), limit="pot") == [False, True]
    before = [*THREE, does(3, "raise", 700)]
    assert only(before, does(1, "raise", 2400), does(1, "raise", 2300), limit="pot") == [
        False,
        True,
    ]


def test_a_pot_limit_bet_is_at_most_the_pot() -> None:
    before = [*THREE, *calls(3, 1), *checks(2), *FLOP]
    assert only(before, does(1, "bet", 700), does(1, "bet", 600), limit="pot") == [False, True]


def test_all_in_above_the_pot_is_refused() -> None:
    assert only(THREE, does(3, "all_in"), limit="pot") == [False]
    assert only(at_the_start(9000, 9000, 700), does(3, "all_in"), limit="pot") == [True]


# fixed limit


def test_bets_are_small_in_the_first_two_rounds_and_big_later() -> None:
    preflop = [*THREE, does(3, "raise"), *calls(1, 2)]
    flop = [*FLOP, does(1, "bet"), *calls(2, 3)]
    turn = [*street("KS"), does(1, "bet"), *calls(2, 3)]
    said = play(preflop, flop, turn, street("3S"), does(1, "bet"), **FIXED)
    amounts = [line["cents"] for line in of("decided", said) if line["do"] in ("bet", "raise")]
    assert amounts == [400, 200, 400, 400]


@each("cents, taken", [(200, False), (300, False), (400, True), (600, False), (9000, False)])
def test_a_fixed_raise_has_one_amount(cents: int, taken: bool) -> None:
    assert only(THREE, does(3, "raise", cents), **FIXED) == [taken]


def test_three_raises_after_the_bet_the_big_blind_is_the_bet() -> None:
    raises = [does(spot, "raise") for spot in (3, 1, 2, 3)]
    assert tries(THREE, *raises, **FIXED) == [True, True, True, False]
    assert tries(THREE, *raises[:3], **FIXED, raises=1) == [True, False, False]


def test_raises_without_end_while_two_hands_are_in() -> None:
    two = at_the_start(9000, 9000, at=1)
    raises = [does(spot, "raise") for spot in (1, 2) * 4]
    assert tries(two, *raises, **FIXED) == [True] * 8


def _facing(stack: int) -> list[Step]:
    """Return a flop on which spot 1 has bet 200 and spot 2 is all in with `stack` before him."""
    start = [*at_the_start(9000, 200 + stack, 9000), *calls(3, 1), *checks(2), *FLOP]
    return [*start, does(1, "bet"), does(2, "all_in")]


def test_less_than_half_a_bet_more_is_completed_by_the_next_raise() -> None:
    before = [*_facing(250), does(3, "raise")]
    options = {**FIXED, "chip": 50}
    assert of("decided", play(before, **options))[-1]["cents"] == 400
    assert only(_facing(250), does(3, "raise", 450), **options) == [False]


def test_half_a_bet_more_is_a_raise() -> None:
    assert of("decided", play([*_facing(300), does(3, "raise")], **FIXED))[-1]["cents"] == 500


def test_less_than_half_a_bet_more_does_not_reopen_and_half_a_bet_does() -> None:
    options = {**FIXED, "chip": 50}
    for stack, reopened in ((250, False), (300, True)):
        assert only([*_facing(stack), does(3, "call")], does(1, "raise"), **options) == [reopened]


def test_a_short_all_in_is_not_counted_among_the_raises() -> None:
    start = [*at_the_start(9000, 450, 9000, 9000), *calls(3, 4, 1), *checks(2), *FLOP]
    three = [*start, does(1, "bet"), does(2, "all_in"), does(3, "raise"), does(4, "raise")]
    assert not refused(play(three, **FIXED, chip=50, raises=2))
    assert only(three, does(1, "raise"), **FIXED, chip=50, raises=2) == [False]


def test_a_first_all_in_under_half_a_bet_is_completed_by_a_bet_that_is_no_raise() -> None:
    start = [*at_the_start(250, 9000, 9000, 9000), *calls(3, 4, 1), *checks(2), *FLOP]
    before = [*start, does(1, "all_in"), does(2, "raise")]
    options = {**FIXED, "chip": 50}
    assert of("decided", play(before, **options))[-1]["cents"] == 200
    raises = [does(3, "raise"), does(4, "raise"), does(2, "raise")]
    assert tries(before, *raises, does(3, "raise"), **options) == [True, True, True, False]


# the order


def test_with_two_players_the_button_speaks_first_before_the_flop_and_last_afterwards() -> None:
    two = at_the_start(9000, 9000, at=1)
    said = play(two, does(2, "call"), does(1, "call"), *checks(2), FLOP, *checks(1, 2, 1))
    assert refused(said) == [6, 11]


def test_later_rounds_begin_on_the_left_of_the_button() -> None:
    four = at_the_start(9000, 9000, 9000, 9000, at=2)
    said = play(four, *calls(1, 2, 3), *checks(4), FLOP, *checks(3, 4, 1, 2))
    assert not refused(said)


def test_a_card_face_up_needs_its_burn() -> None:
    before = [*THREE, *calls(3, 1), *checks(2)]
    assert alarms(play(before, up("7H 8D 2C"))) == ["premature_card"]
    assert refused(play(before, BURN, BURN, up("7H 8D 2C"))) == [11]
