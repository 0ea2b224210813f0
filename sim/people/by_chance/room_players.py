"""The players of a poker table: they come and go, post, and decide; now and then wrongly."""

from random import Random
from typing import Final

from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.keys import DIGITS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.room_status import RoomStatus
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import Luck
from sim.people.by_chance.room_chips import RoomChips
from sim.people.person import Person

FEWEST: Final = 2
USUAL: Final = 6
BIG_BLINDS: Final = (20, 100)
"""A player brings so many big blinds."""
KEYS_MS: Final = 200


class RoomPlayers:
    """Each decision is keyed by the dealer."""

    def __init__(
        self, person: Person, terms: Terms, chance: Random, luck: Luck, chips: RoomChips
    ) -> None:
        self._body, self._terms, self._chance, self._luck = person.body, terms, chance, luck
        self._chips = chips

    # between games

    def come_and_go(self, room: RoomStatus) -> bool:
        """Do one thing that is due before a game is posted; return whether there was one."""
        if self._terms.tournament:
            return self._begin(room)
        able = [spot for spot, seat in room.seats.items() if seat.cents and not seat.out]
        broke = [spot for spot, seat in room.seats.items() if not seat.cents]
        if broke:
            self._at(broke[0], Key.LEAVE)
        elif len(able) < min(USUAL, self._terms.spots) and not (
            len(able) >= FEWEST and self._chance.random() < 0.5
        ):
            self._sit_down(room)
        elif len(able) > FEWEST and self._luck.strikes("sits_out"):
            self._at(self._chance.choice(able), Key.SIT_OUT)
        else:
            return False
        return True

    def _begin(self, room: RoomStatus) -> bool:
        """Seat a player of a tournament with the same chips as all, before the first game."""
        free = [spot for spot in range(1, self._terms.spots + 1) if spot not in room.seats]
        if room.big is not None or len(room.seats) >= USUAL or not free:
            return False
        self._choose(free[0])
        self._amount(Cents(BIG_BLINDS[1] * self._terms.blinds[1]))
        self._press(Key.SIT_DOWN)
        return True

    def _sit_down(self, room: RoomStatus) -> None:
        free = [spot for spot in range(1, self._terms.spots + 1) if spot not in room.seats]
        away = [spot for spot, seat in room.seats.items() if seat.out]
        if away and (not free or self._chance.random() < 0.5):
            self._at(away[0], Key.SIT_OUT)
            return
        self._choose(self._chance.choice(free))
        big = max(self._terms.blinds[1], self._terms.small_bet)
        cents = max(self._chance.randint(*BIG_BLINDS) * big, self._terms.min_stake)
        self._amount(Cents(min(cents, self._terms.max_stake or cents)))
        self._press(Key.SIT_DOWN)

    def post_owed(self, seen: Status) -> None:
        """Whoever owes a blind posts it now, or waits."""
        for spot, seat in seen.room.seats.items() if seen.room else ():
            if seat.owes and not seat.dealt_in and self._chance.random() < 0.5:
                self._at(spot, Key.POST)
                self._press(Key.EMPTY)

    # decisions

    def decide(self, room: RoomStatus) -> None:
        """Have the player whose turn it is decide."""
        if self._luck.strikes("raises_short"):
            self._press(Key.DIGIT_1)
            self._press(Key.RAISE if room.call else Key.BET)
            self._press(Key.EMPTY)
        if self._luck.strikes("out_of_turn"):
            self._press(Key.PLACE)
            self._press(Key.MUCK)
            self._press(Key.EMPTY)
            return
        keys = self._body.look().keys
        key = Key.BRING_IN if Key.BRING_IN in keys else self._chosen(room, keys)
        if self._chips.read and key not in (Key.CHECK, Key.FOLD):
            self._chips.push(room, key, self._chance)
            key = Key.CONFIRM
        elif key in (Key.BET, Key.RAISE) and not self._terms.fixed:
            self._size(room)
        self._press(key)
        if key is not Key.BRING_IN and self._luck.strikes("keyed_wrong"):
            self._press(Key.UNDO)

    def _chosen(self, room: RoomStatus, keys: tuple[str, ...]) -> Key:
        rise = Key.RAISE if Key.RAISE in keys else Key.BET
        passes = Key.CALL if Key.CALL in keys else Key.CHECK
        weights = {
            passes: 10,
            rise: 4 if rise in keys else 0,
            Key.ALL_IN: 0 if self._terms.fixed else 1,
        }
        weights[Key.FOLD] = 5 if room.call else 0
        return self._chance.choices(list(weights), list(weights.values()))[0]

    def _size(self, room: RoomStatus) -> None:
        """Key how much: the least, a part of the pot, or an amount in between."""
        way = self._chance.choice((Key.LEAST, Key.HALF_POT, Key.POT, None))
        least, most = room.least or 0, room.most or 0
        chip, unit = max(self._terms.chip, self._terms.unit), self._terms.unit
        lowest, highest = -(-least // chip), most // chip
        if way is None and lowest <= highest and chip % unit == 0:
            higher = min(highest, lowest + 30)
            self._amount(Cents(self._chance.randint(lowest, higher) * chip))
        else:
            self._press(way or Key.LEAST)

    # keys

    def _at(self, spot: int, key: Key) -> None:
        self._choose(spot)
        self._press(key)

    def _choose(self, spot: int) -> None:
        """Turn to a spot."""
        for _ in range(2 * self._terms.spots):
            room = self._body.look().room
            if room is None or room.spot == spot:
                return
            self._press(Key.PLACE)

    def _amount(self, cents: Cents) -> None:
        for digit in str(cents // self._terms.unit):
            self._press(DIGITS[int(digit)])

    def _press(self, key: Key) -> None:
        before = self._body.look()
        self._body.hands.press(key)
        self._body.until(lambda now: now != before, KEYS_MS)
