"""`croupier pit`: only who is signed in sees the floor, and nobody does anything to a table."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Engine, event, inspect, select

from firmware.core.vocabulary.events import Door
from firmware.floor.ledger.ledger_alarms import LedgerAlarm, raise_new_alarms
from firmware.floor.pit.access import ACTION_TIMEOUT_S, BURST_REQUESTS, SESSION_LIFETIME_S
from firmware.floor.pit.server import PAGE_FOLDER, PAGE_WORD_PREFIXES
from firmware.floor.projection.row_tables import TABLE_STATE_TABLE
from firmware.floor.store import METADATA, open_database
from firmware.shell.words.languages import languages_with
from firmware.shell.words.templates import read_templates
from tests.kits.floor.pit_kit import Visitor, facts_of, store_facts
from tests.kits.floor.pit_people import PeoplePit, filing, passphrase_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

TRAY = {"form": "TrayCounted", "at": "opener", "chips": [[100, 5]]}
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE_FOLDER.glob("*.js")}
INDEX = (PAGE_FOLDER / "index.html").read_text(encoding="utf-8")


class Floor(PeoplePit):
    """A pit over a store, with its clock."""

    def visitor(self, name: str = "anne", address: str = "10.0.0.1") -> Visitor:
        return super().visitor(name, address)

    def anybody(self) -> Visitor:
        return super().visitor("")


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two tables and an alarm; each test has a copy."""
    path = tmp_path_factory.mktemp("kept") / "ledger.db"
    store = empty_store(path)
    store_facts(store, "table-7", facts_of(served("roulette", 12)))
    store_facts(store, "table-8", facts_of(served("baccarat", 1)), "bb")
    with store.begin() as connection:
        raise_new_alarms(connection, [LedgerAlarm("chain_broken", "table-8", "bb", "17")])
    store.dispose()
    return path


@pytest.fixture
def floor(ledger_file: Path, tmp_path: Path) -> Iterator[Floor]:
    store = open_database(f"sqlite:///{shutil.copy(ledger_file, tmp_path)}")
    yield Floor(store, tmp_path)
    store.dispose()


def chain_broken(floor: Floor) -> str:
    return str(floor.alarms()["chain_broken"]["id"])


def contents(store: Engine) -> dict[str, list[Any]]:
    """Return all rows of the ledger's own tables."""
    ours = ("acknowledgement", "form", "pit_chain", "pit_entry")
    with store.connect() as connection:
        return {
            name: [tuple(row) for row in connection.execute(select(table))]
            for name, table in METADATA.tables.items()
            if name not in ours
        }


def test_screen_has_tables_in_order_and_alarms(floor: Floor) -> None:
    screen = floor.visitor().get("/state").said
    assert [tile["table"] for tile in screen["tiles"]] == ["table-7", "table-8"]
    assert screen["places"]["table-7"] == {"property": "montreal", "pit": "main", "position": ""}
    assert screen["groups"][0]["tables"] == ["table-8"]
    assert {tile["game"] for tile in screen["tiles"]} <= {"roulette", "baccarat", ""}
    assert "chain_broken" in [shown["alarm"]["kind"] for shown in screen["alarms"]]


def test_table_view_has_newest_round_first(floor: Floor) -> None:
    found = floor.visitor().get("/table/table-7").said
    numbers = [over["number"] for over in found["rounds"]]
    assert 0 < len(numbers) <= 10
    assert numbers == sorted(numbers, reverse=True)
    assert any(len(over["result"]) == 1 for over in found["rounds"])


def test_rules_are_served_by_message(floor: Floor) -> None:
    (rule,) = floor.visitor().get("/rules/fault.lost?lang=fr").said
    assert rule["id"] == "parts_lost"
    assert floor.visitor().get("/rules/x?lang=fr").said == []


PRIVATE = [
    "/rules/fault.lost",
    "/state",
    "/table/table-7",
    "/forms",
    "/report?by=hour",
    "/report.csv?by=hour",
]


@each("path", PRIVATE)
def test_floor_needs_sign_in(path: str, floor: Floor) -> None:
    assert floor.anybody().get(path).status == 401


@each("path", ["/acknowledge", "/forms", "/sign-out"])
def test_acting_needs_sign_in(path: str, floor: Floor) -> None:
    assert floor.anybody().post(path, {}).status in (400, 401)


def test_wrong_passphrase_opens_nothing(floor: Floor) -> None:
    visitor = floor.anybody()
    answer = visitor.sign_in("anne", "another passphrase")
    assert (answer.status, answer.said["why"]["key"]) == (409, "console.wrong")
    assert visitor.get("/state").status == 401


def test_cookie_is_for_this_page_only(floor: Floor) -> None:
    said = floor.anybody().sign_in("anne", passphrase_of("anne")).headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said


def test_idle_session_only_looks(floor: Floor) -> None:
    visitor = floor.visitor()
    floor.clock.now = ACTION_TIMEOUT_S + 1
    assert visitor.get("/state").status == 200
    assert visitor.post("/acknowledge", {"alarm": chain_broken(floor)}).status == 401
    floor.clock.now = SESSION_LIFETIME_S + 1
    assert visitor.get("/state").status == 401


def test_sign_out_ends_access(floor: Floor) -> None:
    visitor = floor.visitor()
    assert visitor.post("/sign-out").status == 200
    assert visitor.get("/state").status == 401


def test_ended_alarm_goes_once_acknowledged(floor: Floor) -> None:
    visitor = floor.visitor()
    asked = {"alarm": chain_broken(floor), "words": "exported and verified"}
    assert visitor.post("/acknowledge", asked).status == 200
    kinds = [shown["alarm"]["kind"] for shown in visitor.get("/state").said["alarms"]]
    assert "chain_broken" not in kinds


def test_pit_changes_no_ledger_data(floor: Floor) -> None:
    before, visitor = contents(floor.store), floor.visitor()
    for path in PRIVATE:
        visitor.get(path)
    visitor.post("/acknowledge", {"alarm": chain_broken(floor)})
    assert visitor.post("/forms", filing("table-7", TRAY, "dora")).said == {"number": 1}
    assert contents(floor.store) == before
    assert {"acknowledgement", "form"} <= set(inspect(floor.store).get_table_names())


@each("asked", [b"", b"{", b'{"table":1}', b"\xff", b'{"table":"t","form":{"form":"Paid"}}'])
def test_nonsense_is_refused_in_words(asked: bytes, floor: Floor) -> None:
    answer = floor.visitor().post("/forms", asked)
    assert (answer.status, answer.said["why"]["key"]) == (400, "pit.unreadable")


def test_oversized_request_is_not_read(floor: Floor) -> None:
    assert floor.visitor().post("/acknowledge", b" " * (1 << 20)).status == 413


def test_only_flooding_browser_slowed(floor: Floor) -> None:
    flooding, other = floor.visitor(), Visitor(floor.app, "10.0.0.2")
    answers = [flooding.get("/state").status for _ in range(2 * BURST_REQUESTS)]
    assert answers.count(429) >= BURST_REQUESTS
    assert other.sign_in("anne", passphrase_of("anne")).status == 200
    floor.clock.now += 60
    assert flooding.get("/state").status == 200


def test_silent_store_is_reported(floor: Floor) -> None:
    visitor = floor.visitor()
    with floor.store.begin() as connection:
        TABLE_STATE_TABLE.drop(connection)
    floor.watch.look()
    assert visitor.get("/state").status == 503


def test_next_look_shows_new_facts(floor: Floor) -> None:
    store_facts(floor.store, "table-9", facts_of(served("sic-bo", 1)), "cc")
    floor.watch.look()
    tiles = floor.visitor().get("/state").said["tiles"]
    assert "table-9" in [tile["table"] for tile in tiles]


@each("by", ["hour", "shift", "table"])
def test_report_adds_up_in_every_grouping(by: str, floor: Floor) -> None:
    days = "from=2026-11-26&to=2026-11-28"
    *groups, total = floor.visitor().get(f"/report?by={by}&{days}").said
    for name in ("rounds", "handle", "held"):
        assert sum(line["money"][name] for line in groups) == total["money"][name]
    assert total["money"]["rounds"] > 0


def test_report_is_a_file_too(floor: Floor) -> None:
    answer = floor.visitor().get("/report.csv?by=table&from=2026-11-26&to=2026-11-28&lang=fr")
    lines = answer.body.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Groupe,Coups,Mises,Gain")
    assert [line.partition(",")[0] for line in lines[1:]] == ["table-7", "table-8", ""]


@each("query", ["", "by=hour", "by=year&from=2026-11-26&to=2026-11-27", "by=hour&from=x&to=y"])
def test_report_of_unknown_days_refused(query: str, floor: Floor) -> None:
    assert floor.visitor().get(f"/report?{query}").status == 400


@each("language", languages_with("pit"))
def test_every_word_of_the_page_exists(language: str) -> None:
    words = read_templates(language)
    for name, text in {**SCRIPTS, "index.html": INDEX}.items():
        said = set(re.findall(r"[\"'`](pit(?:\.\w+)+)[\"'`]", text))
        begun = set(re.findall(r"`(pit\.(?:\w+\.)*\w*)\$\{", text))
        assert said - words.keys() - {"pit.js", "pit.css"} == set(), name
        assert [one for one in begun if not any(key.startswith(one) for key in words)] == []


@each("language", languages_with("pit"))
def test_page_gets_its_words(language: str, floor: Floor) -> None:
    got = floor.anybody().get(f"/words/{language}").said
    wanted = {key for key in read_templates(language) if key.startswith(PAGE_WORD_PREFIXES)}
    assert wanted <= got.keys()
    assert {f"ui.door.{door}" for door in Door} <= got.keys()
    assert floor.anybody().get("/words/xx").status == 404


def test_nothing_is_inline_or_external() -> None:
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", INDEX)
    for name, text in SCRIPTS.items():
        assert "innerHTML" not in text, name
        assert "https://" not in text, name


def test_page_and_its_files_are_served(floor: Floor) -> None:
    visitor = floor.anybody()
    assert b"pit.js" in visitor.get("/").body
    named = set(re.findall(r"(?:href|src)=\"([\w-]+\.\w+)\"", INDEX))
    for text in SCRIPTS.values():
        named |= set(re.findall(r"from \"\./([\w-]+\.js)\"", text))
    assert {name for name in named if visitor.get(f"/{name}").status != 200} == set()


def test_no_number_is_too_long_for_a_page(floor: Floor) -> None:
    """A number beyond 2^53 would be another one in a browser."""

    def numbers(value: Any) -> Iterator[int]:
        if isinstance(value, dict):
            value = list(value.values())
        if isinstance(value, list):
            for one in value:
                yield from numbers(one)
        elif isinstance(value, int):
            yield value

    state = msgspec.json.decode(floor.monitor.encoded_screen or b"{}")
    assert max(map(abs, numbers(state))) < 1 << 53


def test_look_asks_as_little_of_any_number_of_tables(floor: Floor) -> None:
    few = _queries_of_look(floor)
    for number in range(9):
        store_facts(floor.store, f"more-{number}", facts_of(served("sic-bo", 1)), f"d{number}")
    floor.watch.look()
    assert _queries_of_look(floor) == few


def _queries_of_look(floor: Floor) -> int:
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_others: object) -> None:
        statements.append(statement)

    event.listen(floor.store, "before_cursor_execute", note)
    floor.watch.look()
    event.remove(floor.store, "before_cursor_execute", note)
    return len(statements)
