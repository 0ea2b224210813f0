"""Plays scripts and keeps the parts of the output that the contract names."""

from typing import Any

import msgspec

from firmware.core.vocabulary.events import decode_plain
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import DEFAULT_TABLE
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from sim.play.play import play_script

CONFIG = load_config(DEFAULT_TABLE)
WORDS = {language: Words.load(language) for language in ("fr", "en")}

Said = list[dict[str, Any]]


def played(steps: list[dict[str, Any]], language: str = "fr", **table: object) -> Said:
    """Play one script at a table of its own; return its output."""
    script = {"game": "baccarat", "steps": steps, **table}
    said: Said = []
    read = msgspec.convert(script, TableScript, dec_hook=decode_plain)
    play_script(read, 1, CONFIG, WORDS[language], lambda line: said.append(dict(line)))
    return said


def outline(said: Said) -> list[tuple[Any, ...]]:
    """Return the settlements, refusals, late bets, alarms and unfinished acts, in order."""
    return [line for line in map(_outlined, said) if line]


def _outlined(said: dict[str, Any]) -> tuple[Any, ...]:
    ((kind, what),) = list(said.items())[:1]
    match kind:
        case "settled" | "late":
            return kind, what
        case "refused":
            return kind, what["step"]
        case "unfinished":
            return kind, what["waiting_for"]
        case "alarm":
            return (kind,)
    return ()


def of(kind: str, said: Said) -> list[Any]:
    """Return the lines of one kind."""
    return [line[kind] for line in said if kind in line]


def bet(spot: int, on: str, cents: int, bettor: str | None = None) -> dict[str, Any]:
    return {"bet": {"spot": spot, "on": on, "cents": cents, **_whose(bettor)}}


def take(spot: int, on: str, bettor: str | None = None) -> dict[str, Any]:
    return {"take": {"spot": spot, "on": on, **_whose(bettor)}}


def resolve(spot: int, on: str, bettor: str | None = None) -> dict[str, Any]:
    return {"resolve": {"spot": spot, "on": on, "do": "return", **_whose(bettor)}}


def _whose(bettor: str | None) -> dict[str, str]:
    return {} if bettor is None else {"bettor": bettor}


def press(key: str) -> dict[str, Any]:
    return {"press": key}


def cards(*names: str) -> dict[str, Any]:
    return {"cards": list(names)}


def enter(card: str) -> dict[str, Any]:
    return {"enter": {"card": card}}


CLOSE, CONFIRM, UNDO, VOID = map(press, ("no_more_bets", "confirm", "undo", "void"))
CUT, SHUFFLE = {"cut": True}, {"shuffle": True}
BANKER_WINS = cards("4S", "KD", "2H", "7C")
"""Player 6, Bank 7: four cards and no more."""
