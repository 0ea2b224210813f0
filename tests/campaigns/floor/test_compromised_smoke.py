"""A short form of the floor with a compromised table."""

from argparse import Namespace
from pathlib import Path

import pytest

from tests.campaigns.floor.floor_compromised import run_floor
from tests.campaigns.floor.floor_replayed import recorded
from tools.floor.engine import server_file


@pytest.mark.skipif(
    server_file() is None, reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one"
)
@pytest.mark.live
def test_honest_tables_lose_nothing(tmp_path: Path) -> None:
    recording = recorded(tmp_path / "table", rounds=20)
    asked = Namespace(tables=3, seconds=2, rate=10, attack_rate=100, postgresql=False)
    outcome = run_floor(tmp_path / "attacked", recording, asked, is_attacked=True)
    assert outcome.findings == []
    assert outcome.figures[0] != "set aside: nothing"
