"""A floor's store with evenings of tables in it, and a browser of the pit without a browser."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.floor.facts import Fact, FactExtractor, LanePosition
from firmware.floor.pit.form_store import ACKNOWLEDGEMENT_TABLE
from firmware.floor.projection.alarm_rows import mark_acknowledged
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.row_writer import FoldMemory, RowWriter
from firmware.floor.projection.table_alarms import Alarm
from firmware.floor.projection.table_fold import TableFold
from firmware.floor.projection.takings_sums import TakingsSums, total_sums
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, insert_missing, write_transaction
from firmware.shell.history.journal_entries import Entry, Happened
from tests.kits.floor.enrolled import register

NOW = "2026-11-27T10:00:00+00:00"


def facts_of(journal: Iterable[Entry]) -> list[Fact]:
    """Return the facts of a journal all of whose events happened now."""
    facts, timed = FactExtractor(), map(timed_now, journal)
    return [fact for number, entry in enumerate(timed) for fact in facts.extract(number, entry)]


def timed_now(entry: Entry) -> Entry:
    return replace(entry, wall=NOW) if isinstance(entry, Happened) else entry


class WholeFold(TableFold):
    """A fold of which nothing is written, with all its sums and alarms."""

    def sums(self, bet_class: str = "") -> TakingsSums:
        advances = self.takings.hour_advances
        return total_sums(each.sums for each in advances if each.key.bet_class == bet_class)

    @property
    def alarms(self) -> list[Alarm]:
        found = (*self._final_alarms, *self.takings.alarms, *self.current_play.alarms)
        return [*{alarm.id: alarm for alarm in found}.values()]


def folded(facts: Iterable[Fact], journal: str = "aa") -> WholeFold:
    """Return a journal that is folded from its facts."""
    fold = WholeFold(journal, find_edges)
    for fact in facts:
        fold.apply_fact(fact.position, _text(fact.body), NOW)
    return fold


def store_facts(store: Engine, table: str, facts: Iterable[Fact], journal: str = "aa") -> None:
    """Have the ledger's store hold facts of a table, with nothing missing, and their rows."""
    of = {"journal": journal}
    rows = [
        {**of, **fact.position._asdict(), "body": _text(fact.body), "received_at": NOW}
        for fact in facts
    ]
    with store.begin() as connection:
        register(connection, table, journal)
        insert_missing(connection, FACT_TABLE, rows)
        last = LanePosition(rows[-1]["shoe"], rows[-1]["number"])
        insert_missing(connection, WATERMARK_TABLE, [{**of, **last._asdict(), "lane": "fact"}])
    fold_stored(store, journal, last)


def fold_stored(store: Engine, journal: str, watermark: LanePosition) -> None:
    """Have the store hold the rows of facts that it has, as a ledger's catching up leaves them."""
    with write_transaction(store) as connection:
        writer = RowWriter(connection, FoldMemory(), find_edges)
        while writer.fold_to({journal: watermark}, {}):
            pass


def acknowledge(store: Engine, alarm_id: str, by: str, note: str) -> None:
    """Have the store hold an acknowledgement."""
    row = {"alarm_id": alarm_id, "acknowledged_by": by, "acknowledged_ms": 0, "note": note}
    with store.begin() as connection:
        insert_missing(connection, ACKNOWLEDGEMENT_TABLE, [row])
        mark_acknowledged(connection, [alarm_id])


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
