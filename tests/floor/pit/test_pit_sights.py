"""The views of tables in the pit: their alarms last until they are over and acknowledged."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine

from firmware.core.table.cards import UNREAD_FAULTS
from firmware.core.vocabulary.panel import Text
from firmware.floor.facts import LANE_START, Fact, LanePosition
from firmware.floor.heartbeat import PitTableView, TableHeartbeat
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.ledger_line import first_line, fold_message
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.floor.pit.alarm_policy import POLICY_BY_KIND
from firmware.floor.pit.alarms import PIT_ALARM_KEYS
from firmware.floor.pit.heartbeats import (
    LAG_ALARM_S,
    MAX_TABLES,
    SILENT_AFTER_MS,
    SKEW_ALARM_MS,
    SKEW_SAMPLES,
    Heartbeat,
    Heartbeats,
    heartbeat_causes,
    lease_state,
)
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.projection.fact import MS_PER_HOUR, TableFact
from firmware.floor.projection.play import DOUBTFUL_FAULTS, ShuffleCount, TablePlay, play_after_fact
from firmware.floor.projection.table_alarms import ALARM_STARTS, MOMENTARY_ALARMS
from firmware.floor.store import open_database
from firmware.shell.history.journal_entries import Attested
from firmware.shell.jackpot.signed_messages import sign_message
from firmware.shell.words.words import Words
from tests.kits.floor.jackpots import TERMS, fed, hit
from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.floor.pit_kit import acknowledge, facts_of, store_facts
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.offenders import each

KEY = Ed25519PrivateKey.generate()
BY_FACTS = {kind for kind, _ in (*ALARM_STARTS.values(), *MOMENTARY_ALARMS.values())}
SECOND = 1_000
BEGAN = 1_795_773_600_000
PLAIN = PitTableView(
    "roulette", "open", 3, False, (), None, None, False, (), False, False, (), False, False
)


def view(**more: Any) -> PitTableView:
    return msgspec.structs.replace(PLAIN, **more)


class Floor:
    """A pit over a store with two tables, at a time of the test's own."""

    def __init__(self, store: Engine) -> None:
        self.store, self.now = store, BEGAN
        self.watch = self.pit()

    def pit(self) -> FloorMonitor:
        """Return a pit that has just begun, and reached the engine."""
        sights = Heartbeats(lambda: self.now, lambda: self.now)
        watch = FloorMonitor(self.store, (6, 14, 22), lambda: self.now, sights)
        watch.heartbeats.set_connected(is_connected=True)
        return watch

    def receive(
        self, seen: PitTableView | None = PLAIN, late_ms: int = 0, behind_s: int = 0
    ) -> None:
        """Have table-7 send a heartbeat, and whoever watches look."""
        message = msgspec.json.encode(TableHeartbeat(_iso(self.now - late_ms), seen, behind_s))
        self.watch.heartbeats.receive("table-7", message)
        self.watch.refresh()

    def wait(self, ms: int) -> None:
        self.now += ms
        self.watch.refresh()

    @property
    def screen(self) -> Any:
        self.watch.refresh()
        return msgspec.json.decode(self.watch.encoded_screen or b"{}")

    def alarms(self, table: str = "table-7") -> list[tuple[str, bool]]:
        """Return the kinds of what waits at a table by its heartbeats, and whether each is over."""
        found = (shown["alarm"] for shown in self.screen["alarms"])
        return [
            (a["kind"], a["over"] is not None)
            for a in found
            if a["table"] == table and a["kind"] not in BY_FACTS
        ]


def _iso(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


@pytest.fixture(scope="module")
def ledger_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a table; each test has a copy."""
    path = tmp_path_factory.mktemp("kept") / "ledger.db"
    store = empty_store(path)
    store_facts(store, "table-7", facts_of(served("baccarat", 1)))
    store.dispose()
    return path


@pytest.fixture
def floor(ledger_file: Path, tmp_path: Path) -> Iterator[Floor]:
    store = open_database(f"sqlite:///{shutil.copy(ledger_file, tmp_path)}")
    yield Floor(store)
    store.dispose()


def test_silent_table_is_an_alarm(floor: Floor) -> None:
    floor.receive()
    floor.wait(SILENT_AFTER_MS)
    assert floor.alarms() == []
    floor.wait(SECOND)
    assert floor.alarms() == [("silent", False)]
    floor.receive()
    assert floor.alarms() == []


def test_ended_alarm_goes_once_acknowledged(floor: Floor) -> None:
    floor.receive(None)
    (shown,) = [one for one in floor.screen["alarms"] if one["alarm"]["kind"] == "no_answer"]
    acknowledge(floor.store, shown["alarm"]["id"], "anne", "looked")
    assert floor.alarms() == [("no_answer", False)]
    floor.receive()
    assert floor.alarms() == []


def test_acknowledging_person_is_shown(floor: Floor) -> None:
    floor.receive(None)
    (shown,) = [one for one in floor.screen["alarms"] if one["alarm"]["kind"] == "no_answer"]
    acknowledge(floor.store, shown["alarm"]["id"], "anne", "looked")
    (shown,) = [one for one in floor.screen["alarms"] if one["alarm"]["kind"] == "no_answer"]
    assert shown["seen"] == {"by": "anne", "at": 0, "words": "looked"}


def test_unacknowledged_alarm_survives(floor: Floor) -> None:
    floor.receive(view(locked=True))
    floor.receive()
    floor.watch = floor.pit()
    assert floor.alarms() == [("locked", True)]


def test_starting_pit_waits_to_judge(floor: Floor) -> None:
    floor.wait(SILENT_AFTER_MS)
    assert floor.alarms() == []
    floor.wait(SECOND)
    assert floor.alarms() == [("silent", False)]


def test_pit_without_engine_judges_no_table(floor: Floor) -> None:
    floor.receive(None)
    floor.watch.heartbeats.set_connected(is_connected=False)
    floor.wait(10 * SILENT_AFTER_MS)
    assert floor.screen["blind"] is True
    assert floor.alarms() == [("no_answer", False)]
    floor.watch.heartbeats.set_connected(is_connected=True)
    assert floor.screen["blind"] is False


def test_two_pits_share_one_alarm(floor: Floor) -> None:
    floor.receive(None)
    floor.watch = floor.pit()
    floor.now += SECOND
    floor.receive(None)
    assert floor.alarms() == [("no_answer", False)]


@pytest.mark.clause("25 CFR 547.10(a)(1)(vi)")
@each(
    "sight, kinds",
    [
        (Heartbeat(0, PLAIN), []),
        (Heartbeat(0, PLAIN, LAG_ALARM_S - 1), []),
        (Heartbeat(0, PLAIN, LAG_ALARM_S), ["behind"]),
        (Heartbeat(0, PLAIN, 0, SKEW_ALARM_MS), []),
        (Heartbeat(0, PLAIN, 0, SKEW_ALARM_MS + 1), ["skew"]),
        (Heartbeat(0, PLAIN, 0, -SKEW_ALARM_MS - 1), ["skew"]),
        (Heartbeat(0, view(locked=True)), ["locked"]),
        (Heartbeat(0, view(jackpot_closed="why.lot_silent")), ["lot_silent"]),
        (Heartbeat(0, view(jackpot_closed="why.lot_history")), ["lot_history"]),
        (Heartbeat(0, view(jackpot_closed="why.lot_won")), []),
        (Heartbeat(0, None, LAG_ALARM_S), ["behind", "no_answer"]),
        (Heartbeat(0, PLAIN, certificate_ends="2026-12-20"), ["certificate"]),
    ],
)
def test_heartbeat_faults_are_alarms(sight: Heartbeat, kinds: list[str]) -> None:
    assert list(heartbeat_causes(sight, "open")) == kinds
    assert {*kinds} <= PIT_ALARM_KEYS.keys(), "name its sentence in PIT_ALARM_KEYS"


def test_table_out_of_service_may_be_silent() -> None:
    assert heartbeat_causes(Heartbeat(0, None), "away") == {}


def test_old_certificate_alarms_out_of_service() -> None:
    ending = Heartbeat(0, None, certificate_ends="2026-12-20")
    assert heartbeat_causes(ending, "away") == {"certificate": {"day": "2026-12-20"}}


def test_one_late_message_is_no_clock_error(floor: Floor) -> None:
    floor.receive()
    floor.receive(late_ms=5 * SKEW_ALARM_MS)
    assert floor.alarms() == []
    for _ in range(SKEW_SAMPLES):
        floor.receive(late_ms=5 * SKEW_ALARM_MS)
    assert floor.alarms() == [("skew", False)]


@each("octets", [b"", b"{", b"\xff", b'{"at":"x","view":null}', b'{"at":1}', b"[]"])
def test_invalid_heartbeat_is_ignored(octets: bytes, floor: Floor) -> None:
    floor.watch.heartbeats.receive("table-7", octets)
    assert floor.watch.heartbeats.table_heartbeat("table-7") is None


def test_endless_names_fill_no_memory() -> None:
    sights = Heartbeats(lambda: BEGAN)
    message = msgspec.json.encode(TableHeartbeat(_iso(BEGAN), None))
    for number in range(2 * MAX_TABLES):
        sights.receive(f"table-{number}", message)
    assert sights.table_heartbeat(f"table-{MAX_TABLES - 1}") is not None
    assert sights.table_heartbeat(f"table-{MAX_TABLES}") is None


def test_unowned_table_is_no_alarm(floor: Floor) -> None:
    floor.watch.heartbeats.receive(
        "table-99", msgspec.json.encode(TableHeartbeat(_iso(BEGAN), None))
    )
    floor.watch.refresh()
    assert floor.alarms("table-99") == []


def test_lease_lapse_under_30_s_is_no_alarm(floor: Floor) -> None:
    floor.receive(view(jackpot_closed="why.lot_silent", jackpot=100, linked=True))
    assert floor.alarms() == []
    for _ in range(POLICY_BY_KIND["lot_silent"].tolerated_ms // SECOND // 10):
        floor.now += 10 * SECOND
        floor.receive(view(jackpot_closed="why.lot_silent", jackpot=100, linked=True))
    assert floor.alarms() == [("lot_silent", False)]


@each(
    "sight, wanted",
    [
        (None, "unseen"),
        (Heartbeat(0, None), "unseen"),
        (Heartbeat(0, PLAIN), "unseen"),
        (Heartbeat(0, view(jackpot=100)), "open"),
        (Heartbeat(0, view(jackpot=100, jackpot_closed="why.lot_won")), "closed"),
    ],
)
def test_lease_of_a_table(sight: Heartbeat | None, wanted: str) -> None:
    assert lease_state(sight) == wanted


def test_jackpots_show_leases_and_minimum(floor: Floor) -> None:
    book, line = JackpotStore(floor.store, "grand"), first_line([TERMS])
    book.add_terms(sign_message(TERMS, KEY))
    assert book.insert(SignedLine(line), 1)
    for message in (fed(1, journal="aa"), hit(2, 100_001, journal="aa"), fed(1, journal="bb")):
        line, granted = fold_message(line, message, [TERMS])
        assert book.insert(SignedLine(line, Attested(message, "", ""), grant=granted), 1)
    floor.receive(view(jackpot=50_014, jackpot_closed="why.lot_won", linked=True))
    (lot,) = floor.screen["jackpots"]
    assert lot["least"] == 50_014
    assert lot["tables"] == [
        {"table": "bb", "rounds": 1, "lease": "unseen", "shows": None, "why": None},
        {"table": "table-7", "rounds": 2, "lease": "closed", "shows": 50_014, "why": "why.lot_won"},
    ]
    (grant,) = lot["grants"]
    assert (grant["order"], grant["paid"]) == (1, 100_001)
    assert grant["of_pool"] + grant["of_reserve"] == 100_001
    (tile,) = floor.screen["tiles"]
    assert (tile["lease"], tile["behind_s"]) == ("closed", 0)


def test_tile_has_the_wear_of_the_last_heartbeat(floor: Floor) -> None:
    message = TableHeartbeat(_iso(floor.now), PLAIN, written_gib=(38, 1))
    floor.receive()
    floor.watch.heartbeats.receive("table-7", msgspec.json.encode(message))
    (tile,) = floor.screen["tiles"]
    assert tile["written_gib"] == [38, 1]


def test_refused_message_shows_reason_and_number(floor: Floor, tmp_path: Path) -> None:
    house = KeeperJackpot(tmp_path, floor.store)
    table = house.table("table-9", "cc" * 16)
    honest = table.play()
    house.fold()
    table.send(hit(2, 1 << 70, journal=table.journal, bets=1 << 70))
    assert [refusal.reason for refusal in house.refusals()] == ["unlocked"]
    (jackpot,) = floor.screen["jackpots"]
    (refused,) = jackpot["refused"]
    assert (refused["table"], refused["number"]) == (honest.table, 2)
    assert refused["why"] == "linked.refused.unlocked"
    assert refused["bets"] == refused["paid"] == (1 << 53) - 1
    assert Words.load("fr").render(Text(refused["why"])).startswith("la table n'a pas publié")


def test_new_table_may_show_minimum(floor: Floor) -> None:
    book, line = JackpotStore(floor.store, "grand"), first_line([TERMS])
    book.add_terms(sign_message(TERMS, KEY))
    assert book.insert(SignedLine(line), 1)
    message = fed(1, journal="bb")
    line, _ = fold_message(line, message, [TERMS])
    assert book.insert(SignedLine(line, Attested(message, "", "")), 2)
    shares = {"game": "caribbean-stud", "options": {"progressive_link": "grand"}}
    store_facts(
        floor.store, "table-9", [Fact(LanePosition(0, 0), LANE_START, {"started": shares})], "cc"
    )
    seen = TableHeartbeat(_iso(floor.now), view(jackpot=100_000, linked=True))
    floor.watch.heartbeats.receive("table-9", msgspec.json.encode(seen))
    (lot,) = floor.screen["jackpots"]
    assert [(one["table"], one["rounds"]) for one in lot["tables"]] == [("bb", 1), ("table-9", 0)]
    assert lot["least"] == 100_000


def test_doubtful_card_counted_in_its_hour() -> None:
    play, codes = TablePlay("t"), [*sorted(DOUBTFUL_FAULTS), "lost", "chips_unread"]
    for number, code in enumerate(codes):
        play = play_after_fact(
            play,
            TableFact(str(number), 5 * MS_PER_HOUR, "FaultShown", {"part": "shoe", "code": code}),
        )
    assert play.doubts_between(5, 6) == len(DOUBTFUL_FAULTS) > len(UNREAD_FAULTS)
    assert play.doubts_between(6, 7) == 0


@pytest.mark.clause("WA 230-16-152")
def test_shuffle_shows_unrecognised_cards() -> None:
    play = TablePlay("t")
    for what in ({"cards": 52, "unread": 0}, {"cards": 51, "unread": 2}):
        play = play_after_fact(play, TableFact("1", 1, "ShuffleEnded", what))
    assert play.shuffle == ShuffleCount(51, 2)


def test_pit_clock_change_is_no_silence() -> None:
    times = [BEGAN, BEGAN]
    sights = Heartbeats(lambda: times[0], lambda: times[1])
    sights.set_connected(is_connected=True)
    sights.receive("table-7", msgspec.json.encode(TableHeartbeat(_iso(BEGAN), PLAIN)))
    times[0] += MS_PER_HOUR
    assert sights.table_causes("table-7", "open") == {}
