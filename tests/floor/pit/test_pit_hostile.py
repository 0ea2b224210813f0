"""Nothing that a table sends ends the pit's thread, or changes what is shown of another table."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from firmware.floor.facts import LANE_START, Fact, LanePosition
from firmware.floor.pit.heartbeats import SILENT_AFTER_MS, Heartbeats
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.watch import STALE_AFTER_S, FloorWatch
from firmware.floor.projection.play import FACT_HANDLERS
from firmware.floor.projection.row_tables import ROW_TABLES
from firmware.floor.projection.table_alarms import ALARM_ENDS, ALARM_STARTS, MOMENTARY_ALARMS
from firmware.floor.projection.takings import ROUND_FACTS
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, open_database
from tests.kits.examples import examples
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

AT = 1_795_773_600_000
NAMES = sorted(
    {
        *(*FACT_HANDLERS, *ALARM_STARTS, *ALARM_ENDS, *MOMENTARY_ALARMS, *ROUND_FACTS),
        *("RoundCorrected", "MetersBegan", "meters", "undone", "started", "Attested", ""),
    }
)
HUGE = 10**30
VALUES: list[Any] = [
    *(None, True, 5, -5, HUGE, "x", [], {}, [[]], [1, 2], {"a": 1}),
    {"round": 1, "bets": [1], "bank": 0},
    {"round": 1, "bets": [{"place": 5}], "bank": 0},
    {"round": "one", "bets": [{"place": [{}, "main"], "cents": -HUGE}]},
    {"part": [], "code": {}, "place": "x", "door": 7, "seconds": "x", "open": {}, "on": []},
    {"place": [1], "round": [], "cents": "x", "due_cents": [], "lies_cents": {}},
    {"spot": -1, "bet": 5, "outcome": "win", "symbols": 5},
    {"meters": {"rounds": -1}, "round": 1},
    {"meters": {"bets": {"main": {"handle": 1 << 53}}}, "round": 2},
    {"game": [], "limits": {"main": 5}, "jackpot": {"a": 1}, "table": [], "tournament": "x"},
    {"table": {"game": {}, "tournament": [], "limits": 5}, "game": 7},
    [["x", 1], [1], 5],
]


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kept") / "ledger.db"
    store = empty_store(path)
    store_facts(store, "table-7", facts_of(served("roulette", 1)))
    store.dispose()
    return path


@pytest.fixture
def store(ledger_file: Path, tmp_path: Path) -> Iterator[Engine]:
    store = open_database(f"sqlite:///{shutil.copy(ledger_file, tmp_path)}")
    yield store
    store.dispose()


def monitor_of(store: Engine) -> FloorMonitor:
    sights = Heartbeats(lambda: AT, lambda: AT)
    return FloorMonitor(store, (6, 14, 22), lambda: AT, sights)


def screen(monitor: FloorMonitor) -> Any:
    monitor.refresh()
    return msgspec.json.decode(monitor.encoded_screen or b"null")


def tile_of(shown: Any, table: str) -> Any:
    (tile,) = [tile for tile in shown["tiles"] if tile["table"] == table]
    return tile


def send(store: Engine, table: str, bodies: list[Any]) -> None:
    facts = [Fact(LanePosition(0, number), LANE_START, body) for number, body in enumerate(bodies)]
    store_facts(store, table, facts, f"{table}-journal")


def test_hostile_fact_harms_no_other_table(store: Engine) -> None:
    usual = tile_of(screen(monitor_of(store)), "table-7")
    bodies = [{name: value} for name in NAMES for value in VALUES]
    bodies += [{"meters": value, "round": value} for value in VALUES]
    for nth, name in enumerate(NAMES):
        send(store, f"evil-{nth}", [{name: value} for value in VALUES])
    send(store, "evil", bodies)
    monitor = monitor_of(store)
    shown = screen(monitor)
    assert tile_of(shown, "table-7") == usual
    assert len(shown["tiles"]) == len(NAMES) + 2
    unread = [one["alarm"] for one in shown["alarms"] if one["alarm"]["kind"] == "unread"]
    assert [alarm["table"] for alarm in unread].count("evil") == 1
    for tile in shown["tiles"]:
        assert monitor.table_detail(tile["table"]) is not None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(allow_nan=False),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["round", "bets", "place", "cents", "meters", "part", "code", "table"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(
    max_examples=examples(15, 200),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(st.sampled_from(NAMES), JSON), min_size=1, max_size=12))
def test_random_facts_do_no_harm(store: Engine, sent: list[tuple[str, Any]]) -> None:
    with store.begin() as connection:
        for rows in (FACT_TABLE, WATERMARK_TABLE, *ROW_TABLES):
            connection.execute(rows.delete().where(rows.c.journal == "evil-journal"))
    send(store, "evil", [{name: value} for name, value in sent])
    shown = screen(monitor_of(store))
    assert {tile["table"] for tile in shown["tiles"]} == {"table-7", "evil"}


def test_rejected_fact_named_by_its_place(
    store: Engine,
) -> None:
    bodies = [
        {"RoundOpened": {"round": 1}},
        {"BetsLocked": {"round": 1, "bets": [1], "bank": 0}},
        {"RoundOpened": {"round": 2}},
    ]
    send(store, "evil", bodies)
    shown = screen(monitor_of(store))
    (alarm,) = [one["alarm"] for one in shown["alarms"] if one["alarm"]["table"] == "evil"]
    assert (alarm["kind"], alarm["values"]) == ("unread", {"place": "0.1"})
    assert tile_of(shown, "evil")["round"] == 2


@each(
    "payload",
    [
        *(b"", b"{", b"\xff", b"[]", b"null", b'{"of":"table"}', b"[" * 5000),
        b'{"of":"table","at":"2026-11-27T10:00:00Z","view":{"round":1e400}}',
        b'{"of":"table","at":5,"view":null}',
        b'{"of":"table","at":"2026-11-27T10:00:00Z","view":null,"behind_s":%d}' % HUGE,
    ],
)
def test_unreadable_heartbeat_is_an_alarm(payload: bytes, store: Engine) -> None:
    monitor = monitor_of(store)
    monitor.heartbeats.set_connected(is_connected=True)
    monitor.heartbeats.monotonic_clock = lambda: AT + SILENT_AFTER_MS + 1
    monitor.heartbeats.receive("evil", payload)
    kinds = {(one["alarm"]["table"], one["alarm"]["kind"]) for one in screen(monitor)["alarms"]}
    assert ("evil", "unread_heartbeat") in kinds


def test_failed_look_followed_by_the_next(store: Engine) -> None:
    class Failing(FloorMonitor):
        fails = True

        def refresh(self) -> None:
            if self.fails:
                raise ZeroDivisionError
            super().refresh()

    now = [0.0]
    monitor = Failing(store, (6, 14, 22), lambda: AT)
    watch = FloorWatch(monitor, None, lambda: now[0])
    now[0] = STALE_AFTER_S + 1
    watch.look()
    assert watch.is_stale
    monitor.fails = False
    watch.look()
    assert not watch.is_stale
