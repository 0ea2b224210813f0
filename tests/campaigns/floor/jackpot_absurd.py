"""Signed absurdities at a jackpot's keeper, among the rounds of an honest table.

python -m tests.campaigns.floor.jackpot_absurd [--messages N] [--seed S]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Column, Engine, func, select

from firmware.core.vocabulary.jackpot import JackpotHit
from firmware.floor.jackpot.audit import first_difference
from firmware.floor.jackpot_tables import JACKPOT_MESSAGE_TABLE
from firmware.floor.ledger.quarantine_store import REJECTED_TABLE
from firmware.floor.store import migrate_database, open_database
from tests.kits.floor.absurd_messages import AbsurdTable
from tests.kits.floor.jackpots import TERMS
from tests.kits.floor.kept_jackpot import FedTable, KeptJackpot

HONEST, FORGER = "aa" * 16, "bb" * 16
PER_TURN = 500
TABLES = 20
"""Journals of the compromised table, each of which waits at its first refusal."""


class Found(NamedTuple):
    """Messages that were refused, set aside, or counted though forged; and sums that differ."""

    refused: int
    set_aside: int
    forged_counted: int
    sums_differ: list[str]


def play_absurd(folder: Path, engine: Engine, messages: int, seed: int) -> Found:
    """Have one table play and others send absurd messages, in turn; compare all sums."""
    chance, house = Random(seed), KeptJackpot(folder, engine)
    honest = house.table("table-1", HONEST)
    forgers = [house.table(f"table-{n}", f"{n:032x}") for n in range(100, 100 + TABLES)]
    journals = (HONEST, *(forger.journal for forger in forgers))
    absurd = [AbsurdTable(forger, chance, journals) for forger in forgers]
    for _ in range(max(1, messages // PER_TURN)):
        chance.choice(absurd).publish(PER_TURN)
        bets = chance.randint(1, 7)
        honest.play(bets, [(1, 100)] if chance.random() < 0.05 else ())
        house.fold()
        honest.hear(house.update(honest))
    return Found(
        _count(engine, JACKPOT_MESSAGE_TABLE.c.refused),
        _count(engine, REJECTED_TABLE.c.id),
        len([at for at in house.store.cursors() if at != HONEST]),
        _differing_sums(house, honest, forgers),
    )


def _count(engine: Engine, column: Column[Any]) -> int:
    with engine.connect() as connection:
        return connection.scalar(select(func.count(column))) or 0


def _differing_sums(house: KeptJackpot, honest: FedTable, forgers: list[FedTable]) -> list[str]:
    """Hold the lines against the honest table's own messages, and the forgers' against bounds."""
    lines = [stored.signed_line for stored in house.store.lines_after(0)]
    counted = [line.message for line in lines if line.message]
    recorded = {(message.journal, message.message_number): message for message in counted}
    found = first_difference(lines, recorded, [TERMS])
    differing = [] if found is None else [str(found.words)]
    own = [message for message in counted if message.journal == HONEST]
    if own != honest.sent:
        differing.append(f"{len(own)} of {len(honest.sent)} messages of the honest table")
    for message in counted:
        if not 0 < message.bets <= TERMS.bets_per_round:
            differing.append(f"{message.bets} bets")
        if isinstance(message, JackpotHit) and message.paid > message.shown:
            differing.append(f"{message.paid} paid of {message.shown}")
    return differing


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(f"sqlite:///{folder}/ledger.db")
        migrate_database(engine)
        found = play_absurd(Path(folder), engine, asked.messages, asked.seed)
        engine.dispose()
    sys.stdout.write(f"{asked.messages} messages, {found}, {time.monotonic() - began:.0f} s\n")
    return 1 if found.sums_differ else 0


if __name__ == "__main__":
    sys.exit(main())
