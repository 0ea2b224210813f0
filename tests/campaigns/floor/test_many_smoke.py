"""A short form of the floor of many tables."""

from argparse import Namespace
from pathlib import Path

import pytest

from tests.campaigns.floor.floor_many import run
from tools.floor.engine import server_file


@pytest.mark.skipif(
    server_file() is None, reason="no nats-server: tools/floor/engine.sh .venv/engine fetches one"
)
@pytest.mark.live
def test_ledger_has_all_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, Namespace(tables=4, seconds=3, rate=10, servers=1, postgresql=False))
    assert "4 tables, a record each 0.1 s" in capsys.readouterr().out
