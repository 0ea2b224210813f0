"""The decisions of a script's players, with the chips that each costs."""

from collections import Counter
from typing import Final

from firmware.core.display.decision_lines import POSITION_NUMBERS
from firmware.core.game.course import DEALER, Choice
from firmware.core.table.decisions import focused_spot, open_choices
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import DECISION_KEYS, DECISION_WORDS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.shell.script import BetPosition, DecideStep
from sim.play.people.players import MOST_CENTS
from sim.play.people.scene import ScriptScene

DECISION_STEPS: Final = {
    "bank": Key.TAKE_BANK,
    "number": Key.REQUEST_NUMBER,
    "shooter": Key.CHOOSE_SHOOTER,
}
"""Steps that are a decision's key, if the game has it."""


class ScriptDeciders:
    """Players' decisions, keyed by the dealer."""

    def __init__(self, scene: ScriptScene) -> None:
        self._scene = scene
        self._hands = scene.hands
        self._amounts_before: list[dict[Stack, int]] = []
        """What lay at the places of each decision that may be undone, before its chips."""

    def decide(self, step: DecideStep) -> None:
        """Put down the decision's chips, key it, and take them back if it is refused."""
        scene, choice = self._scene, self._find_choice(step)
        if choice is None:
            self._refuse_decision(step)
        elif step.low and Counter(step.low) - Counter(scene.state.game.pack):
            scene.refuse("why.not_held", spot=step.spot)
        elif step.low is not None and not choice.names_cards:
            scene.refuse(
                "why.not_this_decision", spot=step.spot, do=Text(DECISION_WORDS[choice.do])
            )
        else:
            self._amounts_before.append(self._lay_chips(choice, step.cents))
            self._focus_spot(choice.spot)
            self._name_cards(step.low or ())
            self._hands.press_key(choice.do)
            if scene.refused:
                scene.without_lines(self.take_back_chips)

    def take_back_chips(self) -> None:
        """Take the chips back that were laid for the last decision, which does not stand."""
        if self._amounts_before:
            for (place, bettor), cents in self._amounts_before.pop().items():
                self._hands.change_chips(place, bettor, Cents(cents))

    def forget_chips(self) -> None:
        """Leave the chips of all decisions: they can no longer be undone."""
        self._amounts_before = []

    def name_bank(self, place_step: BetPosition) -> None:
        self._key_free_decision(place_step.spot, Key.TAKE_BANK)

    def name_shooter(self, place_step: BetPosition) -> None:
        """Key who has the dice."""
        if place_step.spot in self._scene.state.felt.spots:
            self._key_free_decision(place_step.spot, Key.CHOOSE_SHOOTER)
        else:
            self._scene.refuse("why.no_such_spot", spot=place_step.spot)

    def key_number(self, number: str) -> None:
        """Key a number that was drawn; for one that can't be, the table waits for another."""
        if number in map(str, range(1, POSITION_NUMBERS + 1)):
            self._key_free_decision(
                DEALER if int(number) == POSITION_NUMBERS else int(number), Key.REQUEST_NUMBER
            )
        else:
            self._scene.alarm(Text("fault.impossible_result", {"result": number}))

    def _key_free_decision(self, spot: int, key: Key) -> None:
        """Key a decision that costs nothing."""
        self.decide(DecideStep(spot, key.value))

    def _find_choice(self, step: DecideStep) -> Choice | None:
        return next(
            (choice for choice in open_choices(self._scene.state) if self._is_choice(step, choice)),
            None,
        )

    def _is_choice(self, step: DecideStep, choice: Choice) -> bool:
        """Say whether a step is this choice; if one only may bet at a spot he needs no name."""
        single_bettor = (
            self._scene.state.game.SOLE_BETTOR_ARTICLE is not None and step.bettor is None
        )
        names_bettor = single_bettor or step.bettor == choice.bettor
        is_players = names_bettor and step.spot == choice.spot and step.hand in (None, choice.hand)
        return is_players and step.do == choice.do

    def _refuse_decision(self, step: DecideStep) -> None:
        """Refuse with the reason: another player's turn, or a decision that is not open to him."""
        scene, choices = self._scene, open_choices(self._scene.state)
        spot_choices = [choice for choice in choices if choice.spot == step.spot]
        if scene.state.stopped:
            scene.refuse_stopped()
        elif not choices or step.do not in DECISION_KEYS:
            scene.refuse("why.nothing_to_decide")
        elif not spot_choices:
            scene.refuse("why.not_its_turn", spot=choices[0].spot)
        elif spot_choices[0].hand is not None and step.hand not in (None, spot_choices[0].hand):
            scene.refuse("why.other_hand", hand=spot_choices[0].hand)
        else:
            scene.refuse(
                "why.not_this_decision", spot=step.spot, do=Text(DECISION_WORDS[Key(step.do)])
            )

    def _lay_chips(self, choice: Choice, cents: int | None) -> dict[Stack, int]:
        """Put down the script's amount; by default the choice's cost, if it is fixed.
        Return what lay there before.
        """
        amounts_before = {}
        is_fixed = all(stake.least == stake.most for stake in choice.stakes)
        is_whole_cost = cents == sum(stake.least for stake in choice.stakes)
        for stake in choice.stakes:
            # A step has one amount, which cannot be split: it is laid on the first stake.
            is_first = stake is choice.stakes[0]
            amount = (
                stake.least
                if is_fixed and (cents is None or is_whole_cost)
                else (cents or 0) * is_first
            )
            if 0 < amount <= MOST_CENTS:
                place = Place(choice.spot, stake.on)
                amounts_before[place, choice.bettor] = self._hands.amount_at(place, choice.bettor)
                self._hands.lay_chip(place, Cents(amount), choice.bettor)
        return amounts_before

    def _name_cards(self, cards: tuple[Card, ...]) -> None:
        """Name these cards and no others: one that is named too often is taken out again."""
        named_cards, pack = self._scene.state.key_entry.low, self._scene.state.game.pack
        # PICK names a card once more, up to its copies in the pack; the next press unnames them
        # all.
        to_unname = (
            card
            for card in set(named_cards)
            for _ in range(1 + pack.count(card) - named_cards.count(card))
        )
        for card in (*to_unname, *cards):
            self._hands.select_card(card)
            self._hands.press_key(Key.PICK_CARD)

    def _focus_spot(self, spot: int) -> None:
        """Turn to a spot that may decide something."""
        for _ in open_choices(self._scene.state):
            if focused_spot(self._scene.state) == spot:
                return
            self._hands.press_key(Key.NEXT_PLACE)
