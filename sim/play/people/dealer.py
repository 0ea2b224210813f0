"""What the dealer of a script does: cards, keys, shuffles, chips taken and paid."""

from firmware.core.table.payments import may_pass, taking
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.rulings import BetSettled, FaultShown, RoundOpened, RoundVoided
from sim.play.people.scene import Scene


class Dealer:
    """Draws and keys by the script; between its steps he clears up."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._hands = scene.hands

    def press(self, key: Key) -> None:
        """Press a key of his own. One CONFIRM pays, and opens the next round."""
        self._hands.press(key)
        settled = key is Key.CONFIRM and self._scene.state.round.bets.settled
        if settled and not self._scene.refused:
            self.clear_up()
            self._hands.press(Key.CONFIRM)
        self.shuffle_if_due()

    def draw(self, cards: tuple[Card, ...]) -> None:
        scene = self._scene
        for card in cards:
            self._settle_hand()
            stopped = scene.state.device.trouble.needs_void
            self._hands.draw(card)
            if stopped and not scene.refused:
                scene.refuse_stopped()
            if scene.refused or any(isinstance(ruling, FaultShown) for ruling in scene.heard):
                self._after_misdeal()
                return

    def cut(self, _cut: object) -> None:
        self._hands.cut_card()

    def shuffle(self, _shuffle: object = None) -> None:
        self._hands.load_shoe()
        self._hands.press(Key.SHUFFLED)

    def shuffle_if_due(self) -> None:
        """Shuffle one pack as article 8 has it; a shoe that is cut waits for the script's step."""
        state = self._scene.state
        if state.going is Phase.SHOE_CHANGE and not state.shoe.cut:
            self.shuffle()

    def ready_shoe(self) -> None:
        if self._scene.table.sim.shoe.in_error:
            self._hands.clear_shoe()
        else:
            self._hands.stand_by()

    def clear_up(self) -> None:
        """Pay and take what was settled, give back what was voided, ready the shoe."""
        heard = tuple(self._scene.heard)
        if any(isinstance(ruling, RoundVoided) for ruling in heard):
            self._hands.clear()
        else:
            settled = {ruling.bet.stack for ruling in heard if isinstance(ruling, BetSettled)}
            if settled:
                self._hands.clear(settled)
        if any(isinstance(ruling, RoundOpened) for ruling in heard):
            self._hands.stand_by()

    def go_on(self) -> None:
        """If bets open again by themselves: move the bets carried over, once all is paid."""
        state = self._scene.state
        if not (state.game.REOPENS and state.in_round and state.round.bets.settled):
            return
        for (place, bettor), (to, _) in state.round.bets.moves.items():
            tags = self._hands.sweep(place, bettor)
            self._hands.put_back(to, tags)
        if not state.round.bets.late:
            self._hands.press(Key.CONFIRM)

    def _settle_hand(self) -> None:
        """Take and pay a hand of the dealer's before the next card (26.7)."""
        state = self._scene.state
        for _ in range(2 * len(state.round.bets.lines)):
            lost, ask = taking(state), self._scene.table.panel.ask.do
            if not state.game.due or ask not in (Act.TAKE, Act.PAY):
                return
            if may_pass(state) or lost is None:
                self._hands.press(Key.NEXT)
            else:
                self._hands.sweep(*lost.stack)
                if lost.stays:
                    self._hands.put(lost.stack[0], lost.stays, lost.stack[1])

    def _after_misdeal(self) -> None:
        """The shoe forgets a card that was none of a game; an alarm leaves it as it is."""
        if not self._scene.state.device.trouble.needs_void:
            self.ready_shoe()
