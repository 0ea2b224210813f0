"""What `croupier play` prints of a poker table, as the lines of the second formulation."""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.kits.games.poker_room.table import Line

TOLD = {
    "blinds": ("button", "small", "big"),
    "returned": ("spot", "cents"),
    "pot": ("number", "cents", "commission", "spots"),
    "won": ("pot", "spot", "cents", "hand", "half", "article"),
    "stack": ("spot", "cents"),
    "commission": ("spot", "cents"),
    "left": ("spot", "cents"),
    "removed": ("cents",),
    "out": ("spot", "stack"),
    "undone": ("step",),
    "refused": ("step",),
    "alarm": ("code",),
    "voided": (),
    "unfinished": (),
}


def lines_of(said: Iterable[Mapping[str, Any]]) -> list[Line]:
    """Return the lines of these kinds; who shares a pot comes in the order of the spots."""
    found = [line for one in said if (line := line_of(one))]
    return in_order(without_articles(found))


def line_of(said: Mapping[str, Any]) -> Line | None:
    if said.get("key") == "time":
        return ["time"]
    for kind, names in TOLD.items():
        if kind in said:
            values = said[kind]
            return [kind, *(values.get(name) for name in names)]
    return None


def without_articles(lines: Iterable[Line]) -> list[Line]:
    """Return lines in the form of the golden hands: no article, a half only where there is one."""
    return [[*line[:5], *filter(None, line[5:6])] if line[0] == "won" else line for line in lines]


def in_order(lines: list[Line]) -> list[Line]:
    """Return the lines with the shares of a pot in one order, since none is reported."""
    ordered: list[Line] = []
    shares: list[Line] = []
    for line in [*lines, [""]]:
        if line[0] == "won":
            shares.append(line)
        else:
            ordered += [*sorted(shares, key=str), line]
            shares = []
    return ordered[:-1]
