"""Random scripts at a table with a smallest chip, made of random scripts without one.

Each amount is multiplied by a step of its place, so that what was legal between bets is legal
still; chips that make no step are laid beside them, which the table must refuse and which change
nothing. A table that rounds for the player takes amounts of single chips, and of cents.
"""

from random import Random
from typing import Any

from tests.kits.games.naive.chips import player_chip
from tests.kits.games.naive.craps import PARTS, next_point, same
from tests.kits.games.naive.table import Script, Step
from tests.kits.games.reckoning.steps import step_of

FIXED = {
    *(("poker-grand-prix", "bonus"), ("caribbean-stud", "progressive")),
    *(
        (f"blackjack{more}", on)
        for more in ("", "-multi-action")
        for on in ("sevens", "progressive")
    ),
}
"""The stakes that an article fixes at 1 $."""
CHIPS = (5, 25, 50, 100, 500)
HUGE = {"roulette", "keno"}
"""The games that pay a stake ten thousand times and more; bets of a few chips are laid."""
FEW = 40
FREE_RAISES = {"red-dog", "four-card-poker", "crazy-four-poker"}
"""The games whose player says how much he raises."""
RAISES_BY_ANTE = {"ultimate-holdem"}
"""Those where it is a multiple of his ante."""
VOID = {"press": "void"}


def with_chips(chance: Random, script: Script) -> tuple[Script, list[int]]:
    """Return a script at a table with a smallest chip, and the steps that it refuses."""
    made = _Made(chance, script)
    for step in _at_once(script["game"], script["steps"]):
        made.take(step)
    return {**script, "options": made.options, "steps": made.steps}, made.refused


def without(script: Script, refused: list[int]) -> Script:
    """Return a script without the steps that are refused."""
    taken = [step for number, step in enumerate(script["steps"], 1) if number not in refused]
    return {**script, "steps": taken}


class _Made:
    """A script that is being made."""

    def __init__(self, chance: Random, script: Script) -> None:
        self._chance, self._game = chance, script["game"]
        self._point: int | None = None
        self.steps: list[Step] = []
        self.refused: list[int] = []
        self._chip = chance.choice(_chips(script))
        self.options = {**script["options"], "smallest_chip": self._chip}
        if chance.random() < 0.3:
            self.options["rounding"] = "player"
        self._unit = self._chip
        if player_chip(self.options) and self._chip <= min(map(_cents, script["steps"])):
            self._unit = chance.choice((1, self._chip))
        caps = self.options.get("max_payout", {})
        self.options |= (
            {"max_payout": {on: self._chip * c for on, c in caps.items()}} if caps else {}
        )
        self.options.pop("max_draw", None)

    def take(self, step: Step) -> None:
        """Write a step, now and then after one like it that is refused."""
        laid = self._in_steps(step)
        if not player_chip(self.options) and self._chance.random() < 0.1:
            wrong = self._no_multiple(laid)
            self.refused += [len(self.steps) + 1] * len(wrong)
            self.steps += wrong
        self.steps.append(laid)
        if "dice" in step and self._game == "craps":
            self._point = next_point(self._point, tuple(step["dice"]))
        elif step == VOID:
            self._point = None

    def _in_steps(self, step: Step) -> Step:
        """Return a step whose cents are multiplied; a price that the article fixes is left out."""
        for kind in step.keys() & {"bet", "ticket"}:
            at, on = step[kind], self._place(step[kind])
            cents = at["cents"] % FEW + 1 if self._game in HUGE else at["cents"]
            odd = self._chance.randint(0, 3) if self._unit == 1 and on in PARTS else 0
            return {**step, kind: {**at, "cents": cents * self._factor(on) + odd}}
        if "cents" not in step.get("decide", {}):
            return step
        decided = {name: value for name, value in step["decide"].items() if name != "cents"}
        if self._game in FREE_RAISES:
            decided["cents"] = step["decide"]["cents"] * self._unit
        elif self._game in RAISES_BY_ANTE:
            decided["cents"] = step["decide"]["cents"] * self._factor("ante")
        return {**step, "decide": decided}

    def _factor(self, on: str) -> int:
        """Return by how much a stake is multiplied, which is divided by its parts already."""
        if (self._game, on) in FIXED:
            return 1
        parts = PARTS.get(on, 1) if self._game == "craps" else 1
        return self._unit if player_chip(self.options) else self._step(on) // parts

    def _place(self, at: dict[str, Any]) -> str:
        on = str(at.get("on", "ticket"))
        return same(on) if self._game == "craps" else on

    def _step(self, on: str) -> int:
        return step_of(self._game, on, self._chip, self._point)

    def _no_multiple(self, step: Step) -> list[Step]:
        """Return a step like this one whose amount makes no step of its place."""
        for kind in step.keys() & {"bet", "ticket"}:
            at = step[kind]
            by = self._step(self._place(at))
            if (self._game, self._place(at)) in FIXED:
                return []
            odd = self._chance.choice((self._chip, self._chance.randint(1, by - 1)))
            cents = by * self._chance.randint(0, 3) + odd
            return [{kind: {**at, "cents": cents}}] if cents % by else []
        if "cents" not in step.get("decide", {}):
            return []
        cents = step["decide"]["cents"] - self._chance.randint(1, self._chip - 1)
        return [{"decide": {**step["decide"], "cents": cents}}]


def _chips(script: Script) -> list[int]:
    """Return the chips of which the stakes that are fixed, and prizes within reason, are made."""
    small = script["game"] in {"boston-poker", *HUGE, *(game for game, _ in FIXED)}
    return [cents for cents in CHIPS if cents <= 100 or not small]


def _at_once(game: str, steps: list[Step]) -> list[Step]:
    """Return the steps with each stake that an article fixes laid whole."""
    whole = list[Step]()
    fixed = dict[tuple[Any, ...], Step]()
    for step in steps:
        bet = step.get("bet", {})
        place = bet.get("spot"), bet.get("bettor"), bet.get("on")
        if (game, bet.get("on")) not in FIXED:
            whole.append(step)
        elif place in fixed:
            fixed[place]["bet"]["cents"] += bet["cents"]
        else:
            fixed[place] = {"bet": dict(bet)}
            whole.append(fixed[place])
    return whole


def _cents(step: Step) -> int:
    """Return what a step lays; more than any chip where it lays nothing."""
    laid = step.get("bet", step.get("ticket", step.get("decide", {})))
    return int(laid.get("cents", 10**9))
