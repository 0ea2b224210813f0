"""Pots, what goes back, commission, shares (67.96, 67.103, 67.104, 67.106, 67.108)."""

from typing import Any

from tests.kits.games.poker import (
    POST,
    Said,
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
    show,
    sit,
    stacks,
    street,
)
from tests.kits.offenders import each

BOARD = "7H 8D 2C KS 3S"


def at_the_start(*of_each: int, at: int | None = None) -> list[Step]:
    return [*sit(*of_each), button(at or len(of_each)), POST, deal(2 * len(of_each))]


def pots(said: Said) -> list[tuple[int, list[int]]]:
    return [(pot["cents"], pot["spots"]) for pot in of("pot", said)]


def won(said: Said) -> list[tuple[int, int, int]]:
    return [(line["pot"], line["spot"], line["cents"]) for line in of("won", said)]


ALL_IN = [
    *at_the_start(1000, 3000, 6000, 10000),
    *[does(3, "all_in"), does(4, "call"), does(1, "all_in"), does(2, "all_in")],
]


def test_layers_with_the_same_hands_are_one_pot() -> None:
    said = play(
        *at_the_start(1000, 9000, 9000, 9000),
        *[does(3, "raise", 1000), *folds(4), does(1, "all_in"), does(2, "call")],
        *street("7H 8D 2C"),
        *[does(2, "bet", 500), does(3, "call")],
        *[*street("KS"), *checks(2, 3), *street("3S"), *checks(2, 3)],
        *[show(2, "QS QH"), show(3, "JS JH"), show(1, "AS AH")],
    )
    assert pots(said) == [(3000, [1, 2, 3]), (1000, [2, 3])]
    assert won(said) == [(1, 1, 3000), (2, 2, 1000)]


def test_chips_of_folded_players_stay_in_the_layers_they_reached() -> None:
    said = play(
        *at_the_start(1000, 9000, 9000, 9000),
        *[does(3, "raise", 3000), does(4, "call"), does(1, "all_in"), does(2, "fold")],
        *[*street("7H 8D 2C"), does(3, "bet", 2000), does(4, "fold")],
        *[*street("KS"), *street("3S"), show(3, "QS QH"), show(1, "AS AH")],
    )
    assert pots(said) == [(3200, [1, 3]), (4000, [3])]
    assert won(said) == [(1, 1, 3200), (2, 3, 4000)]
    assert of("returned", said) == [{"spot": 3, "cents": 2000, "article": "67.103 (2)"}]


def test_a_pot_that_one_hand_alone_can_win_is_its_own_though_the_hand_is_taken_away() -> None:
    said = play(
        *at_the_start(1000, 9000, 9000, 9000),
        *[does(3, "raise", 3000), does(4, "call"), does(1, "all_in"), does(2, "fold")],
        *[*street("7H 8D 2C"), does(3, "bet", 2000), does(4, "fold")],
        *[*street("KS"), muck(3)],
    )
    assert pots(said) == [(3200, [1]), (4000, [3])]
    assert won(said) == [(1, 1, 3200), (2, 3, 4000)]


def test_a_bet_that_nobody_called_is_lost_with_the_hand_that_is_thrown_away() -> None:
    said = play(
        *at_the_start(5000, 5000, at=1),
        *[*calls(1), *checks(2), *street("7H 8D 2C"), does(2, "bet", 1000), muck(2)],
    )
    assert pots(said) == [(1400, [1])]
    assert not of("returned", said)


def test_the_first_layer_s_money_of_all_goes_to_the_pot_that_each_can_win() -> None:
    said = play(ALL_IN, board(BOARD), *[show(3, "JS JH"), show(4, "9S 9H")], *_last_two())
    assert pots(said) == [(4000, [1, 2, 3, 4]), (6000, [2, 3, 4]), (6000, [3, 4])]


def _last_two() -> list[Step]:
    return [show(1, "AS AH"), show(2, "QS QH")]


def test_the_last_hand_left_in_a_pot_needs_no_showing() -> None:
    said = play(ALL_IN, board(BOARD), *[muck(4), muck(3), muck(2)])
    assert won(said) == [(1, 1, 4000), (2, 2, 6000), (3, 3, 6000)]
    assert {line["article"] for line in of("won", said)} == {"67.102"}
    assert not [line for line in of("won", said) if line["hand"] or line["cards"]]


def test_a_pot_that_falls_to_nobody_s_bet_has_been_called() -> None:
    """67.103 (2) is a bet that nobody called: here each was, and on the flop there is none."""
    seated = [sit(5000, 5000), button(1), POST, deal(4), calls(1), checks(2), street("7H 8D 2C")]
    called = play(*seated, folds(2))
    assert [line["article"] for line in of("won", called)] == ["67.102"]
    bet = play(*seated, does(2, "bet", 500), folds(1))
    assert [line["article"] for line in of("won", bet)] == ["67.103 (2)"]


def test_who_is_not_called_wins_by_another_article() -> None:
    said = play(at_the_start(5000, 5000, 5000), *folds(3, 1))
    assert [line["article"] for line in of("won", said)] == ["67.103 (2)"]


def test_the_same_in_the_other_order() -> None:
    said = play(ALL_IN, board(BOARD), *[muck(1), muck(2), muck(3)])
    assert won(said) == [(1, 4, 4000), (2, 4, 6000), (3, 4, 6000)]


# commission


def raked(cents: int, flop: bool = True, **commission: Any) -> int:
    """Return the commission on a pot of this much."""
    hand = [*at_the_start(cents, cents, at=1), does(1, "raise", cents // 2), does(2, "call")]
    rest = [*street("7H 8D 2C"), *folds(2)] if flop else [muck(2)]
    said = play(hand, rest, commission=commission)
    assert sum(pot["cents"] for pot in of("pot", said)) == cents
    return sum(pot["commission"] for pot in of("pot", said))


@each(
    "cents, percent, cap, taken",
    [(2000, 5, None, 100), (3800, 5, None, 100), (40000, 5, 1000, 1000), (40000, 0, None, 0),
     (40000, 10, None, 4000), (40000, 10, 0, 0)],
)  # fmt: skip
def test_67_108_a_percentage_in_whole_chips_up_to_the_cap(
    cents: int, percent: int, cap: int | None, taken: int
) -> None:
    assert raked(cents, percent=percent, cap=cap) == taken


def test_none_without_a_flop_unless_the_table_says_so() -> None:
    assert raked(2000, flop=False, percent=10) == 0
    assert raked(2000, flop=False, percent=10, without_flop=True) == 200


def test_from_the_main_pot_on_the_cap_is_the_game_s() -> None:
    said = play(ALL_IN, board(BOARD), *[muck(4), muck(3), muck(2)], commission={"percent": 5})
    assert [pot["commission"] for pot in of("pot", said)] == [200, 300, 300]
    capped = {"percent": 5, "cap": 400}
    said = play(ALL_IN, board(BOARD), *[muck(4), muck(3), muck(2)], commission=capped)
    assert [pot["commission"] for pot in of("pot", said)] == [200, 200, 0]


# shares


def test_odd_chips_go_one_each_from_the_left_of_the_button() -> None:
    said = play(
        *at_the_start(5000, 5000, 5000, 5000, at=2),
        *[does(1, "call"), does(2, "call"), does(3, "fold"), does(4, "check")],
        *[*street("7H 8D 2C"), *checks(4, 1, 2), *street("KS"), *checks(4, 1, 2)],
        *[*street("3S"), *checks(4, 1, 2)],
        *[show(1, "AD 4C"), show(2, "AS 4H"), show(4, "AH 4D")],
    )
    assert pots(said) == [(700, [1, 2, 4])]
    assert won(said) == [(1, 1, 200), (1, 2, 200), (1, 4, 300)]


def test_omaha_high_low_the_odd_chip_of_the_halves_is_the_high_hand_s() -> None:
    options = {"poker": "omaha-hi-lo", "limit": "pot"}
    hand = [*sit(9000, 9000, 9000), button(3), POST, deal(12), *calls(3), *folds(1), *checks(2)]
    said = play(
        *[*hand, *street("7H 8D 2C"), *checks(2, 3), *street("KS"), *checks(2, 3)],
        *[*street("3S"), *checks(2, 3), show(2, "KD KC QC JC"), show(3, "AS 4H 9C 9D")],
        **options,
    )
    shares = [(line["half"], line["spot"], line["cents"]) for line in of("won", said)]
    assert shares == [("high", 2, 300), ("low", 3, 200)]


def test_all_to_the_high_hand_if_no_hand_is_low_enough() -> None:
    options = {"poker": "omaha-hi-lo", "limit": "pot"}
    said = play(
        *[*sit(9000, 9000), button(1), POST, deal(8), *calls(1), *checks(2)],
        *[*street("TH JD 2C"), *checks(2, 1), *street("KS"), *checks(2, 1)],
        *[*street("3S"), *checks(2, 1), show(2, "KD KC QC JC"), show(1, "AS 4H 5C 9D")],
        **options,
    )
    assert [(line["spot"], line["cents"], line.get("half")) for line in of("won", said)] == [
        (2, 400, None)
    ]


def test_who_scoops_has_both_halves() -> None:
    options = {"poker": "omaha-hi-lo", "limit": "pot"}
    said = play(
        *[*sit(9000, 9000), button(1), POST, deal(8), *calls(1), *checks(2)],
        *[*street("7H 8D 2C"), *checks(2, 1), *street("KS"), *checks(2, 1)],
        *[*street("3S"), *checks(2, 1), show(2, "QD JC TC 9C"), show(1, "AS 4H AC KD")],
        **options,
    )
    shares = [(line["half"], line["spot"], line["hand"]) for line in of("won", said)]
    assert shares == [("high", 1, "pair"), ("low", 1, "low")]


def test_a_stack_is_told_for_every_seated_spot() -> None:
    said = play(*at_the_start(5000, 5000, 5000), *folds(3, 1))
    assert stacks(said) == {1: 4900, 2: 5100, 3: 5000}
    assert not refused(said)
