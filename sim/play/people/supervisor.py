"""The supervisor of a script: late bets, cards entered by keys, voids and jackpots."""

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from firmware.core.table.legality import legal_bets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CorrectionMade
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import LateBet, RoundCorrected
from firmware.shell.script import CorrectionStep, EnterStep, ResolveStep
from sim.play.people.scene import ScriptScene

CORRECTING_PERSONS: Final = ("A", "B")
"""The two people who correct a closed round."""


class ScriptSupervisor:
    """Acts under his key."""

    def __init__(self, scene: ScriptScene) -> None:
        self._scene = scene
        self._hands = scene.hands
        self._restored_stacks: set[Stack] = set()
        """Late bets that were put right, while another waits to be."""

    def resolve_late_bet(self, step: ResolveStep) -> None:
        scene, place = self._scene, self._scene.place(step)
        if place is None:
            return
        stack = (place, step.bettor)
        if scene.state.stopped:
            scene.refuse_stopped()
        elif stack not in scene.state.round.bets.late_stacks or stack in self._restored_stacks:
            scene.refuse("why.nothing_to_resolve")
        else:
            scene.supervised(lambda: self._restore_stack(stack))

    def unmark_moved(self) -> None:
        """A stack that was moved again is late again."""
        late_bets = (ruling for ruling in self._scene.rulings if isinstance(ruling, LateBet))
        self._restored_stacks -= {(ruling.place, ruling.bettor) for ruling in late_bets}

    def void_round(self) -> None:
        """Void the round, and clear the alarm of a card out of order."""
        self._scene.supervised(self._void_round)
        if not self._scene.refused:
            self._restored_stacks.clear()

    def enter_card(self, enter_step: EnterStep) -> None:
        """Name a card that the shoe can't read."""
        scene, card = self._scene, enter_step.card
        if not self._card_is_due():
            # The table refuses the key, with the reason.
            scene.supervised(lambda: self._hands.press_key(Key.ENTER_CARD))
        elif not (scene.state.shoe.can_hold(card) or card in scene.state.shoe.stray_cards):
            scene.refuse("why.impossible_card", card=card.name)
        else:
            self._hands.draw_card(card, readable=False)
            scene.supervised(lambda: self._enter_by_keys(card))
            self._hands.clear_shoe()

    def correct_round(self, step: CorrectionStep) -> None:
        """Correct a closed round with another person."""
        correction = correction_of(step)
        place = correction.place
        self._scene.table.report_event(correction)
        # printed as the script has it, in its own spelling of the place
        self._scene.rulings[:] = [
            replace(ruling, place=place) if isinstance(ruling, RoundCorrected) else ruling
            for ruling in self._scene.rulings
        ]

    def restore_felt(self, late_before: Collection[Stack]) -> None:
        """Put early payments and takings back as they lay at the close; the stacks that
        were late before are the script's affair.
        """
        for stack in self._scene.state.round.bets.late_stacks.keys() - late_before:
            self._restore_stack(stack)

    def confirm_jackpot(self) -> None:
        """After a jackpot win: clear the alarm that asks for a check of the hand, then confirm."""
        if self._scene.state.device.trouble.find_fault("table", "lot_won") is not None:
            self._scene.supervised(lambda: self._hands.press_key(Key.CLEAR_FAULTS))
            self._hands.press_key(Key.CONFIRM)

    def _restore_stack(self, stack: Stack) -> None:
        """Restore the locked amount. RESOLVE is pressed once all late stacks are restored."""
        bets, felt = self._scene.state.round.bets, self._scene.state.felt
        owed_cents = bets.late_stacks[stack]
        self._hands.sweep_chips(*stack)
        if owed_cents:
            self._hands.lay_chip(stack[0], owed_cents, stack[1])
        self._restored_stacks.add(stack)
        if self._restored_stacks.issuperset(bets.restored_stacks(felt)):
            self._restored_stacks.clear()
            self._hands.press_key(Key.RESOLVE_LATE)

    def _void_round(self) -> None:
        self._hands.press_key(Key.VOID_ROUND)
        if not self._scene.refused and self._scene.state.device.trouble.clearable:
            self._scene.without_lines(lambda: self._hands.press_key(Key.CLEAR_FAULTS))
            self._hands.press_key(Key.CONFIRM)

    def _enter_by_keys(self, card: Card) -> None:
        self._hands.press_key(Key.ENTER_CARD)
        self._hands.choose_card(card)
        self._hands.press_key(Key.ENTER_CARD)

    def _card_is_due(self) -> bool:
        state = self._scene.state
        is_opening = state.running_phase is Phase.OPEN and bool(legal_bets(state))
        return is_opening or (state.in_round and state.game.due is not None)


def correction_of(step: CorrectionStep) -> CorrectionMade:
    """Return the correction of a script's closed round by two persons."""
    place = Place(step.spot, step.on)
    return CorrectionMade(step.round, place, step.cents, step.why, CORRECTING_PERSONS, step.bettor)
