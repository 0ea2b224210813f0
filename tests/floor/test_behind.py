"""For how long an uplink has been behind its ledger."""

from pathlib import Path
from random import Random

from firmware.floor.facts import START
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.store import connect, migrate
from firmware.floor.uplink.behind import Behind
from firmware.floor.wire import Kept
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import HOUSE, Disk, Engine, Uplink, started


def test_an_uplink_is_behind_since_the_first_look_that_found_it_not_level() -> None:
    behind = Behind()
    seconds = []
    for now, level in [(0, True), (5, False), (9, False), (70, False), (71, True), (72, False)]:
        behind.look(now, level=level)
        seconds.append(behind.seconds(now))
    assert seconds == [0, 0, 4, 65, 0, 0]


def test_a_lane_is_level_once_the_ledger_has_all_that_may_be_sent(tmp_path: Path) -> None:
    disk, engine = Disk(tmp_path / "journal"), Engine()
    disk.write([started(), *open_entries("sic-bo", 60)])
    uplink = Uplink(disk)
    assert not uplink.fact.is_level
    engine.drain(uplink)
    assert not uplink.fact.is_level
    store = connect(f"sqlite:///{tmp_path}/ledger.db")
    migrate(store)
    kept = [taken.kept for taken in engine.deliver(Ledger(store, HOUSE), Random(1))]
    uplink.kept(max((one for one in kept if one), key=lambda one: (one.fact, one.record)))
    assert uplink.fact.is_level
    assert uplink.fact.place != START
    assert isinstance(kept[-1], Kept)
    store.dispose()
    disk.close()
