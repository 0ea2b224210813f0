"""The first minute, by keys alone, and an exercise of the school with its line on the sheet."""

import re

import pytest
from playwright.sync_api import expect

from tests.kits.sim.web.browser import Pages, needs_chromium
from tests.kits.sim.web.person import Person
from tests.kits.sim.web.web_kit import Host

pytestmark = [needs_chromium, pytest.mark.live, pytest.mark.long]

MOST_KEYS = 40


def test_first_minute_has_a_power_cut(pages: Pages, server: Host) -> None:
    page = pages.open(server.address, visited=False)
    person = Person(page)
    person.expect_live()
    guide, keys = page.locator("#guide"), page.keyboard
    page.locator('#controls [data-act="speed"]').select_option("50")
    page.locator('[data-act="guide"]').press("Enter")

    def answer_until(step: str) -> None:
        """Give the lit answer by its digit until the guide goes on."""
        for _ in range(MOST_KEYS):
            if guide.get_attribute("data-step") == step:
                return
            expect(page.locator("#prompt .answers")).not_to_have_attribute("aria-busy", "true")
            asked = page.locator("#prompt p.prompt").inner_text()
            keys.press("1")
            expect(page.locator("#prompt p.prompt")).not_to_have_text(asked)
        raise AssertionError(guide.inner_text())

    expect(guide).to_have_attribute("data-step", "close")
    answer_until("deal")
    expect(page.locator("#announce")).to_contain_text("No more bets")
    answer_until("cut")
    before = person.felt()
    for step in ("on", "felt"):
        page.locator('[data-act="guide-find"]').press("Enter")
        keys.press("Enter")
        expect(guide).to_have_attribute("data-step", step)
    assert person.felt() == before
    answer_until("end")
    answer_until("over")
    page.locator('[data-act="guide-skip"]').press("Enter")
    expect(guide).to_be_hidden()
    page.reload()
    person.expect_live()
    expect(guide).to_be_hidden()


def test_exercise_marked_on_the_sheet(person: Person) -> None:
    page = person.page
    person.expect_live()
    page.locator("#school-open").click()
    page.locator('[name="exercises-of"]').select_option("baccarat")
    page.locator('[data-exercise="baccarat.commission"]').click()
    lesson = page.locator("#lesson")
    expect(lesson).to_have_attribute("data-lesson", "begun")
    marks = lesson.locator(".marks li")
    expect(marks).to_have_text([re.compile("^Pay, Spot 3, Banker")])
    page.locator('[data-key="shuffled"]').click()
    expect(marks).to_have_text([re.compile("wrong keys: 1")])
    person.answer("tidy")
    expect(marks).to_have_count(2)
    person.answer("press-confirm")
    expect(lesson).to_have_attribute("data-lesson", "over")
    expect(lesson.get_by_role("status")).to_contain_text("2 of 2 acts, wrong keys: 1")
    page.locator("#school-open").click()
    line = page.locator("#sheet tbody tr")
    expect(line.locator("td").nth(2)).to_have_text("The Banker's commission")
    expect(line.locator("td").nth(3)).to_have_text("2 / 2")
