"""A compromised table, whatever it signs, ends no keeper and moves no cent that others show.

`make campaign NAME=jackpot-absurd` sends 200,000 messages.
"""

from pathlib import Path

from tests.campaigns.floor.jackpot_absurd import play_absurd
from tests.kits.examples import examples
from tests.kits.floor.stores import empty_store


def test_honest_tables_go_on_to_the_unit_beside_one_that_signs_anything(tmp_path: Path) -> None:
    engine = empty_store(tmp_path / "ledger.db")
    found = play_absurd(tmp_path, engine, examples(400, 5000), seed=7)
    assert found.sums_differ == []
    assert found.refused + found.set_aside > 0
    engine.dispose()
