"""The panel "Why?": a click or a key opens it; it explains, and gives the focus back."""

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Locator, expect

from firmware.shell.why.spoken_answer import SpokenAnswer, SpokenRound, SpokenSentence
from sim.web.messages.messages_out import Explanation
from tests.kits.sim.web.browser import VISITED, needs_chromium
from tests.kits.sim.web.page_files import page_files
from tests.sim.web.page.test_web_axe import USUAL, FedPage, grave

pytestmark = needs_chromium

PAID = SpokenSentence("paid_and_returned", ("35", "36"), "A winning bet is returned.")
OPEN_BETS = SpokenSentence("bets_before_cards", (), "Bets are laid before the cards.")
BANKER = SpokenAnswer(
    subject="Spot 3, Banker, $25.00: wins $25.00",
    notes=("The dealer took this back: it does not count",),
    results=("Banker wins, 9 over 2",),
    reckoning=("$25.00 at 1 to 1 is $25.00", "Commission: 5% of $30.00 is $1.50"),
    sentences=(PAID,),
    records=(44, 52),
    differs=False,
    spot=3,
    on="banker",
    bettor=None,
)
TIE = msgspec.structs.replace(BANKER, subject="Spot 3, Tie, $5.00: loses", on="tie")
BEHIND = msgspec.structs.replace(BANKER, subject="Spot 3, Banker, behind: wins", bettor="B")
ROUND = SpokenRound(7, "baccarat", test=False, ended=True, answers=(TIE, BANKER, BEHIND))
PROMPT = "prompt.place_bets"


@pytest.fixture
def fed(browser: Browser) -> Iterator[FedPage]:
    """A page of Baccara whose server has these answers."""
    messages = {PROMPT: (OPEN_BETS,)}
    answer = msgspec.json.encode(Explanation((ROUND,), messages)).decode()
    with page_files() as host, browser.new_page(viewport=USUAL) as page:
        page.add_init_script(VISITED)
        page.route("**/why?*", lambda route: route.fulfill(body=answer, status=200))
        fed = FedPage(page, host)
        fed.seat("baccarat")
        yield fed


def opened(fed: FedPage) -> Locator:
    expect(fed.page.locator("#why h3", has_text="Round 7")).to_be_visible()
    return fed.page.locator("#why details[open]")


def test_key_explains_bet_in_focus(fed: FedPage) -> None:
    place = fed.page.locator('[data-place="3:banker"]')
    place.evaluate("node => { node.dataset.outcome = 'win'; node.focus(); }")
    before = fed.page.locator("#felt").bounding_box()
    fed.page.keyboard.press("w")
    expect(opened(fed)).to_have_count(2)  # that of the player behind too
    answer = opened(fed).first
    for text in (*BANKER.notes, *BANKER.results, *BANKER.reckoning, PAID.words, PAID.id):
        expect(answer).to_contain_text(text)
    expect(answer).to_contain_text("Art. 35, 36")
    expect(answer).to_contain_text("Records 44, 52")
    expect(answer.locator("summary")).to_be_focused()
    assert grave(fed.page, "#why") == []
    assert fed.page.locator("#felt").bounding_box() == before
    fed.page.keyboard.press("Escape")
    expect(fed.page.locator("#why")).to_be_hidden()
    expect(place).to_be_focused()


def test_click_explains_prompt(fed: FedPage) -> None:
    prompt = fed.page.locator("#prompt p.prompt")
    expect(prompt).to_have_attribute("data-why", f"message {PROMPT}")
    prompt.click()
    expect(opened(fed)).to_contain_text(OPEN_BETS.words)


def test_silent_table_is_said(fed: FedPage) -> None:
    fed.page.unroute("**/why?*")
    fed.page.route("**/why?*", lambda route: route.abort())
    fed.page.locator("#why-open").click()
    expect(fed.page.locator("#why")).to_contain_text("The table does not answer")
