"""The chips of a pot that is won: pushed to its winners, the commission into the drop box.

No part of a table senses them: the dealer says by CONFIRM that the pots have been pushed.
"""

from collections.abc import Mapping
from typing import Final

from firmware.core.game.game import Game
from firmware.core.poker_room.engine.closed_games import POT
from firmware.core.poker_room.engine.state import GameStage
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.poker_status import PokerStatus
from firmware.core.vocabulary.refusal import RequestFailed
from sim.people.actor import Actor
from sim.people.chips import PlayerChips

DROP: Final = "drop"
DROP_BOX: Final = Place(0, DROP)


def pot_places(game: Game, spots: int) -> tuple[Place, ...]:
    """Return the places to which chips of a pot are pushed; none but at a poker table."""
    # not by its class: that would load the ranks at every table
    if not game.PANEL_KEYS:
        return ()
    return (DROP_BOX, *(Place(spot, POT) for spot in range(1, spots + 1)))


def is_pot_place(place: Place) -> bool:
    """Return whether chips of a pot are pushed there."""
    return place.on in (POT, DROP)


def is_won(room_status: PokerStatus | None) -> bool:
    """Return whether the pots are won, and are being pushed."""
    return room_status is not None and room_status.stage == GameStage.OVER


def left_in_pots(room_status: PokerStatus, amounts: Mapping[Stack, Cents]) -> Cents:
    """Return the amount of the pots that has not been pushed; `amounts` are those on the felt."""
    pushed = sum(cents for (place, _), cents in amounts.items() if is_pot_place(place))
    return Cents(sum(pot.cents for pot in room_status.pots) - pushed)


class PotChips:
    """Pushes the chips of won pots."""

    def __init__(self, actor: Actor, player_chips: PlayerChips) -> None:
        self._actor, self._player_chips = actor, player_chips

    def push(self, place: Place, cents: Cents) -> None:
        """Push an amount from the middle to a place. Raises RequestFailed if it is not there."""
        room_status = self._actor.read_status().room
        if room_status is None or not is_won(room_status):
            raise RequestFailed(Text("person.pot_not_won"))
        left_cents = left_in_pots(room_status, self._player_chips.amounts_on_felt())
        if cents > left_cents:
            raise RequestFailed(Text("person.pot_too_small", {"left_cents": left_cents}))
        self._player_chips.lay(place, cents)

    def collect(self) -> None:
        """Have the players add to their stacks what was pushed to them, if the game is closed."""
        pushed = [stack for stack in self._player_chips.amounts_on_felt() if is_pot_place(stack[0])]
        status = self._actor.try_read_status() if pushed else None
        if status is not None and not is_won(status.room):
            for place, bettor in pushed:
                self._player_chips.take_chips(place, bettor)
