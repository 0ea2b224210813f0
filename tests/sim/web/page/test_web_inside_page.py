"""The panels that break the parts and look inside, against a server that is simulated."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Error, Page, expect

from firmware.shell.config.defaults import default_table
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.page_templates import page_templates
from firmware.shell.words.words import Words
from sim.web.felt.diagram import diagram
from sim.web.session.hello import PAGE_WORD_PREFIXES
from tests.kits.quebec import open_game
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import page_files

pytestmark = needs_chromium

PAGE = """<!doctype html><html lang=en data-theme=light><title>panels</title>
<link rel=stylesheet href=/style.css><link rel=stylesheet href=/inside.css>
<body><div id=break></div><div id=inside></div>"""
BOOT = """async () => {
    const [{ Table }, broken, inside] = await Promise.all(
        ['/store.js', '/fault_panel.js', '/inside.js'].map((name) => import(name)));
    const socket = Object.assign(new EventTarget(), {
        asked: [],
        ask(act) { this.asked.push(act); return Promise.resolve({}); },
    });
    const table = new Table(socket);
    broken.mount(document.getElementById('break'), table);
    inside.mount(document.getElementById('inside'), table);
    Object.assign(window, { socket, table });
    socket.dispatchEvent(new Event('back'));
}"""
TELL = """([topic, detail]) => {
    socket.dispatchEvent(detail === null ? new Event(topic) : new CustomEvent(topic, { detail }));
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
ENGLISH = Words.load("en")
MISHAPS = [{"how": "unplug", "lasts": True}, {"how": "reset", "lasts": False}]
FAULT = {"part": "chips", "code": "lost", "words": "FR", "remedy": "FR", "values": {}}


@dataclass
class Panels:
    """The panels on a page, and the server that they think they speak to."""

    page: Page

    def send(self, topic: str, **values: Any) -> None:
        called(self.page, TELL, [topic, values or None])

    def status(self, **differs: Any) -> None:
        usual = {"phase": "open", "stopped": False, "dealer": ["A", "B"], "faults": [], "round": 3}
        parts = [part("chips", up=not differs.get("faults")), part("shoe", up=True)]
        values = {**usual, "due": None, "choices": [], "parts": parts, "keys": [], **differs}
        self.send("status", status=values)

    def scene(self, **differs: Any) -> None:
        self.send("scene", **{"broken": {}, "doors": [], "powered": True, **differs})

    @property
    def asked(self) -> list[Any]:
        acts: list[Any] = self.page.evaluate("socket.asked.splice(0)")
        return [act for act in acts if act["act"] != "look"]

    def blow(self, name: str, how: str) -> Any:
        return self.page.locator(f'#break [data-part="{name}"][data-how="{how}"]')

    def lit(self) -> list[str]:
        lit: list[str] = self.page.locator("g.lit").evaluate_all(
            "(groups) => groups.map((group) => group.dataset.phase)"
        )
        return lit


def part(name: str, *, up: bool) -> dict[str, Any]:
    counts = dict.fromkeys(("transfers", "bytes_out", "round_trip_ms", "errors", "losses"), 7)
    return {"name": name, "up": up, "bytes_in": None, "mended": {"retries": 2}, **counts}


def event(record: int, at: int, *parts: str, kind: str = "chips") -> dict[str, Any]:
    said = {"fr": f"fr {record}", "en": f"en {record}"}
    wall = "2026-11-21T12:00:00.000+00:00"
    timed = {"record": record, "wall": wall, "at_ms": at, "name": "StackRead"}
    return {**timed, "kind": kind, "said": said, "parts": parts}


def frame(number: int, at: int, name: str, way: str = "in") -> dict[str, Any]:
    values = {"number": number, "at_ms": at, "part": name, "way": way}
    return {**values, "octets": f"{number:02X} ··", "said": f"said {number}"}


def hello() -> dict[str, Any]:
    config = default_table("baccarat")
    game = open_game("baccarat", dict(config.game_options))
    names = ("chips", "rr3036"), ("shoe", "angel-eye")
    parts = [{"name": name, "kind": kind, "breaks": MISHAPS} for name, kind in names]
    return {
        "seat": 1, "language": "en", "denominations": [500, 1000], "doors": ["logic"],
        "keys": ["confirm", "void", "no_more_bets"], "held": [], "parts": parts,
        "diagram": msgspec.to_builtins(diagram(game)),
        "words": {
            language: page_templates(language, "baccarat", PAGE_WORD_PREFIXES)
            for language in LANGUAGES
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def bare(browser: Browser) -> Iterator[Page]:
    """A page whose files are given, and that every test loads again."""
    look = {"width": 1200, "height": 900}
    with page_files(PAGE) as host, browser.new_page(viewport=look, base_url=host) as page:
        yield page


@pytest.fixture
def panels(bare: Page) -> Iterator[Panels]:
    """The panels of a page that has just been loaded; it fails where the page raises an error."""
    wrong: list[str] = []

    def note(error: Error) -> None:
        wrong.append(str(error))

    bare.on("pageerror", note)
    bare.goto("/")
    bare.evaluate(BOOT)
    panels = Panels(bare)
    panels.send("hello", **hello())
    panels.scene()
    panels.status()
    yield panels
    bare.remove_listener("pageerror", note)
    assert wrong == []


# what befalls the parts


def test_lasting_mishap_is_a_switch(panels: Panels) -> None:
    unplug = panels.blow("chips", "unplug")
    expect(unplug).to_have_attribute("aria-checked", "false")
    unplug.press("Enter")
    assert panels.asked == [{"act": "break", "part": "chips", "how": "unplug", "on": True}]
    expect(unplug).to_have_attribute("aria-checked", "false")
    panels.scene(broken={"chips": ["unplug"]})
    expect(unplug).to_have_attribute("aria-checked", "true")
    unplug.press("Space")
    assert panels.asked == [{"act": "break", "part": "chips", "how": "unplug", "on": False}]


def test_momentary_mishap_is_a_button(panels: Panels) -> None:
    reset = panels.blow("shoe", "reset")
    assert reset.get_attribute("role") is None
    for _ in range(2):
        reset.click()
        assert panels.asked == [{"act": "break", "part": "shoe", "how": "reset", "on": True}]


def test_wheel_that_opens_and_closes_has_its_acts(panels: Panels) -> None:
    hello_message = hello()
    hello_message["seat"] = 2
    hello_message["parts"] += [{"name": "wheel", "kind": "slingshot", "breaks": MISHAPS}]
    panels.send("hello", **hello_message)
    acts = panels.page.locator('#break [data-act="wheel"]')
    expect(acts).to_have_text(["Open the wheel", "Close the wheel", "Set the wheel's mode"])
    for button in acts.all():
        button.click()
    orders = [{"act": "wheel", "order": order} for order in ("open", "close", "mode")]
    assert panels.asked == orders


def test_power_and_doors_are_switches(panels: Panels) -> None:
    panels.blow("service", "power").click()
    panels.scene(powered=False, doors=["logic"])
    panels.blow("service", "power").click()
    panels.blow("logic", "door").click()
    assert panels.asked == [
        {"act": "power", "on": False},
        {"act": "power", "on": True},
        {"act": "movedoor", "door": "logic", "open": False},
    ]


def test_fault_has_cure_in_language(panels: Panels) -> None:
    panels.status(stopped=True, faults=[FAULT])
    reported = panels.page.locator('[data-fault="chips.lost"]')
    expect(reported).to_contain_text("Chip reader: no answer")
    expect(reported).not_to_contain_text("FR")
    expect(panels.page.locator('[data-panel="chips"] .state')).to_have_attribute(
        "data-state", "lost"
    )
    expect(panels.page.locator("#break [role=status]")).to_have_text("Chip reader: no answer")
    panels.page.locator('[data-act="clear"]').click()
    assert panels.asked == [{"act": "clear"}]


def test_unknown_fault_has_table_words(panels: Panels) -> None:
    panels.status(stopped=True, faults=[{**FAULT, "code": "of_tomorrow", "words": "Demain"}])
    expect(panels.page.locator('[data-fault="chips.of_tomorrow"]')).to_contain_text("Demain")


def test_silent_service_has_no_well_part(panels: Panels) -> None:
    panels.send("status", status=None)
    states = panels.page.locator(".part .state[data-state=up]")
    expect(states).to_have_count(0)
    assert panels.lit() == []


# what is seen inside


def test_phase_and_its_arrow_are_lit(panels: Panels) -> None:
    assert panels.lit() == ["open"]
    panels.status(phase="round", due={"spot": None, "hand": "player", "nth": 2})
    assert panels.lit() == ["round", "player_second"]
    expect(panels.page.locator('path.last[data-way="open round"]')).to_have_count(1)
    panels.status(phase="round", stopped=True, faults=[FAULT])
    assert panels.lit()[0] == "fault"
    expect(panels.page.locator("g.under")).to_have_attribute("data-phase", "round")


def test_next_steps_name_its_keys(panels: Panels) -> None:
    rows = panels.page.locator(".leads tbody tr")
    reported = [row.split("\t") for row in rows.all_inner_texts()]
    assert ["NO MORE BETS", "any legal", "round"] in reported
    assert ["VOID", "shuffle due", "shoe change"] in reported
    assert not any(
        ENGLISH.format_money(0) in cell or "INSURANCE" in cell for row in reported for cell in row
    )


def test_event_and_frame_are_linked(panels: Panels) -> None:
    panels.send("events", events=[event(1, 5000, "shoe"), event(2, 9000, "chips")], anew=True)
    frames = [frame(1, 4990, "shoe"), frame(2, 8990, "chips"), frame(3, 8995, "keys")]
    panels.send("frames", frames=frames, lost=0, load={"i2c": 0.123})
    panels.page.locator('tr[data-record="1"] button').click()
    expect(panels.page.locator(".cause tbody tr")).to_have_count(1)
    expect(panels.page.locator(".cause tbody tr")).to_contain_text("01 ··")
    expect(panels.page.locator('.of-wires tr.picked[data-frame="1"]')).to_have_count(1)
    panels.page.locator('.of-wires tr[data-frame="2"] button').click()
    expect(panels.page.locator("tr.picked[data-record]")).to_have_attribute("data-record", "2")
    panels.page.locator('.of-wires tr[data-frame="3"] button').click()
    expect(panels.page.locator("tr.picked[data-record]")).to_have_count(0)
    expect(panels.page.locator(".load output")).to_have_text("12.3%")


def test_stream_is_bounded(panels: Panels) -> None:
    many = [event(at, at, "chips", kind="key" if at % 2 else "chips") for at in range(5000)]
    panels.send("events", events=many, anew=True)
    rows = panels.page.locator(".of-events tbody tr")
    assert rows.count() <= 200
    expect(rows.first).to_have_attribute("data-record", "4999")
    panels.page.locator('.filter [data-kind="key"]').click()
    expect(rows.first).to_have_attribute("data-record", "4998")
    panels.page.locator('[data-act="pause-events"]').click()
    panels.send("events", events=[event(6000, 6000, "chips")], anew=False)
    expect(rows.first).to_have_attribute("data-record", "4998")
    panels.page.locator('[data-act="pause-events"]').click()
    expect(rows.first).to_have_attribute("data-record", "6000")


def test_polling_is_shown_once(panels: Panels) -> None:
    again = [{**frame(1, at, "chips"), "number": at} for at in range(1, 40)]
    panels.send("frames", frames=again, lost=0, load={})
    rows = panels.page.locator(".of-wires tbody tr")
    expect(rows).to_have_count(1)
    panels.page.locator(".of-wires input").check()
    expect(rows).to_have_count(39)


def test_hidden_wires_are_not_polled(panels: Panels) -> None:
    page = panels.page
    looks = "socket.asked.filter(({ act }) => act === 'look').map(({ inside }) => inside)"
    page.wait_for_function(f"{looks}.at(-1) === true")
    page.evaluate("document.getElementById('inside').hidden = true")
    page.wait_for_function(f"{looks}.at(-1) === false")


def test_text_from_a_part_is_only_text(panels: Panels) -> None:
    evil = "<img src=x onerror=alert(1)>"
    hostile = event(1, 1, "chips")
    panels.send("events", events=[{**hostile, "said": {"en": evil, "fr": evil}}], anew=True)
    expect(panels.page.locator(".of-events tbody button")).to_have_text(evil)
    assert panels.page.locator("img").count() == 0


# whether the table answers


def test_late_restart_is_slow(
    panels: Panels,
) -> None:
    def link() -> str:
        return str(panels.page.evaluate("table.link.state"))

    panels.scene(starts=1)
    panels.status()
    assert link() == "live"
    panels.send("status", status=None)
    assert link() == "stalled"
    panels.scene(starts=2)
    assert link() == "starting"
