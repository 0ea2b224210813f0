"""What players decide at a simulated table, and how the dealer says it to the table."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import ChoiceStatus, StakeStatus, Status
from sim.people.deal import Deal
from sim.people.glance import rivals, stage, standing
from sim.people.person import Person
from sim.people.players import low_hand
from sim.people.rack import Rack

OUT_OF_TURN: Final = 0.05
"""How often somebody decides before him whose turn it is, where he may."""


class Decider:
    """Knows what each spot was dealt, as who sits there does: he has looked at it."""

    def __init__(self, person: Person, rack: Rack, chance: Random, deal: Deal) -> None:
        self._deal = deal
        self._person = person
        self._rack = rack
        self._chance = chance

    def choose(self, seen: Status) -> ChoiceStatus | None:
        """Return what is decided: as a rule by him whose turn it is, if he knows his cards."""
        able = [c for c in seen.choices if not c.picks or len(self._held(seen, c.spot)) > 1]
        if not able:
            return None
        in_turn = [c for c in able if c.spot == able[0].spot]
        one_kind = len({c.do for c in able}) == 1
        out_of_turn = one_kind or self._chance.random() < OUT_OF_TURN
        return self._chance.choice(able if out_of_turn else in_turn)

    def _held(self, seen: Status, spot: int) -> Sequence[Card]:
        shown = seen.cards.get(str(spot) if spot else "dealer", ())
        return self._deal.hands.get(spot) or [parse_card(name) for name in shown]

    def lay_for(self, seen: Status, choice: ChoiceStatus) -> None:
        """Lay the least that the choice costs, and nothing for what might have been chosen."""
        wanted = dict.fromkeys((s.on for c in rivals(seen, choice) for s in c.stakes), NOTHING)
        wanted |= {stake.on: self._price(stake) for stake in choice.stakes}
        stands = standing(seen)
        for on, cents in wanted.items():
            place = Place(choice.spot, on)
            lies = stands.get((place, choice.bettor)) or NOTHING
            self._rack.leave(place, Cents(lies + cents), choice.bettor)
        self._person.until(lambda now: _laid(now, choice) == wanted)

    def _price(self, stake: StakeStatus) -> Cents:
        least, most = stake.least or NOTHING, stake.most or NOTHING
        return max(least, min(self._rack.least, most))

    def key(self, seen: Status, choice: ChoiceStatus) -> None:
        """Turn to the spot, name its cards where it sets a hand, and press the key."""
        hands = self._person.hands
        self.turn_to(seen, choice.spot)
        for card in low_hand(self._held(seen, choice.spot)) if choice.picks else ():
            hands.turn_to(card)
            hands.press(Key.PICK)
        hands.press(Key(choice.do))
        self._person.until(lambda now: stage(now) != stage(seen))

    def turn_to(self, seen: Status, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in seen.spots:
            at = self._person.look().focus
            if at == spot:
                return
            self._person.hands.press(Key.PLACE)
            self._person.until(partial(_is_elsewhere, at))


def _laid(seen: Status, choice: ChoiceStatus) -> dict[str, Cents]:
    """Return what is laid for anything that the bettor of a choice may decide."""
    return {s.on: s.laid or NOTHING for c in rivals(seen, choice) for s in c.stakes}


def _is_elsewhere(at: int | None, seen: Status) -> bool:
    return seen.focus != at
