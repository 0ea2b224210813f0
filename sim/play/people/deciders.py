"""What the players of a script decide, with the chips that a decision costs."""

from collections import Counter
from typing import Final

from firmware.core.display.deciding import NUMBERS
from firmware.core.game.course import DEALER, Choice
from firmware.core.table.decisions import focus, open_choices
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISIONS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.script import At, DecideStep
from sim.play.people.players import MOST_CENTS
from sim.play.people.scene import Scene

KEYS: Final = {"bank": Key.BANK, "number": Key.NUMBER, "shooter": Key.SHOOTER}
"""Steps that are a decision's key, if the game has it."""


class Deciders:
    """Players who say what they do, and the dealer who keys it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._hands = scene.hands
        self._laid: list[tuple[Place, bytes]] = []
        """The chips that the last decision cost."""

    def decide(self, step: DecideStep) -> None:
        """Lay the chips that the decision costs, key it, and take them back if it is refused."""
        scene, found = self._scene, self._choice(step)
        if found is None:
            self._refuse(step)
        elif step.low and Counter(step.low) - Counter(scene.state.game.pack):
            scene.refuse("why.not_held", spot=step.spot)
        elif step.low is not None and not found.picks:
            scene.refuse("why.not_this_decision", spot=step.spot, do=Text(f"do.{found.do.value}"))
        else:
            self._laid = self._lay(found, step.cents)
            self._name(step.low or ())
            self._focus(found.spot)
            self._hands.press(found.do)
            if scene.refused:
                scene.quietly(self.take_back)

    def take_back(self) -> None:
        """Take the chips back that were laid for a decision that does not stand."""
        for place, tag in self._laid:
            self._hands.take_chip(place, tag)
        self.forget()

    def forget(self) -> None:
        """Leave the chips of the last decision: it can no longer be undone."""
        self._laid = []

    def bank(self, at: At) -> None:
        self._say(at.spot, Key.BANK)

    def name_shooter(self, at: At) -> None:
        """Key who has the dice."""
        if at.spot in self._scene.state.felt.spots:
            self._say(at.spot, Key.SHOOTER)
        else:
            self._scene.refuse("why.no_such_spot", spot=at.spot)

    def number(self, number: str) -> None:
        """Key a number that was drawn; for one that can't be, the table waits for another."""
        if number in map(str, range(1, NUMBERS + 1)):
            self._say(DEALER if int(number) == NUMBERS else int(number), Key.NUMBER)
        else:
            self._scene.alarm(Text("fault.impossible_result", {"result": number}))

    def _say(self, spot: int, key: Key) -> None:
        """Key a decision that costs nothing."""
        self.decide(DecideStep(spot, key.value))

    def _choice(self, step: DecideStep) -> Choice | None:
        return next((c for c in open_choices(self._scene.state) if self._means(step, c)), None)

    def _means(self, step: DecideStep, choice: Choice) -> bool:
        """Say whether a step is this choice; if one only may bet at a spot he needs no name."""
        alone = self._scene.state.game.ONE_BETTOR_A_SPOT is not None and step.bettor is None
        named = alone or step.bettor == choice.bettor
        whose = named and step.spot == choice.spot and step.hand in (None, choice.hand)
        return whose and step.do == choice.do

    def _refuse(self, step: DecideStep) -> None:
        """Say why nobody could key that: it is another's turn, or not among what he may do."""
        scene, others = self._scene, open_choices(self._scene.state)
        due = [choice for choice in others if choice.spot == step.spot]
        if scene.state.stopped:
            scene.refuse_stopped()
        elif not others or step.do not in DECISIONS:
            scene.refuse("why.nothing_to_decide")
        elif not due:
            scene.refuse("why.not_its_turn", spot=others[0].spot)
        elif due[0].hand is not None and step.hand not in (None, due[0].hand):
            scene.refuse("why.other_hand", hand=due[0].hand)
        else:
            scene.refuse("why.not_this_decision", spot=step.spot, do=Text(f"do.{step.do}"))

    def _lay(self, choice: Choice, cents: int | None) -> list[tuple[Place, bytes]]:
        """Lay what the script says, or what the choice costs if only one amount does."""
        laid = []
        fixed = all(stake.least == stake.most for stake in choice.stakes)
        shared = cents == sum(stake.least for stake in choice.stakes)
        for stake in choice.stakes:
            alone = stake is choice.stakes[0]
            amount = stake.least if fixed and (cents is None or shared) else (cents or 0) * alone
            if 0 < amount <= MOST_CENTS:
                place = Place(choice.spot, stake.on)
                laid.append((place, self._hands.put(place, Cents(amount), choice.bettor)))
        return laid

    def _name(self, cards: tuple[Card, ...]) -> None:
        """Name these cards and no others: one that is named too often is taken out again."""
        low, pack = self._scene.state.gesture.low, self._scene.state.game.pack
        named = (card for card in set(low) for _ in range(1 + pack.count(card) - low.count(card)))
        for card in (*named, *cards):
            self._hands.turn_to(card)
            self._hands.press(Key.PICK)

    def _focus(self, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in open_choices(self._scene.state):
            if focus(self._scene.state) == spot:
                return
            self._hands.press(Key.PLACE)
