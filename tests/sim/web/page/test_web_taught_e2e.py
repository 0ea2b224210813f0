"""The first minute, by keys alone, and an exercise of the school with its line on the sheet."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Page, expect

from tests.kits.sim.web.browser import Pages, needs_chromium
from tests.kits.sim.web.person import HEARD_MS, TRIES, Person
from tests.kits.sim.web.web_kit import Host

pytestmark = [needs_chromium, pytest.mark.live, pytest.mark.long]

MOST_KEYS = 40
ROOM = """() => {
    const styleOf = (selector) => getComputedStyle(document.querySelector(selector));
    const boxOf = (selector) => document.querySelector(selector).getBoundingClientRect();
    const covered = boxOf('svg.felt-picture').bottom - boxOf('#veil .told').top;
    return [styleOf('html').colorScheme, styleOf('.felt-stage').filter, Math.max(0, covered)];
}"""
"""The room's light, the felt's, and how much of the felt the words cover, in pixels."""

HEIGHTS = """() => ['#lesson', 'svg.felt-picture']
    .map((selector) => document.querySelector(selector).getBoundingClientRect().height)"""
"""Of the exercise's panel, and of the felt under it."""

SETTLED = """async () => {
    const prompt = document.querySelector('#prompt p.prompt');
    const answers = document.querySelector('#prompt .answers');
    let words = null;
    for (let frames = 0; frames < 4; frames += 1) {
        if (words !== prompt.innerText || answers.hasAttribute('aria-busy')) frames = 0;
        words = prompt.innerText;
        await new Promise(requestAnimationFrame);
    }
    return words;
}"""
"""The prompt once it has been the same for some frames, and no answer is under way: the people at
the table change it too.
"""


class Newcomer:
    """Somebody in his first minute, who gives the lit answer by its digit or does as he likes."""

    def __init__(self, page: Page) -> None:
        self.page, self.guide = page, page.locator("#guide")
        self.keys = page.keyboard
        Person(page).expect_live()
        page.locator('#controls [data-act="speed"]').select_option("50")
        page.locator('[data-act="guide"]').press("Enter")

    def expect_step(self, step: str) -> None:
        expect(self.guide).to_have_attribute("data-step", step)

    def answer_until(self, step: str) -> None:
        """Give the lit answer by its digit until the guide goes on."""
        for _ in range(MOST_KEYS):
            if self.guide.get_attribute("data-step") == step:
                return
            self.answer()
        raise AssertionError(self.guide.inner_text())

    def answer(self) -> None:
        """Give the lit answer by its digit: again, if a part has answered too late."""
        prompt = self.page.locator("#prompt p.prompt")
        for _ in range(TRIES):
            before = self.page.evaluate(SETTLED)
            self.keys.press("1")
            with suppress(AssertionError):
                expect(prompt).not_to_have_text(before, timeout=HEARD_MS)
                return
        raise AssertionError(prompt.inner_text())

    def use_control(self, step: str) -> None:
        """Use the control that the guide leads to."""
        self.page.locator('[data-act="guide-find"]').press("Enter")
        self.keys.press("Enter")
        self.expect_step(step)

    def control(self, act: str) -> None:
        self.page.locator(f'#controls [data-act="{act}"]').click()

    def pull_plug(self) -> None:
        self.page.locator("#power").click()
        self.expect_step("on")

    def plug_in(self) -> None:
        self.use_control("felt")


def test_first_minute_has_a_power_cut(pages: Pages, server: Host) -> None:
    page = pages.open(server.address, visited=False)
    newcomer, person = Newcomer(page), Person(page)
    newcomer.expect_step("close")
    newcomer.answer_until("deal")
    expect(page.locator("#announce")).to_contain_text("No more bets")
    newcomer.answer_until("cut")
    before = person.felt()
    newcomer.use_control("on")
    assert page.evaluate(ROOM) == ["dark", "brightness(0.45) saturate(0.75)", 0]
    newcomer.use_control("felt")
    assert page.evaluate(ROOM)[1] == "none"
    assert person.felt() == before
    newcomer.answer_until("end")
    newcomer.answer_until("over")
    page.locator('[data-act="guide-skip"]').press("Enter")
    expect(newcomer.guide).to_be_hidden()
    page.reload()
    person.expect_live()
    expect(newcomer.guide).to_be_hidden()


def test_wrong_act_at_each_step(pages: Pages, server: Host) -> None:
    page = pages.open(server.address, visited=False)
    newcomer, person = Newcomer(page), Person(page)
    newcomer.expect_step("close")
    newcomer.pull_plug()  # bets are laid, and no card is dealt
    newcomer.plug_in()
    newcomer.answer_until("close")
    newcomer.control("back")
    newcomer.expect_step("felt")
    newcomer.answer_until("waiting")
    newcomer.use_control("what")
    newcomer.expect_step("close")
    newcomer.answer_until("deal")
    person.turn_to("break")
    person.breaks("shoe", "unplug")
    newcomer.expect_step("held_up")
    person.turn_to("table")
    newcomer.answer_until("pay")
    newcomer.control("play")
    newcomer.expect_step("playing")
    newcomer.control("leave")  # the people have dealt on: the round, or the next one
    expect(newcomer.guide).not_to_have_attribute("data-step", "playing")
    newcomer.answer_until("cut")
    newcomer.answer()  # the round is confirmed
    expect(newcomer.guide).to_have_attribute("data-step", re.compile("close|another"))
    newcomer.answer_until("cut")
    newcomer.pull_plug()
    newcomer.keys.press("1")
    newcomer.expect_step("on")
    newcomer.plug_in()
    newcomer.answer_until("end")
    newcomer.answer_until("over")
    assert page.locator("#guide p").inner_text().startswith("That is the whole table")


def test_another_game_ends_the_minute(pages: Pages, server: Host) -> None:
    page = pages.open(server.address, visited=False)
    newcomer = Newcomer(page)
    newcomer.expect_step("close")
    Person(page).seat_only("roulette")
    newcomer.expect_step("left")
    page.locator('[data-act="guide"]').click()
    newcomer.expect_step("close")


def test_exercise_marked_on_the_sheet(person: Person) -> None:
    page = person.page
    person.expect_live()
    page.locator("#school-open").click()
    page.locator('[name="exercises-of"]').select_option("baccarat")
    page.locator('[data-exercise="baccarat.commission"]').click()
    lesson = page.locator("#lesson")
    expect(lesson).to_have_attribute("data-lesson", "begun")
    marks = lesson.locator(".marks li")
    expect(lesson).to_have_attribute("data-dark", "true")
    expect(marks).to_have_count(0)
    heights = page.evaluate(HEIGHTS)
    page.locator("#felt-amount").fill("30")
    page.locator('[data-place="3:banker"]').click()
    lesson.locator('[name="commission"]').fill("1.50")
    lesson.locator('[data-call="commission"]').click()
    person.answer("press-confirm")
    expect(marks.first).to_have_text(re.compile("^Pay, Spot 3, Banker.*right"))
    expect(lesson.locator(".sums")).to_contain_text("is $30.00")
    assert page.evaluate(HEIGHTS) == heights
    person.answer("press-confirm")
    expect(lesson).to_have_attribute("data-lesson", "over")
    expect(lesson.get_by_role("status")).to_contain_text("3 of 3 acts right, wrong keys: 0")
    page.locator("#school-open").click()
    page.locator("#school-tab-sheet").click()
    line = page.locator("#sheet tbody tr")
    expect(line.locator("td").nth(3)).to_have_text("The Banker's commission")
    expect(line.locator("td").nth(5)).to_have_text("3 / 3")
