"""The supervisor: late bets, cards by hand, faults that wait for the key."""

from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words
from tests.campaigns.kill.floor import Floor, cards_shown, telling
from tests.campaigns.kill.history import Difference

SURE_MS = 60
"""How long the supervisor looks at the display before a key: longer than a press takes to show."""

ALARMS = frozenset({"wrong_hand", "wrong_result", "impossible_card", "early_card"})


class Supervisor:
    """Comes with the key when there is something to put right, and takes it away again."""

    def __init__(self, floor: Floor, words: Words) -> None:
        self._floor = floor
        self._switch = False
        self._entries = {
            words.render(Text("prompt.enter_card", {"card": card.name})): card for card in FULL_PACK
        }

    def come(self) -> None:
        """Turn the key on."""
        if not self._switch:
            self._turn(on=True)

    def leave(self) -> None:
        """Turn the key off."""
        if self._switch:
            self._turn(on=False)

    def _turn(self, *, on: bool) -> None:
        self._switch = on
        self._floor.hands.turn_key_switch(is_on=on)
        self._floor.service.rest(30)

    def resolve_late(self, status: Status) -> None:
        """Have the felt as it was locked, and say so."""
        floor = self._floor
        self.come()
        for spot, on in status.late:
            floor.chips.make(Place(spot, on), floor.round.locked.get((spot, on), 0))
        floor.service.rest(100)
        if "resolve" in floor.look().keys:
            floor.press(Key.RESOLVE_LATE, status)
            floor.counts["late bets resolved"] += 1

    def enter(self, status: Status) -> None:
        """Begin to enter the card that lies on the felt and that the table hasn't seen."""
        self.come()
        self._floor.wait_for(lambda now: "enter" in now.keys, 1.0)
        self._floor.press(Key.ENTER_CARD, status)

    def choose_card(self, status: Status) -> None:
        """Have the first card of the pack stand on the display."""
        if self._still_asks(status):
            self._floor.press(Key.NEXT_RANK, status)

    def enter_card(self, status: Status) -> None:
        """Turn to the card, and enter it when it stands on the display."""
        floor, card = self._floor, self._entries[status.dealer[0]]
        really = floor.round.last
        if not self._still_asks(status):
            return
        if card.rank != really[0]:
            floor.press(Key.NEXT_RANK, status)
        elif card.suit != really[1]:
            floor.press(Key.NEXT_SUIT, status)
        else:
            entered = cards_shown(floor.press(Key.ENTER_CARD, status)) == floor.round.cards
            floor.counts["cards entered by hand"] += entered

    def _still_asks(self, status: Status) -> bool:
        """Look again before a key. Raises Difference where no card is missing."""
        if cards_shown(status) == self._floor.round.cards:
            raise Difference(f"a card is being entered, and none is missing: {status}")
        self._floor.service.rest(SURE_MS)
        return telling(self._floor.look()) == telling(status)

    def mend(self, status: Status) -> None:
        """See a fault out, or clear it."""
        codes = {fault.code for fault in status.faults}
        if codes & ALARMS:
            raise Difference(f"an alarm: {status.faults}; dealt {self._floor.round.cards}")
        self._floor.counts["faults: " + " ".join(sorted(codes))] += 1
        if "clear" in status.keys:
            self._floor.press(Key.CLEAR_FAULTS, status)
        elif codes & {"missed", "disagreement"}:
            self.come()
        self._floor.service.rest(50)
