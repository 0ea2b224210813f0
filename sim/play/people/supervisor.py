"""What the supervisor of a script does: late bets, cards by hand, voids and lots."""

from firmware.core.table.legality import legal_bets
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import LateBet
from firmware.shell.script import EnterStep, ResolveStep
from sim.play.people.scene import Scene


class Supervisor:
    """Acts under his key."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._hands = scene.hands
        self._right: set[Stack] = set()
        """Late bets that were put right, while another waits to be."""

    def resolve(self, step: ResolveStep) -> None:
        scene, place = self._scene, self._scene.place(step)
        if place is None:
            return
        stack = (place, step.bettor)
        if scene.state.stopped:
            scene.refuse_stopped()
        elif stack not in scene.state.round.bets.late or stack in self._right:
            scene.refuse("why.nothing_to_resolve")
        else:
            scene.supervised(lambda: self._put_right(stack))

    def look_at_moved(self) -> None:
        """A stack that was moved again is late again."""
        late = (ruling for ruling in self._scene.heard if isinstance(ruling, LateBet))
        self._right -= {(ruling.place, ruling.bettor) for ruling in late}

    def void(self) -> None:
        """Void the round, and clear what a card out of order has left behind."""
        self._scene.supervised(self._void)
        if not self._scene.refused:
            self._right.clear()

    def enter(self, entry: EnterStep) -> None:
        """Name a card that the shoe can't read."""
        scene, card = self._scene, entry.card
        if not self._card_is_due():
            scene.supervised(lambda: self._hands.press(Key.ENTER))
        elif not (scene.state.shoe.holds(card) or card in scene.state.shoe.stray):
            scene.refuse("why.impossible_card", card=card.name)
        else:
            self._hands.draw(card, readable=False)
            scene.supervised(lambda: self._type_in(card))
            self._hands.clear_shoe()

    def confirm_lot(self) -> None:
        """A lot is won: look at the hand, and let the dealer go on."""
        if self._scene.state.device.trouble.find("table", "lot_won") is not None:
            self._scene.supervised(lambda: self._hands.press(Key.CLEAR))
            self._hands.press(Key.CONFIRM)

    def _put_right(self, stack: Stack) -> None:
        """Lay what the snapshot says. One press resolves all that is right: so it waits for all."""
        bets, felt = self._scene.state.round.bets, self._scene.state.felt
        owed = bets.late[stack]
        self._hands.sweep(*stack)
        if owed:
            self._hands.put(stack[0], owed, stack[1])
        self._right.add(stack)
        if self._right.issuperset(bets.put_right(felt)):
            self._right.clear()
            self._hands.press(Key.RESOLVE)

    def _void(self) -> None:
        self._hands.press(Key.VOID)
        if not self._scene.refused and self._scene.state.device.trouble.clearable:
            self._scene.quietly(lambda: self._hands.press(Key.CLEAR))
            self._hands.press(Key.CONFIRM)

    def _type_in(self, card: Card) -> None:
        self._hands.press(Key.ENTER)
        self._hands.choose(card)
        self._hands.press(Key.ENTER)

    def _card_is_due(self) -> bool:
        state = self._scene.state
        opens = state.going is Phase.OPEN and bool(legal_bets(state))
        return opens or (state.in_round and state.game.due is not None)
