"""The players of a poker table: they come and go, post, and decide; now and then wrongly."""

from random import Random
from typing import Final

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import MishapChance
from sim.people.by_chance.room_chips import RoomChips
from sim.people.person import Person
from sim.people.room_keys import RoomKeys

FEWEST_PLAYERS: Final = 2
USUAL_SEATS: Final = 6
BIG_BLINDS: Final = (20, 100)
"""A player brings so many big blinds."""


class RoomPlayers:
    """Each decision is keyed by the dealer."""

    def __init__(
        self,
        person: Person,
        game: PokerRoom,
        random_source: Random,
        mishap_chance: MishapChance,
        room_chips: RoomChips,
    ) -> None:
        self._actor, self._terms, self._random_source, self._mishap_chance = (
            person.actor,
            game.terms,
            random_source,
            mishap_chance,
        )
        self._keys, self._digit_cents = RoomKeys(person.actor, game), game.digit_cents
        self._room_chips = room_chips

    # between games

    def change_players(self, room_status: PokerStatus) -> bool:
        """Do one thing that is due before a game is posted; return whether there was one."""
        if self._terms.tournament:
            return self._seat_tournament_player(room_status)
        active_spots = [
            spot for spot, seat in room_status.seats.items() if seat.cents and not seat.out
        ]
        broke_spots = [spot for spot, seat in room_status.seats.items() if not seat.cents]
        if broke_spots:
            self._keys.press_at_spot(broke_spots[0], Key.LEAVE_SEAT)
        elif len(active_spots) < min(USUAL_SEATS, self._terms.spots) and not (
            len(active_spots) >= FEWEST_PLAYERS and self._random_source.random() < 0.5
        ):
            self._seat_player(room_status)
        elif len(active_spots) > FEWEST_PLAYERS and self._mishap_chance.should_happen("sits_out"):
            self._keys.press_at_spot(self._random_source.choice(active_spots), Key.SIT_OUT)
        else:
            return False
        return True

    def _seat_tournament_player(self, room_status: PokerStatus) -> bool:
        """Seat a player of a tournament with the same chips as all, before the first game."""
        free_spots = [
            spot for spot in range(1, self._terms.spots + 1) if spot not in room_status.seats
        ]
        if room_status.big is not None or len(room_status.seats) >= USUAL_SEATS or not free_spots:
            return False
        self._keys.select_spot(free_spots[0])
        self._keys.key_amount(Cents(BIG_BLINDS[1] * self._terms.blinds[1]))
        self._keys.press_key(Key.SIT_DOWN)
        return True

    def _seat_player(self, room_status: PokerStatus) -> None:
        free_spots = [
            spot for spot in range(1, self._terms.spots + 1) if spot not in room_status.seats
        ]
        absent_spots = [spot for spot, seat in room_status.seats.items() if seat.out]
        if absent_spots and (not free_spots or self._random_source.random() < 0.5):
            self._keys.press_at_spot(absent_spots[0], Key.SIT_OUT)
            return
        self._keys.select_spot(self._random_source.choice(free_spots))
        big_blind = max(self._terms.blinds[1], self._terms.small_bet)
        cents = max(self._random_source.randint(*BIG_BLINDS) * big_blind, self._terms.min_stake)
        self._keys.key_amount(Cents(min(cents, self._terms.max_stake or cents)))
        self._keys.press_key(Key.SIT_DOWN)

    def post_owed_blinds(self, status: Status) -> None:
        """Make each player who owes a blind post it, or wait, at random."""
        for spot, seat in status.room.seats.items() if status.room else ():
            if seat.owes and not seat.dealt_in and self._random_source.random() < 0.5:
                self._keys.press_at_spot(spot, Key.POST_BLINDS)
                self._keys.press_key(Key.EMPTY_PLACE)

    # decisions

    def decide(self, room_status: PokerStatus) -> None:
        """Have the player whose turn it is decide."""
        if self._mishap_chance.should_happen("raises_short"):
            self._keys.press_key(Key.DIGIT_1)
            self._keys.press_key(Key.RAISE if room_status.call else Key.BET)
            self._keys.press_key(Key.EMPTY_PLACE)
        if self._mishap_chance.should_happen("out_of_turn"):
            self._keys.press_key(Key.NEXT_PLACE)
            self._keys.press_key(Key.MUCK_HAND)
            self._keys.press_key(Key.EMPTY_PLACE)
            return
        lit_keys = self._actor.read_status().keys
        key = Key.BRING_IN if Key.BRING_IN in lit_keys else self._choose_key(room_status, lit_keys)
        if self._room_chips.has_reader and key not in (Key.CHECK, Key.FOLD):
            self._room_chips.push_chips(room_status, key, self._random_source)
            # The chips that were read are the decision, which CONFIRM accepts.
            key = Key.CONFIRM
        elif key in (Key.BET, Key.RAISE) and not self._terms.is_fixed_limit:
            self._key_bet_size(room_status)
        self._keys.press_key(key)
        if key is not Key.BRING_IN and self._mishap_chance.should_happen("keyed_wrong"):
            self._keys.press_key(Key.UNDO)

    def _choose_key(self, room_status: PokerStatus, lit_keys: tuple[str, ...]) -> Key:
        raise_key = Key.RAISE if Key.RAISE in lit_keys else Key.BET
        passive_key = Key.CALL if Key.CALL in lit_keys else Key.CHECK
        weights = {
            passive_key: 10,
            raise_key: 4 if raise_key in lit_keys else 0,
            Key.ALL_IN: 0 if self._terms.is_fixed_limit else 1,
        }
        weights[Key.FOLD] = 5 if room_status.call else 0
        return self._random_source.choices(list(weights), list(weights.values()))[0]

    def _key_bet_size(self, room_status: PokerStatus) -> None:
        """Key how much: the least, a part of the pot, or an amount in between."""
        size_key = self._random_source.choice((Key.LEAST_BET, Key.HALF_POT, Key.POT_BET, None))
        lowest_bet, highest_bet = room_status.least or 0, room_status.most or 0
        smallest_chip, unit_cents = (
            max(self._terms.chip, self._digit_cents),
            self._digit_cents,
        )
        # The least is rounded up, or the bet would be short of it.
        lowest_chips, highest_chips = -(-lowest_bet // smallest_chip), highest_bet // smallest_chip
        if size_key is None and lowest_chips <= highest_chips and smallest_chip % unit_cents == 0:
            upper_chips = min(highest_chips, lowest_chips + 30)
            self._keys.key_amount(
                Cents(self._random_source.randint(lowest_chips, upper_chips) * smallest_chip)
            )
        else:
            self._keys.press_key(size_key or Key.LEAST_BET)
