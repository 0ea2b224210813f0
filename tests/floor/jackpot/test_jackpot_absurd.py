"""A compromised table, whatever it signs, ends no keeper and moves no cent that others show.

`make campaign NAME=jackpot-absurd` sends 200,000 messages.
"""

from pathlib import Path

from firmware.floor.store import migrate_database, open_database
from tests.campaigns.floor.jackpot_absurd import play_absurd
from tests.kits.examples import examples


def test_honest_tables_go_on_to_the_unit_beside_one_that_signs_anything(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path}/ledger.db")
    migrate_database(engine)
    found = play_absurd(tmp_path, engine, examples(400, 5000), seed=7)
    assert found.sums_differ == []
    assert found.refused + found.set_aside > 0
    engine.dispose()
