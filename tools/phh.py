"""Reads hands in the Poker Hand History notation and writes round scripts of the poker room.

    python -m tools.phh FILE... > hands.jsonl
    croupier play hands.jsonl

A `.phh` file is one hand, a `.phhs` file one hand a table of TOML. The notation counts players from
the left of the button; so do the spots here, but for a dead blind (phh_dead_blind.py). It records
no burn, so each is put in, and shows hands as soon as all are in; here they are shown at the end.
Amounts are the currency's, to the cent. A card that lay open and was not recorded has a stand-in
(phh_cards.py).
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from math import gcd
from pathlib import Path
from typing import Any, Final

from tools.phh_bets import Bets
from tools.phh_cards import HIDDEN, Cards
from tools.phh_dead_blind import dead_blind
from tools.phh_reading import UNKNOWN, NoHand, cents, check_kinds, hands, known_cards

Step = dict[str, Any]

VARIANTS: Final[Mapping[str, tuple[str, str]]] = {
    "NT": ("holdem", "none"),
    "FT": ("holdem", "fixed"),
    "PO": ("omaha", "pot"),
    "FO/8": ("omaha-hi-lo", "fixed"),
    "F7S": ("stud", "fixed"),
    "F7S/8": ("stud-hi-lo", "fixed"),
    "FR": ("razz", "fixed"),
}
"""The variants of the notation that the poker room offers, as its game and limit."""
BURN: Final[Step] = {"burn": True}
STREETS_BEFORE_SEVENTH: Final = 4
HEADS_UP: Final = 2
HOLE_CARDS: Final = {"holdem": 2, "omaha": 4, "omaha-hi-lo": 4}


def script(name: str, hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the round script of a hand. Raises NoHand."""
    try:
        return Hand(hand).script(name)
    except KeyError as missing:
        raise NoHand(f"{name}: it has no {missing.args[0]}") from None
    except NoHand as error:
        raise NoHand(f"{name}: {error}") from None


class Hand:
    """One hand and the steps so far."""

    def __init__(self, hand: Mapping[str, Any]) -> None:
        check_kinds(hand)
        variant = hand["variant"]
        if variant not in VARIANTS:
            raise NoHand(f"variant {variant!r} is not played here, only {', '.join(VARIANTS)}")
        self._hand = hand
        self._poker, self._limit = VARIANTS[variant]
        self._stacks, self._antes = self._cents("starting_stacks"), self._cents("antes")
        self._stud = "bring_in" in hand
        self._blinds = [] if self._stud else self._cents("blinds_or_straddles")
        if not len(self._stacks) == len(self._antes) == len(self._blinds or self._stacks):
            raise NoHand("its stacks, antes and blinds are not of as many players")
        self._dead = dead_blind(self._blinds)
        self._spots = self._dead.spots if self._dead else range(1, len(self._stacks) + 1)
        self._actions = [action.partition("#")[0].split() for action in hand["actions"]]
        self._cards = Cards(self._actions, is_razz=variant == "FR")
        self._bets = Bets(self._stacks, self._forced(self._antes))
        self._raised: list[int] = []
        self._dealt = Counter[int]()
        self._streets = self._number = 0
        self._shown: dict[int, Step] = {}
        self._steps: list[Step] = []

    def script(self, name: str) -> dict[str, Any]:
        self._begin()
        for number, words in enumerate(self._actions):
            self._number = number
            try:
                self._act(words)
            except (IndexError, ValueError, ArithmeticError) as error:
                where = f"action {number + 1}, {self._hand['actions'][number]!r}"
                raise NoHand(f"{where}, can't be read ({error})") from None
        self._number = len(self._actions)
        self._deal_out()
        steps = [*self._steps, *self._shown.values()]
        return {"id": name, "game": "poker-room", "options": self._options(), "steps": steps}

    # the table

    def _cents(self, key: str) -> list[int]:
        return list(map(cents, self._hand[key]))

    def _options(self) -> dict[str, Any]:
        found: dict[str, Any] = {"poker": self._poker, "limit": self._limit}
        if self._limit == "fixed":
            found["bets"] = [cents(self._hand["small_bet"]), cents(self._hand["big_bet"])]
        if self._stud:
            found["bring_in"] = cents(self._hand["bring_in"])
        else:
            dead = self._dead
            pair = [dead.small_cents, dead.big_cents] if dead else sorted(self._blinds[:2])
            found["blinds"] = pair
            if any(self._blinds[2:]):
                found["straddle"] = True
        found |= self._ante()
        amounts = [*self._stacks, *self._blinds, *found.get("blinds", ()), *found.get("bets", ())]
        forced = found.get("bring_in", 0), found.get("ante", 0)
        found["chip"] = gcd(*amounts, *self._raised, *forced)
        return found

    def _ante(self) -> dict[str, Any]:
        antes = self._antes
        if not any(antes):
            return {}
        if len(set(antes)) == 1:
            return {"ante": antes[0]}
        big = self._blinds.index(max(self._blinds[:2])) if self._blinds else None
        if [place for place, ante in enumerate(antes) if ante] == [big]:
            return {"ante": max(antes), "ante_by": "big_blind"}
        raise NoHand("its antes are neither everybody's nor the big blind's alone")

    def _begin(self) -> None:
        if self._dead:
            ante = self._antes[0] if len(set(self._antes)) == 1 else 0
            hole_cards = HOLE_CARDS[self._poker]
            self._steps += self._dead.steps(self._stacks, ante, hole_cards)
        else:
            for spot, stack in zip(self._spots, self._stacks, strict=True):
                self._steps.append({"seat": {"spot": spot, "cents": stack}})
            if not self._stud:
                self._steps.append({"button": len(self._stacks)})
        self._steps.append({"press": "post"})
        for player, blind in enumerate(self._forced(self._blinds), start=1):
            self._bets.lay(player, blind)
        for player, blind in enumerate(self._blinds[2:], start=3):
            if blind:
                straddle = {"spot": self._spot(player), "on": "straddle", "cents": blind}
                self._steps.append({"bet": straddle})

    def _forced(self, amounts: list[int]) -> list[int]:
        """Return blinds or antes by player: with two, the first pays the second amount."""
        return amounts[::-1] if len(self._blinds) == HEADS_UP else amounts

    def _spot(self, player: int) -> int:
        if player < 1:
            raise ValueError("there is no such player")
        return self._spots[player - 1]

    # the dealer

    def _act(self, words: Sequence[str]) -> None:
        if not words:
            return
        player, does, *rest = words
        if player != "d":
            self._deal_out()
            self._of_a_player(int(player.removeprefix("p")), does, rest)
        elif does == "dh":
            self._deal(int(rest[0].removeprefix("p")), len(rest[1]) // 2)
        elif does == "db":
            self._deal_out()
            self._open(BURN, {"cards": known_cards(rest[0])})
        else:
            raise ValueError(f"a dealer deals dh or db, not {does}")

    def _deal(self, player: int, count: int) -> None:
        """Note cards for a hand: one by one at times, and street after street if all are in."""
        self._spot(player)
        due = 1 if self._streets else HIDDEN + 1
        if self._stud and self._dealt[player] + count > due:
            self._deal_out()
        self._dealt[player] += count

    def _deal_out(self) -> None:
        """Deal the noted cards: in stud one of each hand lies open, but for the seventh."""
        dealt, self._dealt = self._dealt, Counter[int]()
        if not dealt:
            return
        if not self._stud:
            self._steps.append({"deal": dealt.total()})
        elif self._streets == 0:
            self._steps += [{"deal": HIDDEN * len(dealt)}, {"cards": self._up_cards(dealt)}]
        elif self._streets < STREETS_BEFORE_SEVENTH:
            self._open(BURN, {"cards": self._up_cards(dealt)})
        else:
            self._open(BURN, {"deal": dealt.total()})
        self._streets += 1

    def _up_cards(self, players: Mapping[int, int]) -> list[str]:
        place, first = HIDDEN + self._streets, self._next_to_speak()
        return [self._cards.up(player, place, first=first) for player in sorted(players)]

    def _next_to_speak(self) -> int | None:
        """Return the player of the next decision in the record; None if there is none."""
        for words in self._actions[self._number :]:
            if words and words[0] != "d" and words[1:2] != ["sm"]:
                return int(words[0].removeprefix("p"))
        return None

    def _open(self, *steps: Step) -> None:
        self._steps += steps
        self._bets.collect()
        if self._dead and not self._dead.speaks_in_order(self._next_to_speak()):
            raise NoHand(
                "p1 pays no small blind, yet speaks first after the flop: no such place here"
            )

    # the players

    def _of_a_player(self, player: int, does: str, rest: Sequence[str]) -> None:
        bets = self._bets
        if does == "sm":
            self._shows(player, rest)
        elif does == "f":
            self._decide(player, "fold")
            bets.fold(player)
        elif does == "cc":
            self._decide(player, "check" if bets.is_called(player) else "call")
            bets.lay(player, bets.most)
        elif does == "pb":
            self._decide(player, "bring_in")
            bets.lay(player, cents(self._hand["bring_in"]))
        elif does == "cbr":
            self._raises(player, cents(Decimal(rest[0])))
        else:
            raise ValueError(f"a player does f, cc, cbr, pb or sm, not {does}")

    def _raises(self, player: int, to: int) -> None:
        """Bet or raise. In the notation a raise ends at what the others have; here it is whole
        at fixed limit, and the rest comes back.
        """
        whole = self._limit == "fixed" and self._bets.is_all_of_the_others(player, to)
        self._decide(player, "raise" if self._bets.most else "bet", None if whole else to)
        self._bets.lay(player, to)
        self._raised.append(to)

    def _decide(self, player: int, do: str, to: int | None = None) -> None:
        amount = {} if to is None else {"cents": to}
        self._steps.append({"decide": {"spot": self._spot(player), "do": do, **amount}})

    def _shows(self, player: int, rest: Sequence[str]) -> None:
        """Note what a hand is in the end: who shows when all are in shows more cards later."""
        self._shown.pop(player, None)
        spot = self._spot(player)
        if not rest or rest == ["-"]:
            self._shown[player] = {"muck": {"spot": spot}}
            return
        held = self._cards.face_down(player) if self._stud else self._cards.held(player)
        if UNKNOWN in held:
            raise ValueError("a card that must be known is not")
        self._shown[player] = {"show": {"spot": spot, "cards": held}}


def main(paths: Sequence[str]) -> int:
    """Write a script for each hand; return 2 at the first that is none."""
    if not paths:
        sys.stderr.write("python -m tools.phh FILE...\n")
        return 2
    try:
        for path in map(Path, paths):
            for name, hand in hands(path):
                sys.stdout.write(json.dumps(script(name, hand)) + "\n")
    except NoHand as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
