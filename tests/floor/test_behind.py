"""For how long an uplink has been behind its ledger."""

from pathlib import Path
from random import Random

from firmware.floor.facts import START, Place
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.store import connect, migrate
from firmware.floor.uplink.lag import Behind
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import HOUSE, Disk, Engine, Uplink, started


def behind_after(*looks: tuple[float, int, int]) -> list[int]:
    """Return the seconds behind after each look: its time, the wanted place and the kept one."""
    behind, seconds = Behind(), []
    for now, wanted, kept in looks:
        behind.look("fact", now, wanted=Place(0, wanted), kept=Place(0, kept))
        seconds.append(behind.seconds(now))
    return seconds


def test_an_uplink_is_behind_since_something_waited_until_that_is_kept() -> None:
    looks = (0, 5, 5), (10, 6, 5), (70, 9, 5), (71, 9, 6), (75, 9, 6), (76, 9, 9)
    assert behind_after(*looks) == [0, 0, 60, 0, 4, 0]


def test_a_busy_lane_whose_ledger_is_always_a_little_behind_is_not_late() -> None:
    looks = [(now, 10 * now + 5, 10 * now) for now in range(200)]
    assert max(behind_after(*looks)) <= 1


def test_the_lane_that_is_behind_counts_and_another_journal_begins_at_nothing() -> None:
    behind = Behind()
    behind.look("fact", 0, wanted=Place(0, 1), kept=Place(0, 1))
    behind.look("record", 0, wanted=Place(0, 1), kept=START)
    assert behind.seconds(9) == 9
    behind.begin()
    assert behind.seconds(9) == 0


def test_an_uplink_is_level_once_the_ledger_has_all_that_may_be_sent(tmp_path: Path) -> None:
    disk, engine, behind = Disk(tmp_path / "journal"), Engine(), Behind()
    disk.write([started(), *open_entries("sic-bo", 60)])
    uplink = Uplink(disk)
    engine.drain(uplink)
    for lane in uplink.lanes:
        lane.tell(behind, 0)
    assert behind.seconds(7) == 7
    store = connect(f"sqlite:///{tmp_path}/ledger.db")
    migrate(store)
    kept = engine.deliver(Ledger(store, HOUSE), Random(1))
    uplink.kept(max(kept, key=lambda one: (one.fact, one.record)))
    for lane in uplink.lanes:
        lane.tell(behind, 8)
    assert behind.seconds(9) == 0
    store.dispose()
    disk.close()
