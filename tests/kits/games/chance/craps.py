"""Random evenings at a craps table, as round scripts: chips that come and go between the rolls."""

from random import Random
from typing import Any

from tests.kits.games.chance.table import seats, stake
from tests.kits.games.naive.craps import (
    BETS,
    FACES,
    MAY_WORK,
    TRAVELLED,
    Roll,
    fate,
    may_lay,
    may_take,
    next_point,
    parts,
    split,
)
from tests.kits.games.naive.table import Script, Step

VOID = {"press": "void"}
FIRST = ("pass", "dont_pass", "come", "dont_come")
"""Bets that are laid more often, so that odds can be laid too."""
ODDS = tuple(on for on in BETS if "_odds" in on)


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return 20 to 60 rolls, with random legal bets, raises and withdrawals of several players."""
    evening = Evening(chance)
    for _ in range(chance.randint(20, 60)):
        evening.go_on()
    return {"game": "craps", "options": options or {}, "steps": evening.steps}


class Evening:
    """A table between rolls: the point, and what stands there."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.spots = seats(chance)
        self.busy = chance.choice((0.5, 0.7, 0.9)) / len(self.spots) ** 0.5
        self.sevens = chance.choice((0.1, 0.5, 1.0))
        self.point: int | None = None
        self.standing: dict[tuple[int, str], bool] = {}
        """Whether it works on the come-out, by spot and bet."""
        self.steps: list[Step] = []

    def go_on(self) -> None:
        """Move chips, perhaps throw the dice for nothing or void all; then throw them."""
        for spot in self.spots:
            while self.chance.random() < self.busy:
                self._move(spot)
        if self.chance.random() < 0.03:
            self.steps.append({"no_roll": True})
        if self.standing and self.chance.random() < 0.01:
            self.steps.append(VOID)
            self.point, self.standing = None, {}
        self._roll()

    def _move(self, spot: int) -> None:
        mine = [on for at, on in self.standing if at == spot]
        takes = [on for on in mine if may_take(on, self.point, mine.__contains__)]
        if takes and self.chance.random() < 0.1:
            self._take(spot, self.chance.choice(takes))
        else:
            some = self.chance.choice((FIRST, BETS, TRAVELLED, ODDS, mine))
            lays = [on for on in some if may_lay(on, self.point, mine.__contains__)]
            if lays:
                self._lay(spot, self.chance.choice(lays))

    def _lay(self, spot: int, on: str) -> None:
        cents = stake(self.chance) * parts(on)
        said = {"spot": spot, "on": self._written(on), "cents": cents}
        works = split(on)[0] in MAY_WORK and self.chance.random() < 0.4
        self.standing[spot, on] = works or self.standing.get((spot, on), False)
        self.steps.append({"bet": said | ({"working": True} if works else {})})

    def _take(self, spot: int, on: str) -> None:
        del self.standing[spot, on]
        self.steps.append({"take": {"spot": spot, "on": self._written(on)}})

    def _written(self, on: str) -> str:
        """Return a bet's name as a player may say it: the faces of a hop in any order."""
        name, numbers = split(on)
        if name != "hop":
            return on
        return f"hop:{','.join(map(str, self.chance.sample(numbers, 2)))}"

    def _roll(self) -> None:
        roll = self._dice()
        self.steps.append({"dice": list(roll)})
        was, self.standing = self.standing, {}
        for (spot, on), works in was.items():
            becomes = fate(on, [roll], self.point, works)
            if becomes.outcome is None:
                self.standing[spot, becomes.on] = works
        self.point = next_point(self.point, roll)

    def _dice(self) -> Roll:
        """Return a roll; on some evenings with few sevens, so that much stands."""
        while True:
            roll = self.chance.choice(FACES), self.chance.choice(FACES)
            if sum(roll) != 7 or self.chance.random() < self.sevens:
                return roll
