"""`croupier pit` itself, with a supervisor at its page who uses the keys alone."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from firmware.console.access.accounts import Accounts
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.store import open_database
from firmware.shell.technician.requests import Person
from firmware.shell.trust.keys import create_key
from tests.kits.console.accounts_kit import CHEAP
from tests.kits.floor.enrolled import House
from tests.kits.floor.jackpots import hit
from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import PEOPLE
from tests.kits.floor.stores import empty_store
from tests.kits.floor.won_jackpots import SHARES, begin_jackpot, called, count, facts, locked
from tests.kits.floor_kit import served
from tests.kits.sim.web.browser import Pages, browser, needs_chromium, pages  # noqa: F401

pytestmark = needs_chromium
PHRASE = "rien ne va plus"
GRAVE = ("serious", "critical")


class RunningPit(NamedTuple):
    """A pit's process, and its address."""

    address: str
    process: subprocess.Popen[str]


@contextmanager
def pit(folder: Path) -> Iterator[str]:
    """Give the address of a pit over a floor with one alarm; the process ends with 0."""
    with running_pit(folder) as running:
        yield running.address


@contextmanager
def running_pit(folder: Path) -> Iterator[RunningPit]:
    url = f"sqlite:///{folder}/ledger.db"
    store = empty_store(folder / "ledger.db")
    store_facts(store, "table-7", facts_of(served("sic-bo", 3)))
    with store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm("chain_broken", "table-7", "aa", "17")])
    store.dispose()
    for name, role in PEOPLE.items():
        Accounts(folder, hash_cost=CHEAP).add_account(Person(name, role), PHRASE)
    create_key(folder / "pit.key")
    people = House().people_folder(folder / "people")
    own = ("--accounts", str(folder), "--pit-key", str(folder / "pit.key"), "--people", str(people))
    command = ("pit", "--ledger", url, *own, "--port", "0", "--lang", "en")
    with subprocess.Popen(
        [sys.executable, "-m", "firmware.cli.main", *command], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            yield RunningPit(re.findall(r"http://\S+", said)[0], process)
        finally:
            process.terminate()
        assert process.wait() == 0


def grave(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in GRAVE]


def test_keyboard_alone_suffices(
    pages: Pages,  # noqa: F811
    tmp_path: Path,
) -> None:
    pages.forgiven = ("401",)
    with pit(tmp_path) as address:
        page = pages.open(address, locale="en-CA")
        expect(page.get_by_label("Name")).to_be_focused()
        for text, key in (("anne", "Tab"), (PHRASE, "Enter")):
            page.keyboard.type(text)
            page.keyboard.press(key)
        tile = page.get_by_role("button", name="table-7", exact=True)
        tile.press("Enter")
        expect(page.get_by_role("dialog", name="table-7")).to_be_visible()
        page.keyboard.press("Escape")
        for theme in ("dark", "light"):
            page.get_by_role("button", name="Light or dark").press("Enter")
            assert grave(page) == [], theme
        page.keyboard.press("/")
        page.keyboard.type("no such table")
        expect(page.get_by_text("No table with “no such table”")).to_be_visible()
        page.get_by_role("searchbox").fill("")
        group = page.locator("#alarms .waiting > li").filter(has_text="record 17 does not follow")
        group.get_by_role("button", name="Acknowledge all").press("Enter")
        page.keyboard.type("exported and verified")
        page.get_by_role("dialog").get_by_role("button", name="Acknowledge").press("Enter")
        expect(group).to_have_count(0)
        for view in ("Jackpots", "History", "Forms", "Gaming day", "Reports"):
            page.get_by_role("button", name=view, exact=True).press("Enter")
            expect(page.locator("#view > *").first).to_be_visible()
            assert grave(page) == [], view
        page.get_by_role("button", name="Wall screen").press("Enter")
        expect(page.locator(".cell strong")).to_have_text("table-7")
        assert grave(page) == [], "wall"
        page.keyboard.press("Escape")
        expect(page.locator("#tabs button[aria-current]")).to_be_visible()
        page.close()  # it asks each second, and reports a pit that has ended


def test_fill_passes_three_pages(pages: Pages, tmp_path: Path) -> None:  # noqa: F811
    pages.forgiven = ("401",)
    with pit(tmp_path) as address:
        anne, cleo, dora = (signed_in(pages, address, name) for name in ("anne", "cleo", "dora"))
        anne.get_by_role("button", name="Forms").click()
        anne.locator("#view select").first.select_option(label="Fill asked for")
        anne.get_by_label("$100.00").fill("20")
        anne.get_by_role("button", name="File the form").click()
        expect(anne.get_by_text("Form 1 is filed")).to_be_visible()
        cleo.get_by_label("Of form").select_option(label="1, table-7, Fill asked for, $2,000.00")
        sign_second(cleo, "remi")
        expect(cleo.get_by_text("Form 2 is filed")).to_be_visible()
        dora.locator("#view select").first.select_option(label="Chips received")
        dora.get_by_label("Of form").select_option(label="1, table-7, Fill asked for, $2,000.00")
        sign_second(dora, "anne")
        expect(dora.get_by_text("Form 3 is filed")).to_be_visible()
        assert grave(dora) == []
        row = anne.get_by_role("row").filter(has_text="Chips received of form 1")
        expect(row).to_contain_text("dora, anne")
        for page in (anne, cleo, dora):
            page.close()


def test_refused_jackpot_message_shows_who_decides(
    pages: Pages,  # noqa: F811
    tmp_path: Path,
) -> None:
    pages.forgiven = ("401",)
    with pit(tmp_path) as address:
        store = open_database(f"sqlite:///{tmp_path}/ledger.db")
        house = KeeperJackpot(tmp_path, store)
        table = house.table("table-9", "cc" * 16)
        table.play()
        house.fold()
        table.send(hit(2, 50_000, journal=table.journal))
        house.fold()
        store.dispose()
        page = signed_in(pages, address, "anne")
        page.get_by_role("button", name="Jackpots", exact=True).click()
        refused = page.get_by_role("listitem").filter(has_text="Refused: ")
        expect(refused).to_contain_text("table-9: message 2, round 20, 1 bet, $500.00 paid")
        command = f"croupier jackpot decide grand {table.journal} 2"
        expect(refused.get_by_text(command)).to_be_visible()
        expect(page.locator("#view").get_by_text("until two people decide")).to_be_visible()
        assert grave(page) == []
        page.close()


def test_win_is_read_with_its_amount(pages: Pages, tmp_path: Path) -> None:  # noqa: F811
    pages.forgiven = ("401",)
    with pit(tmp_path) as address:
        store = open_database(f"sqlite:///{tmp_path}/ledger.db")
        jackpot = begin_jackpot(store)
        count(jackpot, 1, 0, "cc")
        store_facts(store, "table-9", facts(SHARES, locked(20, 123_450), called(20)), "cc")
        page = signed_in(pages, address, "anne")
        first = page.locator("#alarms .waiting > li").first
        expect(first).to_contain_text("jackpot is won, round 20; it stood at $1,234.50")
        page.get_by_role("button", name="Jackpots", exact=True).click()
        won = page.locator("#view .won")
        expect(won).to_have_text("Won at table-9 : being counted")
        count(jackpot, 2, 100_001, "cc")
        store.dispose()
        expect(won).to_have_text("Won at table-9 : $1,000.01")
        expect(first).to_contain_text("jackpot is won, round 20: $1,000.01 paid")
        page.get_by_role("button", name="Wall screen").click()
        expect(page.locator(".pools .won")).to_have_text("Won at table-9 : $1,000.01")
        expect(page.locator(".worst > li").first).to_contain_text("$1,000.01 paid")
        assert grave(page) == []
        page.close()


def test_page_without_progress_says_so(pages: Pages, tmp_path: Path) -> None:  # noqa: F811
    pages.forgiven = ("401",)
    with running_pit(tmp_path) as (address, process):
        page = signed_in(pages, address, "aude")
        expect(page.locator("#stale")).to_be_hidden()
        with held_still(process):
            expect(page.locator("#stale")).to_contain_text("Nothing new for", timeout=20_000)
        expect(page.locator("#stale")).to_be_hidden(timeout=20_000)
        page.close()


@contextmanager
def held_still(process: subprocess.Popen[str]) -> Iterator[None]:
    """Hold a process still, as a machine that hangs."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def signed_in(pages: Pages, address: str, name: str) -> Page:  # noqa: F811
    page = pages.open(address, locale="en-CA")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Passphrase").fill(PHRASE)
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_contain_text(name)
    return page


def sign_second(page: Page, name: str) -> None:
    form = page.locator("#view")
    form.get_by_label("Name").fill(name)
    form.get_by_label("Passphrase").fill(PHRASE)
    form.get_by_role("button", name="File the form").click()


def test_two_people_close_a_day_at_the_page(
    pages: Pages,  # noqa: F811
    tmp_path: Path,
) -> None:
    pages.forgiven = ("401", "409")
    with pit(tmp_path) as address:
        page = pages.open(f"{address}#day", locale="en-CA")
        page.get_by_label("Name").fill("anne")
        page.get_by_label("Passphrase").fill(PHRASE)
        page.keyboard.press("Enter")
        page.get_by_label("from").fill("2026-11-27")
        page.get_by_label("to", exact=True).fill("2026-11-27")
        expect(page.locator(".days > .day")).to_have_count(1)
        expect(page.get_by_text("This day is not closed")).to_be_visible()
        page.get_by_role("button", name="Close the day").click()
        sheet = page.get_by_role("dialog")
        expect(sheet.get_by_text("Second signature")).to_be_visible()
        assert grave(page) == []
        for field in sheet.get_by_label("Why it is accepted").all():
            field.fill("a trial")
        sheet.get_by_label("Name").fill("anne")
        sheet.get_by_label("Passphrase").fill(PHRASE)
        sheet.get_by_role("button", name="I have looked at it, and sign").click()
        expect(sheet.get_by_role("alert")).to_contain_text("another person")
        sheet.get_by_label("Name").fill("simon")
        sheet.get_by_role("button", name="I have looked at it, and sign").click()
        expect(sheet.get_by_text("The day 2026-11-27 is sealed")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_text("Closed · anne, simon")).to_be_visible()
        for theme in ("dark", "light"):
            page.get_by_role("button", name="Light or dark").press("Enter")
            assert grave(page) == [], theme
        page.close()
