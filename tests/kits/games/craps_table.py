"""A craps table for tests, and what many of them begin with."""

from typing import Any

from firmware.core.games.craps.craps import Craps
from firmware.core.vocabulary.events import KeyPressed, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from tests.kits.games.bare_table import BareTable
from tests.kits.games.scripts import Step, bet, shooter


class Layout(BareTable):
    """A craps table whose people pay, take and move chips as they are instructed."""

    def _dice(self, faces: list[int]) -> None:
        self._tell(ResultSeen(tuple(map(str, faces))))
        if self.table.state.round.bets.settled:
            for origin, to in self.table.state.round.bets.stack_moves.items():
                self._put(origin, 0)
                self._put(to, self.table.state.round.bets.carried_stacks[to])
            self._tell(KeyPressed(Key.CONFIRM))

    def _take(self, at: dict[str, Any]) -> None:
        stack = Place(at["spot"], at["on"]), at.get("bettor")
        before = self.table.state.felt.amount(stack)
        if not self._put(stack, 0):
            self._quietly(stack, before)

    def _keyed(self, faces: list[int]) -> None:
        for face in faces:
            self._tell(KeyPressed(Key(f"digit_{face}")))

    @property
    def game(self) -> Craps:
        assert isinstance(self.table.state.game, Craps)
        return self.table.state.game

    @property
    def standing(self) -> dict[str, int]:
        return {place.on: cents for (place, _), cents in self.game.carried.items()}


def play(*steps: Step) -> Layout:
    table = Layout({"game": "craps"})
    table.play(steps)
    return table


def dice(first: int, second: int) -> Step:
    return {"dice": [first, second]}


WORKING: Step = {"press": "working"}
POINT_6 = (bet(1, "pass"), dice(2, 4))
COME_6_AND_POINT_8 = (bet(1, "pass"), dice(2, 6), bet(1, "come"), dice(3, 3))
THROWS_2 = (shooter(2), bet(2, "pass"))
SHOOTER_2 = Text("told.shooter", {"spot": 2})
COME_ODDS = (*COME_6_AND_POINT_8, bet(1, "come_odds:6"))
