"""A hand of poker with two side pots, keyed and dealt at the page by clicks alone (67.96)."""

import pytest
from playwright.sync_api import expect

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.person import Person

pytestmark = [needs_chromium, pytest.mark.long]

STACKS = {1: "10", 2: "30", 3: "60", 4: "90"}


def sit_down(person: Person, spot: int, dollars: str) -> None:
    """Turn to a spot, key an amount, and seat a player."""
    for _ in range(spot):
        person.key("place")
    for digit in dollars:
        person.key(f"digit_{digit}")
    person.key("sit_down")
    expect_stack(person, spot, f"${dollars}")


def expect_stack(person: Person, spot: int, words: str) -> None:
    expect(person.light(spot).locator(".stakes")).to_have_text(words)


def expect_room(person: Person, what: str, words: str) -> None:
    expect(person.page.locator(f'#felt [data-room="{what}"] .pill text')).to_have_text(words)


def expect_first_answer(person: Person, which: str, words: str) -> None:
    first = person.page.locator("#prompt .answers button").first
    expect(first).to_have_attribute("data-answer", which)
    expect(first).to_contain_text(words)


def test_four_all_in_make_two_side_pots(alone: Person) -> None:
    """10, 30, 60 and 60 of 90: 4 × 10 for all, 3 × 20 for three, 2 × 30 for the last two.

    Aces win the first pot, queens the second, jacks over tens the third.
    """
    alone.seat_only("poker-room")
    alone.answer("press-confirm")
    alone.expect_asked("Post the antes and blinds")
    for spot, dollars in STACKS.items():
        sit_down(alone, spot, dollars)
    alone.answer("press-post")
    expect_room(alone, "put-2", "$2")
    alone.answer("press-dealt")
    alone.expect_hand("3", "back back")
    alone.answer("press-all_in")
    alone.answer("press-call")
    alone.answer("press-all_in")
    alone.answer("press-all_in")
    for nth, words in enumerate(
        ["Pot 1: $40 (1, 2, 3, 4)", "Pot 2: $60 (2, 3, 4)", "Pot 3: $60 (3, 4)"]
    ):
        expect_room(alone, f"pot-{nth}", words)
    alone.expect_lights(_1="locked", _2="locked", _3="locked", _5="none")
    for cards in ("7H 8D 2C", "KS", "3S"):
        alone.answer("press-burn")
        alone.deal(cards)
    alone.expect_hand("board", "7H 8D 2C KS 3S")
    expect_first_answer(alone, "draw", "Read a card of the hand")
    for cards in ("JS JH", "TS TH", "AS AH", "QS QH"):
        alone.show(cards)
        expect_first_answer(alone, "press-show", "SHOW")
        alone.answer("press-show")
    alone.expect_asked("Pot 1: $40.00 to seat 1")
    expect(alone.page.locator("#prompt .hint")).to_contain_text("The pot is won: push it")
    alone.expect_besides("Pot 3: $60.00 to seat 3")
    alone.expect_lights(_1="win", _2="win", _3="win")
    alone.answer("press-confirm")
    for spot, dollars in {1: "40", 2: "60", 3: "60", 4: "30"}.items():
        expect_stack(alone, spot, f"${dollars}")
    alone.expect_asked("Post the antes and blinds")
