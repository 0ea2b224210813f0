"""Writes docs/reference/games/ from the games and their numbers; --check says if one is stale."""

import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

from firmware.cli.commands.rules_with_odds import rules_with_odds
from firmware.core.poker_room.engine.terms import POKER_ROOM, PokerTerms, read_terms
from firmware.core.poker_room.engine.variants import VARIANTS
from firmware.core.state_machine import Row
from firmware.core.table.rows import RUNNING_ROWS, STOPPED_ROWS
from firmware.core.vocabulary.phase import Phase
from firmware.odds.store import SHIPPED, Store
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import default_pack, home_pack, program_games
from firmware.shell.rules.rule_pack import game_module
from firmware.shell.sheets.room_sheet import poker_sheet
from firmware.shell.words.text_table import PrintedSheet, SheetSection
from firmware.shell.words.words import Words
from tools.made_pages import write_or_check
from tools.state_diagram import diagram
from tools.walk import CLOSED, OVER, walk

PAGES: Final = Path(__file__).parent.parent / "docs" / "reference" / "games"
TABLE: Final = "table"
"""The page of the table itself, which is the same for every game."""
SHIPPED_EXAMPLES: Final = Store(None, SHIPPED)
"""The figures of the pages."""
ROUNDS: Final = 2000
"""Rounds walked through for a diagram: enough to meet all that ten times as many do."""


NUMBERED: Final = re.compile(r"(key_chip|key_digit)_\d")
"""Keys that do alike."""
WALKED: Final = {"roulette": {"twice": True, "thrice": True, "outside_with_twice": True}}
"""Options with which more can follow than with the usual ones."""


def page(name: str) -> str:
    """Return the page of a game; what only a table can set is that of the simulated one."""
    pack = home_pack(name)
    table = default_table(name, pack) if pack.game_class(name).REQUIRED_OPTIONS else None
    sheet = rules_with_odds(name, Words.load("en"), SHIPPED_EXAMPLES, pack, table)
    module = game_module(name)
    lines = [
        f"# {sheet.title}",
        "",
        "Written by `python -m tools.game_pages`; don't edit.",
        "",
        (module.__doc__ or "").strip(),
        "",
        f"Numbers: rule pack `{pack.name}`. {'. '.join(sheet.lines)}.",
    ]
    if table:
        lines += ["", "Parts, prizes and limits are those of the simulated table."]
    lines += _sections(sheet)
    lines += ["", "## A round", "", "```mermaid", *_course(name, module), "```", ""]
    lines.append(f"Around it, the same at every table: [{TABLE}]({TABLE}.md).")
    french = rules_with_odds(name, Words.load("fr"), SHIPPED_EXAMPLES, pack, table)
    lines += ["", f"# {french.title} (en français)", "", f"{'. '.join(french.lines)}."]
    return "\n".join((*lines, *_sections(french))) + "\n"


def _sections(sheet: PrintedSheet) -> Iterator[str]:
    for section in sheet.sections:
        notes = [line for note in section.notes for line in (f"{note}.", "")]
        yield from ("", f"## {section.title}", "", *notes, *table_lines(section))


def table_page() -> str:
    """Return the page of the table's own two machines."""
    return "\n".join(
        [
            "# The table",
            "",
            "Written by `python -m tools.game_pages`; don't edit.",
            "",
            *_machine("While the deal goes on", RUNNING_ROWS),
            *_machine("While a fault stops it", STOPPED_ROWS),
        ]
    )


def room_page() -> str:
    """Return the page of the poker room: the document that each of its games shows (67.91)."""
    english, french = map(_room_documents, ("en", "fr"))
    lines = [
        f"# {english[0]}",
        "",
        "Written by `python -m tools.game_pages`; don't edit.",
        "",
        "The document of article 67.91: a hold'em table without options, then the sentences that",
        "differ in each other game. What a table may set, and how its games are played as",
        "scripts: [poker-room](../../en/poker-room.md).",
        *english[1],
        "",
        f"# {french[0]} (en français)",
        *french[1],
    ]
    return "\n".join(lines) + "\n"


def _room_documents(language: str) -> tuple[str, list[str]]:
    """Return the title of the document, and its lines game by game."""
    words, pack = Words.load(language), default_pack()
    holdem, *others = (poker_sheet(words, pack, _usual_terms(poker)) for poker in VARIANTS)
    lines = ["", f"{'. '.join(holdem.lines)}.", *_sections(holdem)]
    stated = {row for section in holdem.sections for row in section.rows}
    for sheet in others:
        rows = (row for section in sheet.sections for row in section.rows)
        own_rows = tuple(row for row in rows if row not in stated)
        section = SheetSection(sheet.lines[1], holdem.sections[0].columns, own_rows)
        lines += _sections(PrintedSheet(sheet.title, (), (section,)))
    return holdem.title, lines


def _usual_terms(poker: str) -> PokerTerms:
    """Return the terms of a table of a game at which no more is set than must be."""
    is_stud = VARIANTS[poker].stud
    stakes = {"limit": "fixed", "bets": (200, 400), "ante": 100, "bring_in": 100} if is_stud else {}
    return read_terms(POKER_ROOM, {"poker": poker, **stakes})


def _machine(title: str, rows: Sequence[Row]) -> list[str]:
    drawn = NUMBERED.sub(r"\1_n", diagram(Phase.CLOSED, rows))
    return [f"## {title}", "", "```mermaid", *dict.fromkeys(drawn.splitlines()), "```", ""]


def table_lines(section: SheetSection) -> Iterator[str]:
    """Yield a section's table in Markdown."""
    yield f"| {' | '.join(section.columns)} |"
    yield "| " + " | ".join("---" for _ in section.columns) + " |"
    for row in section.rows:
        yield f"| {' | '.join(row)} |"


def _course(name: str, module: object) -> list[str]:
    """Return the diagram: of the game's rows, or of what was met in many rounds."""
    rows = getattr(module, "TRANSITIONS", None)
    if rows is not None:
        phases = module.DealPhase  # type: ignore[attr-defined]
        return diagram(next(iter(phases)), rows).splitlines()
    return _met(name)


def _met(name: str) -> list[str]:
    pack = home_pack(name)
    options = (
        dict(default_table(name, pack).game_options)
        if pack.game_class(name).REQUIRED_OPTIONS
        else WALKED.get(name, {})
    )
    game = pack.open_game(name, options)
    follows: dict[tuple[str, str], None] = {}
    for seed in range(ROUNDS):
        chance = Random(seed)  # noqa: S311
        follows |= dict.fromkeys(pairwise(walk(game, chance)))
    names = {state: f"s{number}" for number, state in enumerate(_states(follows))}
    return [
        "stateDiagram-v2",
        *(f"    {names[state]} : {state}" for state in names),
        f"    [*] --> {names[CLOSED]}",
        *(f"    {names[before]} --> {names[after]}" for before, after in _in_order(follows, names)),
        f"    {names[OVER]} --> [*]",
    ]


def _in_order(follows: dict[tuple[str, str], None], names: dict[str, str]) -> list[tuple[str, str]]:
    order = list(names)
    return sorted(follows, key=lambda pair: (order.index(pair[0]), order.index(pair[1])))


def _states(follows: dict[tuple[str, str], None]) -> list[str]:
    met = sorted({state for pair in follows for state in pair} - {CLOSED, OVER})
    return [CLOSED, *met, OVER]


def pages() -> dict[str, str]:
    """Return every page by its name."""
    return {
        TABLE: table_page(),
        POKER_ROOM: room_page(),
        **{name: page(name) for name in program_games()},
    }


def main(arguments: list[str]) -> int:
    """Write the pages, or say which are stale."""
    return write_or_check({PAGES / f"{name}.md": text for name, text in pages().items()}, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
