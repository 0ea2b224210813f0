"""A keeper's jackpot on a database of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from tests.kits.floor.keeper_jackpot import KeeperJackpot
from tests.kits.floor.stores import empty_store


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = empty_store(tmp_path / "ledger.db")
    yield engine
    engine.dispose()


@pytest.fixture
def house(tmp_path: Path, engine: Engine) -> KeeperJackpot:
    return KeeperJackpot(tmp_path, engine)
