"""The files of the words: `firmware/words/LANGUAGE/FILE.toml`, one file a room, the same in every
language.

A file has whole tables, which `FILES` lists: `console_help.toml` has `[console.help]` and
`[console.takes]`. So a key names its file, and only the files that a command needs are read.

    key "console.help.read" ──> table "console.help" ──> console_help.toml ──tomllib──> templates
    key "console.read.none" ──> table "console"      ──> console.toml
"""

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

TABLE_FILES: Final[Mapping[str, tuple[str, ...]]] = {
    "language": ("language",),
    "bets": ("bet", "do", "late", "outcome", "odds", "payout"),
    "cards": ("hand", "winner", "cards", "result", "score", "combination", "rank", "suit"),
    "games": ("at", "game", "keno", "tiles", "colour", "total", "no_result", "no_roll", "ordinal"),
    "pay_tables": ("line",),
    "prompts": ("prompt", "announce", "players", "told"),
    "refusals": ("why", "wheel_act", "wheel_refused"),
    "faults": ("part", "fault", "remedy"),
    "screens": ("ui",),
    "rulings": ("view",),
    "tickets": ("ticket", "desk", "slip"),
    "recall": ("recall",),
    "rule_sheet": ("sheet",),
    "odds_sheet": ("chances", "theory"),
    "page": ("web", "person", "page", "board"),
    "page_inside": ("web.inside", "web.marks", "web.fault"),
    "page_hints": ("web.hint", "web.prompt", "web.do", "web.tip", "web.pick", "web.help"),
    "page_guide": ("web.guide", "web.legend"),
    "page_why": ("web.why",),
    "page_school": ("web.school", "school"),
    "page_drills": ("web.drill", "drill"),
    "page_class": ("web.class",),
    "page_faults": ("web.break", "web.unfit"),
    "page_felt": ("web.felt", "web.cloth", "web.printed"),
    "poker_table": ("room",),
    "poker_sheet": ("posted",),
}
"""Those of the screens of a table and of its players, which every language has."""
FILES: Final[Mapping[str, tuple[str, ...]]] = {
    **TABLE_FILES,
    "answers": ("answer",),
    "jackpot": ("linked",),
    "class": ("class",),
    "status": ("status", "run", "health", "proof", "meter"),
    "fault_steps": ("steps",),
    "configuration": ("config", "takeover", "simulations", "registry"),
    "rule_packs": ("pack", "condition", "fact"),
    "journal": ("journal", "index", "recount", "replay", "crash"),
    "trust": ("trust", "evidence"),
    "adoption": ("adopt", "disk"),
    "wiring": ("wiring", "deck", "hardware"),
    "technician": ("technician", "role"),
    "console": ("console",),
    "console_help": ("console.help", "console.takes", "console.people", "console.stick"),
    "commands": ("command",),
    "tournament_commands": ("command.tournament",),
    "slot_commands": ("command.slots",),
    "errors": ("errno", "decode", "script"),
    "captures": ("capture",),
    "laboratory": ("lab",),
    "tournament": ("hall",),
    "tournament_sheets": ("hall.sheet", "hall.screen"),
    "slots": ("bank", "slots"),
    "floor": ("floor",),
    "pit": ("pit",),
}
"""The tables of each file; a table with a dot is apart from the table before the dot."""

_FILE_OF: Final = {table: file for file, tables in FILES.items() for table in tables}


def file_of(key: str) -> str | None:
    """Return the file that has a key's words, None for a key of no table."""
    outer, _, rest = key.partition(".")
    return _FILE_OF.get(f"{outer}.{rest.partition('.')[0]}") or _FILE_OF.get(outer)


def folder_of(language: str) -> Traversable:
    """Return the folder of a language's files."""
    return files("firmware") / "words" / language


def file_content(language: str, file: str) -> str:
    """Return the text of a file. Raises OSError, and ValueError on what is no UTF-8."""
    return (folder_of(language) / f"{file}.toml").read_text(encoding="utf-8")
