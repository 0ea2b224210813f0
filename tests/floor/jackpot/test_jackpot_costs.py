"""What the database does for a keeper's step does not grow with the jackpot's past, nor with what
waits.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from tests.kits.floor.jackpots import A, B
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot
from tests.kits.floor.stores import empty_store

INSTRUCTIONS = 10
"""Of SQLite's own, after which it counts once."""
MOST_GROWTH = 1.3


class CountingStore:
    """A store whose database counts what it does, in steps of `INSTRUCTIONS`."""

    def __init__(self, path: Path) -> None:
        self.engine: Engine = empty_store(path)
        self.count = 0
        event.listen(self.engine, "connect", self._begin_to_count)

    def _begin_to_count(self, connection: sqlite3.Connection, _: object) -> None:
        connection.set_progress_handler(self._count, INSTRUCTIONS)

    def _count(self) -> int:
        self.count += 1
        return 0


@pytest.fixture
def counting(tmp_path: Path) -> Iterator[CountingStore]:
    counting = CountingStore(tmp_path / "ledger.db")
    yield counting
    counting.engine.dispose()


def cost_of_a_step(counting: CountingStore, house: KeeperJackpot) -> int:
    """Fold one message that waits, and return what the database did for it."""
    before = counting.count
    assert house.keeper.fold_next().is_new
    return counting.count - before


def play_and_fold(house: KeeperJackpot, table: FedTable, rounds: int) -> None:
    for _ in range(rounds):
        table.play()
        house.fold()


def test_a_step_costs_the_same_behind_many_lines(tmp_path: Path, counting: CountingStore) -> None:
    house = KeeperJackpot(tmp_path, counting.engine)
    one, other = house.table("table-1", A), house.table("table-2", B)
    play_and_fold(house, other, 3)
    one.play()
    early = cost_of_a_step(counting, house)
    play_and_fold(house, other, 50)
    one.play()
    assert cost_of_a_step(counting, house) < MOST_GROWTH * early


def test_step_costs_the_same_before_many_messages(tmp_path: Path, counting: CountingStore) -> None:
    house = KeeperJackpot(tmp_path, counting.engine)
    one, other = house.table("table-1", A), house.table("table-2", B)
    costs = []
    for waiting in (3, 50):
        for _ in range(waiting):
            other.play()
        one.play()
        house.keeper.fold_next()  # reads all facts
        costs.append(cost_of_a_step(counting, house))
        house.fold()
    assert costs[1] < MOST_GROWTH * costs[0]
