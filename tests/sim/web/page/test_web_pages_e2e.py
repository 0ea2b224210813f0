"""Pages in a browser, served by a process: each shows the table's state after any interruption."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from firmware.cli.main import main
from tests.kits.sim.web.browser import TABLE, Pages, needs_chromium
from tests.kits.sim.web.person import Person, money
from tests.kits.sim.web.web_kit import Host, hosted

pytestmark = [needs_chromium, pytest.mark.live, pytest.mark.long]

ANY_LANGUAGE = TABLE[: TABLE.index("--lang")]
NATURAL = {
    "id": "natural",
    "game": "baccarat",
    "steps": [
        {"bet": {"spot": 3, "on": "banker", "cents": 3000}},
        {"press": "no_more_bets"},
        {"cards": ["4S", "KD", "2H", "8C"]},
        {"press": "confirm"},
    ],
}
"""Banker's 8 over 6: 30.00 pay 30.00, of which 1.50 are the commission."""
DEALT = 3
"""The step behind which every card has been dealt."""


IN_ENGLISH = re.compile("CONFIRM to open the table|Check the felt, then CONFIRM")
"""The felt is checked where a busy machine has had a part answer too late."""


def test_table_has_browser_s_language(pages: Pages, tmp_path: Path) -> None:
    """What a lost connection says, and that it comes back by itself, is seen on the way."""
    pages.forgiven = "WebSocket", "net::ERR_"
    with hosted(tmp_path, *ANY_LANGUAGE) as host:
        person = Person(pages.open(host.address, locale="en-CA"))
        person.expect_live()
        expect(person.page.locator("#prompt p.prompt")).to_have_text(IN_ENGLISH)
        expect(person.page.locator("html")).to_have_attribute("lang", "en")
    expect(person.page.locator("html")).to_have_attribute("data-link", "lost")
    expect(person.page.locator("#veil")).to_contain_text("Connection lost")
    expect(person.page.locator("#felt")).to_have_attribute("inert", "")
    with hosted(tmp_path, *TABLE, port=host.port):
        person.expect_live()


def test_one_page_s_acts_show_on_all(pages: Pages, server: Host) -> None:
    one, other = (Person(pages.open(server.address)) for _ in range(2))
    one.open()
    other.expect_asked("Place your bets")
    one.lay(2, "tie", 5_00)
    other.expect_place(2, "tie", money(5_00))
    other.key("no_more_bets")
    one.expect_said("No more bets")
    one.expect_lights(_2="locked")
    one.deal("4S")
    other.expect_hand("player", "4S")
    other.turn_to("break")
    other.breaks("shoe", "unplug")
    one.expect_asked("Shoe: no answer")
    assert one.felt() == other.felt()


DROP = """script => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([script], 'round.jsonl'));
    const given = { dataTransfer: dropped, bubbles: true, cancelable: true };
    document.body.dispatchEvent(new DragEvent('drop', given));
}"""


def test_script_is_stepped_and_saved(
    person: Person, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    person.expect_live()
    person.page.evaluate(DROP, json.dumps(NATURAL))
    script = person.page.locator("#script .script")
    expect(script).to_contain_text("natural")
    person.expect_live()
    for step in range(1, 5):
        person.page.locator('#controls [data-act="step"]').click()
        expect(script).to_contain_text(f"{step} of 4")
        if step == DEALT:
            person.expect_lights(_3="win")
            person.expect_place(3, "banker", "wins $30.00")
    person.expect_asked("Place your bets")
    person.turn_to("script")
    with person.page.expect_download() as saving:
        person.page.locator('#script [data-act="save"]').click()
    saved = tmp_path / "saved.jsonl"
    saving.value.save_as(saved)
    assert _settled(saved, capsys) == [(3, "banker", 3000, 3000, 150)]


def _settled(script: Path, said: pytest.CaptureFixture[str]) -> list[tuple[object, ...]]:
    """Play a script in the terminal; return spot, bet, stake, what it was paid and commission."""
    said.readouterr()
    assert main(["play", str(script)]) == 0
    lines = (json.loads(line).get("settled") for line in said.readouterr().out.splitlines())
    fields = ("spot", "on", "stake", "paid", "commission")
    return [tuple(line[field] for field in fields) for line in lines if line]


def test_round_goes_on_in_another_language(person: Person) -> None:
    """Nobody could touch the felt while the service started again, so nobody looks at it."""
    person.open()
    person.lay(2, "tie", 5_00)
    person.key("no_more_bets")
    person.expect_lights(_2="locked")
    for language, prompt in (("fr", "1re carte"), ("en", "1st card")):
        person.page.locator(f'#languages [data-language="{language}"]').click()
        person.expect_asked(prompt)
        person.expect_live()
