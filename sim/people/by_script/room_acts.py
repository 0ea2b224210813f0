"""The acts of a poker table's people for each step of its round script."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.script import (
    BetStep,
    DecideStep,
    ExposeStep,
    HandStep,
    MuckStep,
    PokerStep,
    SeatStep,
)
from sim.people.person import Person
from sim.people.room_keys import RoomKeys

SUPERVISED_KEYS: Final = ("void", "take_back")
POSTED: Final[Mapping[str, Key]] = {"straddle": Key.STRADDLE}
"""The key of a bet before the cards; of every other it is POST."""


class RoomActs:
    """Acts by the name of their step, each by the dealer's keys and cards."""

    def __init__(self, person: Person, game: PokerRoom) -> None:
        self._person, self._actor = person, person.actor
        self._keys = RoomKeys(person.actor, game)
        at_spot = self._keys.press_at_spot
        self._step_handlers: Mapping[str, Callable[[Any], None]] = {
            "seat": self._seat_player,
            "leave": lambda step: at_spot(step.spot, Key.LEAVE_SEAT),
            "sit_out": lambda step: at_spot(step.spot, Key.SIT_OUT),
            "sit_in": lambda step: at_spot(step.spot, Key.SIT_OUT),
            "button": lambda spot: at_spot(spot, Key.MOVE_BUTTON),
            "press": self._press_key,
            "bet": self._post,
            "deal": self._deal_down,
            "decide": self._decide,
            "muck": self._muck,
            "burn": lambda _: self._keys.press_key(Key.BURN_CARD),
            "card": self._draw_card,
            "cards": self._draw_cards,
            "show": self._show_hand,
            "expose": self._expose_card,
        }

    def do_step(self, step: PokerStep) -> None:
        """Do one step. Raises RequestFailed, ControlError."""
        if step.kind not in self._step_handlers:
            raise RequestFailed(Text("why.not_this_game", {"step": step.kind}))
        self._step_handlers[step.kind](getattr(step, step.kind))

    def _seat_player(self, step: SeatStep) -> None:
        self._keys.select_spot(step.spot)
        self._keys.key_amount(Cents(step.cents))
        self._keys.press_key(Key.SIT_DOWN)

    def _press_key(self, name: str) -> None:
        if name in SUPERVISED_KEYS:
            with self._person.supervisor.key_turned():
                self._keys.press_key(Key(name))
        else:
            self._keys.press_key(Key(name))

    def _post(self, step: BetStep) -> None:
        self._keys.press_at_spot(step.spot, POSTED.get(step.on, Key.POST_BLINDS))

    def _deal_down(self, count: int) -> None:
        self._keys.key_number(count)
        self._keys.press_key(Key.CARDS_DEALT)

    def _decide(self, step: DecideStep) -> None:
        if step.cents is not None:
            self._keys.key_amount(Cents(step.cents))
        self._keys.press_key(Key(step.do))

    def _muck(self, step: MuckStep) -> None:
        self._keys.press_at_spot(step.spot, Key.MUCK_HAND)

    # cards

    def _draw_cards(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._draw_card(card)

    def _draw_card(self, card: Card) -> None:
        """Pass a card over the reader, until the table has seen it."""
        status_before = self._actor.read_status()
        shoe_cards = self._person.require_cards()
        shoe_cards.prepare_round(status_before)
        shoe_cards.draw_card(card)
        self._actor.wait_until(lambda current: current.room != status_before.room)

    def _show_hand(self, step: HandStep) -> None:
        room_status = self._actor.read_status().room
        if room_status is not None and room_status.turn != step.spot:
            self._keys.select_spot(step.spot)
        self._draw_cards(step.cards)
        self._keys.press_key(Key.SHOW_HAND)

    def _expose_card(self, step: ExposeStep) -> None:
        if step.spot is not None:
            self._keys.select_spot(step.spot)
        self._actor.hands.choose_card(step.card)
        self._keys.press_key(Key.EXPOSE_CARD)
