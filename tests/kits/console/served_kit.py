"""A console that is served to a laptop, with real accounts and a far table."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from firmware.console.access.accounts import Accounts
from firmware.console.access.passphrases import HashCost
from firmware.console.session.port_console import PortConsole as Serving
from firmware.console.session.session import Session
from firmware.console.table.client import NoAnswer
from firmware.console.terminal.terminal import Terminal
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import Status
from firmware.shell.technician.answers import AnyAnswer
from firmware.shell.technician.requests import Person, SessionReport, TechnicianRequest
from tests.kits.console.cable import Cable, Laptop, Served
from tests.kits.console.reading_kit import FarTable
from tests.kits.waiting import PATIENCE_S

CHEAP = HashCost(memory_kib=8, passes=1, lanes=1)
PASSPHRASE = "correct cheval pile agrafe"  # noqa: S105 - of nobody
LEA = Person("lea", "technician")
SAM = Person("sam", "supervisor")


class Service(FarTable):
    """A service that may fall silent, or refuse everything."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.silent = self.deaf = False

    def status(self) -> Status:
        if self.silent:
            raise NoAnswer(Text("console.no_table", {"path": "/run/croupier/croupier.sock"}))
        return super().status()

    def ask(self, request: TechnicianRequest) -> AnyAnswer:
        if self.silent or self.deaf:
            raise NoAnswer(Text("console.no_answer", {"why": "Permission denied"}))
        return super().ask(request)

    @property
    def said(self) -> list[tuple[str, str, str]]:
        """The reports of the console: what, by whom, about whom."""
        reports = [request for request in self.asked if isinstance(request, SessionReport)]
        return [(s.what, s.who.name if s.who else "", s.name) for s in reports]


@dataclass
class Console:
    """A laptop at a console."""

    laptop: Laptop
    cable: Cable
    table: Service
    accounts: Accounts
    notes: list[Text]
    waits: list[float]
    """How long it waited for a port that is away."""

    def log_in(self, person: Person = LEA) -> None:
        self.laptop.enter(f"login {person.name}")
        self.laptop.sees("Phrase de passe")
        self.laptop.enter(PASSPHRASE)
        self.laptop.ends_with(f"{person.name} ({ROLES[person.role]}) >")


ROLES = {"technician": "technicien", "supervisor": "superviseur", "auditor": "vérificateur"}


@contextmanager
def console(
    folder: Path,
    *people: Person,
    dumb: bool = False,
    table: Service | None = None,
    idle_s: float = 600.0,
    language: str | None = None,
) -> Iterator[Console]:
    """Serve a console on a cable in memory; nobody has pressed ENTER yet."""
    laptop, far = Laptop(dumb=dumb), table or Service()
    cable, notes, waits = Cable(laptop), [], []
    accounts = Accounts(folder, hash_cost=CHEAP)
    for person in people:
        accounts.add_account(person, PASSPHRASE)
    serving = Serving(
        cable,
        lambda terminal: Session(terminal, far, lambda: accounts, language, idle_s),
        notes.append,
        lambda seconds: _away(cable, waits, seconds),
        partial(Terminal, report_timeout_s=0.0 if dumb else PATIENCE_S),
    )
    served = Served(serving.serve_connection, cable)
    try:
        laptop.until(lambda: cable.is_open, "an open port")
        yield Console(laptop, cable, far, accounts, notes, waits)
    finally:
        served.end()


@contextmanager
def met(folder: Path, *people: Person, **more: Any) -> Iterator[Console]:
    """Serve a console at which ENTER was pressed."""
    with console(folder, *people, **more) as served:
        served.laptop.type("\r")
        served.laptop.ends_with(">")
        yield served


def _away(cable: Cable, waits: list[float], seconds: float) -> None:
    """Time goes by: whoever waits for this many tries plugs the cable in again."""
    waits.append(seconds)
    if cable.ended:
        raise SystemExit
