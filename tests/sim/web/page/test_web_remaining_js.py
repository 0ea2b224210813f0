"""A wheel that turns says what it will do next, and how long that will still take."""

from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import EMPTY, page_files

pytestmark = needs_chromium

SAYS = """async (looks) => {
    const { SpinCountdown } = await import('/spin_countdown.js');
    const remaining = new SpinCountdown();
    const table = { say: (key, { seconds }) => {
        const name = key.replace('web.felt.wheel.', '');
        return name.endsWith('_in') ? `${name} ${seconds}` : name;
    } };
    return looks.map(([second, phase, turning, shown, step]) => {
        const status = { phase, instrument: { step, shown: shown ? [shown] : [] } };
        remaining.observe(status, { turning }, second * 1000);
        return remaining.words(table, second * 1000);
    });
}"""

Look = tuple[float, str, bool, str]
"""The second, the table's phase, whether the wheel turns, and the result that it shows."""
SPIN: tuple[Look, ...] = (
    (0, "open", False, ""),
    (10, "open", True, ""),
    (23, "round", True, ""),
    (49, "round", False, ""),
    (50, "round", False, "17"),
)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files(EMPTY) as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


def said(page: Page, looks: Sequence[Look], step: str = "number") -> list[str]:
    return called(page, SAYS, [(*look, step) for look in looks])


def later(looks: Sequence[Look], seconds: float) -> list[Look]:
    return [(second + seconds, *rest) for second, *rest in looks]


def test_first_spin_has_no_time(page: Page) -> None:
    assert said(page, SPIN) == ["", "closing", "result", "result", ""]


def test_later_spin_has_last_duration(page: Page) -> None:
    looks = [*SPIN, *later(SPIN[:2], 100), (114.5, "open", True, ""), (124, "round", True, "")]
    assert said(page, looks)[5:] == ["", "closing_in 13", "closing_in 9", "result_in 27"]


def test_overdue_spin_has_no_time(page: Page) -> None:
    looks = [*SPIN, *later(SPIN[:2], 100), (123, "open", True, "")]
    assert said(page, looks)[-1] == "closing"


def test_spin_already_begun_is_untimed(page: Page) -> None:
    looks = [*SPIN[1:], *later(SPIN[:3], 100)]
    assert said(page, looks)[4:] == ["", "closing", "result_in 27"]


def test_void_spin_is_not_timed(page: Page) -> None:
    void: list[Look] = [*SPIN[:2], (12, "open", False, "")]
    assert said(page, [*void, *later(void, 100)])[-2:] == ["closing", ""]


def test_wheel_of_fortune_never_closes(page: Page) -> None:
    looks = [*SPIN, *later(SPIN[:3], 100)]
    assert said(page, looks, "segment") == ["", "", "result", "result", "", "", "", "result_in 27"]
