"""Writes docs/reference/odds-figures.md, what every bet returns; --check says if it is stale.

The times are those that `make campaign NAME=odds` has measured last, kept in tools/odds_times.json.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from firmware.cli.commands.odds import all_side_bets_options
from firmware.cli.commands.odds_rows import merged_rows
from firmware.cli.commands.odds_sheet import odds_notes, returns_section
from firmware.core.vocabulary.labels import game_label
from firmware.odds.odds import INSTANT_MODULE, PIECES, stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import default_pack, home_pack
from firmware.shell.words.words import Words
from tools.game_pages import table_lines
from tools.made_pages import write_or_check
from tools.odds import TIMES

PAGE: Final = Path(__file__).parent.parent / "docs" / "reference" / "odds-figures.md"
ABOUT: Final = f"""\
# What every bet returns

Written by `python -m tools.odds_page`; don't edit.

Rule pack `{default_pack().name}`, or the one that has the game, and its usual options; Keno and \
the wheel of fortune as at the simulated table.
Return, house edge and variance are for one unit of the bet, by the best play and by plain ways to
play, rounded; `croupier odds GAME --json` has them as exact fractions. Progressive bets are those
at a jackpot of 0 $. What they suppose, which bets count together, how each figure is held by a \
second
way, and published figures beside them: [odds](../en/odds.md).
"""


def page() -> str:
    """Return the page."""
    times = msgspec.json.decode(TIMES.read_bytes(), type=dict[str, float])
    lines = [ABOUT]
    for name in sorted(PIECES):
        lines += [*_game(name, times.get(name)), ""]
    return "\n".join(lines)


def _game(name: str, seconds: float | None) -> Iterator[str]:
    words = Words.load("en", name)
    options = (
        default_table(name, home_pack(name)).game_options
        if home_pack(name).game_class(name).REQUIRED_OPTIONS
        else all_side_bets_options(home_pack(name).game_class(name))
    )
    game = home_pack(name).open_game(name, dict(options))
    found = list(stored_figures(name, game, Store(None, SHIPPED)))
    yield f"## {words.render(game_label(name))}"
    yield ""
    yield " ".join([*_took(name, seconds), *odds_notes(name, found, words)])
    yield ""
    yield from table_lines(returns_section(merged_rows(found), words))


def _took(name: str, seconds: float | None) -> Iterator[str]:
    """Yield how long a game took, if that was measured."""
    if PIECES[name][0].startswith(INSTANT_MODULE):
        yield "Computed at once."
    elif seconds is not None:
        yield f"Computed in {seconds:.1f} s of processor time."


def main(arguments: list[str]) -> int:
    """Write the page, or say that it is stale."""
    return write_or_check({PAGE: page()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
