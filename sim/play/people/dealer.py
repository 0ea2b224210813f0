"""The dealer of a script: cards, keys, shuffles, payments."""

from collections.abc import Sequence

from firmware.core.table.commissions import current_debtor
from firmware.core.table.payments import may_skip_movement, next_taking
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import (
    BetSettled,
    FaultShown,
    RoundOpened,
    RoundVoided,
    Ruling,
)
from firmware.shell.script import CommissionStep
from sim.play.people.scene import ScriptScene


class ScriptDealer:
    """Draws and keys by the script; between its steps he clears up."""

    def __init__(self, scene: ScriptScene) -> None:
        self._scene = scene
        self._hands = scene.hands

    def press_key(self, key: Key) -> None:
        """Press a key of his own. One CONFIRM pays, and opens the next round."""
        self._hands.press_key(key)
        settled = key is Key.CONFIRM and self._scene.state.round.bets.settled
        if settled and not self._scene.refused:
            self.clear_felt(self._scene.rulings)
            self._hands.press_key(Key.CONFIRM)
        self.shuffle_if_due()

    def draw_cards(self, cards: tuple[Card, ...]) -> None:
        scene = self._scene
        for card in cards:
            self._settle_hand()
            stopped = scene.state.device.trouble.needs_void
            self._hands.draw_card(card)
            if stopped and not scene.refused:
                scene.refuse_stopped()
            if scene.refused or any(isinstance(ruling, FaultShown) for ruling in scene.rulings):
                self._after_misdeal()
                return

    def draw_cut_card(self, _cut_step: object) -> None:
        self._hands.cut_card()

    def shuffle(self, _shuffle: object = None) -> None:
        self._hands.load_shoe()
        self._hands.press_key(Key.CARDS_SHUFFLED)

    def collect_commission(self, step: CommissionStep) -> None:
        """Choose the player who pays his commissions, and key that he has."""
        scene, debtor = self._scene, (step.spot, step.bettor)
        if debtor not in scene.state.commission_marks:
            scene.refuse("why.no_commission")
            return
        while current_debtor(scene.state) != debtor and not scene.refused:
            self._hands.press_key(Key.COLLECT_COMMISSION)
        if not scene.refused:
            self._hands.press_key(Key.CONFIRM)

    def shuffle_if_due(self) -> None:
        """Shuffle one pack as article 8 has it; a shoe that is cut waits for the script's step."""
        state = self._scene.state
        if state.running_phase is Phase.SHOE_CHANGE and not state.shoe.cut_card_out:
            self.shuffle()

    def ready_shoe(self) -> None:
        if self._scene.table.sim_table.shoe.in_error:
            self._hands.clear_shoe()
        else:
            self._hands.stand_by()

    def clear_felt(self, rulings: Sequence[Ruling]) -> None:
        """Remove the chips of the bets that these settle or void, and make the shoe ready."""
        if any(isinstance(ruling, RoundVoided) for ruling in rulings):
            self._hands.clear_stacks()
        else:
            settled = {ruling.bet.stack for ruling in rulings if isinstance(ruling, BetSettled)}
            if settled:
                self._hands.clear_stacks(settled)
        if any(isinstance(ruling, RoundOpened) for ruling in rulings):
            self._hands.stand_by()

    def move_carried_bets(self) -> None:
        """If bets open again by themselves: move the bets carried over, once all is paid."""
        state = self._scene.state
        if not (state.game.REOPENS_SILENTLY and state.in_round and state.round.bets.settled):
            return
        for (place, bettor), (target_place, _) in state.round.bets.stack_moves.items():
            tags = self._hands.sweep_chips(place, bettor)
            self._hands.return_chips(target_place, tags)
        if not state.round.bets.late_stacks:
            self._hands.press_key(Key.CONFIRM)

    def _settle_hand(self) -> None:
        """Take and pay a hand of the dealer's before the next card (26.7)."""
        state = self._scene.state
        # Each line is taken once and paid once at most.
        for _ in range(2 * len(state.round.bets.lines)):
            lost_bet, prompted_act = next_taking(state), self._scene.table.panel.ask.do
            if not state.game.due or prompted_act not in (Act.TAKE_CHIPS, Act.PAY_BET):
                return
            if may_skip_movement(state) or lost_bet is None:
                self._hands.press_key(Key.NEXT_PAYMENT)
            else:
                # in one move: chips of a hand that is still in play are not lifted
                self._hands.change_chips(*lost_bet.stack, lost_bet.remaining_cents)

    def _after_misdeal(self) -> None:
        """Clear the shoe after a card outside a game; not while the round must be voided."""
        if not self._scene.state.device.trouble.needs_void:
            self.ready_shoe()
