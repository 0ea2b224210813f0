"""Writes the figures of every game by the rule pack's own options to firmware/odds/shipped.

With `--check` it writes nothing, computes each figure and says which of the shipped ones differ.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from firmware.cli.commands.odds import every_bet
from firmware.odds.odds import AT_ONCE, PIECES, figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.rules import open_game

KEPT: Final = [name for name, pieces in PIECES.items() if not pieces[0].startswith(AT_ONCE)]


def write(folder: Path, names: list[str]) -> None:
    """Compute the figures of these games into a folder."""
    for name in names:
        for _ in figures(name, open_game(name, every_bet(name)), Store(folder)):
            pass


def differing(names: list[str]) -> list[str]:
    """Return the shipped files that are missing, or not as a fresh reckoning writes them."""
    with TemporaryDirectory() as fresh:
        write(Path(fresh), names)
        files = sorted(Path(fresh).iterdir())
        shipped = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
        return [path.name for path in files if shipped.get(path.name) != path.read_bytes()]


def main() -> int:
    parser = argparse.ArgumentParser(prog="odds")
    parser.add_argument("games", nargs="*", choices=[[], *KEPT], metavar="GAME")
    parser.add_argument("--check", action="store_true", help="compare with what is shipped")
    given = parser.parse_args()
    names = given.games or KEPT
    if given.check:
        wrong = differing(names)
        sys.stdout.writelines(f"{name} differs from a fresh reckoning\n" for name in wrong)
        return bool(wrong)
    for name in names:
        for stale in SHIPPED.glob(f"{name}.*"):
            stale.unlink()
    write(SHIPPED, names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
