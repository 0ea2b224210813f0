"""A floor's store with evenings of tables in it, and a browser of the pit without a browser."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.floor.facts import Fact, FactExtractor
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.table_projection import TableProjection
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, insert_missing
from firmware.shell.history.journal_entries import Entry, Happened
from tests.kits.floor.enrolled import register

NOW = "2026-11-27T10:00:00+00:00"


def facts_of(journal: Iterable[Entry]) -> list[Fact]:
    """Return the facts of a journal all of whose events happened now."""
    facts, timed = FactExtractor(), map(timed_now, journal)
    return [fact for number, entry in enumerate(timed) for fact in facts.extract(number, entry)]


def timed_now(entry: Entry) -> Entry:
    return replace(entry, wall=NOW) if isinstance(entry, Happened) else entry


def folded(told: Iterable[Fact], journal: str = "aa") -> TableProjection:
    """Return a journal that is folded from its facts."""
    fold = TableProjection("table-7", journal, find_edges)
    for fact in told:
        fold.apply_fact(fact.position, msgspec.json.encode(fact.body).decode(), NOW)
    return fold


def store_facts(store: Engine, table: str, told: Iterable[Fact], journal: str = "aa") -> None:
    """Have the ledger's store hold facts of a table, with nothing missing."""
    of = {"journal": journal}
    rows = [
        {**of, **fact.position._asdict(), "body": _text(fact.body), "received_at": NOW}
        for fact in told
    ]
    with store.begin() as connection:
        register(connection, table, journal)
        insert_missing(connection, FACT_TABLE, rows)
        last = {name: rows[-1][name] for name in ("shoe", "number")}
        insert_missing(connection, WATERMARK_TABLE, [{**of, **last, "lane": "fact"}])


def acknowledge(store: Engine, alarm_id: str, by: str, note: str) -> None:
    """Have the store hold an acknowledgement."""
    row = {"alarm_id": alarm_id, "acknowledged_by": by, "acknowledged_ms": 0, "note": note}
    with store.begin() as connection:
        insert_missing(connection, ACKNOWLEDGEMENT_TABLE, [row])


def _text(body: Mapping[str, Any]) -> str:
    return msgspec.json.encode(body).decode()


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        return msgspec.json.decode(self.body)


class Visitor:
    """A browser at an address, which keeps its cookie."""

    def __init__(self, app: Any, address: str = "10.0.0.1") -> None:
        self._app = app
        self._address = address
        self.cookie = ""

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, b"", headers)

    def stream(self, path: str, events: int) -> Answer:
        """Return the first events of a stream, which the browser then leaves."""
        return self._ask("GET", path, b"", {}, events)

    def post(self, path: str, asked: object = None, **headers: str) -> Answer:
        body = asked if isinstance(asked, bytes) else msgspec.json.encode(asked or {})
        return self._ask("POST", path, body, headers)

    def sign_in(self, name: str, passphrase: str) -> Answer:
        return self.post("/sign-in", {"name": name, "passphrase": passphrase})

    def _ask(
        self, method: str, path: str, body: bytes, more: Mapping[str, str], parts: int | None = None
    ) -> Answer:
        headers = {"host": "localhost", "cookie": self.cookie, **more}
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "root_path": "",
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": (self._address, 1),
            "server": ("localhost", 80),
        }
        answer = asyncio.run(_answered(self._app, scope, body, parts))
        self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
        return answer


async def _answered(
    app: Any, scope: dict[str, Any], body: bytes, parts: int | None = None
) -> Answer:
    """Return the answer, or its first parts only."""
    sent: list[Any] = []
    has_enough = asyncio.Event()
    come = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not come:
            await has_enough.wait()  # a browser that waits for its answer
            return {"type": "http.disconnect"}
        return come.pop()

    async def send(message: Any) -> None:
        sent.append(message)
        if parts is not None and len(sent) > parts:
            has_enough.set()

    await app(scope, receive, send)
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return Answer(sent[0]["status"], headers, b"".join(one.get("body", b"") for one in sent[1:]))
