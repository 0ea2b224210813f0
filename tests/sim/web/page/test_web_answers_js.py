"""The answers beside the prompt: each decision once, with its cost, though its key is lit too."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

ANSWERS = """async (status) => {
    const { openAnswers } = await import('/answers.js');
    return openAnswers(status, { pack: [], decisions: [] }).map(({ id }) => id);
}"""
DECIDING = {"ask": {"do": "decide"}, "keys": ["raise", "fold"], "stopped": False, "room": None}
CHOICE = {"spot": 1, "hand": None, "bettor": None, "picks": None, "stakes": []}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files("<!doctype html>") as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


def test_house_decision_has_no_key(page: Page) -> None:
    choices = [CHOICE | {"do": "raise"}, CHOICE | {"do": "fold"}]
    status = DECIDING | {"choices": choices, "focus": 1, "bank": 0}
    assert called(page, ANSWERS, status) == ["decide-1---raise", "decide-1---fold"]


def test_poker_answers_are_the_keys(page: Page) -> None:
    status = DECIDING | {"choices": [], "focus": 1, "bank": 0}
    assert called(page, ANSWERS, status) == ["press-raise", "press-fold"]


COLUMNS = """async ([status, decisions]) => {
    const { openAnswers } = await import('/answers.js');
    const open = openAnswers(status, { pack: [], decisions });
    return Object.fromEntries(open.map(({ name, column }) => [name, column]));
}"""


@pytest.mark.parametrize("open_now", [["hit", "stand"], ["stand"], ["insurance", "hit", "split"]])
def test_each_decision_has_a_fixed_column(page: Page, open_now: list[str]) -> None:
    decisions = ["hit", "stand", "double", "split", "surrender", "insurance"]
    choices = [CHOICE | {"do": name} for name in open_now]
    status = DECIDING | {"keys": [], "choices": choices, "focus": 1, "bank": 0}
    found = called(page, COLUMNS, [status, decisions])
    assert found == {name: decisions.index(name) for name in open_now}


def test_call_has_the_column_of_check(page: Page) -> None:
    for key in ("check", "call"):
        status = DECIDING | {"keys": [key], "choices": [], "focus": 1, "bank": 0, "room": {}}
        assert called(page, COLUMNS, [status, []]) == {key: 0}
