"""What a page does with the dealer's keys."""

from collections.abc import Iterable, Sequence
from typing import Final

from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import ChoiceStatus, Status
from firmware.shell.sockets.line_socket import ControlError
from firmware.web.bench.bench import Floor
from firmware.web.hands.chips_by_hand import ChipsByHand
from firmware.web.messages.card_names import card_of
from sim.people.croupier import SimCroupier
from sim.people.glance import stage, standing
from sim.people.person import Person

NOTICED_MS: Final = 400
"""How long the table may take to show that a key was pressed."""
DECIDED_MS: Final = 1500


class KeysByHand:
    """Presses keys, and whole decisions."""

    def __init__(self, floor: Floor, croupier: SimCroupier, chips: ChipsByHand) -> None:
        self._floor = floor
        self._hands = floor.hands
        self._croupier = croupier
        self._chips = chips
        keys = floor.sim.wiring.keys
        self._wired = {*keys.keys.values(), *keys.long.values()}

    @property
    def _person(self) -> Person:
        return self._croupier.person

    def press(self, key: Key) -> None:
        """Press a key, or hold the one that means it when it is held. Raises CannotBeDone."""
        if key not in self._wired:
            raise CannotBeDone(Text("web.act.no_key", {"key": key.value}))
        before = self._glance()
        self._hands.press(key)
        if before is not None:
            self._wait_for_change(before, NOTICED_MS)

    def turn(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        self._hands.turn_key_switch(on=on)

    def amounts(self) -> None:
        """Key what lies at the place that the table asks for. Raises CannotBeDone, ControlError."""
        seen = self._floor.look()
        if seen.keying is None:
            raise CannotBeDone(Text("web.act.nothing_to_key"))
        self._croupier.key_amount(seen)

    # cards by their names

    def name(self, names: Sequence[str]) -> None:
        """Name cards for a low hand, or the one entered. Raises CannotBeDone, ControlError."""
        seen, cards = self._floor.look(), [card_of(name, self._floor.game) for name in names]
        if seen.ask.do is Act.CHOOSE_CARD and len(cards) == 1:
            self._hands.choose(cards[0])
        elif any(c.picks for c in seen.choices if c.spot == seen.focus):
            self.pick(cards)
        elif seen.ask.do is Act.ENTER_CARD:
            raise CannotBeDone(Text("web.act.card_is_chosen"))
        else:
            raise CannotBeDone(Text("web.act.nothing_to_name"))

    def pick(self, cards: Iterable[Card]) -> None:
        """Name the cards of a hand that is set."""
        for card in cards:
            self._hands.turn_to(card)
            self._hands.press(Key.PICK)

    # decisions

    def decide(
        self,
        spot: int,
        do: Key,
        hand: int | None = None,
        bettor: str | None = None,
        cents: int | None = None,
        low: Sequence[Card] = (),
    ) -> None:
        """Key a decision with the chips for it; where the table refuses it they are taken back.

        `cents` are laid for it; without, what it costs where only one amount does. Raises
        CannotBeDone where it may not be decided now, ControlError.
        """
        if do not in DECISIONS:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        seen = self._floor.look()
        choice = self._choice(seen, spot, do, hand, bettor)
        lay = {stack: self._chips.lies(stack) for stack in _stacks(choice)}
        for stack, amount in self._costs(seen, choice, cents).items():
            self._chips.put(*stack[0], amount, stack[1])
        self._wait_for_chips(choice)
        self._turn_to(seen, spot)
        self.pick(low)
        before = self._floor.look()
        self._hands.press(do)
        if not self._person.until(lambda now: stage(now) != stage(before), DECIDED_MS):
            for stack, amount in lay.items():
                self._chips.leave(stack, amount)

    def _choice(
        self, seen: Status, spot: int, do: Key, hand: int | None, bettor: str | None
    ) -> ChoiceStatus:
        alone = self._floor.game.ONE_BETTOR_A_SPOT is not None and bettor is None
        for choice in seen.choices:
            named = alone or choice.bettor == bettor
            if named and (choice.spot, choice.do) == (spot, do) and hand in (None, choice.hand):
                return choice
        if not seen.choices:
            raise CannotBeDone(Text("why.nothing_to_decide"))
        if all(choice.spot != spot for choice in seen.choices):
            raise CannotBeDone(Text("why.not_its_turn", {"spot": seen.choices[0].spot}))
        raise CannotBeDone(
            Text("why.not_this_decision", {"spot": spot, "do": Text(f"do.{do.value}")})
        )

    def _costs(self, seen: Status, choice: ChoiceStatus, cents: int | None) -> dict[Stack, Cents]:
        """Return what must still be laid, and where."""
        offered = self._offered(seen, choice)
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        whole = sum(stake.least or 0 for stake in choice.stakes)
        if cents is not None and not (fixed and cents == whole):
            wanted = dict.fromkeys(list(offered)[:1], cents)
        else:
            costs = (stake.least or NOTHING for stake in choice.stakes if fixed)
            wanted = {s: cost - offered[s] for s, cost in zip(offered, costs, strict=False)}
        return {stack: Cents(amount) for stack, amount in wanted.items() if amount > 0}

    def _offered(self, seen: Status, choice: ChoiceStatus) -> dict[Stack, int]:
        """Return what lies for a decision above what stands there, in the order of its stakes."""
        lying, stands = self._floor.rack.lying(), standing(seen)
        return {
            stack: lying.get(stack, NOTHING) - (stands.get(stack) or NOTHING)
            for stack in _stacks(choice)
        }

    def _wait_for_chips(self, choice: ChoiceStatus) -> None:
        """Wait until the table has read what lies for a decision, where it reads anything."""
        if choice.stakes and self._floor.config.table.amounts.by_reader:
            self._person.until(lambda now: self._is_read(now, choice))

    def _is_read(self, seen: Status, choice: ChoiceStatus) -> bool:
        return self._offered(seen, choice) == {
            (Place(other.spot, stake.on), other.bettor): stake.laid
            for other in seen.choices
            if (other.spot, other.do, other.bettor) == (choice.spot, choice.do, choice.bettor)
            for stake in other.stakes
        }

    def _turn_to(self, seen: Status, spot: int) -> None:
        if seen.focus != spot and self._croupier.decider is not None:
            self._croupier.decider.turn_to(seen, spot)

    def _glance(self) -> Status | None:
        try:
            return self._floor.look()
        except ControlError:
            return None

    def _wait_for_change(self, before: Status, most_ms: int) -> None:
        try:
            self._person.until(lambda now: _shown(now) != _shown(before), most_ms)
        except ControlError:
            return


def _stacks(choice: ChoiceStatus) -> list[Stack]:
    return [(Place(choice.spot, stake.on), choice.bettor) for stake in choice.stakes]


def _shown(seen: Status) -> tuple[object, ...]:
    """Return what of a table changes when a key is obeyed, or refused."""
    return tuple(seen.dealer), tuple(seen.keys), stage(seen)
