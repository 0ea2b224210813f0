"""Served tables that go back to the round's opening, with any parts.

python -m tests.campaigns.going_back [GAME …]

At each table people play until a round has closed; then it goes back to that round's opening. After
that the same chips must be there, the same cards must come in the same order, and the people must
play the round to its end without a fault. `bee-tek` is Baccara from a shoe of that make.
"""

# ruff: noqa: T201
import sys
import tempfile
from pathlib import Path

import tomlkit

from firmware.core.vocabulary.next_step import Act
from firmware.shell.config.defaults import default_document
from sim.web.bench.subprocess_world import SubprocessWorld
from sim.web.bench.table_dir import Seating
from sim.web.messages import messages_in as requests
from tests.kits.sim.web.seated_table import SeatedTable

USUAL = ("baccarat", "bee-tek", "blackjack", "pai-gow", "roulette", "wheel-of-fortune", "craps",
         "sic-bo", "keno")  # fmt: skip
QUICK = 100.0
ROUND = 2


def seating(name: str, directory: Path) -> Seating:
    """Return the table that is called so."""
    if name != "bee-tek":
        return Seating(name)
    document = default_document("baccarat")
    document["shoe"] = {"part": "bee-tek", "port": "/dev/shoe", "repeat_ms": 300}
    document["keys"]["long"] = {"shuffled": "cut_card"}
    path = directory / "bee-tek.toml"
    path.write_text(tomlkit.dumps(document), encoding="utf-8")
    return Seating(config=path)


def go_back(table: SeatedTable) -> list[str]:
    """Play into a round, go back, play it to its end; return what is not as it must be."""
    table.do(requests.SetSpeed(times=QUICK), requests.SetPlaying(play=True))
    closes = not table.bench.game.PAID_ON_CLAIM
    table.until(lambda seen: seen.round >= ROUND and (seen.phase == "round" or not closes))
    table.do(requests.SetPlaying(play=False))
    checkpoint = table.acting._round_start.snapshot
    assert checkpoint is not None
    table.do(requests.RestoreRound())
    seen = table.until(lambda seen: seen.ask.do is Act.CONFIRM_FELT)
    wrong = (
        [] if seen.round == checkpoint.round_number and seen.phase == "open" else ["another round"]
    )
    lie = {place: tuple(tags) for place, tags in table.bench.sim_table.felt.stacks.items()}
    wrong += [] if lie == checkpoint.stacks else ["other chips"]
    wrong += [] if table.acting._dealt_cards.snapshot == checkpoint.dealt_cards else ["other cards"]
    table.do(requests.SetPlaying(play=True))
    after = table.until(lambda seen: seen.round > checkpoint.round_number)
    wrong += [] if after.last_fault is None else [f"{after.last_fault.fault}"]
    table.do(requests.SetPlaying(play=False))
    return wrong


def main(names: list[str]) -> int:
    """Go back at each table; return 1 if anything was wrong."""
    failed = 0
    with tempfile.TemporaryDirectory() as directory:
        for name in names or USUAL:
            with SeatedTable(seating(name, Path(directory)), SubprocessWorld) as table:
                wrong = go_back(table)
            failed += bool(wrong)
            print(f"{name}: {', '.join(wrong) or 'as it was'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
