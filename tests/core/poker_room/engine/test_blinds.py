"""Who is dealt in, button, blinds, antes, straddle (67.88 (9), (11), (20), 67.94)."""

from typing import Any

from tests.kits.games.poker import (
    CONFIRM,
    POST,
    VOID,
    Said,
    Step,
    button,
    calls,
    checks,
    deal,
    does,
    folds,
    of,
    play,
    posts,
    refused,
    seat,
    sit,
    stacks,
    street,
)


def leave(spot: int) -> Step:
    return {"leave": {"spot": spot}}


def out(spot: int) -> Step:
    return {"sit_out": {"spot": spot}}


def back(spot: int) -> Step:
    return {"sit_in": {"spot": spot}}


def game(*folding: int, cards: int | None = None) -> list[Step]:
    """A game in which all fold to the big blind, in this order."""
    dealt = 2 * (len(folding) + 1) if cards is None else cards
    return [POST, deal(dealt), *folds(*folding), CONFIRM]


def blinds(said: Said) -> list[list[Any]]:
    return [list(line.values()) for line in of("blinds", said)]


def at_last(said: Said) -> list[Any]:
    """Return button, small and big blind of the last game."""
    return blinds(said)[-1]


FOUR = [*sit(9000, 9000, 9000, 9000), button(4)]
FIRST = [*FOUR, *game(3, 4, 1)]
"""Four players, after a game with the button at 4."""


def test_the_button_moves_with_the_blinds() -> None:
    said = play(FIRST, *game(4, 1, 2), *game(1, 2, 3), *game(2, 3, 4))
    assert blinds(said) == [[4, 1, 2], [1, 2, 3], [2, 3, 4], [3, 4, 1]]
    assert not refused(said)


def test_a_big_blind_who_has_left_leaves_a_dead_small_blind_and_then_a_dead_button() -> None:
    said = play(FIRST, leave(2), *game(4, 1), *game(1, 3))
    assert blinds(said)[1:] == [[1, None, 3], [2, 3, 4]]


def test_a_small_blind_who_has_left_leaves_a_dead_button() -> None:
    assert at_last(play(FIRST, leave(1), POST)) == [1, 2, 3]


def test_with_two_players_left_the_other_has_button_and_small_blind() -> None:
    assert at_last(play(FIRST, leave(2), leave(4), POST)) == [1, 1, 3]
    assert at_last(play(FIRST, leave(3), leave(4), POST)) == [2, 2, 1]


def test_the_button_may_be_placed_before_the_first_game_alone() -> None:
    assert refused(play(FIRST, button(2))) == [len(FIRST) + 1]
    assert refused(play(FOUR, button(11), button(0))) == [6, 7]
    assert at_last(play(sit(9000, 9000, 9000), POST)) == [3, 1, 2]


def test_with_two_players_the_button_is_the_small_blind() -> None:
    assert at_last(play(sit(9000, 9000), button(1), POST)) == [1, 1, 2]
    assert at_last(play(sit(9000, 9000), button(7), POST)) == [1, 1, 2]


# who owes a blind


def test_a_newcomer_waits_for_the_big_blind() -> None:
    said = play(FIRST, seat(5, 9000), *game(4, 1, 2), *game(1, 2, 3))
    assert blinds(said)[1:] == [[1, 2, 3], [2, 3, 4]]
    assert at_last(play(FIRST, seat(5, 9000), *game(4, 1, 2), *game(1, 2, 3), POST)) == [3, 4, 5]


def test_a_newcomer_is_dealt_in_if_he_posts_the_big_blind_live() -> None:
    before = [*FIRST, seat(5, 9000), POST, posts(5, "big_blind", 200)]
    said = play(before, deal(10), *folds(4), does(5, "check"))
    assert not refused(said)
    assert refused(play(before, posts(5, "small_blind", 100))) == [len(before) + 1]
    assert refused(play(before, deal(10), *folds(4), does(5, "fold"), *folds(1, 2))) == []


def test_a_newcomer_posts_what_he_owes_and_nothing_else() -> None:
    before = [*FIRST, seat(5, 9000), POST]
    wrong = [posts(5, "big_blind", 100), posts(5, "straddle", 400), posts(4, "big_blind", 200)]
    assert refused(play(before, *wrong)) == [len(before) + n for n in (1, 2, 3)]


def test_a_newcomer_does_not_post_on_the_button_or_the_small_blind() -> None:
    empty_small = [*FIRST, leave(2), seat(2, 9900), POST]
    assert at_last(play(empty_small)) == [1, None, 3]
    assert refused(play(empty_small, posts(2, "big_blind", 200))) == [len(empty_small) + 1]
    empty_button = [*FIRST, leave(1), seat(1, 9900), POST]
    assert refused(play(empty_button, posts(1, "big_blind", 200))) == [len(empty_button) + 1]


SKIPPED = [*FIRST, out(3), *game(1, 2, cards=6)]
PASSED = [*SKIPPED, *game(2, 4, cards=6), back(3)]
"""The big blind has passed spot 3, who plays again on the left of the big blind."""


def test_whom_the_big_blind_passed_waits_or_posts_both_blinds() -> None:
    assert at_last(play(PASSED, POST)) == [4, 1, 2]
    before = [*PASSED, POST, posts(3, "big_blind", 200), posts(3, "small_blind", 100)]
    said = play(before, deal(8), *folds(3, 4), does(1, "fold"))
    assert not refused(said)
    assert of("pot", said)[-1]["cents"] == 600


def test_between_the_button_and_the_small_blind_he_waits() -> None:
    before = [*SKIPPED, back(3), POST]
    assert at_last(play(before)) == [2, 4, 1]
    assert refused(play(before, posts(3, "big_blind", 200))) == [len(before) + 1]


MISSED = [*sit(9000, 9000, 9000, 9000), button(4), *game(3, 4, 1), out(2), *game(4, 1, cards=6)]
"""Spot 2 had the big blind, and sat out when the small one was his."""


def test_who_sat_out_when_he_owed_the_small_blind_posts_it_dead() -> None:
    on_button = [*MISSED, back(2), POST]
    assert at_last(play(on_button)) == [2, 3, 4]
    assert refused(play(on_button, posts(2, "small_blind", 100))) == [len(on_button) + 1]
    later = [*MISSED, back(2), *game(1, 3, cards=6), POST]
    assert refused(play(later, posts(2, "big_blind", 200))) == [len(later) + 1]
    said = play(later, posts(2, "small_blind", 100), deal(8), *calls(2), *folds(3, 4), *checks(1))
    assert not refused(said)
    assert of("blinds", said)[-1] == {"button": 3, "small": 4, "big": 1}


def test_or_the_big_blind_cancels_it() -> None:
    waits = [*MISSED, back(2), *game(1, 3, cards=6), *game(3, 4, cards=6), POST]
    assert at_last(play(waits)) == [4, 1, 2]
    assert refused(play(waits, deal(8))) == []


def test_all_of_it_or_nothing() -> None:
    before = [*PASSED, POST, posts(3, "big_blind", 200)]
    assert refused(play(before, deal(8))) == [len(before) + 1]
    assert refused(play(before, deal(6))) == [len(before) + 1]


def test_who_has_less_than_he_owes_waits_for_the_big_blind() -> None:
    before = [*FIRST, seat(5, 100), POST]
    for cents in (100, 200):
        assert refused(play(before, posts(5, "big_blind", cents))) == [len(before) + 1]


def test_who_has_posted_the_big_blind_adds_to_it_for_a_straddle() -> None:
    before = [*sit(9000, 9000), button(2), *game(2), seat(3, 9000), POST]
    posted = [posts(3, "big_blind", 200), posts(3, "straddle", 400), deal(6)]
    said = play(before, *posted, *calls(1, 2), *checks(3), VOID, straddle=True)
    assert not refused(said)
    assert [line["cents"] for line in of("returned", said)][-3:] == [400, 400, 400]


def test_who_plays_again_before_the_big_blind_has_passed_owes_nothing() -> None:
    said = play(FIRST, out(4), back(4), *game(4, 1, 2))
    assert not refused(said)


def test_where_fewer_than_two_would_be_dealt_in_nobody_owes_anything() -> None:
    before = [*sit(9000, 9000), button(1), *game(1), leave(2), seat(2, 9100), POST, deal(4)]
    assert not refused(play(before))


def test_a_newcomer_at_a_table_of_two_makes_three() -> None:
    two = [*sit(9000, 9000), button(1), *game(1)]
    assert at_last(play(two, seat(3, 9000), POST)) == [1, 2, 3]


# the start


def test_two_players_who_can_play_are_needed_and_no_game_on() -> None:
    assert refused(play(sit(9000), POST)) == [2]
    assert refused(play(sit(9000, 9000), out(2), POST)) == [4]
    assert refused(play(FOUR, POST, POST)) == [7]
    assert refused(play(sit(9000, 1000), POST, min_stake=1000)) == []


def test_a_stack_fallen_below_the_least_stake_is_not_dealt_in_until_he_adds() -> None:
    lost = [*sit(9000, 9000, 2000), button(3), POST, deal(6), *calls(3), *folds(1), *checks(2)]
    first = [*lost, *street("7H 8D 2C"), *checks(2), does(3, "fold"), CONFIRM]
    said = play(first, POST, deal(4), min_stake=2000)
    assert not refused(said)
    assert not refused(play(first, seat(3, 200), POST, deal(6), min_stake=2000))
    assert refused(play(first, seat(3, 100), min_stake=2000)) == [len(first) + 1]


def test_a_stake_stays_within_the_table_s() -> None:
    limits = {"min_stake": 2000, "max_stake": 20000}
    said = play(seat(1, 1000), seat(1, 20100), seat(1, 20000), seat(1, 100), **limits)
    assert refused(said) == [1, 2, 4]


def test_nobody_sits_down_leaves_or_takes_chips_in_a_game() -> None:
    steps = [seat(5, 900), leave(1), {"take": {"spot": 1, "cents": 100}}, out(1), back(1)]
    assert refused(play(FOUR, POST, *steps)) == [7, 8, 9, 10, 11]


def test_chips_leave_the_table_at_fixed_limit_alone() -> None:
    off = {"take": {"spot": 1, "cents": 5000}}
    assert refused(play(FOUR, off)) == refused(play(FOUR, off, limit="pot")) == [6]
    fixed = {"limit": "fixed", "bets": [200, 400]}
    said = play(FOUR, off, off, **fixed)
    assert (refused(said), stacks(said)[1]) == ([7], 4000)


def test_who_leaves_takes_all_he_has() -> None:
    said = play(FOUR, leave(2), leave(2))
    assert of("left", said) == [{"spot": 2, "cents": 9000}]
    assert refused(said) == [7]


# antes and the straddle


def test_each_antes_before_the_blinds() -> None:
    said = play(sit(9000, 100, 9000), button(3), POST, deal(6), VOID, ante=100)
    assert [line["cents"] for line in of("returned", said)] == [200, 100, 100]


def test_one_ante_for_all_is_paid_by_the_big_blind_after_his_blind() -> None:
    options = {"ante": 200, "ante_by": "big_blind"}
    said = play(sit(9000, 300, 9000), button(3), POST, deal(6), *folds(3, 1), **options)
    assert of("pot", said) == [{"number": 1, "cents": 300, "commission": 0, "spots": [2]}]
    assert of("returned", said) == [{"spot": 2, "cents": 100, "article": "67.103 (2)"}]


STRADDLED = [*FOUR, POST, posts(3, "straddle", 400)]


def test_a_straddle_is_the_big_blind_of_its_round() -> None:
    said = play(STRADDLED, deal(8), does(4, "raise", 600), straddle=True)
    assert refused(said) == [9]
    said = play(STRADDLED, deal(8), *calls(4, 1, 2), does(3, "raise", 800), straddle=True)
    assert not refused(said)


def test_after_a_straddle_a_bet_is_the_big_blind_again() -> None:
    before = [*STRADDLED, deal(8), *calls(4, 1, 2), *checks(3), *street("7H 8D 2C")]
    assert not refused(play(before, does(1, "bet", 200), straddle=True))


def test_a_straddle_comes_from_the_left_of_the_big_blind_once_and_is_twice_as_much() -> None:
    steps = [posts(4, "straddle", 400), posts(3, "straddle", 300), posts(3, "straddle", 400)]
    said = play(FOUR, POST, *steps, posts(4, "straddle", 800), straddle=True)
    assert refused(said) == [7, 8, 10]
    two = [*sit(9000, 9000), button(1), POST, posts(1, "straddle", 400)]
    assert refused(play(two, straddle=True)) == [5]
    assert refused(play(STRADDLED)) == [7]
    fixed = {"limit": "fixed", "bets": [200, 400]}
    assert refused(play(STRADDLED, straddle=True, **fixed)) == [7]
