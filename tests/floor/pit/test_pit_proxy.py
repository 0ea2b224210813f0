"""A proxy of the house before the pit: it alone is believed, and it shuts no screen out."""

import json
import shutil
import socket
import ssl
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from firmware.console.access.accounts import Accounts
from firmware.floor.pit.house_proxy import GroupRole, proxy_person
from firmware.shell.technician.requests import Person
from firmware.shell.trust.keys import create_key
from tests.kits.console.accounts_kit import CHEAP
from tests.kits.floor.enrolled import House as EnrolledHouse
from tests.kits.floor.nginx import NAME, nginx, sign_on
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import PeoplePit
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.floor_processes import Process, free_port
from tests.kits.offenders import each
from tests.kits.waiting import until

GROUPS = (GroupRole("pit-bosses", "supervisor"), GroupRole("audit", "auditor"))
PROXY, STATION = "10.0.0.2", "10.0.0.77"
BOSS = {"remote-user": "anne", "remote-groups": "staff,pit-bosses"}
needs_nginx = pytest.mark.skipif(
    shutil.which("nginx") is None, reason="no nginx here: sudo apt-get install nginx-light"
)


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[PeoplePit]:
    store = empty_store(tmp_path / "ledger.db")
    yield PeoplePit(store, tmp_path, proxies=[PROXY], groups=GROUPS)
    store.dispose()


@each(
    "headers, person",
    [
        (BOSS, Person("anne", "supervisor")),
        ({"x-forwarded-user": "ANNE", "x-forwarded-groups": "audit"}, Person("anne", "auditor")),
        (
            {"remote-user": "anne", "remote-groups": "audit;pit-bosses"},
            Person("anne", "supervisor"),
        ),
        (
            {"remote-user": "anne@casino.example", "remote-groups": "audit"},
            Person("anne@casino.example", "auditor"),
        ),
        ({"remote-user": "anne", "remote-groups": "staff"}, None),
        ({"remote-user": "anne"}, None),
        ({"remote-groups": "audit"}, None),
        ({"remote-user": "аnne", "remote-groups": "audit"}, None),
        ({"remote-user": "", "remote-groups": "audit"}, None),
        ({}, None),
    ],
)
def test_user_has_role_of_first_group(headers: dict[str, str], person: Person | None) -> None:
    assert proxy_person(headers, GROUPS) == person


def test_proxy_signs_its_user_in_and_out(pit: PeoplePit) -> None:
    browser = pit.visitor("", PROXY)
    refused = browser.get("/state", **BOSS)
    assert (refused.status, refused.said["proxy"]) == (401, True)
    assert browser.post("/sign-in/proxy", **BOSS).status == 200
    assert browser.get("/state", **BOSS).status == 200
    assert browser.get("/session", **BOSS).said["name"] == "anne"
    other = {**BOSS, "remote-user": "bruno"}
    assert browser.get("/state", **other).status == 401
    assert browser.get("/state", **BOSS).status == 401
    assert [type(entry).__name__ for entry in pit.entries()[-2:]] == ["SignedIn", "SignedOut"]


def test_user_leaving_his_group_is_out(pit: PeoplePit) -> None:
    browser = pit.visitor("", PROXY)
    browser.post("/sign-in/proxy", **BOSS)
    assert browser.get("/state", **{**BOSS, "remote-groups": "staff"}).status == 401


def test_only_the_proxy_is_believed(pit: PeoplePit) -> None:
    browser = pit.visitor("", STATION)
    refused = browser.get("/state", **BOSS)
    assert (refused.status, refused.said["proxy"]) == (401, False)
    assert browser.post("/sign-in/proxy", **BOSS).status == 409
    forged = {"x-forwarded-for": "10.0.0.1", "x-forwarded-proto": "https"}
    signed_in = browser.post("/sign-in", {"name": "anne", "passphrase": "no"}, **forged)
    assert signed_in.status == 409
    assert pit.entries()[-1].address == STATION  # type: ignore[union-attr]


def test_client_address_comes_from_the_proxy(pit: PeoplePit) -> None:
    browser = pit.visitor("", PROXY)
    said = {"x-forwarded-for": "10.1.2.3", "x-forwarded-proto": "https"}
    answer = browser.post(
        "/sign-in", {"name": "anne", "passphrase": "the passphrase of anne"}, **said
    )
    assert "secure" in answer.headers["set-cookie"].lower()
    assert pit.entries()[-1].address == "10.1.2.3"  # type: ignore[union-attr]


# Debian's nginx, with the guide's own configuration


class House(NamedTuple):
    """A pit behind nginx."""

    port: int
    pit_port: int
    ca: Path


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    url = f"sqlite:///{folder}/ledger.db"
    store = empty_store(folder / "ledger.db")
    store_facts(store, "table-7", facts_of(served("roulette", 1)))
    store.dispose()
    Accounts(folder, hash_cost=CHEAP).add_account(Person("tom", "technician"), "rien ne va plus")
    create_key(folder / "pit.key")
    port, pit_port, sign_on_port = free_port(), free_port(), free_port()
    people = EnrolledHouse().people_folder(folder / "people")
    files = ("--ledger", url, "--accounts", str(folder), "--pit-key", str(folder / "pit.key"))
    files = (*files, "--people", str(people))
    believed = ("--name", NAME, "--trusted-proxy", "127.0.0.1", "--group", "supervisor=pit-bosses")
    command = [sys.executable, "-m", "firmware.cli.main", "pit", *files, *believed]
    pit = Process("pit", [*command, "--port", str(pit_port)], folder / "pit.log")
    proxy, proof = nginx(folder, port, pit_port, sign_on_port)
    house = House(port, pit_port, proof.ca)
    with sign_on(sign_on_port):
        pit.begin()
        proxy.begin()
        try:
            until("the pit", lambda: _reaches(pit_port))
            until("nginx", lambda: _reaches(port))
            until("a look", lambda: direct(house, "GET", "/healthz").status == 200)
            yield house
        finally:
            proxy.kill()
            pit.kill()


def _reaches(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Browser:
    """A browser of the house, over TLS."""

    def __init__(self, house: House, user: str = "", groups: str = "pit-bosses") -> None:
        context = ssl.create_default_context(cafile=house.ca)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        wire = socket.create_connection(("127.0.0.1", house.port))
        self._connection = HTTPConnection(NAME, house.port)
        self._connection.sock = context.wrap_socket(wire, server_hostname=NAME)
        self.cookies = {"house": f"{user}:{groups}"} if user else {}
        self.set_cookie = ""

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        own = {"Host": f"{NAME}:{self._connection.port}", "Cookie": cookie, **headers}
        self._connection.request(method, path, json.dumps(body or {}), own)
        answer = self._connection.getresponse()
        content = answer.read()
        self.set_cookie = answer.headers.get("Set-Cookie", self.set_cookie)
        if self.set_cookie:
            name, _, value = self.set_cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        is_json = answer.headers.get_content_type() == "application/json"
        return answer.status, json.loads(content) if is_json else content

    def first_events(self, path: str, count: int) -> list[bytes]:
        """Return the first events of a stream, and leave it."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        host = f"{NAME}:{self._connection.port}"
        self._connection.request("GET", path, None, {"Host": host, "Cookie": cookie})
        answer = self._connection.getresponse()
        return [answer.readline() for _ in range(4 * count)][::4]


def direct(house: House, method: str, path: str, **headers: str) -> HTTPResponse:
    """Ask the pit itself, from an address that is no proxy's."""
    connection = HTTPConnection("127.0.0.1", house.pit_port, source_address=("127.0.0.3", 0))
    connection.request(method, path, "{}" if method == "POST" else None, headers)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer


@needs_nginx
def test_twenty_browsers_never_refused(house: House) -> None:
    def evening(nth: int) -> list[int]:
        with Browser(house, f"user{nth}") as browser:
            assert browser.ask("POST", "/sign-in/proxy")[0] == 200
            return [browser.ask("GET", "/state")[0] for _ in range(15)]

    def flood(_: int) -> int:
        return direct(house, "GET", "/state").status

    with ThreadPoolExecutor(24) as crowd:
        floods = crowd.map(flood, range(300))
        evenings = [*crowd.map(evening, range(20))]
        assert {*floods} == {401, 429}
    assert {status for statuses in evenings for status in statuses} == {200}


@needs_nginx
def test_events_pass_the_proxy_at_once(house: House) -> None:
    with Browser(house, "anne") as browser:
        assert browser.ask("POST", "/sign-in/proxy")[0] == 200
        assert browser.first_events("/changes", 3) == [b"event: state\n"] * 3


@needs_nginx
def test_user_headers_come_from_proxy_only(house: House) -> None:
    forged = {"Remote-User": "anne", "Remote-Groups": "pit-bosses", "X-Forwarded-User": "anne"}
    with Browser(house, "bruno") as bruno:
        assert bruno.ask("POST", "/sign-in/proxy", **forged)[0] == 200
        assert bruno.ask("GET", "/session", **forged)[1]["name"] == "bruno"
    with Browser(house, "carl", "staff") as carl:
        assert carl.ask("POST", "/sign-in/proxy", **forged)[0] == 409
    with Browser(house) as nobody:
        assert nobody.ask("GET", "/session", **forged)[0] == 401
    assert direct(house, "POST", "/sign-in/proxy", **forged).status == 409


@needs_nginx
def test_tls_secures_cookie_and_checks_name(house: House) -> None:
    with Browser(house, "bruno") as browser:
        browser.ask("POST", "/sign-in/proxy")
        assert "secure" in browser.set_cookie.lower()
        origin = f"https://{NAME}:{house.port}"
        assert browser.ask("GET", "/session", Origin=origin)[0] == 200
        assert browser.ask("GET", "/session", Origin="https://evil.example")[0] == 403
        assert browser.ask("GET", "/session", Host="evil.example")[0] == 403
