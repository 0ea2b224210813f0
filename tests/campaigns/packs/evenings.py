"""An evening at every game of every pack: simulated people, then the journal's own account.

    python -m tests.campaigns.packs.evenings --rounds 40 --seed 1 [PACK ...]

Each table is a process of its own, as `croupier run` starts it, with every bet that the pack
declares. Afterwards `replay` must decide each event of its journal as the table did, and `meters`
must know it.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from firmware.shell.rules.pack_files import find_pack, known_packs
from tests.kits.processes import CROUPIER, home

HANGS_S: Final = 3600
MOST_PRINTED: Final = 2000
OF_ROOMS: Final = ("poker-room", "holdem-tournament")
"""They have no bets against the house."""


def evening(pack: str, game: str, rounds: int, seed: int) -> str | None:
    """Return which command did not end well, with the end of what it printed; None if each did."""
    with TemporaryDirectory() as folder:
        environment = home(Path(folder))
        journal = f"{environment['XDG_STATE_HOME']}/croupier/simulation/{game}/journal/first"
        served = ["--game", game, "--rules", pack, "--rounds", str(rounds), "--seed", str(seed)]
        for command in (
            ["run", *served, "--speed", "1000", "--plain"],
            ["replay", journal],
            ["meters", "--recount", "--journal", journal],
        ):
            ended = subprocess.run(
                [*CROUPIER, *command, "--lang", "en"],
                env=environment,
                capture_output=True,
                text=True,
                timeout=HANGS_S,
                check=False,
            )
            if ended.returncode:
                printed = ended.stdout[-MOST_PRINTED:] + ended.stderr[-MOST_PRINTED:]
                return f"croupier {' '.join(command)}: {ended.returncode}\n{printed}"
    return None


def games_of(packs: Sequence[str]) -> Iterator[tuple[str, str]]:
    for pack in packs or known_packs():
        yield from ((pack, game) for game in find_pack(pack).games if game not in OF_ROOMS)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("packs", nargs="*", metavar="PACK")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    failed = False
    for pack, game in games_of(options.packs):
        failure = evening(pack, game, options.rounds, options.seed)
        print(f"{pack:16}{game:24}{failure or 'as it was'}", flush=True)  # noqa: T201
        failed |= failure is not None
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
