"""Rule tests as round scripts: steps in few words, and a table that plays them."""

from typing import Any

from tests.kits.games.bare_table import BareTable, as_line

Step = dict[str, Any]
Script = dict[str, Any]

CLOSE: Step = {"press": "no_more_bets"}
CONFIRM: Step = {"press": "confirm"}
UNDO: Step = {"press": "undo"}
VOID: Step = {"press": "void"}
SHUFFLE: Step = {"shuffle": True}


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


def shooter(spot: int) -> Step:
    return {"shooter": {"spot": spot}}


def play(game: str, *steps: Step, **options: Any) -> BareTable:
    return BareTable({"game": game, "options": options}).play(steps)


def settled_fields(table: BareTable, *names: str) -> list[tuple[Any, ...]]:
    """Return what is asked for of every settled line."""
    return [tuple(line[name] for name in names) for line in table.settled]


def known(table: BareTable, *names: str) -> list[tuple[Any, ...]]:
    """Return what bets have come to so far; it is ruled when the round is over."""
    lines = map(as_line, table.table.state.round.bets.lines)
    return [tuple(line[name] for name in names) for line in lines]
