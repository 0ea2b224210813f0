"""For how long an uplink has been behind its ledger."""

from pathlib import Path
from random import Random

from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.uplink.lag import Lag
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import Disk, Engine, Uplink, open_ledger, started


def behind_after(*looks: tuple[float, int, int]) -> list[int]:
    """Return the seconds behind after each look: its time, the wanted place and the kept one."""
    behind, seconds = Lag(), []
    for now, wanted, stored in looks:
        behind.note_progress(
            "fact", now, last_sent=LanePosition(0, wanted), watermark=LanePosition(0, stored)
        )
        seconds.append(behind.lag_seconds(now))
    return seconds


def test_lag_runs_until_acknowledged() -> None:
    looks = (0, 5, 5), (10, 6, 5), (70, 9, 5), (71, 9, 6), (75, 9, 6), (76, 9, 9)
    assert behind_after(*looks) == [0, 0, 60, 0, 4, 0]


def test_busy_lane_is_not_late() -> None:
    looks = [(now, 10 * now + 5, 10 * now) for now in range(200)]
    assert max(behind_after(*looks)) <= 1


def test_slowest_lane_counts() -> None:
    behind = Lag()
    behind.note_progress("fact", 0, last_sent=LanePosition(0, 1), watermark=LanePosition(0, 1))
    behind.note_progress("record", 0, last_sent=LanePosition(0, 1), watermark=LANE_START)
    assert behind.lag_seconds(9) == 9
    behind.reset()
    assert behind.lag_seconds(9) == 0


def test_uplink_is_level_once_all_is_stored(tmp_path: Path) -> None:
    disk, engine, behind = Disk(tmp_path / "journal"), Engine(), Lag()
    disk.write([started(), *open_entries("sic-bo", 60)])
    uplink = Uplink(disk)
    engine.drain(uplink)
    for lane in uplink.lanes:
        lane.report_lag(behind, 0)
    assert behind.lag_seconds(7) == 7
    store = empty_store(tmp_path / "ledger.db")
    watermark = engine.deliver(open_ledger(store), Random(1))
    uplink.set_watermark(max(watermark, key=lambda one: (one.fact, one.record)))
    for lane in uplink.lanes:
        lane.report_lag(behind, 8)
    assert behind.lag_seconds(9) == 0
    store.dispose()
    disk.close()
