"""The first minute by a table's messages: every wrong act has a step that says so."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from firmware.shell.config.defaults import default_document
from firmware.shell.rules.pack_files import default_pack
from tests.kits.offenders import each
from tests.kits.paths import ROOT
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

BARE = '<!doctype html><section id="guide"></section><button id="again"></button>'
STEP = """async ([seen, isCut]) => {
    const { guideStep } = await import('/guide_steps.js');
    return guideStep(seen, isCut);
}"""
FOLLOWED = """async (looks) => {
    const { mount } = await import('/guide.js');
    const of = (id) => document.getElementById(id);
    of('guide').replaceChildren();
    const listeners = [], loaded = [];
    const table = {
        ...looks[0], hello: { seat: 0 },
        say: (key) => key, on: (topic, listener) => listeners.push(listener),
        ask: async (act) => { if (act.act === 'load') loaded.push(act); return true; },
    };
    mount(of('guide'), of('again'), table);
    of('again').click();
    return looks.map((look) => {
        Object.assign(table, look);
        listeners[1]();
        const text = of('guide').querySelector('p').textContent;
        return [of('guide').dataset.step, text.split('.').at(-1), loaded.length];
    });
}"""


def seen(
    act: str = "place_bets",
    *,
    phase: str = "open",
    link: str = "live",
    bets: int = 3,
    following: str | None = None,
    play: bool = False,
    script: str | None = "guide",
    stopped: bool = False,
    seat: int = 1,
    number: int = 1,
) -> dict[str, Any]:
    """Return what the page knows of a table: by itself one at which the three have bet."""
    spots = {str(spot): {"bets": [{}] if spot <= bets else []} for spot in range(1, 8)}
    return {
        "hello": {"seat": seat},
        "link": {"state": link},
        "live": link == "live",
        "people": {"play": play, "script": script, "next": following},
        "status": {
            "phase": phase,
            "round": number,
            "stopped": stopped,
            "ask": {"do": act},
            "spots": spots,
        },
    }


BETTING = seen(bets=1, following="bet", play=True)
DEALT, PAID = seen("deal", phase="round"), seen("confirm", phase="round")
CUT = seen("confirm", phase="round", link="off")

STEPS = {
    "what": (BETTING, False),
    "close": (seen(), False),
    "deal": (DEALT, False),
    "pay": (seen("take", phase="round"), False),
    "cut": (PAID, False),
    "on": (CUT, True),
    "felt": (seen("confirm_felt", phase="round"), True),
    "end": (PAID, True),
    "over": (seen(bets=0), True),
}
WRONG_ACTS = {
    "the people are stopped": (seen(bets=1, following="bet"), False, "waiting"),
    "bets are closed too early": (
        seen("deal", phase="round", bets=1, following="bet", play=True),
        False,
        "hurried",
    ),
    "every bet is taken off": (seen(bets=0), False, "missed"),
    "one bet is taken off": (seen(bets=2), False, "close"),
    "people are asked to play on": (seen(script=None, play=True), False, "playing"),
    "people deal": (seen("deal", phase="round", script=None, play=True), False, "playing"),
    "they are stopped": (seen("deal", phase="round", script=None), False, "deal"),
    "chips are moved too late": (seen("resolve_late", phase="round"), False, "held_up"),
    "the shoe is unplugged": (seen("mend", phase="round", stopped=True), False, "held_up"),
    "a part is unplugged": (seen("mend", stopped=True), False, "held_up"),
    "a payment is passed over": (seen("confirm_unseen", phase="round"), False, "cut"),
    "the round is voided": (seen(bets=0), False, "missed"),
    "the round is confirmed": (seen(bets=0), False, "missed"),
    "it is confirmed, and a winner's bet stays": (seen(bets=1, number=2), False, "another"),
    "the plug is pulled in the deal": (seen("deal", phase="round", link="off"), False, "on"),
    "and put in again": (seen("confirm_felt", phase="round"), False, "felt"),
    "the plug is pulled once more": (CUT, True, "on"),
    "the start of the round": (seen(bets=0, following="bet"), True, "over"),
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with page_files(BARE) as host, browser.new_page(base_url=host) as page:
        page.goto("/")
        yield page


@each("step", STEPS)
def test_step_by_the_table(step: str, page: Page) -> None:
    assert called(page, STEP, STEPS[step]) == step


@each("wrong", WRONG_ACTS)
def test_wrong_act_has_a_step(wrong: str, page: Page) -> None:
    *given, step = WRONG_ACTS[wrong]
    assert called(page, STEP, given) == step


@each("link", ("starting", "stalled", "lost"))
def test_no_step_without_the_table(link: str, page: Page) -> None:
    assert called(page, STEP, (seen(link=link), True)) is None


def test_round_without_a_cut_begins_again(page: Page) -> None:
    looks = [BETTING, PAID, seen(bets=0), {**BETTING, "hello": {"seat": 2}}]
    assert called(page, FOLLOWED, looks) == [
        ["what", "what", 1],
        ["cut", "cut", 1],
        ["what", "missed", 2],
        ["what", "missed", 2],
    ]


def test_power_cut_counts_once_all_is_paid(page: Page) -> None:
    early = [DEALT, {**DEALT, **_cut()}, DEALT, PAID]
    assert [step for step, *_ in called(page, FOLLOWED, early)] == ["deal", "on", "deal", "cut"]
    in_time = [PAID, CUT, seen("start", phase="round", link="starting"), PAID, seen(bets=0)]
    steps = [step for step, *_ in called(page, FOLLOWED, in_time)]
    assert steps == ["cut", "on", "on", "end", "over"]


def test_another_table_ends_the_minute(page: Page) -> None:
    looks = [DEALT, seen(seat=2), seen(bets=0, seat=2)]
    assert [step for step, *_ in called(page, FOLLOWED, looks)] == ["deal", "left", "left"]


def test_limits_are_the_usual_table_s() -> None:
    source = (ROOT / "sim/web/page/guide.js").read_text(encoding="utf-8")
    found = re.search(r"LIMITS = (\{.*\});", source)
    assert found
    usual = default_document("baccarat", default_pack())["limits"]
    assert json.loads(re.sub(r"(\w+):", r'"\1":', found[1])) == {
        bet: [limits["min_cents"], limits["max_cents"]] for bet, limits in usual.items()
    }


def _cut() -> dict[str, Any]:
    return {"link": {"state": "off"}, "live": False}
