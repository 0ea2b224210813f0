"""Reads hands in the Poker Hand History notation and writes round scripts of the poker room.

    python -m tools.phh FILE... > hands.jsonl
    croupier play hands.jsonl

A `.phh` file is one hand, a `.phhs` file one hand a table of TOML. The notation counts players from
the left of the button; so do the spots here. It records no burn, so each is put in, and shows hands
as soon as all are in; here they are shown at the end. Amounts are the currency's, to the cent.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from math import gcd
from pathlib import Path
from typing import Any, Final

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


class NoHand(Exception):
    """What is no hand of the notation, or none that the poker room plays; the message says why."""


def hands(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each hand of a file with its name. Raises NoHand."""
    try:
        text = path.read_text(encoding="utf-8")
        read = tomllib.loads(text, parse_float=Decimal)
    except (OSError, ValueError) as error:
        raise NoHand(f"{path}: {error}") from None
    found = {path.stem: read}
    if "variant" not in read:
        found = {
            f"{path.stem}-{name}": hand_name
            for name, hand_name in read.items()
            if isinstance(hand_name, dict)
        }
    if not found:
        raise NoHand(f"{path}: there is no hand in it")
    yield from found.items()


def script(name: str, hand: Mapping[str, Any]) -> dict[str, Any]:
    """Return the round script of a hand. Raises NoHand."""
    try:
        return Hand(hand).script(name)
    except KeyError as missing:
        raise NoHand(f"{name}: it has no {missing.args[0]}") from None
    except NoHand as error:
        raise NoHand(f"{name}: {error}") from None


class Hand:
    """One hand and the steps so far, with what lies before each player in the round."""

    def __init__(self, hand: Mapping[str, Any]) -> None:
        check_kinds(hand)
        variant = hand["variant"]
        if variant not in VARIANTS:
            raise NoHand(f"variant {variant!r} is not played here, only {', '.join(VARIANTS)}")
        self._hand = hand
        self._poker, self._limit = VARIANTS[variant]
        self._stacks = self._cents("starting_stacks")
        self._players = len(self._stacks)
        self._stud = "bring_in" in hand
        self._blinds = [] if self._stud else self._cents("blinds_or_straddles")
        self._bets: dict[int, int] = {}
        self._raised: list[int] = []
        self._dealt: list[str] = []
        self._streets = 0
        self._shown: list[Step] = []
        self._steps: list[Step] = []

    def script(self, name: str) -> dict[str, Any]:
        self._begin()
        for number, action in enumerate(self._hand["actions"], start=1):
            words = action.partition("#")[0].split()
            try:
                self._act(words)
            except (IndexError, ValueError, ArithmeticError) as error:
                raise NoHand(f"action {number}, {action!r}, can't be read ({error})") from None
        self._face_down()
        steps = [*self._steps, *self._shown]
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
            found["blinds"] = sorted(self._blinds[:2])
            if any(self._blinds[2:]):
                found["straddle"] = True
        found |= self._ante()
        amounts = [*self._stacks, *self._blinds, *found.get("bets", ()), *self._raised]
        found["chip"] = gcd(*amounts, found.get("bring_in", 0), found.get("ante", 0))
        return found

    def _ante(self) -> dict[str, Any]:
        antes = self._cents("antes")
        if not any(antes):
            return {}
        if len(set(antes)) == 1:
            return {"ante": antes[0]}
        big = self._blinds.index(max(self._blinds[:2])) if self._blinds else None
        if [place for place, ante in enumerate(antes) if ante] == [big]:
            return {"ante": max(antes), "ante_by": "big_blind"}
        raise NoHand("its antes are neither everybody's nor the big blind's alone")

    def _begin(self) -> None:
        for spot, stack in enumerate(self._stacks, start=1):
            self._steps.append({"seat": {"spot": spot, "cents": stack}})
        if not self._stud:
            self._steps.append({"button": self._players})
        self._steps.append({"press": "post"})
        # With two the notation writes the blinds in their order, though the first has the big one.
        posted = self._blinds[::-1] if self._players == 2 else self._blinds
        self._bets = {spot: blind for spot, blind in enumerate(posted, start=1) if blind}
        for spot, blind in enumerate(self._blinds[2:], start=3):
            if blind:
                straddle = {"spot": spot, "on": "straddle", "cents": blind}
                self._steps.append({"bet": straddle})

    # the actions

    def _act(self, words: Sequence[str]) -> None:
        if not words:
            return
        player, does, *rest = words
        if player != "d":
            self._face_down()
            self._of_a_player(int(player.removeprefix("p")), does, rest)
        elif does == "dh":
            self._dealt.append(rest[1])
        elif does == "db":
            self._face_down()
            self._open(BURN, {"cards": cards(rest[0])})
        else:
            raise ValueError(f"a dealer deals dh or db, not {does}")

    def _face_down(self) -> None:
        """Deal what has been dealt to the hands: in stud one card of each may lie open."""
        dealt, self._dealt = self._dealt, []
        if not dealt:
            return
        down = sum(len(held) // 2 for held in dealt)
        if not self._stud:
            self._steps.append({"deal": down})
        elif self._streets == 0:
            up = [card for held in dealt for card in cards(held[-2:])]
            self._steps += [{"deal": down - len(up)}, {"cards": up}]
        elif self._streets < SEVENTH:
            self._open(BURN, {"cards": [card for held in dealt for card in cards(held)]})
        else:
            self._open(BURN, {"deal": down})
        self._streets += 1

    def _open(self, *steps: Step) -> None:
        self._steps += steps
        self._bets = {}

    def _of_a_player(self, spot: int, does: str, rest: Sequence[str]) -> None:
        laid_cents, most = self._bets.get(spot, 0), max(self._bets.values(), default=0)
        if does == "sm":
            self._shows(spot, rest)
        elif does == "f":
            self._decide(spot, "fold")
        elif does == "cc":
            self._decide(spot, "call" if laid_cents < most else "check")
            self._bets[spot] = most
        elif does == "pb":
            self._decide(spot, "bring_in")
            self._bets[spot] = cents(self._hand["bring_in"])
        elif does == "cbr":
            to = cents(Decimal(rest[0]))
            self._decide(spot, "raise" if most else "bet", to)
            self._bets[spot] = to
            self._raised.append(to)
        else:
            raise ValueError(f"a player does f, cc, cbr, pb or sm, not {does}")

    def _decide(self, spot: int, do: str, to: int | None = None) -> None:
        amount = {} if to is None else {"cents": to}
        self._steps.append({"decide": {"spot": spot, "do": do, **amount}})

    def _shows(self, spot: int, rest: Sequence[str]) -> None:
        if not rest or rest == ["-"]:
            self._shown.append({"muck": {"spot": spot}})
            return
        held = cards(rest[0])
        if self._stud:
            held = [*held[:2], *held[6:]]
        self._shown.append({"show": {"spot": spot, "cards": held}})


SEVENTH: Final = 4
"""The rounds of stud before the seventh card."""


def check_kinds(hand: Mapping[str, Any]) -> None:
    """Raise NoHand for a field that is not of its kind."""
    for name in ("antes", "blinds_or_straddles", "starting_stacks", "actions"):
        kind: Any = str if name == "actions" else (int, Decimal)
        listed = hand.get(name, [])
        if not isinstance(listed, list) or not all(
            isinstance(listed_hand, kind) for listed_hand in listed
        ):
            raise NoHand(f"{name} is no list of {'actions' if kind is str else 'amounts'}")
    for name in ("bring_in", "small_bet", "big_bet"):
        if not isinstance(hand.get(name, 0), int | Decimal):
            raise NoHand(f"{name} is no amount")
    if not isinstance(hand["variant"], str):
        raise NoHand("variant is no name")


def cents(amount: int | Decimal) -> int:
    """Return an amount of the notation in cents. Raises NoHand unless it is whole cents."""
    found = Decimal(amount) * 100
    if found != int(found):
        raise NoHand(f"{amount} is no whole cents")
    return int(found)


def cards(text: str) -> list[str]:
    """Return cards written one after the other, `AsKs`. Raises ValueError if one is unknown."""
    found = [text[at : at + 2].upper() for at in range(0, len(text), 2)]
    if any("?" in card for card in found):
        raise ValueError("a card that must be known is not")
    return found


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
