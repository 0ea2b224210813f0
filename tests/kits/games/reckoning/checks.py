"""What every second reckoning is held to: what it can reckon, cards that are there, fair money."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from tests.kits.games.naive.craps import TRAVELLED
from tests.kits.games.naive.table import CLOSE, Line, Script, Step, cards, rounds

IN_ORDER = {"bet", "press", "card", "cards", "tiles", "decide", "number", "bank"}
"""The steps of a round in which nothing is out of order."""
WITHOUT_CARDS = {"roulette", "sic-bo", "wheel-of-fortune", "craps", "keno"}
IN_ORDER_WITHOUT_CARDS = {
    *("bet", "take", "press", "number", "revolutions", "segment", "dice", "no_roll"),
    *("ticket", "balls"),
}
ONE_ROUND = {"blackjack", "blackjack-multi-action"}
"""The games whose reckoning is of one round alone."""

SHOES = {
    "baccarat": 8,
    "casino-war": 6,
    "red-dog": 1,
    "super-pan-9": 8,
    **dict.fromkeys(ONE_ROUND, 6),
}
"""How many packs are dealt as one where the table doesn't say; elsewhere a round is of one pack."""

PRICES = {
    "casino-war": ("war", "main", 1),
    "caribbean-stud": ("raise", "ante", 2),
    "three-card-poker": ("raise", "ante", 1),
    "boston-poker": ("second", "first", 1),
}
"""The bet that is added in play, and how many times which other it costs; elsewhere it is named."""
ADDING = {"raise", "war"}
COMMISSION = {"pai-gow-poker", "super-pan-9", "pai-gow"}
NOTHING_BACK = {"pai-gow-poker", "pai-gow"}
"""The games in which who gives up loses all."""
PRIZES = {("poker-grand-prix", "bonus"), ("caribbean-stud", "progressive")}
"""The bets that win a prize, for which the house keeps the stake."""

Places = Counter[tuple[int, str]]
"""Cents by spot and bet."""


# golden rounds and examples


def reckoning(game: str) -> ModuleType:
    """Return a game's reckoning: its `reckon` and its `random_script`."""
    return import_module(f"tests.kits.games.reckoning.{game.replace('-', '_')}")


def accepted(golden: Mapping[str, Any]) -> Script:
    """Return the script of a golden round without the steps that the table refuses.

    At Keno these stay, since refused tickets count among the numbers of the others.
    """
    if golden["script"]["game"] == "keno":
        return dict(golden["script"])
    steps, refused = golden["script"]["steps"], golden.get("refused", [])
    taken = [step for number, step in enumerate(steps, 1) if number not in refused]
    return {**golden["script"], "steps": taken}


def is_reckonable(golden: Mapping[str, Any]) -> bool:
    """Nothing is out of order, and what is refused is neither a close nor, in part, a deal."""
    script, steps = golden["script"], accepted(golden)["steps"]
    in_order = IN_ORDER_WITHOUT_CARDS if script["game"] in WITHOUT_CARDS else IN_ORDER
    refused = [script["steps"][number - 1] for number in golden.get("refused", [])]
    pressed = Counter(step["press"] for step in steps if "press" in step)
    return (
        all(step.keys() <= in_order for step in steps)
        and pressed.keys() <= {"no_more_bets", "confirm"}
        and (script["game"] not in ONE_ROUND or max(pressed.values(), default=0) < 2)
        and not any(step == CLOSE or len(cards(step)) > 1 for step in refused)
        and not golden.get("alarm", False)
        and bool(golden["expect"])
    )


def net(lines: list[Line], names: Mapping[str, int]) -> dict[str, int]:
    """Return what each bet brings, a second payment apart where it is named so.

    A come bet that has travelled is still that come bet.
    """
    brought: Counter[str] = Counter()
    for line in lines:
        laid = line["on"].partition(":")[0] if line["on"] in TRAVELLED else line["on"]
        apart = f"{laid}_bonus"
        on = apart if "bonus" in line and apart in names else laid
        brought[on] += line["returned"] + line["paid"] - line["stake"]
    return dict(brought)


# random rounds


@cache
def random_rounds(game: str) -> list[tuple[Script, list[Line]]]:
    """Return 300 random scripts and what they come to."""
    told = reckoning(game)
    scripts = [told.random_script(Random(seed)) for seed in range(300)]
    return [(script, told.reckon(script)) for script in scripts]


def is_dealt_from_its_packs(script: Script) -> bool:
    """No card comes more often in a round than the packs hold it."""
    game, packs = script["game"], 1
    if game in SHOES:
        packs = script["options"].get("decks", SHOES[game])
    return all(
        count <= packs for played in rounds(script) for count in Counter(played.cards).values()
    )


def laid(script: Script) -> Places:
    """Return what was bet, and what was added in play."""
    placed: Places = Counter()
    for step in script["steps"]:
        if "bet" in step:
            placed[step["bet"]["spot"], step["bet"]["on"]] += step["bet"]["cents"]
        elif "decide" in step and step["decide"]["do"] in ADDING:
            placed.update(_added(script["game"], step["decide"], placed))
    return placed


def _added(game: str, decision: Step, placed: Places) -> dict[tuple[int, str], int]:
    spot = decision["spot"]
    if game not in PRICES:
        return {(spot, decision["do"]): decision["cents"]}
    on, other, times = PRICES[game]
    price = times * placed[spot, other]
    assert decision.get("cents", price) == price
    return {(spot, on): price}


def staked(lines: list[Line]) -> Places:
    stakes: Places = Counter()
    for line in lines:
        stakes[line["spot"], line["on"]] += line["stake"]
    return stakes


def is_conserved(script: Script, line: Line, stakes: Places) -> bool:
    """A stake goes back as its outcome says, only a win is paid and owes, just what is right."""
    game, stake, place = script["game"], line["stake"], (line["spot"], line["on"])
    back = {
        "win": stake if line["odds"] else 0,
        "push": stake,
        "lose": 0,
        "surrender": 0 if game in NOTHING_BACK else stake // 2,
    }
    owes = game in COMMISSION and line["on"] == "main" and line["outcome"] == "win"
    return (
        line["returned"] == back[line["outcome"]]
        and _is_paid_right(script, line, stake or stakes[place])
        and line["commission"] == (stake + 999) // 1000 * 50 * owes
        and (stake == 0) == line.get("bonus", False)
    )


def _is_paid_right(script: Script, line: Line, stake: int) -> bool:
    if line["outcome"] != "win":
        return line["paid"] == 0 and line["odds"] is None
    if line["odds"] is None:
        return line["paid"] >= 0 and (script["game"], line["on"]) in PRIZES
    to, one = map(int, line["odds"].split(":"))
    full = stake * to // one
    return bool(line["paid"] == min(full, _caps(script).get(line["on"], full)))


def _caps(script: Script) -> dict[str, int]:
    caps: dict[str, int] = script["options"].get("max_payout", {})
    return caps
