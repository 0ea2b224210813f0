"""Seven-card stud, stud high-low and razz: bring-in, order, seventh card, odd chips."""

from typing import Any

from tests.kits.games.poker import (
    BURN,
    CONFIRM,
    MISDEAL,
    POST,
    TAKE_BACK,
    Said,
    Step,
    alarms,
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
    up,
)
from tests.kits.offenders import each

STUD = {"poker": "stud", "limit": "fixed", "bets": [200, 400], "ante": 100, "bring_in": 100}
RAZZ = {**STUD, "poker": "razz"}
HI_LO = {**STUD, "poker": "stud-hi-lo"}


def dealt(cards: str, *stacks: int) -> list[Step]:
    """Seat players, deal, with these cards showing."""
    count = len(cards.split())
    return [*sit(*(stacks or (9000,) * count)), POST, deal(2 * count), up(cards)]


def first(before: list[Step], *tried: int, do: str = "check", **options: Any) -> list[int]:
    """Return which of these spots may speak."""
    game = options or STUD
    return [s for s in tried if not refused(play(before, does(s, do), **game))]


# the bring-in


@each(
    "cards, options, spot",
    [("9D 4C 4D", STUD, 2), ("AD KC QD", STUD, 3), ("2S 2H 2D", STUD, 3), ("9D KC KD", RAZZ, 3),
     ("9D KC AD", RAZZ, 2), ("KS KH KD", RAZZ, 1), ("9D 4C 4D", HI_LO, 2)],
)  # fmt: skip
def test_67_88_10_the_lowest_card_brings_it_in_at_razz_the_highest(
    cards: str, options: dict[str, Any], spot: int
) -> None:
    assert first(dealt(cards), 1, 2, 3, do="bring_in", **options) == [spot]


@each(
    "do, cents, taken",
    [("bring_in", None, True), ("bet", None, True), ("bet", 200, True), ("bet", 100, False),
     ("fold", None, False), ("check", None, False), ("call", None, False), ("raise", 200, False)],
)  # fmt: skip
def test_67_106_it_is_brought_in_or_bet(do: str, cents: int | None, taken: bool) -> None:
    said = play(dealt("9D 4C 4D"), does(2, do, cents), **STUD)
    assert refused(said) == ([] if taken else [7])


def test_it_is_completed_by_a_raise_that_is_the_first_bet() -> None:
    before = [*dealt("9D 4C 4D"), does(2, "bring_in")]
    assert refused(play(before, does(3, "bet"), does(3, "raise", 300), **STUD)) == [8, 9]
    raises = [does(spot, "raise") for spot in (3, 1, 2, 3)]
    said = play(before, raises, does(1, "raise"), **STUD)
    assert [line["cents"] for line in of("decided", said)] == [100, 200, 400, 600, 800]
    assert refused(said) == [12]


def test_a_hand_thrown_away_does_not_escape_the_bring_in() -> None:
    said = play(dealt("9D 4C 4D"), muck(2), *calls(3), *folds(1), **STUD)
    assert not refused(said)
    assert stacks(said)[2] == 8800


def test_all_in_on_the_ante_the_first_on_his_left_folds_brings_it_in_or_bets() -> None:
    before = dealt("9D 4C 4D 5D", 9000, 100, 9000, 9000)
    for do in ("fold", "bring_in", "bet"):
        assert first(before, 1, 2, 3, 4, do=do) == [3]
    said = play(before, does(3, "check"), does(3, "fold"), does(4, "bring_in"), **STUD)
    assert refused(said) == [8]


def test_who_alone_has_chips_brings_nothing_in() -> None:
    said = play(dealt("9D 4C", 9000, 100), *street("5D 5C"), **STUD)
    assert not refused(said)


# the order


@each(
    "cards, options, spot",
    [("8D 7C 6H", STUD, 3), ("4D 4H 5S", STUD, 2), ("KD AC QH", STUD, 2), ("8D 7C 6H", HI_LO, 3),
     ("KD 2C 3S", RAZZ, 2), ("AC 8D 2S", RAZZ, 1)],
)  # fmt: skip
def test_from_the_fourth_card_on_the_highest_hand_showing_speaks_at_razz_the_lowest(
    cards: str, options: dict[str, Any], spot: int
) -> None:
    third = dealt("9D 8C TD" if options is RAZZ else "9D 4C 6D")
    opened = [does(3, "bring_in"), *calls(1, 2)]
    if options is not RAZZ:
        opened = [does(2, "bring_in"), *calls(3, 1)]
    assert first([*third, *opened, *street(cards)], 1, 2, 3, **options) == [spot]


def test_at_a_tie_the_first_from_the_dealer_s_left_speaks() -> None:
    before = [*dealt("9D 9C 5D"), does(3, "bring_in"), *calls(1, 2), *street("KD KC 2H")]
    assert first(before, 1, 2, 3) == [1]


def test_the_bets_grow_with_the_fifth_card_a_pair_on_the_fourth_changes_nothing() -> None:
    third = [*dealt("9D 4C"), does(2, "bring_in"), *calls(1)]
    fourth = [*street("9C 5C"), does(1, "bet"), *calls(2)]
    fifth = [*street("TC TD"), does(1, "bet")]
    said = play(third, fourth, fifth, **STUD)
    assert [line["cents"] for line in of("decided", said)] == [100, 100, 200, 200, 400]


# cards


def test_no_blinds_no_button_no_burn_before_the_fourth_card() -> None:
    said = play(*sit(9000, 9000), button(1), POST, deal(4), BURN, up("9D 4C"), **STUD)
    assert refused(said) == [3, 6]
    assert not of("blinds", said)


SIXTH = [
    *[*dealt("9D 4C"), does(2, "bring_in"), *calls(1)],
    *[*street("8D 5C"), *checks(1, 2), *street("7D 6C"), *checks(1, 2)],
    *[*street("2D 2C"), *checks(1, 2)],
]
SEVENTH = [*SIXTH, BURN, deal(2), *checks(1, 2)]


def test_the_seventh_card_is_dealt_face_down_after_its_burn() -> None:
    said = play(SIXTH, deal(2), BURN, up("KS"), TAKE_BACK, deal(2), **STUD)
    assert refused(said) == [len(SIXTH) + 1]
    assert alarms(said) == ["premature_card"]


def test_a_wrong_number_of_seventh_cards_is_a_wrong_key_or_voids_the_game() -> None:
    steps = [*SIXTH, BURN, deal(3), MISDEAL, TAKE_BACK]
    said = play(steps, deal(3), {"press": "void"}, **STUD)
    assert alarms(said) == ["misdeal", "misdeal"]
    assert refused(said) == [len(SIXTH) + 3]
    assert refused(play(steps, deal(2), checks(1, 2), **STUD)) == [len(SIXTH) + 3]


def test_a_hand_shows_the_three_that_lay_face_down() -> None:
    said = play(SEVENTH, show(1, "AS AH"), show(1, "AS AH KS"), show(2, "3C 3S TD"), **STUD)
    assert refused(said) == [len(SEVENTH) + 1]
    won = of("won", said)
    assert [(line["spot"], line["hand"]) for line in won] == [(2, "straight_flush")]


def test_razz_straights_and_flushes_do_not_count() -> None:
    options = {**RAZZ, "bring_in": 100}
    third = [*dealt("9D 4C"), does(1, "bring_in"), *calls(2), *street("8D 5C"), *checks(2, 1)]
    later = [*street("7D 6C"), *checks(2, 1), *street("2D 2C"), *checks(2, 1)]
    said = play(third, later, BURN, deal(2), *checks(2, 1), **options)
    assert not refused(said)
    end = [show(1, "AD 3D 6D"), show(2, "3C KS KD")]
    [won] = of("won", play(third, later, BURN, deal(2), *checks(2, 1), end, **options))
    assert (won["spot"], won["cards"]) == (2, ["6C", "5C", "4C", "3C", "2C"])


def test_high_low_needs_an_eight_and_the_halves_are_split() -> None:
    end = [show(1, "AS AH AC"), show(2, "3C KS KD")]
    said = play(SEVENTH, end, **HI_LO)
    won = [(w["spot"], w.get("half"), w["cents"]) for w in of("won", said)]
    assert won == [(2, "high", 200), (2, "low", 200)]


def test_odd_chips_go_by_the_highest_card_and_its_suit() -> None:
    third = [*dealt("9D 9C 3S"), does(3, "bring_in"), *calls(1, 2)]
    fourth = [*street("8D 8C 4S"), does(1, "check"), does(2, "check"), does(3, "fold")]
    later = [*street("7D 7C"), *checks(1, 2), *street("2D 2C"), *checks(1, 2)]
    end = [BURN, deal(2), *checks(1, 2), show(1, "AC KD QH"), show(2, "AS KC QD")]
    said = play(third, fourth, later, end, **{**STUD, "ante": 200, "commission": {"percent": 5}})
    assert [w["hand"] for w in of("won", said)] == ["flush", "flush"]
    assert [w["cards"][0] for w in of("won", said)] == ["KD", "KC"]
    assert [(w["spot"], w["cents"]) for w in of("won", said)] == [(1, 500), (2, 400)]


def _eight(seventh: list[Step]) -> Said:
    """Eight players stay to the end."""
    spots = range(1, 9)
    ups = ["2C 3C 4C 5C 6C 7C 8C 9C", "AD KD QD JD TD 2D 3D 4D"]
    ups += ["KH QH JH TH 9H 8H 7H 5H", "QS JS TS 9S 8S 5S 6S AS"]
    steps = [*dealt(ups[0]), does(1, "bring_in"), *calls(*range(2, 9))]
    for cards in ups[1:]:
        steps += [*street(cards), *checks(*spots)]
    return play(steps, seventh, **STUD)


def test_where_the_cards_do_not_suffice_one_card_face_up_is_everybody_s() -> None:
    ends = [*checks(*range(1, 9)), *[muck(spot) for spot in range(2, 9)]]
    for seventh in ([up("KS")], [BURN, up("KS")]):
        said = _eight([*seventh, *ends])
        assert not refused(said)
        assert [line["spot"] for line in of("won", said)] == [1]
    assert len(refused(_eight([BURN, deal(8)]))) == 1


def test_at_most_eight_hands_are_dealt_in() -> None:
    said = play(*sit(*[9000] * 9), POST, deal(16), **STUD)
    assert not alarms(said)
    assert not refused(said)


def test_a_misdeal_gives_the_bring_in_back() -> None:
    before = [*dealt("9D 4C 4D"), does(2, "bring_in"), MISDEAL, deal(6), up("4D 9D 5C")]
    said = play(before, does(1, "bring_in"), *folds(2, 3), CONFIRM, **STUD)
    assert not refused(said)
    assert stacks(said) == {1: 9200, 2: 8900, 3: 8900}


def test_no_commission_without_a_fourth_card() -> None:
    third = [*dealt("9D 4C"), does(2, "bring_in"), *calls(1)]
    rake = {"commission": {"percent": 10, "cap": None}, **STUD, "ante": 1000}
    assert of("pot", play(third, muck(1), **rake))[0]["commission"] == 0
    said = play(third, *street("9C 5C"), *folds(1), **rake)
    assert of("pot", said)[0]["commission"] == 200
