"""Parts are broken at the page, what the table says of it is read there, and it is cured there."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kits.web.browser import TABLE, Pages, needs_chromium
from tests.kits.web.person import Person
from tools.browser import Server, serving

pytestmark = [needs_chromium, pytest.mark.live]

RFID = Path(__file__).parents[2] / "examples" / "rfid.toml"
STOPS = (
    ("unplug", "lost", "lights keys presence dealer_display payout_display shoe chips"),
    ("noise", "lost", "lights keys presence chips"),
    ("stuck", "stuck", "i2c"),
)
"""What befalls parts, all at once, as which fault the table tells each, and stops."""


def test_what_cuts_parts_off_stops_the_table_until_it_is_over(person: Person) -> None:
    person.seat("baccarat")
    person.turn_to("break")
    for how, code, parts in STOPS:
        for part in parts.split():
            person.breaks(part, how)
        for part in parts.split():
            person.expect_fault(part, code)
        for part in parts.split():
            person.cures(part, how)
        person.expect_no_fault()
        person.confirm_felt()


def test_a_door_is_the_supervisors_and_dark_figures_stop_nothing(person: Person) -> None:
    person.seat("baccarat")
    person.turn_to("break")
    person.breaks("logic", "door")
    person.expect_fault("doors", "door_open")
    person.cures("logic", "door")
    person.clear()
    person.expect_no_fault()
    person.confirm_felt()
    person.breaks("figures", "unplug")
    person.expect_fault("figures", "dark")
    person.expect_asked("Place your bets")
    person.cures("figures", "unplug")
    person.expect_no_fault()


def test_chips_that_cannot_be_right_are_told_where_they_lie(person: Person) -> None:
    person.seat("baccarat")
    person.lay(1, "banker", 25_00)
    person.turn_to("break")
    for how, code in (
        ("unknown_chip", "unknown_chip"),
        ("chip_twice", "chip_twice"),
        ("too_many", "chips_unread"),
    ):
        person.breaks("chips", how)
        person.expect_fault("chips", code)
        person.cures("chips", how)
        person.expect_no_fault()
    person.answer("press-no_more_bets")
    person.expect_lights(_1="locked")


@pytest.fixture(scope="module")
def tagged() -> Iterator[Server]:
    """A table that reads the cards' tags and has a shuffler."""
    with serving(*TABLE, "--config", str(RFID)) as server:
        yield server


def test_a_foreign_card_is_taken_out_and_the_deal_goes_on(pages: Pages, tagged: Server) -> None:
    person = Person(pages.open(tagged.address))
    person.expect_live()
    person.open()
    person.lay(1, "banker", 25_00)
    person.key("no_more_bets")
    person.expect_lights(_1="locked")
    person.turn_to("break")
    person.breaks("shoe", "wrong_tag")
    person.answer("draw")
    person.expect_fault("shoe", "unknown_tag")
    person.expect_over("shoe", "wrong_tag")
    person.clear()
    person.answer("press-confirm")
    person.expect_asked("card: Player")
    person.breaks("shuffler", "jam")
    person.expect_fault("shuffler", "shuffler_fault")
    person.cures("shuffler", "jam")
    person.clear()
    person.answer("press-confirm")
    person.expect_asked("card: Player")
