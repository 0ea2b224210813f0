"""The people of a pit: each does what his role may, and is out once his account is."""

import shutil
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.pit.access import (
    ACTION_TIMEOUT_S,
    BURST_REQUESTS,
    MAX_SESSIONS_OF_PERSON,
    BrowserSessions,
)
from firmware.floor.pit.acts import READING_ACTS, SIGNERS_BY_ACT, PitAct, acts_of
from firmware.floor.pit.chain_entries import (
    ActRefused,
    AlarmAcknowledged,
    FormFiled,
    SignedIn,
    SignedOut,
    SignInFailed,
)
from firmware.floor.pit.watch import FloorWatch
from firmware.floor.store import open_database
from firmware.pages.connection_limits import ConnectionLimits
from firmware.pages.page_server import PageServer
from firmware.shell.service.watchdog import SystemdNotifier
from tests.kits.floor.pit_kit import Visitor, facts_of, store_facts
from tests.kits.floor.pit_people import AT, PEOPLE, ROLES, PeoplePit, filing, passphrase_of, person
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

OPENER = {"form": "TrayCounted", "at": "opener", "chips": [[100, 5]]}
FILL = {"form": "ChipsAsked", "way": "fill", "chips": [[10_000, 20]]}
READS: dict[PitAct, str] = {
    "floor": "/state",
    "forms": "/forms",
    "report": "/report?by=table&from=2026-11-26&to=2026-11-28",
    "days": "/days",
}


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "ledger.db"
    store = empty_store(path)
    store_facts(store, "table-7", facts_of(served("roulette", 1)))
    with store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm("chain_broken", "table-7", "aa", "17")])
    store.dispose()
    return path


@pytest.fixture
def database(ledger_file: Path, tmp_path: Path) -> Iterator[Engine]:
    store = open_database(f"sqlite:///{shutil.copy(ledger_file, tmp_path)}")
    yield store
    store.dispose()


@pytest.fixture
def pit(database: Engine, tmp_path: Path) -> PeoplePit:
    return PeoplePit(database, tmp_path)


def why(answer: object) -> str:
    return str(answer.said["why"]["key"])  # type: ignore[attr-defined]


# roles


@each("name", [name for name in PEOPLE if acts_of(PEOPLE[name])])
def test_person_reads_as_his_role_allows(name: str, pit: PeoplePit) -> None:
    visitor = pit.visitor(name)
    assert {*READS} == {*READING_ACTS}
    for act, path in READS.items():
        may = act in acts_of(PEOPLE[name])
        assert visitor.get(path).status == (200 if may else 403), act
    assert visitor.get("/session").said["acts"].keys() == {*acts_of(PEOPLE[name])}


def test_auditor_files_no_form() -> None:
    does = {
        role: {
            act for act, signers in SIGNERS_BY_ACT.items() if any(role in one for one in signers)
        }
        for role in ROLES
    }
    assert does["auditor"] == {*READING_ACTS}
    assert does["technician"] == {"floor", "acknowledge", "shelve"}


def test_co_signer_does_not_sign_in(pit: PeoplePit) -> None:
    answer = Visitor(pit.app).sign_in("remi", passphrase_of("remi"))
    assert (answer.status, why(answer)) == (409, "pit.why.only_second")


@each("name", ["aude", "tom"])
def test_forbidden_form_is_logged(name: str, pit: PeoplePit) -> None:
    answer = pit.visitor(name).post("/forms", filing("table-7", FILL))
    assert (answer.status, why(answer)) == (409, "pit.why.role")
    assert pit.entries()[-1] == ActRefused(AT, name, "ChipsRequested", "pit.why.role")


def test_second_person_uses_own_passphrase(pit: PeoplePit) -> None:
    visitor = pit.visitor("anne")
    asked = filing("table-7", OPENER, "dora")
    wrong = {**asked, "second": {"name": "dora", "passphrase": passphrase_of("anne")}}
    assert why(visitor.post("/forms", wrong)) == "console.wrong"
    assert why(visitor.post("/forms", filing("table-7", OPENER))) == "pit.form.why.second_role"
    assert why(visitor.post("/forms", filing("table-7", OPENER, "anne"))) == "pit.form.why.second"
    assert visitor.post("/forms", asked).said == {"number": 1}
    (filed,) = visitor.get("/forms").said["filed"]
    assert (filed["by"], filed["second"]) == ("anne", "dora")


@each("name", ["Аnne", "ANNE", "anne ", "аnne", "a\u200bnne"])
def test_lookalike_letter_is_no_second_person(name: str, pit: PeoplePit) -> None:
    second = {"name": name, "passphrase": passphrase_of("anne")}
    asked = {**filing("table-7", OPENER), "second": second}
    assert pit.visitor("anne").post("/forms", asked).status == 409


def test_fill_signed_in_three_sessions(
    pit: PeoplePit,
) -> None:
    anne, cleo, dora = (pit.visitor(name) for name in ("anne", "cleo", "dora"))
    assert anne.post("/forms", filing("table-7", OPENER, "dora")).said == {"number": 1}
    assert anne.post("/forms", filing("table-7", FILL)).said == {"number": 2}
    sent, taken = {"form": "ChipsSent", "of": 2}, {"form": "ChipsTaken", "of": 2}
    assert why(anne.post("/forms", filing("table-7", sent, "remi"))) == "pit.why.role"
    assert cleo.post("/forms", filing("table-7", sent, "remi")).said == {"number": 3}
    assert why(cleo.post("/forms", filing("table-7", taken, "remi"))) == "pit.why.role"
    assert dora.post("/forms", filing("table-7", taken, "anne")).said == {"number": 4}
    (sitting,) = anne.get("/forms").said["sittings"]
    assert sitting["fills"] == 200_000


def test_each_place_has_steps_of_its_cage(database: Engine, tmp_path: Path) -> None:
    pit = PeoplePit(database, tmp_path, cage=["10.0.9.1"])
    assert pit.visitor("anne").post("/forms", filing("table-7", FILL)).said == {"number": 1}
    asked = filing("table-7", {"form": "ChipsSent", "of": 1}, "remi")
    assert why(pit.visitor("cleo").post("/forms", asked)) == "pit.form.why.at_cage"
    at_cage = pit.visitor("anne", "10.0.9.1").post("/forms", filing("table-7", FILL))
    assert why(at_cage) == "pit.form.why.at_pit"
    assert pit.visitor("cleo", "10.0.9.1").post("/forms", asked).said == {"number": 2}


def test_form_needs_an_existing_table(pit: PeoplePit) -> None:
    visitor = pit.visitor("anne")
    assert why(visitor.post("/forms", filing("table-99", FILL))) == "pit.form.why.table"
    assert visitor.get("/forms").said["tables"] == ["table-7"]


# alarms


@each("alarm_id", ["ledger.1", "form.1", "ledger.2", "seen.table-7.behind.1"])
def test_unknown_alarm_not_acknowledged(alarm_id: str, pit: PeoplePit) -> None:
    answer = pit.visitor("anne").post("/acknowledge", {"alarm": alarm_id})
    assert (answer.status, why(answer)) == (409, "pit.why.no_alarm")


def test_alarm_is_acknowledged_once(pit: PeoplePit) -> None:
    alarm_id = pit.alarms()["chain_broken"]["id"]
    asked = {"alarm": alarm_id, "words": "exported"}
    assert why(pit.visitor("aude").post("/acknowledge", asked)) == "pit.why.role"
    assert pit.visitor("tom").post("/acknowledge", asked).status == 200
    entered = AlarmAcknowledged(
        AT, "tom", alarm_id, "chain_broken", "table-7", "exported", "technician"
    )
    assert pit.entries()[-1] == entered
    assert why(pit.visitor("anne").post("/acknowledge", asked)) == "pit.why.no_alarm"


# sessions


def test_removed_account_is_out_at_next_request(pit: PeoplePit) -> None:
    visitor = pit.visitor("simon")
    assert visitor.get("/state").status == 200
    pit.accounts.remove_account("simon")
    assert visitor.post("/forms", filing("table-7", FILL)).status == 401
    assert visitor.get("/state").status == 401
    assert pit.entries()[-1] == SignedOut(AT, "simon", "account")


def test_recreated_account_loses_old_session(pit: PeoplePit) -> None:
    visitor = pit.visitor("simon")
    pit.accounts.remove_account("simon")
    pit.accounts.add_account(person("simon"), passphrase_of("simon"))
    assert visitor.get("/state").status == 401


def test_changed_passphrase_ends_old_sessions(pit: PeoplePit) -> None:
    visitor = pit.visitor("simon")
    pit.accounts.change_passphrase("simon", "another long passphrase")
    assert visitor.get("/state").status == 401


def test_oldest_own_session_ends_first() -> None:
    sessions = BrowserSessions(lambda: 0.0)
    other = sessions.sign_in(person("simon"))
    tokens = [sessions.sign_in(person("anne")) for _ in range(MAX_SESSIONS_OF_PERSON + 1)]
    assert sessions.session(other) is not None
    assert [token for token in tokens if sessions.session(token) is None] == tokens[:1]


@pytest.mark.clause("AGCO 17.1.7(3)")
def test_sign_ins_failures_and_acts_chained(pit: PeoplePit) -> None:
    visitor = Visitor(pit.app, "10.0.0.5")
    for name in ("anne", "nobody", passphrase_of("anne")):
        visitor.sign_in(name, "a wrong passphrase")
    visitor.sign_in("anne", passphrase_of("anne"))
    visitor.post("/forms", filing("table-7", FILL))
    visitor.post("/sign-out")
    form = {"way": "fill", "chips": ((10_000, 20),)}
    *_, one, two, three, entered, filed, out = pit.entries()
    assert one == SignInFailed(AT, "anne", "10.0.0.5")
    assert {two, three} == {SignInFailed(AT, "", "10.0.0.5")}
    assert entered == SignedIn(AT, "anne", "supervisor", "10.0.0.5", "passphrase")
    assert isinstance(filed, FormFiled)
    assert (filed.number, filed.person, filed.second, filed.address) == (1, "anne", "", "10.0.0.5")
    assert filed.form.chips == form["chips"]  # type: ignore[union-attr]
    assert out == SignedOut(AT, "anne", "person")


# pace


def test_failures_lock_no_other_address(pit: PeoplePit) -> None:
    guesser = Visitor(pit.app, "10.0.0.66")
    for number in range(40):
        assert guesser.sign_in(f"name{number}", "a wrong passphrase").status == 409
        pit.clock.now += 0.1
    assert pit.visitor("anne", "10.0.0.7").get("/state").status == 200


def test_flood_locks_no_session_out(pit: PeoplePit) -> None:
    screen, flood = pit.visitor("anne"), Visitor(pit.app)
    answers = [flood.get("/state").status for _ in range(3 * BURST_REQUESTS)]
    assert {*answers} == {401, 429}
    assert screen.get("/state").status == 200


def test_screens_are_paced_separately(pit: PeoplePit) -> None:
    screens = [pit.visitor(name) for name in ("anne", "simon", "tom", "aude")]
    for _ in range(BURST_REQUESTS - 1):
        assert {screen.get("/session").status for screen in screens} == {200}


def test_idle_session_only_looks(pit: PeoplePit) -> None:
    visitor = pit.visitor("anne")
    pit.clock.now = ACTION_TIMEOUT_S + 1
    assert visitor.post("/forms", filing("table-7", FILL)).status == 401
    assert visitor.get("/state").status == 200


# health


def test_health_fails_without_looks(pit: PeoplePit) -> None:
    anybody = Visitor(pit.app, "10.0.0.80")
    assert anybody.get("/healthz").said == {"age_s": 0.0, "database": True}
    pit.clock.now += 5.5
    assert anybody.get("/healthz").status == 503
    pit.watch.look()
    assert anybody.get("/healthz").status == 200


def test_only_successful_looks_notify(pit: PeoplePit, tmp_path: Path) -> None:
    path = str(tmp_path / "notify")
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as manager:
        manager.bind(path)
        manager.settimeout(0)
        with closing(
            SystemdNotifier({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "4000000"})
        ) as notifier:
            watch = FloorWatch(pit.monitor, notifier, pit.clock)
            watch.begin()
            assert manager.recv(100) == b"READY=1"
            watch.look()
            assert manager.recv(100) == b"WATCHDOG=1"
            pit.clock.now += 1.5
            pit.monitor.heartbeats = None  # type: ignore[assignment]
            watch.look()
            with pytest.raises(BlockingIOError):
                manager.recv(100)


def test_client_cannot_exhaust_connections() -> None:
    async def answer(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    limits = ConnectionLimits(50, 5, ["127.0.0.2"])
    server = PageServer(answer, ("127.0.0.1", 0), limits)
    port = int(server.address.rstrip("/").rpartition(":")[2])
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with ExitStack() as stack:
            greedy = [_held(stack, port, "127.0.0.9") for _ in range(12)]
            proxied = [_held(stack, port, "127.0.0.2") for _ in range(12)]
            assert [_is_served(held) for held in greedy].count(True) == 5
            assert {_is_served(held) for held in proxied} == {True}
            assert _is_served(_held(stack, port, "127.0.0.10"))
    finally:
        server.stop()
        thread.join()


def _held(stack: ExitStack, port: int, address: str) -> socket.socket:
    held = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
    return stack.enter_context(held)


def _is_served(held: socket.socket) -> bool:
    try:
        held.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return held.recv(100).startswith(b"HTTP/1.1 200")
    except OSError:
        return False
