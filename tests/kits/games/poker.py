"""Poker hands as round scripts, and what their lines come to."""

import json
from typing import Any

from firmware.shell.script import PokerScript
from firmware.shell.script_file import POKER_GAMES, scripts_in_text
from firmware.shell.words.words import Words
from sim.play.poker_script import play_poker

Step = dict[str, Any]
Said = list[dict[str, Any]]
WORDS = {language: Words.load(language) for language in ("fr", "en")}

POST: Step = {"press": "post"}
CONFIRM: Step = {"press": "confirm"}
UNDO: Step = {"press": "undo"}
VOID: Step = {"press": "void"}
MISDEAL: Step = {"press": "misdeal"}
TAKE_BACK: Step = {"press": "take_back"}
CLOCK: Step = {"press": "clock"}
BURN: Step = {"burn": True}
KEPT = ("refused", "alarm", "unfinished", "announce")
"""Lines with words, of which a test wants the code alone."""


def play(*steps: Step | list[Step], lang: str = "fr", **table: Any) -> Said:
    """Play a script at a table of its own, and return its lines after the first.

    `table` are its options, apart from `game` and `spots`.
    """
    of_script = {name: table.pop(name) for name in ("game", "spots") if name in table}
    flat = [s for each in steps for s in (each if isinstance(each, list) else [each])]
    return played({"game": "poker-room", **of_script, "options": table, "steps": flat}, lang)


def played(script: dict[str, Any], lang: str = "fr") -> Said:
    """Play a script, and return its lines after the first."""
    [(line, read)] = scripts_in_text(json.dumps(script).encode(), "script", POKER_GAMES)
    assert isinstance(read, PokerScript)
    said: Said = []
    play_poker(read, line, WORDS[lang], lambda line: said.append(dict(line)))
    return json.loads(json.dumps(said[1:]))


def of(kind: str, said: Said) -> list[Any]:
    """Return the lines of one kind."""
    return [line[kind] for line in said if kind in line]


def refused(said: Said) -> list[int]:
    return [line["step"] for line in of("refused", said)]


def alarms(said: Said) -> list[str]:
    return [line["code"] for line in of("alarm", said)]


def stacks(said: Said) -> dict[int, int]:
    """Return the last word on each stack."""
    return {line["spot"]: line["cents"] for line in of("stack", said)}


def standing(said: Said) -> Said:
    """Return the lines of the games that were not voided."""
    lines: Said = []
    opened = 0
    for line in said:
        if "blinds" in line:
            opened = len(lines)
        if "voided" in line:
            del lines[opened:]
        lines.append(line)
    return lines


# steps


def sit(*stacks: int) -> list[Step]:
    """Seat players from spot 1 on, with these stacks."""
    return [seat(spot, cents) for spot, cents in enumerate(stacks, start=1)]


def seat(spot: int, cents: int) -> Step:
    return {"seat": {"spot": spot, "cents": cents}}


def button(spot: int) -> Step:
    return {"button": spot}


def deal(count: int) -> Step:
    return {"deal": count}


def does(spot: int, do: str, cents: int | None = None) -> Step:
    amount = {} if cents is None else {"cents": cents}
    return {"decide": {"spot": spot, "do": do, **amount}}


def folds(*spots: int) -> list[Step]:
    return [does(spot, "fold") for spot in spots]


def checks(*spots: int) -> list[Step]:
    return [does(spot, "check") for spot in spots]


def calls(*spots: int) -> list[Step]:
    return [does(spot, "call") for spot in spots]


def muck(spot: int) -> Step:
    return {"muck": {"spot": spot}}


def show(spot: int, cards: str) -> Step:
    return {"show": {"spot": spot, "cards": cards.split()}}


def up(cards: str) -> Step:
    return {"cards": cards.split()}


def street(cards: str) -> list[Step]:
    """Burn a card, and deal these face up."""
    return [BURN, up(cards)]


def hole(spot: int, cards: str) -> Step:
    return {"hole": {"spot": spot, "cards": cards.split()}}


def expose(card: str, spot: int | None = None) -> Step:
    return {"expose": {"card": card, **({} if spot is None else {"spot": spot})}}


def posts(spot: int, on: str, cents: int) -> Step:
    return {"bet": {"spot": spot, "on": on, "cents": cents}}


def waits(seconds: int) -> Step:
    return {"wait": seconds}


def board(cards: str) -> list[Step]:
    """Deal all five cards of the board, where nobody bets any more."""
    first, second, third, turn, river = cards.split()
    return [*street(f"{first} {second} {third}"), *street(turn), *street(river)]
