"""Values of present faults: one for each name in the words of any fault."""

from firmware.core.vocabulary.panel import Text

VALUES = {
    "batch": "2026-11",
    "card": "TH",
    "cards": "415",
    "code": "E3",
    "count": "12",
    "door": "logic",
    "file": "firmware/rules/quebec-2007.toml",
    "key": "no_more_bets",
    "on": "tie",
    "other": "Bal",
    "own": "Gala",
    "path": "/media/croupier/journal",
    "result": "37",
    "rounds": "417",
    "seconds": "3600",
    "slot": "2",
    "spot": "7",
    "table": "Table 12",
    "wanted": "416",
}


def words_of(code: str, part: str) -> tuple[Text, Text]:
    """Return the words of a fault of that part, and its remedy."""
    values = {**VALUES, "part": Text(f"part.{part}"), "on": Text("bet.tie")}
    return Text(f"fault.{code}", values), Text(f"remedy.{code}", values)
