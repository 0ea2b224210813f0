"""`croupier pit` itself, with a supervisor at its page who uses the keys alone."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from firmware.console.access.accounts import Accounts
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.store import migrate_database, open_database
from firmware.shell.technician.requests import Person
from firmware.shell.trust.keys import create_key
from tests.kits.floor.enrolled import House
from tests.kits.floor.pit_kit import facts_of, keep
from tests.kits.floor_kit import served
from tests.kits.sim.web.browser import Pages, browser, needs_chromium, pages  # noqa: F401

pytestmark = needs_chromium
PHRASE = "rien ne va plus"
GRAVE = ("serious", "critical")


@contextmanager
def pit(folder: Path) -> Iterator[str]:
    """Give the address of a pit over a floor with one alarm; the process ends with 0."""
    url = f"sqlite:///{folder}/ledger.db"
    store = open_database(url)
    migrate_database(store)
    keep(store, "table-7", facts_of(served("sic-bo", 3)))
    with store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm("chain_broken", "table-7", "aa", "17")])
    store.dispose()
    Accounts(folder).add_account(Person("anne", "supervisor"), PHRASE)
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
            yield re.findall(r"http://\S+", said)[0]
        finally:
            process.terminate()
        assert process.wait() == 0


def grave(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in GRAVE]


def test_a_supervisor_signs_in_looks_and_acknowledges_by_the_keys_alone(
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
        alarm = page.get_by_role("listitem").filter(has_text="record 17 does not follow")
        alarm.get_by_role("button").press("Enter")
        page.keyboard.type("exported and verified")
        page.get_by_role("dialog").get_by_role("button", name="Acknowledge").press("Enter")
        expect(alarm).to_have_count(0)
        for view in ("Jackpots", "Forms", "Reports"):
            page.get_by_role("button", name=view).press("Enter")
            expect(page.locator("#view > *").first).to_be_visible()
            assert grave(page) == [], view
        page.close()  # it asks each second, and reports a pit that has ended
