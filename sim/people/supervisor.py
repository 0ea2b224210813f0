"""The supervisor of a simulated table: with his key he acts where a dealer may not."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.faults import FAULTS, Cure
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.rack import Rack

COMES_MS: Final = 1500
ACTS_MS: Final = 800
"""How long he takes to come, and between two things that he does."""


class Supervisor:
    """Puts late bets and faults right, and voids a round."""

    def __init__(self, body: Body, rack: Rack) -> None:
        self._body = body
        self._hands = body.hands
        self._rack = rack

    def resolve(self, seen: Status) -> None:
        """Have every late place as it was locked, then RESOLVE."""
        with self.key():
            self.put_right(seen)
            self._body.until(lambda now: Key.RESOLVE in now.keys)
            self._body.press(Key.RESOLVE)

    def resolve_at(self, seen: Status, place: Place) -> None:
        """Have one late place as it was locked; RESOLVE once all are."""
        with self.key():
            self._put_right(seen, place)
            if self._body.until(lambda now: Key.RESOLVE in now.keys):
                self._body.press(Key.RESOLVE)

    def enter(self, card: Card) -> None:
        """Enter a card that the shoe could not read, and have the shoe forget its error."""
        with self.key():
            if self._body.press(Key.ENTER):
                self._hands.choose(card)
                self._body.press(Key.ENTER)
        self._hands.clear_shoe()
        self._body.until(lambda seen: not seen.stopped)

    def clear(self) -> None:
        """See that the doors are shut, then CLEAR."""
        table = self._hands.table
        for door in table.wiring.keys.doors.values():
            table.move_door(door, is_open=False)
        with self.key():
            self._body.press(Key.CLEAR)

    def void(self) -> None:
        """VOID the round; everyone takes his chips back."""
        with self.key():
            self._body.press(Key.VOID)
        for place, bettor in self._rack.lying():
            self._rack.take(place, bettor)
        self._hands.let_read()

    @contextmanager
    def key(self) -> Iterator[None]:
        """Have the supervisor's key turned while something is done."""
        self._body.pause(COMES_MS)
        self._hands.turn_key_switch(on=True)
        self._body.pause(ACTS_MS)
        try:
            yield
            self._body.pause(ACTS_MS)
        finally:
            self._hands.turn_key_switch(on=False)

    def put_right(self, seen: Status) -> None:
        """Have every late place as it was locked."""
        for spot, on in seen.late:
            self._put_right(seen, Place(spot, on))

    def _put_right(self, seen: Status, place: Place) -> None:
        for where, bettor in self._rack.lying():
            if where == place:
                self._rack.take(place, bettor)
        for bet in seen.spots[place.spot].bets:
            if bet.on == place.on:
                self._rack.lay(place, bet.cents or self._rack.least, bet.bettor)
        self._body.pause(ACTS_MS)


def needs_clear(code: str | None) -> bool:
    """Return whether the supervisor ends a fault, once its cause is over."""
    return code is not None and FAULTS[code].cure is Cure.CLEAR
