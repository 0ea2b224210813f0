"""A game of a script played by pokerkit, for the stacks that it comes to.

The two agree but where the room's document has rules of its own; those are named in
`tests/games/poker-room/test_peer.py`. Amounts are multiples of `UNIT`, so that every pot can be
shared without an odd chip: pokerkit gives those by its own order.
"""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

import pokerkit
from pokerkit import Automation as By

from tests.kits.games.poker_room.betting import from_left
from tests.kits.games.poker_room.chance import Habits, evening
from tests.kits.games.poker_room.table import Line, Step

UNIT = 252_000
"""2520 chips of a dollar: nine hands share it, or nine share a half of it, without an odd one."""
BLINDS, BETS, ANTE = (UNIT, 2 * UNIT), (2 * UNIT, 4 * UNIT), UNIT
PLAIN = Habits(wrong=0, mishap=0, seldom=0, mistakes=0, games=1, least=4)
ITSELF = (
    *(By.ANTE_POSTING, By.BLIND_OR_STRADDLE_POSTING, By.BET_COLLECTION, By.HAND_KILLING),
    *(By.CHIPS_PUSHING, By.CHIPS_PULLING),
)
KINDS: dict[str, tuple[str, Callable[..., pokerkit.State]]] = {
    "holdem": ("none", pokerkit.NoLimitTexasHoldem.create_state),
    "omaha": ("pot", pokerkit.PotLimitOmahaHoldem.create_state),
    "omaha-hi-lo": (
        "fixed",
        pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state,
    ),
    "stud": ("fixed", pokerkit.FixedLimitSevenCardStud.create_state),
    "stud-hi-lo": (
        "fixed",
        pokerkit.FixedLimitSevenCardStudHighLowSplitEightOrBetter.create_state,
    ),
    "razz": ("fixed", pokerkit.FixedLimitRazz.create_state),
}


class Differs(Exception):
    """A step that the room allows and pokerkit does not."""


def plain_game(poker: str, chance: Random) -> dict[str, Any]:
    """Return a random game without mishaps, of which both know the rules."""
    limit = KINDS[poker][0]
    options: dict[str, Any] = {"poker": poker, "limit": limit, "chip": UNIT, "ante": ANTE}
    options |= {"blinds": list(BLINDS)}
    if limit == "fixed":
        options["bets"] = list(BETS)
    if "omaha" not in poker and poker != "holdem":
        options["bring_in"] = UNIT
    return evening(poker, chance, PLAIN, options).script


def is_split_apart(lines: list[Line]) -> bool:
    """Say whether one contested pot has a low hand and another none; pokerkit halves both."""
    halved = {line[1] for line in lines if line[0] == "won" and line[5:6] not in ([], [None])}
    contested = {line[1] for line in lines if line[0] == "pot" and len(line[4]) > 1}
    return bool(halved and contested - halved)


def stacks_by_peer(script: dict[str, Any]) -> dict[int, int]:
    """Return the stacks after a plain game. Raises Differs where pokerkit refuses a step."""
    return Peer(script).play(script["steps"])


class Peer:
    def __init__(self, script: dict[str, Any]) -> None:
        poker = script["options"]["poker"]
        limit, create = KINDS[poker]
        steps = script["steps"]
        seats = [step["seat"] for step in steps if "seat" in step]
        spots = [seat["spot"] for seat in seats]
        button = next((step["button"] for step in steps if "button" in step), 0)
        self.stud = not button
        self.spots = from_left(spots, button)
        """Whose place is which in pokerkit, where the first on the left of the button is 0."""
        chips = {seat["spot"]: seat["cents"] for seat in seats}
        forced = (UNIT, *BETS) if self.stud else (BLINDS, *(BETS if limit == "fixed" else ()))
        least = () if self.stud or limit == "fixed" else (BLINDS[1],)
        stacks = [chips[spot] for spot in self.spots]
        self.open = partial(create, ITSELF, False, ANTE, *forced, *least, stacks, len(spots))
        """Begins the same game at a table of its own."""
        self.state = self.open()
        shown = [step["show"] for step in steps if "show" in step]
        self.shown = {show["spot"]: list(map(_card, show["cards"])) for show in shown}
        self.down = {spot: [*self.shown.get(spot, 4 * ["??"])] for spot in self.spots}
        self.hole = 4 if poker.startswith("omaha") else 2

    def play(self, steps: Iterable[Step]) -> dict[int, int]:
        """Return the stacks at the end of a game."""
        self.follow(steps)
        self._show()
        assert not self.state.status, "pokerkit goes on"
        return dict(zip(self.spots, self.state.stacks, strict=True))

    def follow(self, steps: Iterable[Step]) -> None:
        """Do steps, in a game that may go on."""
        for step in steps:
            (kind, act), *_ = step.items()
            if kind == "deal":
                self._deal()
            elif kind == "cards":
                self._up(act)
            elif kind == "decide":
                self._decide(act)

    def _show(self) -> None:
        while self.state.showdown_index is not None:
            self.state.show_or_muck_hole_cards(True)

    def _burn(self) -> None:
        self._show()
        if self.state.can_burn_card("??"):
            self.state.burn_card("??")

    def _deal(self) -> None:
        self._burn()
        if self.stud and not any(self.state.hole_cards):
            return  # dealt with the card that shows
        for place, spot in enumerate(self.spots):
            if self.state.statuses[place]:
                taken = 1 if self.stud else self.hole
                self.state.deal_hole("".join(self.down[spot][-taken:]), place)

    def _up(self, cards: list[str]) -> None:
        self._burn()
        names = list(map(_card, cards))
        if not self.stud:
            self.state.deal_board("".join(names))
            return
        first = "" if any(self.state.hole_cards) else None
        places = [place for place in range(len(self.spots)) if self.state.statuses[place]]
        if len(names) < len(places):
            self.state.deal_board("".join(names))
            return
        for place, name in zip(places, names, strict=True):
            under = "".join(self.down[self.spots[place]][:2]) if first is None else ""
            self.state.deal_hole(under + name, place)

    def _decide(self, act: Step) -> None:
        state, do, place = self.state, act["do"], self.spots.index(act["spot"])
        if state.actor_index != place:
            raise AssertionError(f"{act}: it is another's turn")
        to = act.get("cents", BETS[0])
        if do == "all_in":
            to = state.bets[place] + state.stacks[place]
            do = "call" if to <= max(state.bets) else "raise"
        try:
            if do in ("bet", "raise"):
                state.complete_bet_or_raise_to(to)
            elif do == "bring_in":
                state.post_bring_in()
            else:
                (state.fold if do == "fold" else state.check_or_call)()
        except ValueError as error:
            raise Differs(_reason(str(error))) from None


REASONS = {
    "No more completion": "raises without end with two",
    "Short all-in": "half a bet reopens",
    "below the minimum": "less than half a bet is completed",
}


def _reason(refusal: str) -> str:
    """Return the rule by which the room differs. Raises AssertionError if it is none of these."""
    found = [rule for words, rule in REASONS.items() if words in refusal]
    assert found, refusal
    return found[0]


def _card(name: str) -> str:
    return name[0] + name[1].lower()
