"""A table's journal through a real server of the engine into the ledger, whatever is killed."""

from pathlib import Path

import pytest

from tests.campaigns.floor.floor_kills import run
from tools.floor.engine import server_file

needs_server = pytest.mark.skipif(
    server_file() is None, reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one"
)


@pytest.mark.clause("AGCO 6.1.4")
@needs_server
@pytest.mark.live
@pytest.mark.long
def test_nothing_is_lost_or_doubled(
    tmp_path: Path,
) -> None:
    assert run(tmp_path, seconds=10, tables=1, rate=50, seed=1)
