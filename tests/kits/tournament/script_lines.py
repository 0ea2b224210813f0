"""The lines that `play` prints for a script of a tournament or of a slot bank, by their kind."""

import json
from collections import defaultdict
from typing import Any

from firmware.shell.script import BankScript, TournamentScript
from firmware.shell.script_file import POKER_GAMES, TABLELESS_GAMES, scripts_in_text
from firmware.shell.words.words import Words
from sim.play.slot_script import play_bank
from sim.play.tournament_script import play_tournament

Line = dict[str, Any]
SINGLE_VALUES = {"refused": "step", "break": "seconds", "broken": "table"}
"""The lines of which one value is compared, and its name."""


def printed(script: Line, language: str = "en") -> list[Line]:
    lines: list[Line] = []
    [(number, read)] = scripts_in_text(
        json.dumps(script).encode(), "s", (*TABLELESS_GAMES, *POKER_GAMES)
    )
    words = Words.load(language)
    if isinstance(read, TournamentScript):
        play_tournament(read, number, words, lambda line: lines.append(dict(line)))
    else:
        assert isinstance(read, BankScript)
        play_bank(read, number, words, lambda line: lines.append(dict(line)))
    return lines


def lines_by_kind(lines: list[Line]) -> dict[str, list[Any]]:
    """Return the values of the lines, as the public rounds have them."""
    found: dict[str, list[Any]] = defaultdict(list)
    for line in lines[1:]:
        for name, value in line.items():
            if name in SINGLE_VALUES:
                found[name].append(value[SINGLE_VALUES[name]])
            elif name == "level":
                found[name].append([value["number"], *value["blinds"], value["ante"]])
            elif name in ("proceeds", "settled"):
                found[name].append(value)
            else:
                found[name].append(_plain(value))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return [_plain(one) for one in value.values()]
    return list(value) if isinstance(value, tuple) else value
