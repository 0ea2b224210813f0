"""A pit with people of every role, each with an account, and browsers of theirs."""

from collections.abc import Collection, Sequence
from datetime import UTC
from pathlib import Path
from typing import Any, get_args

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_desk import DayBook, DayDesk
from firmware.floor.day.day_pages import DayPages
from firmware.floor.day.day_watch import DayWatch
from firmware.floor.gaming_day import GamingCalendar
from firmware.floor.pit.access import BrowserSessions, RateLimiter
from firmware.floor.pit.act_desk import ActDesk
from firmware.floor.pit.chain_entries import AnyEntry, PitStarted, decode_entry
from firmware.floor.pit.chain_store import PitChain, stored_entries
from firmware.floor.pit.chain_watch import ChainWatch
from firmware.floor.pit.form_store import FormDesk, FormStore
from firmware.floor.pit.forms import AnyForm
from firmware.floor.pit.house_proxy import GroupRole
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.server import PitDesks, PitServer
from firmware.floor.pit.sign_in import PeopleDesk
from firmware.floor.pit.signature import FormSignature
from firmware.floor.pit.watch import FloorWatch
from firmware.pages.trusted_proxy import TrustedProxy
from firmware.shell.journal.records import decode_record
from firmware.shell.technician.requests import Person, Role
from tests.kits.console.accounts_kit import CHEAP
from tests.kits.floor.pit_kit import Visitor

AT = 1_795_773_600_000
CALENDAR = GamingCalendar(zone=UTC)
SHIFTS = (6, 14, 22)
PEOPLE: dict[str, Role] = {
    "anne": "supervisor",
    "simon": "supervisor",
    "tom": "technician",
    "aude": "auditor",
    "dora": "dealer",
    "cleo": "cashier",
    "remi": "runner",
}
ROLES: tuple[Role, ...] = get_args(Role)


def passphrase_of(name: str) -> str:
    return f"the passphrase of {name}"


def person(name: str) -> Person:
    return Person(name, PEOPLE[name])


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class PeoplePit:
    """A pit over a store, with its clock, its people and its chain."""

    def __init__(
        self,
        store: Engine,
        folder: Path,
        cage: Collection[str] = (),
        proxies: Sequence[str] = (),
        groups: Sequence[GroupRole] = (),
        key: Ed25519PrivateKey | None = None,
        monitor: FloorMonitor | None = None,
    ) -> None:
        self.store, self.clock = store, Clock()
        self.accounts = Accounts(folder, lambda: int(self.clock.now * 1000), CHEAP)
        for name in PEOPLE if self.accounts.is_empty else ():
            self.accounts.add_account(person(name), passphrase_of(name))
        self.now = AT
        self.pit_key = key or Ed25519PrivateKey.generate()
        self.chain = PitChain(store, self.pit_key, folder, lambda: self.now)
        self.chain.record(PitStarted(AT, "test", 0))
        self.chain_watch = ChainWatch(store, self.chain)
        day_book = DayBook(store, CALENDAR)
        self.day_watch = DayWatch(day_book, self.clock)
        self.monitor = monitor or FloorMonitor(
            store,
            SHIFTS,
            lambda: self.now,
            chain_watch=self.chain_watch,
            alarm_source=self.day_watch.alarms,
        )
        self.watch = FloorWatch(self.monitor, None, self.clock)
        self.sessions = BrowserSessions(self.clock)
        self.people_desk = PeopleDesk(self.accounts, self.chain, self.sessions, groups)
        desks = PitDesks(self.people_desk, ActDesk(self.monitor, self.chain))
        self.day_desk = DayDesk(day_book, self.chain, self.pit_key, folder)
        server = PitServer(
            self.watch,
            self.monitor,
            desks,
            RateLimiter(self.clock),
            cage,
            calendar=CALENDAR,
            more_pages=DayPages(self.day_desk, self.chain, SHIFTS).routes,
        )
        self.app = TrustedProxy(server.app, proxies)
        self.watch.look()

    def visitor(self, name: str = "", address: str = "10.0.0.1") -> Visitor:
        """Return a browser, signed in as somebody if he is named."""
        visitor = Visitor(self.app, address)
        if name:
            answer = visitor.sign_in(name, passphrase_of(name))
            assert answer.status == 200, answer.said
        return visitor

    def entries(self) -> list[AnyEntry]:
        """Return the entries of the chain."""
        with self.store.connect() as connection:
            stored = stored_entries(connection, self.chain.pit)
        records = [decode_record(one.record, 0) for one in stored]
        return [decode_entry(record.payload) for record in records if record]

    def alarms(self) -> dict[str, dict[str, Any]]:
        """Return the alarms on the screen by their kind."""
        self.watch.look()
        screen = self.visitor("anne").get("/state").said
        return {shown["alarm"]["kind"]: shown["alarm"] for shown in screen["alarms"]}


def filing(table: str, form: dict[str, Any], second: str = "") -> dict[str, Any]:
    """Return the request of a form, signed by a second person if one is named."""
    asked: dict[str, Any] = {"table": table, "form": form}
    if second:
        asked["second"] = {"name": second, "passphrase": passphrase_of(second)}
    return asked


class Filer:
    """Files forms without a page."""

    def __init__(self, store: Engine, folder: Path) -> None:
        self.now = AT
        self.chain = PitChain(store, Ed25519PrivateKey.generate(), folder, lambda: self.now)
        self.desk, self.store = FormDesk(self.chain), FormStore(store)

    def file(self, form: AnyForm, first: str, second: str = "", table: str = "table-7") -> int:
        signature = FormSignature(person(first), person(second) if second else None)
        return self.desk.file_form(table, form, signature)

    def refusal(self, form: AnyForm, first: str, second: str = "", table: str = "table-7") -> str:
        """Return why a form is refused."""
        try:
            self.file(form, first, second, table)
        except RequestFailed as refused:
            return refused.why.key.removeprefix("pit.form.why.").removeprefix("pit.why.")
        raise AssertionError(form)
