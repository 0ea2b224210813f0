"""The cards: burns, misdeals, premature, exposed and known cards, readers (67.88 (4), 67.102)."""

import json
from typing import Any

from tests.kits.games.poker import (
    BURN,
    CONFIRM,
    MISDEAL,
    POST,
    TAKE_BACK,
    UNDO,
    VOID,
    Said,
    Step,
    alarms,
    board,
    button,
    calls,
    checks,
    deal,
    does,
    expose,
    folds,
    hole,
    muck,
    of,
    play,
    refused,
    seat,
    show,
    sit,
    stacks,
    street,
    up,
    waits,
)
from tests.kits.offenders import each

POSTED = [*sit(5000, 5000, 5000), button(3), POST]
DEALT = [*POSTED, deal(6)]
LIMPED = [*DEALT, *calls(3, 1), *checks(2)]
FLOPPED = [*LIMPED, *street("7H 8D 2C")]
SEATS = {"readers": "seats"}


def river(*before: Step) -> list[Step]:
    """Check it down, with the board 7H 8D 2C KS 3S."""
    flop = [*FLOPPED, *checks(1, 2, 3), *street("KS"), *checks(1, 2, 3)]
    return [*flop, *street("3S"), *checks(1, 2, 3), *before]


def after(before: list[Step], *steps: Step, **options: Any) -> tuple[list[int], list[str]]:
    """Return which of the steps are refused, from 1, and the alarms."""
    said = play(before, *steps, **options)
    return [n - len(before) for n in refused(said)], alarms(said)


# what is due


def test_a_board_may_be_dealt_card_by_card() -> None:
    assert after(LIMPED, BURN, up("7H"), {"card": "8D"}, up("2C"), *checks(1)) == ([], [])


def test_of_several_cards_the_first_that_raises_an_alarm_ends_the_step() -> None:
    assert after(LIMPED, BURN, up("7H 7H JK")) == ([], ["foul_deck"])


def test_no_card_before_the_deal_and_none_after_the_river() -> None:
    assert after(POSTED, BURN, up("7H")) == ([1], ["premature_card"])
    assert after(river(), BURN, deal(6), up("9S")) == ([1, 2], ["premature_card"])
    assert after([], up("7H")) == ([1], [])


def test_a_card_may_be_entered_by_the_supervisor() -> None:
    assert after([*LIMPED, BURN, up("7H 8D")], {"enter": {"card": "2C"}}, *checks(1)) == ([], [])


@each("step", [{"press": "no_more_bets"}, {"dice": [1, 2]}, {"cut": True}, {"shuffle": True}])
def test_what_other_tables_do_is_refused(step: Step) -> None:
    assert after(FLOPPED, step) == ([1], [])


# misdeals


def test_after_a_wrong_number_of_cards_only_the_misdeal_is_taken() -> None:
    steps = [UNDO, deal(6), CONFIRM, waits(5), MISDEAL, deal(6), *calls(3)]
    assert after([*POSTED, deal(5)], *steps) == ([1, 2, 3], ["misdeal"])


def test_or_the_number_is_taken_back() -> None:
    said = play([*POSTED, deal(5)], TAKE_BACK, deal(6), *folds(3, 1))
    assert not refused(said)
    assert of("cleared", said) == [{"part": "table", "code": "misdeal"}]
    assert stacks(said) == {1: 4900, 2: 5100, 3: 5000}


def test_at_a_misdeal_blinds_stand_and_folded_players_are_dealt_in_again() -> None:
    said = play(DEALT, *folds(3), MISDEAL, deal(6), *folds(3, 1))
    assert not refused(said)
    assert stacks(said) == {1: 4900, 2: 5100, 3: 5000}


def test_no_misdeal_after_the_first_call_bet_or_raise_nor_before_the_deal() -> None:
    assert after(DEALT, *calls(3), MISDEAL) == ([2], [])
    assert after(DEALT, does(3, "raise", 400), MISDEAL) == ([2], [])
    assert after(POSTED, MISDEAL) == ([1], [])
    assert after([], MISDEAL) == ([1], [])


def test_one_exposed_card_stays_and_a_second_before_any_bet_is_a_misdeal() -> None:
    steps = [expose("9D", 1), expose("9C"), MISDEAL, deal(6), expose("9D"), *calls(3)]
    assert after(DEALT, *steps, expose("9C", 1)) == ([], ["misdeal"])


def test_a_card_that_is_seen_before_all_are_dealt_may_be_a_misdeal_and_ends_the_posting() -> None:
    straddle = {"bet": {"spot": 3, "on": "straddle", "cents": 400}}
    steps = [expose("9D", 1), straddle, MISDEAL, MISDEAL, straddle, deal(6)]
    assert after(POSTED, *steps, straddle=True) == ([2, 4], [])


def test_an_exposed_card_is_known() -> None:
    assert after([*DEALT, expose("9D", 1)], *calls(3, 1), *checks(2), BURN, up("9D"))[1] == [
        "foul_deck"
    ]
    shown = river(show(1, "9D 9H"))
    before = [*shown[:6], expose("9D", 1), *shown[6:]]
    assert after(before, show(2, "9D 4C")) == ([], ["foul_deck"])
    other = [*river()[:6], expose("9D", 1), *river()[6:]]
    assert after(other, show(1, "9C 9H"), show(1, "9D 9H")) == ([1], [])


# premature cards


EARLY = [*DEALT, *calls(3), BURN, up("7H 8D 2C")]


def test_a_card_before_the_betting_is_over_is_taken_back_and_may_come_again() -> None:
    steps = [does(1, "call"), TAKE_BACK, *calls(1), *checks(2), up("7H 8D 2C"), *checks(1)]
    assert after(EARLY, *steps) == ([1], ["premature_card"])


def test_after_a_premature_card_a_burn_is_neither_demanded_nor_refused() -> None:
    back = [*EARLY, TAKE_BACK, *calls(1), *checks(2)]
    for burns in ([], [BURN], [BURN, BURN]):
        rest = [*burns, up("7H 8D 2C"), *checks(1, 2, 3), *burns, up("KS"), *checks(1)]
        assert after(back, *rest) == ([], ["premature_card"])


def test_nothing_refuses_a_card_and_a_foul_deck_goes_before() -> None:
    assert after([*DEALT, *calls(3)], up("7H 8D 2C")) == ([], ["premature_card"])
    assert after([*FLOPPED, *checks(1)], BURN, up("7H")) == ([], ["foul_deck"])
    assert after([*FLOPPED, *checks(1)], BURN, up("JK")) == ([], ["foul_deck"])


# a foul deck


@each("cards", ["7H KD", "KS KD", "9S 9S", "AS AH", "JK 9S"])
def test_a_card_that_is_known_or_none_of_the_pack_is_a_foul_deck(cards: str) -> None:
    assert after(river(show(1, "AS AD")), show(2, cards)) == ([], ["foul_deck"])


def test_a_foul_deck_is_taken_back_as_if_the_card_had_not_come_or_voided() -> None:
    before = [*LIMPED, BURN, up("7H 8D"), up("7H")]
    assert after(before, up("2C"), TAKE_BACK, up("2C"), *checks(1)) == ([1], ["foul_deck"])
    said = play(before, VOID, POST)
    assert stacks(said) == {1: 5000, 2: 5000, 3: 5000}
    assert not refused(said)


def test_a_foul_deck_may_come_out_after_the_pots_are_won_until_confirm() -> None:
    before = river(show(1, "AS AH"), muck(2), muck(3))
    said = play(before, show(2, "AS 4C"), CONFIRM, VOID)
    assert alarms(said) == ["foul_deck"]
    assert refused(said) == [len(before) + 2]
    assert stacks(said) == {1: 5000, 2: 5000, 3: 5000}
    assert after(before, show(2, "AS 4C"), TAKE_BACK, CONFIRM, VOID) == ([4], ["foul_deck"])


def test_what_is_left_of_a_step_that_raised_an_alarm_lapses_unrefused() -> None:
    assert after(LIMPED, BURN, up("7H 7H 8D 2C"), TAKE_BACK, up("8D 2C")) == ([], ["foul_deck"])


# showing


def test_no_hand_is_shown_before_the_betting_is_over() -> None:
    assert after(FLOPPED, show(1, "AS AH")) == ([1], [])
    ended = [*DEALT, *folds(3, 1)]
    assert after(ended, show(3, "AS AH"), show(2, "KS KH")) == ([], [])


def test_a_hand_is_shown_early_once_nobody_can_bet_any_more() -> None:
    two = [*sit(3000, 3000), button(1), POST, deal(4), does(1, "all_in"), does(2, "call")]
    shown = [show(1, "AS AH"), show(2, "KS KD")]
    said = play(two, *shown, *board("7H 8D 2C QS 3S"))
    assert not refused(said)
    assert [line["spot"] for line in of("won", said)] == [1]


def test_a_hand_is_its_hole_cards_shown_once_and_not_mucked_then() -> None:
    steps = [show(1, "AS"), show(1, "AS AH KD"), show(1, "AS AH"), show(1, "AS AH"), muck(1)]
    assert after(river(), *steps) == ([1, 2, 4, 5], [])


def test_a_folded_hand_is_shown_once_the_pots_are_won() -> None:
    before = [*FLOPPED, *checks(1, 2), does(3, "fold"), *street("KS"), *checks(1, 2)]
    before += [*street("3S"), *checks(1, 2)]
    steps = [show(3, "9C 9D"), show(1, "AS AH"), muck(2), show(3, "9C 9D"), show(2, "QC QD")]
    assert after(before, *steps) == ([1], [])


def test_a_hand_thrown_in_out_of_turn_is_out() -> None:
    said = play(DEALT, muck(2), muck(2), *folds(3))
    assert refused(said) == [len(DEALT) + 2]
    assert stacks(said) == {1: 5200, 2: 4800, 3: 5000}


def test_a_mucked_hand_shown_on_demand_wins_nothing() -> None:
    said = play(river(muck(2), show(2, "AS AH"), show(1, "QC QD"), show(3, "JC JD")))
    assert [line["spot"] for line in of("won", said)] == [1]


# readers under the seats


READ = [*DEALT, hole(1, "AS AH"), hole(2, "KC KD"), hole(3, "QS QH")]


def told(said: Said) -> str:
    return json.dumps(said)


def test_readers_are_refused_at_a_table_without() -> None:
    assert after(DEALT, hole(1, "AS AH")) == ([1], [])


def test_a_reader_sees_the_cards_of_a_hand_that_is_in() -> None:
    steps = [hole(1, "AS"), hole(4, "AS AH"), hole(1, "AS AH"), hole(1, "AS AH"), hole(1, "AS 9H")]
    assert after(DEALT, *steps, **SEATS) == ([2, 5], [])
    assert after(POSTED, hole(1, "AS AH"), **SEATS) == ([1], [])


def test_a_show_that_the_reader_contradicts_is_refused() -> None:
    before = [*river()[:6], *READ[6:], *river()[6:]]
    assert after(before, show(1, "AS 9H"), show(1, "AH AS"), **SEATS) == ([1], [])


def test_a_reader_sees_no_more_than_a_hand_holds_with_what_was_seen_of_it() -> None:
    steps = [hole(1, "AS AH"), hole(1, "AS 9D"), hole(1, "9D")]
    assert after([*DEALT, expose("9D", 1)], *steps, **SEATS) == ([1], [])


@each("step", [up("AS 8D 2C"), expose("KC"), expose("KC", 3), hole(3, "QH QS")])
def test_no_alarm_or_refusal_names_a_hole_card(step: Step) -> None:
    said = play([*READ, *calls(3, 1), *checks(2), BURN], step, **SEATS)
    assert not [card for card in ("AS", "AH", "KC", "KD", "QS", "QH") if card in told(said)]


def test_one_card_under_two_readers_is_a_foul_deck() -> None:
    said = play([*DEALT, hole(1, "AS AH")], hole(2, "AS KD"), **SEATS)
    assert alarms(said) == ["foul_deck"]
    assert not [card for card in ("AS", "AH", "KD") if card in told(said)]


def test_a_card_on_the_board_that_a_reader_saw_is_a_foul_deck() -> None:
    before = [*READ, *calls(3, 1), *checks(2), BURN]
    assert after(before, up("AS 8D 2C"), **SEATS) == ([], ["foul_deck"])


# undo and void


def test_undo_takes_back_key_after_key_up_to_the_last_card() -> None:
    said = play(DEALT, *calls(3), *folds(1), UNDO, UNDO, UNDO)
    assert of("undone", said) == [{"step": 8}, {"step": 7}]
    assert refused(said) == [len(DEALT) + 5]


def test_undo_takes_back_the_blinds() -> None:
    said = play(POSTED, UNDO, seat(4, 5000), button(1), POST)
    assert of("undone", said) == [{"step": 5}]
    assert not refused(said)
    assert [line["button"] for line in of("blinds", said)] == [3, 1]


def test_undo_goes_back_where_the_game_has_ended_but_not_past_confirm() -> None:
    ended = [*DEALT, *folds(3, 1)]
    said = play(ended, UNDO, *calls(1), *checks(2), *street("7H 8D 2C"))
    assert not refused(said)
    assert after([*ended, CONFIRM], UNDO) == ([1], [])


def test_void_gives_everybody_what_he_had_and_the_button_stays() -> None:
    said = play(FLOPPED, does(1, "bet", 900), VOID, POST)
    assert of("voided", said) == [1]
    assert [tuple(line.values()) for line in of("returned", said)] == [
        (1, 1100, "67.110"), (2, 200, "67.110"), (3, 200, "67.110"),
    ]  # fmt: skip
    assert [line["button"] for line in of("blinds", said)] == [3, 3]
    assert stacks(said) == {1: 5000, 2: 5000, 3: 5000}


def test_there_is_nothing_to_void_between_games() -> None:
    assert after([], VOID) == ([1], [])
    assert after([*DEALT, *folds(3, 1), CONFIRM], VOID) == ([1], [])


# what a script waits for


@each(
    "steps, waiting",
    [(POSTED, "deal"), (DEALT, "decision"), (LIMPED, "burn"), ([*LIMPED, BURN], "card"),
     (river(), "show"), ([*POSTED, deal(5)], "misdeal"), (EARLY, "take_back"),
     ([*DEALT, *folds(3, 1)], None), ([], None)],
)  # fmt: skip
def test_an_open_game_says_what_it_waits_for(steps: list[Step], waiting: str | None) -> None:
    found = [line["waiting_for"] for line in of("unfinished", play(steps))]
    assert found == ([waiting] if waiting else [])
