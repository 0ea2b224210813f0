"""Keying the players' decisions: lay the chips, put the spot in focus, press the key."""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import ChoiceStatus, StakeStatus, Status
from sim.people.actor import REACTION_MS, Body
from sim.people.chips import Chips
from sim.people.keys import Keys
from sim.people.layout import Layout
from sim.people.status_queries import rivals, stage, standing

DECIDED_MS: Final = 1500
"""How long the table may take to show that something was decided."""


class Wanted(NamedTuple):
    """A decision to key; by default for any hand, and any permitted bettor at the spot."""

    spot: int
    do: Key
    hand: int | None = None
    bettor: str | None = None


class Decisions:
    """Keys decisions with the chips that they cost."""

    def __init__(self, body: Body, chips: Chips, keys: Keys, layout: Layout) -> None:
        self._body = body
        self._chips = chips
        self._keys = keys
        self._layout = layout

    def decide(self, wanted: Wanted, cents: Cents | None = None, low: Sequence[Card] = ()) -> None:
        """Key a decision with its chips; if it is refused, take them back.

        `cents` are laid for it; without, what it costs where only one amount does. Raises
        CannotBeDone where it may not be decided now.
        """
        if wanted.do not in DECISIONS:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        seen = self._body.look()
        choice = self._choice(seen, wanted)
        lay = {stack: self._chips.lies(stack) for stack in _stacks(choice)}
        for (place, bettor), amount in self._costs(seen, choice, cents).items():
            self._chips.lay(place, amount, bettor)
        self._wait_for_chips(choice)
        if not self.key(seen, choice, low, DECIDED_MS):
            for stack, amount in lay.items():
                self._chips.leave(stack, amount)

    def key(
        self,
        seen: Status,
        choice: ChoiceStatus,
        low: Sequence[Card] = (),
        most_ms: int = REACTION_MS,
    ) -> bool:
        """Turn to the spot, name the cards of a low hand and press; return whether it counts."""
        self._turn_to(seen, choice.spot)
        self._keys.set_low(low)
        before = self._body.look()
        self._body.hands.press(Key(choice.do))
        return self._body.until(lambda now: stage(now) != stage(before), most_ms)

    def _turn_to(self, seen: Status, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in seen.spots:
            at = self._body.look().focus
            if at == spot:
                return
            self._body.hands.press(Key.PLACE)
            self._body.until(partial(_is_elsewhere, at))

    def _choice(self, seen: Status, wanted: Wanted) -> ChoiceStatus:
        spot, do, hand, bettor = wanted
        alone = self._layout.game.ONE_BETTOR_A_SPOT is not None and bettor is None
        for choice in seen.choices:
            named = alone or choice.bettor == bettor
            if named and (choice.spot, choice.do) == (spot, do) and hand in (None, choice.hand):
                return choice
        if not seen.choices:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        if all(choice.spot != spot for choice in seen.choices):
            raise CannotBeDone(Text("why.not_its_turn", {"spot": seen.choices[0].spot}))
        not_his: Values = {"spot": spot, "do": Text(f"do.{do.value}")}
        raise CannotBeDone(Text("why.not_this_decision", not_his))

    # the chips for it

    def lay_least(self, seen: Status, choice: ChoiceStatus) -> None:
        """Lay the minimum cost of a choice, and nothing for the alternatives."""
        wanted = dict.fromkeys((s.on for c in rivals(seen, choice) for s in c.stakes), NOTHING)
        wanted |= {stake.on: self._least(stake) for stake in choice.stakes}
        stands = standing(seen)
        for on, cents in wanted.items():
            place = Place(choice.spot, on)
            lies = stands.get((place, choice.bettor)) or NOTHING
            self._chips.rack.leave(place, Cents(lies + cents), choice.bettor)
        self._body.until(lambda now: _laid(now, choice) == wanted)

    def _least(self, stake: StakeStatus) -> Cents:
        least, most = stake.least or NOTHING, stake.most or NOTHING
        return max(least, min(self._chips.rack.least, most))

    def _costs(self, seen: Status, choice: ChoiceStatus, cents: Cents | None) -> dict[Stack, Cents]:
        """Return the missing chips, and their places."""
        offered = self._offered(seen, choice)
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        whole = sum(stake.least or 0 for stake in choice.stakes)
        if cents is not None and not (fixed and cents == whole):
            wanted = dict.fromkeys(list(offered)[:1], int(cents))
        else:
            costs = (stake.least or NOTHING for stake in choice.stakes if fixed)
            wanted = {s: cost - offered[s] for s, cost in zip(offered, costs, strict=False)}
        return {stack: Cents(amount) for stack, amount in wanted.items() if amount > 0}

    def _offered(self, seen: Status, choice: ChoiceStatus) -> dict[Stack, int]:
        """Return the chips laid for a decision beyond the stake, in the order of its costs."""
        lying, stands = self._chips.rack.lying(), standing(seen)
        return {
            stack: lying.get(stack, NOTHING) - (stands.get(stack) or NOTHING)
            for stack in _stacks(choice)
        }

    def _wait_for_chips(self, choice: ChoiceStatus) -> None:
        """Wait until the table has read a decision's chips, if it reads any."""
        if choice.stakes and self._layout.amounts.by_reader:
            self._body.until(lambda now: self._is_read(now, choice))

    def _is_read(self, seen: Status, choice: ChoiceStatus) -> bool:
        return self._offered(seen, choice) == {
            (Place(other.spot, stake.on), other.bettor): stake.laid
            for other in seen.choices
            if (other.spot, other.do, other.bettor) == (choice.spot, choice.do, choice.bettor)
            for stake in other.stakes
        }


def _stacks(choice: ChoiceStatus) -> list[Stack]:
    return [(Place(choice.spot, stake.on), choice.bettor) for stake in choice.stakes]


def _laid(seen: Status, choice: ChoiceStatus) -> dict[str, Cents]:
    """Return the chips laid for any choice of the same bettor."""
    return {s.on: s.laid or NOTHING for c in rivals(seen, choice) for s in c.stakes}


def _is_elsewhere(at: int | None, seen: Status) -> bool:
    return seen.focus != at
