"""The keys of a poker table: a seat is selected and an amount keyed before the act."""

from typing import Final

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.keys import DIGIT_KEYS, Key
from firmware.core.vocabulary.money import Cents
from sim.people.actor import Actor

KEY_EFFECT_MS: Final = 200


class RoomKeys:
    """Presses keys, each until the table has shown its effect, but not longer than a moment."""

    def __init__(self, actor: Actor, game: PokerRoom) -> None:
        self._actor, self._terms = actor, game.terms
        self._digit_cents = game.digit_cents

    def press_key(self, key: Key) -> None:
        status_before = self._actor.read_status()
        self._actor.hands.press_key(key)
        self._actor.wait_until(lambda current: current != status_before, KEY_EFFECT_MS)

    def press_at_spot(self, spot: int, key: Key) -> None:
        """Press a key that is for a spot."""
        self.select_spot(spot)
        self.press_key(key)

    def select_spot(self, spot: int) -> None:
        """Turn to a spot."""
        for _ in range(2 * self._terms.spots):
            room_status = self._actor.read_status().room
            if room_status is None or room_status.spot == spot:
                return
            self.press_key(Key.NEXT_PLACE)

    def key_amount(self, cents: Cents) -> None:
        """Key an amount in units of the currency, or in a tournament's chips."""
        self.key_number(cents // self._digit_cents)

    def key_number(self, number: int) -> None:
        """Key a number by its digits."""
        for digit in str(number):
            self.press_key(DIGIT_KEYS[int(digit)])
