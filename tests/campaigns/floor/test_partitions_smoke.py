"""A short form of the floor whose hosts are cut off from one another; the weather between them."""

from pathlib import Path
from random import Random

import pytest

from tests.campaigns.floor.floor_network import why_none
from tests.campaigns.floor.floor_partitions import run
from tests.campaigns.floor.floor_weather import CUT, FAIR, Weather, foul
from tests.kits.examples import examples
from tools.floor.engine import server_file

HOSTS = ("floor-0", "floor-1", "office", "table-1")
WHY_NOT = examples("in a campaign only", "") or why_none()


def test_only_cross_group_packets_lost() -> None:
    weather, rng = Weather(("floor-0",), ("floor-1", "office"), loss=CUT), Random(1)
    assert weather.lateness("floor-0", "office", rng) is None
    assert weather.lateness("office", "floor-0", rng) is None
    assert weather.lateness("office", "floor-1", rng) == 0
    assert weather.lateness("table-1", "floor-0", rng) == 0


def test_late_packet_may_overtake() -> None:
    weather, rng = Weather(("floor-0",), ("floor-1",), late_s=0.1), Random(1)
    first, second = (weather.lateness("floor-0", "floor-1", rng) for _ in range(2))
    assert first is not None
    assert second is not None
    assert 0.1 <= second < first <= 0.2


@pytest.mark.parametrize("seed", range(20))
def test_faulty_groups_share_no_host(seed: int) -> None:
    _, weather = foul(HOSTS, Random(seed))
    assert weather != FAIR
    assert weather.these
    assert weather.those
    assert not {*weather.these} & {*weather.those}


@pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "")
@pytest.mark.skipif(
    server_file() is None, reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one"
)
@pytest.mark.live
def test_cut_off_hosts_lose_or_double_nothing(tmp_path: Path) -> None:
    assert run(tmp_path, seconds=30, tables=2, rate=10, seed=8)
