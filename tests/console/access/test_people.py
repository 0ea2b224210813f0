"""The commands for accounts: their questions, their refusals, and their reports to the table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

from firmware.console.access.accounts import Accounts
from firmware.console.access.passphrases import HashCost
from firmware.console.commands.people import COMMANDS
from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.recall import RecalledRounds
from firmware.shell.sockets.control import PartsReport
from firmware.shell.technician.answers import ActDone
from firmware.shell.technician.requests import (
    EnrolPerson,
    Person,
    Role,
    SessionReport,
    ShowCode,
    TechnicianRequest,
)
from firmware.shell.why.spoken_answer import SpokenRounds
from firmware.shell.words.languages import languages_with
from firmware.shell.words.words import Words

BY_NAME = {command.name: command for command in COMMANDS}
BEA, MAX = Person("bea", "technician"), Person("max", "supervisor")
FIRST, SECOND = "un sabot de huit jeux", "trois cartes au plus"
ON_THE_DISPLAY = "481 203"


class FarTable:
    """A table that shows a code while the supervisor's key is turned, and takes it once."""

    def __init__(self) -> None:
        self.key_turned = True
        self.answers = True
        self.shows = ""
        self.requests: list[TechnicianRequest] = []

    def ask(self, request: TechnicianRequest) -> ActDone:
        if not self.answers:
            raise RequestFailed(Text("console.no_table"))
        self.requests.append(request)
        if isinstance(request, ShowCode):
            if not self.key_turned:
                raise RequestFailed(Text("why.supervisor_key"))
            self.shows = ON_THE_DISPLAY if request.show else ""
        if isinstance(request, EnrolPerson):
            if not self.shows or request.code != self.shows:
                raise RequestFailed(Text("technician.wrong_code"))
            self.shows = ""
        return ActDone()

    def status(self) -> Status:
        raise NotImplementedError

    def test(self) -> PartsReport:
        raise NotImplementedError

    def meters(self) -> Meters:
        raise NotImplementedError

    def recall(self, rounds: int) -> RecalledRounds:
        raise NotImplementedError

    def why(self, rounds: int, language: str) -> SpokenRounds:
        raise NotImplementedError


@dataclass
class Session:
    """A person at a console, who answers what is asked with what stands under its key."""

    accounts: Accounts
    table: FarTable
    person: Person | None = None
    language: str = "fr"
    answers: dict[str, list[str]] = field(default_factory=dict)
    asked: list[tuple[str, bool]] = field(default_factory=list)
    candidate: str | None = None

    @property
    def words(self) -> Words:
        return Words.load(self.language)

    def show(self, lines: Any) -> None:
        raise AssertionError("nothing is shown before a question here")

    def pause(self, seconds: float) -> bool:
        return False

    def ask(self, question: Text, *, hidden: bool = False) -> str:
        assert self.words.render(question)
        self.asked.append((question.key, hidden))
        return self.answers[question.key.rpartition(".")[2]].pop(0)

    def second_person(self, role: Role) -> Person:
        raise NotImplementedError

    def types(self, **answers: str | list[str]) -> "Session":
        for key, given in answers.items():
            self.answers[key] = [given] if isinstance(given, str) else given
        return self

    def does(self, line: str) -> msgspec.Struct:
        name = next(name for name in sorted(BY_NAME, reverse=True) if line.startswith(name))
        done = BY_NAME[name].look_up(self, line.removeprefix(name).split())
        assert isinstance(done, msgspec.Struct)
        return done

    def printed(self, line: str) -> str:
        name = next(name for name in BY_NAME if line.startswith(name))
        console = Console(width=80, color_system=None)
        with console.capture() as said:
            for one in BY_NAME[name].render(self, self.does(line)):
                console.print(one)
        return said.get()


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(
        Accounts(tmp_path, wall_ms=lambda: 1_800_000_000_000, hash_cost=HashCost(8, 1, 1)),
        FarTable(),
    )


@pytest.fixture
def logged_in(session: Session) -> Session:
    session.accounts.add_account(BEA, FIRST)
    session.person = BEA
    return session


def chosen(passphrase: str, again: str | None = None) -> dict[str, str | list[str]]:
    return {"ask_new": passphrase, "ask_again": again or passphrase, "ask_code": ON_THE_DISPLAY}


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RequestFailed) as refused:
        act()
    return refused.value.why.key


# the first account


def test_display_code_enrols_the_first(session: Session) -> None:
    session.types(ask_name=" bea ", **chosen(FIRST)).does("enrol")
    assert session.accounts.authenticate("bea", FIRST) == BEA
    enrolled = EnrolPerson(code=ON_THE_DISPLAY, account=BEA)
    assert session.table.requests == [ShowCode(show=False), ShowCode(), enrolled]


def test_only_passphrases_are_hidden(session: Session) -> None:
    session.types(ask_name="bea", **chosen(FIRST)).does("enrol")
    assert [key.rpartition(".")[2] for key, hidden in session.asked if hidden] == [
        "ask_new",
        "ask_again",
    ]


@pytest.mark.clause("AGCO 17.1.3")
@pytest.mark.parametrize("answers", [False, True])
def test_no_account_without_the_code(session: Session, answers: bool) -> None:
    session.types(ask_name="bea", **chosen(FIRST) | {"ask_code": "000 000"})
    session.table.answers = answers
    refusal(lambda: session.does("enrol"))
    assert session.accounts.is_empty


@pytest.mark.clause("AGCO 17.1.3")
def test_no_code_without_supervisor_key(session: Session) -> None:
    session.table.key_turned = False
    assert refusal(lambda: session.does("enrol")) == "why.supervisor_key"
    assert session.asked == []
    assert session.accounts.is_empty


def test_only_the_first_person_enrols(logged_in: Session) -> None:
    assert refusal(lambda: logged_in.does("enrol")) == "console.people.enrolled"
    assert not logged_in.table.requests


@pytest.mark.parametrize(
    ("name", "passphrase", "again", "key"),
    [
        ("Bea!", FIRST, FIRST, "name"),
        ("bea", "kurz", "kurz", "length"),
        ("bea", FIRST, SECOND, "differ"),
    ],
)
def test_invalid_account_costs_no_code(
    session: Session, name: str, passphrase: str, again: str, key: str
) -> None:
    session.types(ask_name=name, **chosen(passphrase, again))
    assert refusal(lambda: session.does("enrol")) == f"console.people.{key}"
    assert session.table.requests == [ShowCode(show=False)]


# further ones


@pytest.mark.parametrize("role", ["technician", "supervisor", "auditor"])
def test_further_account_needs_code(logged_in: Session, role: Role) -> None:
    logged_in.types(**chosen(SECOND)).does(f"account add max {role}")
    assert logged_in.accounts.authenticate("max", SECOND) == Person("max", role)
    assert [type(request) for request in logged_in.table.requests] == [
        ShowCode,
        ShowCode,
        EnrolPerson,
    ]
    logged_in.types(**chosen(SECOND) | {"ask_code": "000 000"})
    refusal(lambda: logged_in.does("account add eve supervisor"))
    assert logged_in.accounts.account_names() == ("bea", "max")


@pytest.mark.parametrize(("line", "key"), [("max owner", "role"), ("bea auditor", "taken")])
def test_account_has_role_and_own_name(logged_in: Session, line: str, key: str) -> None:
    logged_in.types(**chosen(SECOND))
    assert refusal(lambda: logged_in.does(f"account add {line}")) == f"console.people.{key}"


def test_removed_account_is_journaled(logged_in: Session) -> None:
    logged_in.accounts.add_account(MAX, SECOND)
    logged_in.does("account remove max")
    assert logged_in.accounts.account_names() == ("bea",)
    assert logged_in.table.requests == [SessionReport(what="act", name="account remove max")]


@pytest.mark.parametrize(("name", "key"), [("bea", "yourself"), ("eve", "nobody")])
def test_nobody_removes_himself(logged_in: Session, name: str, key: str) -> None:
    found = refusal(lambda: logged_in.does(f"account remove {name}"))
    assert found == f"console.people.{key}"
    assert not logged_in.table.requests


def test_unjournaled_change_is_not_made(logged_in: Session) -> None:
    logged_in.accounts.add_account(MAX, SECOND)
    logged_in.table.answers = False
    refusal(lambda: logged_in.does("account remove max"))
    logged_in.types(ask_old=FIRST, **chosen(SECOND))
    refusal(lambda: logged_in.does("passwd"))
    assert logged_in.accounts.account_names() == ("bea", "max")
    assert logged_in.accounts.authenticate("bea", FIRST) == BEA


# one's own


def test_change_needs_old_passphrase(logged_in: Session) -> None:
    logged_in.types(ask_old=SECOND, **chosen(SECOND))
    assert refusal(lambda: logged_in.does("passwd")) == "console.wrong"
    logged_in.types(ask_old=FIRST, **chosen(SECOND)).does("passwd")
    assert logged_in.accounts.authenticate("bea", SECOND) == BEA
    assert logged_in.table.requests == [SessionReport(what="act", name="passwd")]


def test_whoami_names_the_person(session: Session) -> None:
    assert "login" in session.printed("whoami")
    session.person = BEA
    assert session.printed("whoami") == "bea, technicien\n"


# how it is reported


@pytest.mark.parametrize("language", languages_with("console"))
def test_listing_fits_and_hides_secrets(logged_in: Session, language: str) -> None:
    logged_in.language = language
    logged_in.types(ask_old=FIRST, **chosen(SECOND))
    said = logged_in.printed("passwd")
    logged_in.types(**chosen(SECOND))
    said += logged_in.printed(f"account add {'x' * 32} supervisor")
    said += logged_in.printed("account list")
    said += logged_in.printed(f"account remove {'x' * 32}")
    assert max(map(len, said.splitlines())) <= 80
    assert "2027-01-15" in said
    assert FIRST not in said
    assert SECOND not in said


@pytest.mark.parametrize("language", languages_with("console"))
def test_help_has_every_command(language: str) -> None:
    words = Words.load(language)
    for command in COMMANDS:
        assert words.render(Text(f"console.help.{command.name.replace(' ', '_')}"))
        for one in command.parameters:
            assert words.render(Text(f"console.takes.{one.name}"))


def test_only_technician_changes_accounts() -> None:
    for name in ("account list", "account add", "account remove"):
        assert BY_NAME[name].roles == {"technician"}
