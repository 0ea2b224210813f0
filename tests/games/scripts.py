"""Rule tests as round scripts: steps in few words, and a table that plays them."""

from collections.abc import Callable
from random import Random
from typing import Any

from bare_table import BareTable, Line

Step = dict[str, Any]
Script = dict[str, Any]

CLOSE: Step = {"press": "no_more_bets"}
CONFIRM: Step = {"press": "confirm"}
UNDO: Step = {"press": "undo"}
VOID: Step = {"press": "void"}


def bet(spot: int, on: str = "main", cents: int = 1000, **more: Any) -> Step:
    return {"bet": {"spot": spot, "on": on, "cents": cents, **more}}


def take(spot: int, on: str) -> Step:
    return {"take": {"spot": spot, "on": on}}


def cards(names: str) -> Step:
    return {"cards": names.split()}


def decide(spot: int, do: str, **more: Any) -> Step:
    return {"decide": {"spot": spot, "do": do, **more}}


def bank(spot: int) -> Step:
    return {"bank": {"spot": spot}}


def play(game: str, *steps: Step, **options: Any) -> BareTable:
    return BareTable({"game": game, "options": options}).play(steps)


def told(table: BareTable, *names: str) -> list[tuple[Any, ...]]:
    """Return what is asked for of every settled line."""
    return [tuple(line[name] for name in names) for line in table.settled]


def agrees(
    random_script: Callable[[Random], Script],
    reckon: Callable[[Script], list[Line]],
    rounds: int = 2000,
) -> None:
    """Hold so many random scripts, as the table settles them, to their reckoning."""
    for seed in range(rounds):
        script = random_script(Random(seed))
        table = BareTable(script).play(script["steps"])
        assert not table.refused, (seed, script, table.refused)
        assert not table.alarm, (seed, script)
        assert _in_order(table.settled) == _in_order(reckon(script)), (seed, script)


def _in_order(lines: list[Line]) -> list[list[tuple[str, str]]]:
    return sorted(sorted((name, str(value)) for name, value in line.items()) for line in lines)
