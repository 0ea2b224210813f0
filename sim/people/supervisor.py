"""The supervisor of a simulated table: with his key he acts where a dealer may not."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.faults import FAULT_KINDS, FaultCure
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.chips import PlayerChips

ARRIVAL_MS: Final = 1500
ACTION_PAUSE_MS: Final = 800
"""How long he takes to come, and between two things that he does."""


class Supervisor:
    """Puts late bets and faults right, and voids a round."""

    def __init__(self, actor: Actor, player_chips: PlayerChips) -> None:
        self._actor = actor
        self._hands = actor.hands
        self._player_chips = player_chips

    def resolve_late_bets(self, status: Status) -> None:
        """Have every late place as it was before, then RESOLVE."""
        with self.key_turned():
            self.restore_late_places(status)
            self._actor.wait_until(lambda current: Key.RESOLVE_LATE in current.keys)
            self._actor.press_key(Key.RESOLVE_LATE)

    def resolve_late_place(self, status: Status, place: Place) -> None:
        """Have one late place as it was before; RESOLVE once all are."""
        with self.key_turned():
            self._restore_late_place(status, place)
            if self._actor.wait_until(lambda current: Key.RESOLVE_LATE in current.keys):
                self._actor.press_key(Key.RESOLVE_LATE)

    def enter_card(self, card: Card) -> None:
        """Enter a card that the shoe could not read, and have the shoe forget its error."""
        with self.key_turned():
            if self._actor.press_key(Key.ENTER_CARD):
                self._hands.choose_card(card)
                self._actor.press_key(Key.ENTER_CARD)
        self._hands.clear_shoe()
        self._actor.wait_until(lambda status: not status.stopped)

    def clear_faults(self) -> None:
        """See that the doors are shut, then CLEAR."""
        table = self._hands.table
        for door in table.wiring.keys.doors.values():
            table.move_door(door, is_open=False)
        with self.key_turned():
            self._actor.press_key(Key.CLEAR_FAULTS)

    def void_round(self) -> None:
        """VOID the round; everyone takes his chips back."""
        with self.key_turned():
            self._actor.press_key(Key.VOID_ROUND)
        self._player_chips.take_all_chips()
        self._hands.await_chip_read()

    @contextmanager
    def key_turned(self) -> Iterator[None]:
        """Have the supervisor's key turned while something is done."""
        self._actor.pause(ARRIVAL_MS)
        self._hands.turn_key_switch(is_on=True)
        self._actor.pause(ACTION_PAUSE_MS)
        try:
            yield
            self._actor.pause(ACTION_PAUSE_MS)
        finally:
            # Even if he is dismissed meanwhile: a key left turned would give his powers to anybody.
            self._hands.turn_key_switch(is_on=False)

    def restore_late_places(self, status: Status) -> None:
        """Have every late place as it was before."""
        for spot, bet_name in status.late:
            self._restore_late_place(status, Place(spot, bet_name))

    def _restore_late_place(self, status: Status, place: Place) -> None:
        bets = [bet for bet in status.spots[place.spot].bets if bet.on == place.on]
        # a settled bet of which nothing is due lies as it should, or has been taken
        settled_bets = [bet for bet in bets if bet.due is None and bet.outcome is not None]
        settled_bettors = {bet.bettor for bet in settled_bets}
        for felt_place, bettor in self._player_chips.amounts_on_felt():
            if felt_place == place and bettor not in settled_bettors:
                self._player_chips.take_chips(place, bettor)
        for bet in bets:
            cents = bet.cents if bet.due is None else bet.due
            if bet not in settled_bets and cents != NO_CENTS:
                # If amounts are unknown, any chip makes the place covered again.
                self._player_chips.lay(
                    place, cents or self._player_chips.rack.smallest_chip, bet.bettor
                )
        self._actor.pause(ACTION_PAUSE_MS)


def needs_clear(fault_code: str | None) -> bool:
    """Return whether the supervisor ends a fault, once its cause is over."""
    return fault_code is not None and FAULT_KINDS[fault_code].cure is FaultCure.SUPERVISOR_CLEARS
