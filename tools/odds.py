"""Writes the figures of every game by its rule pack's own options to firmware/odds/shipped, and
those of some games by other options too. What is there already is not computed again.

With `--check` it computes each figure, says which of the shipped ones differ, and keeps how long
each game took by its usual options in tools/odds_times.json.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

import msgspec

from firmware.cli.commands.odds import all_side_bets_options
from firmware.core.game.game import Game
from firmware.odds.odds import INSTANT_MODULE, PIECES, game_figures, piece_file
from firmware.odds.store import SHIPPED, Store
from firmware.shell.rules.pack_files import home_pack

TIMES: Final = Path(__file__).with_name("odds_times.json")
SHIPPED_GAMES: Final = [
    name for name, pieces in PIECES.items() if not pieces[0].startswith(INSTANT_MODULE)
]


EXTRA_OPTIONS: Final[Mapping[str, Sequence[Mapping[str, Any]]]] = {
    "blackjack": (
        {"stand_all_17": True},
        {"double_any": True, "double_after_split": True},
        {"stand_all_17": True, "double_any": True, "double_after_split": True},
        {"special_hands": True},
        {"double_any": True},
        {"double_after_split": True},
        {"stand_all_17": True, "double_any": True},
        {"stand_all_17": True, "double_after_split": True},
        {"decks": 8},
        {"resplit": True},
        {"stand_all_17": True, "double_any": True, "double_after_split": True, "resplit": True},
    ),
    "blackjack-multi-action": ({"hole_card": True},),
    "ultimate-holdem": (
        {"pay_tables": {"blind": "B"}},
        *({"pay_tables": {"trips": table}} for table in "BCD"),
    ),
}
"""By game: the options that differ from the rule pack's, of tables that are shipped as well."""


def tables(name: str) -> Iterator[Game]:
    """Yield a game by the usual options, then by others."""
    pack = home_pack(name)
    side_bets = all_side_bets_options(pack.game_class(name))
    for options in ({}, *EXTRA_OPTIONS.get(name, ())):
        yield pack.open_game(name, {**side_bets, **options})


def write(folder: Path, names: list[str]) -> dict[str, float]:
    """Compute the figures of these games into a folder; return the processor time of each by its
    usual options, in seconds.
    """
    times: dict[str, float] = {}
    for name in names:
        for game in tables(name):
            start = process_time()
            found = list(game_figures(name, game, Store(folder), _progress_reporter(name)))
            took = process_time() - start
            times.setdefault(name, took)
            sys.stderr.write(f"{name}: {len(found)} figures in {took:.1f} s\n")
    return times


def _progress_reporter(name: str) -> Callable[[int, int], None]:
    def report(done: int, parts: int) -> None:
        sys.stderr.write(f"{name}: {done} of {parts}\n")

    return report


def stale(names: list[str]) -> Iterator[Path]:
    """Yield the shipped files that no table needs."""
    for name in names:
        expected_files = {
            piece_file(name, piece, game) for piece in PIECES[name] for game in tables(name)
        }
        yield from (path for path in SHIPPED.glob(f"{name}.*") if path.name not in expected_files)


def differing(names: list[str]) -> list[str]:
    """Return the shipped files that are missing, or not as a fresh reckoning writes them."""
    with TemporaryDirectory() as fresh:
        _store_times(write(Path(fresh), names))
        files = sorted(Path(fresh).iterdir())
        shipped = {path.name: path.read_bytes() for path in SHIPPED.iterdir()}
        return [path.name for path in files if shipped.get(path.name) != path.read_bytes()]


def _store_times(times: Mapping[str, float]) -> None:
    before = msgspec.json.decode(TIMES.read_bytes(), type=dict[str, float])
    rounded = {name: round(seconds, 1) for name, seconds in times.items()}
    found = msgspec.json.encode(before | rounded, order="sorted")
    TIMES.write_bytes(msgspec.json.format(found, indent=2) + b"\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="odds")
    parser.add_argument("games", nargs="*", choices=[[], *SHIPPED_GAMES], metavar="GAME")
    parser.add_argument("--check", action="store_true", help="compare with what is shipped")
    given = parser.parse_args()
    names = given.games or SHIPPED_GAMES
    if given.check:
        wrong = differing(names)
        sys.stdout.writelines(f"{name} differs from a fresh reckoning\n" for name in wrong)
        return bool(wrong)
    for path in stale(names):
        path.unlink()
    write(SHIPPED, names)
    return 0


if __name__ == "__main__":
    sys.exit(main())
