"""What every second reckoning is held to, and its random rounds."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from tests.kits.games.naive.craps import TRAVELLED
from tests.kits.games.naive.table import CLOSE, Line, Script, cards

IN_ORDER = {"bet", "press", "card", "cards", "tiles", "decide", "number", "bank"}
"""The steps of a round in which nothing is out of order."""
WITHOUT_CARDS = {"roulette", "sic-bo", "wheel-of-fortune", "craps", "keno"}
IN_ORDER_WITHOUT_CARDS = {
    *("bet", "take", "press", "number", "revolutions", "segment", "dice", "no_roll"),
    *("ticket", "balls"),
}
ONE_ROUND = {"blackjack", "blackjack-multi-action"}
"""The games whose reckoning is of one round alone."""

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
def random_rounds(game: str, count: int = 300) -> list[tuple[Script, list[Line]]]:
    """Return so many random scripts and what they come to."""
    reckoned = reckoning(game)
    scripts = [reckoned.random_script(Random(seed)) for seed in range(count)]
    return [(script, reckoned.reckon(script)) for script in scripts]
