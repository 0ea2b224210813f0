"""67.88 (9), (20): before a game the dealer reads who posts what, and how many cards are dealt."""

from typing import Any

from tests.kits.games.poker import POST, Step, button, deal, folds, of, play, seat, sit

CONFIRM: Step = {"press": "confirm"}
FOUR = [*sit(9000, 9000, 9000, 9000), button(4), POST, deal(8), *folds(3, 4, 1)]


def asked(*steps: Step | list[Step], **options: Any) -> list[str]:
    """Return the dealer's last display."""
    prompts: list[list[str]] = of("prompt", play(*steps, lang="en", **options))
    return prompts[-1]


def test_post_names_button_and_blinds() -> None:
    assert asked(*sit(9000, 9000, 9000), button(3)) == [
        "Post the antes and blinds",
        "Button: seat 3",
        "Small blind: seat 1, $1.00",
        "Big blind: seat 2, $2.00",
    ]


def test_short_stack_posts_its_rest() -> None:
    assert asked(*sit(9000, 100, 9000), button(3))[3] == "Big blind: seat 2, $1.00"


def test_dead_small_blind_is_nobody_s() -> None:
    out = {"sit_out": {"spot": 2}}
    assert asked(FOUR, CONFIRM, out)[1:] == [
        "Button: seat 1",
        "Small blind: none",
        "Big blind: seat 3, $2.00",
    ]


def test_one_player_names_nothing() -> None:
    assert asked(sit(9000)) == ["Post the antes and blinds"]


def test_antes_are_named() -> None:
    two = [*sit(9000, 9000), button(1)]
    assert asked(two, ante=100)[-1] == "Ante: $1.00"
    assert asked(two, ante=100, ante_by="big_blind")[-1] == "Ante for all: seat 2, $1.00"


def test_owed_blind_is_named_until_deal() -> None:
    before = [*FOUR, CONFIRM, {"sit_out": {"spot": 2}}, seat(7, 9000)]
    skipped = [*before, POST, deal(6), *folds(4, 1), CONFIRM, {"sit_in": {"spot": 2}}]
    assert asked(before)[-1] == "Seat 7: post the big blind, $2.00, or wait for it"
    assert asked(skipped)[-2:] == [
        "Seat 2: wait until the button has passed",
        "Seat 7: post the big blind, $2.00, or wait for it",
    ]
    assert asked(skipped, POST) == [
        "Deal 6 cards face down",
        "Seat 2: wait until the button has passed",
        "Seat 7: post the big blind, $2.00, or wait for it",
    ]
    later = [*skipped, POST, deal(6), *folds(1, 3), CONFIRM]
    assert "Seat 2: post the small blind, $1.00, or wait for the big one" in asked(later)


def test_passed_player_owes_both() -> None:
    out, back = {"sit_out": {"spot": 3}}, {"sit_in": {"spot": 3}}
    passed = [*FOUR, CONFIRM, out, POST, deal(6), *folds(1, 2), CONFIRM]
    rest = [POST, deal(6), *folds(2, 4), CONFIRM, back]
    assert asked(passed, rest)[-1] == (
        "Seat 3: post $2.00, and $1.00 to the pot, or wait for the big blind"
    )


def test_deal_states_number_of_cards() -> None:
    two = [*sit(9000, 9000), button(1), POST]
    assert asked(two) == ["Deal 4 cards face down"]
    assert asked(two, poker="omaha") == ["Deal 8 cards face down"]
