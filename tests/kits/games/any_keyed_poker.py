"""Random events at a poker table in service: mostly the expected ones, sometimes others."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from firmware.core.display.panel import table_panel
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.state import PokerState
from firmware.core.poker_room.table.key_entry import prompted_spot
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed
from firmware.core.vocabulary.keys import DIGIT_KEYS, POKER_DECISION_KEYS, Key
from firmware.core.vocabulary.next_step import Act
from tests.kits.games.any_chance import Chance

SEATED = 2
TAKEN_BACK, TOO_EARLY = 0.04, 0.02
"""How often the last card is taken back, and one lies face up whatever is due."""
SIZED = (Key.LEAST_BET, Key.HALF_POT, Key.POT_BET)


class KeyedChance(Chance):
    """The next event at a poker table."""

    @property
    def _room(self) -> PokerState:
        game = self._table.state.game
        assert isinstance(game, PokerRoom)
        return game.poker_state

    def _open(self) -> list[Event]:
        able = [spot for spot, seat in self._room.seats.items() if seat.cents and not seat.out]
        if len(able) < SEATED or self._rng.random() < 0.2:
            places = [Key.NEXT_PLACE] * self._rng.randint(1, self._room.terms.spots)
            digits = [self._rng.choice(DIGIT_KEYS[1:]), DIGIT_KEYS[0]]
            return keys(Key.EMPTY_PLACE, *places, *digits, Key.SIT_DOWN)
        return keys(Key.POST_BLINDS)

    def _round(self) -> list[Event]:
        luck = self._rng.random()
        if luck < TAKEN_BACK:
            return self._supervised(Key.TAKE_CARD_BACK)
        if luck < TAKEN_BACK + TOO_EARLY:
            return [CardRead(self._fresh())]
        return self._asked()

    def _asked(self) -> list[Event]:
        ask = table_panel(self._table).ask.do
        match ask:
            case Act.TAKE_DECISION:
                return self._decision()
            case Act.DEAL_CARD:
                due = Key.CARDS_DEALT in table_panel(self._table).keys
                return keys(Key.CARDS_DEALT) if due else [CardRead(self._fresh())]
            case Act.SHOW_HANDS:
                return self._hand()
            case Act.TAKE_CARD_BACK:
                return self._supervised(Key.TAKE_CARD_BACK)
            case Act.VOID_ROUND:
                return self._supervised(Key.VOID_ROUND)
        return keys(
            {Act.BURN_CARD: Key.BURN_CARD, Act.DEAL_AGAIN: Key.MISDEAL}.get(ask, Key.CONFIRM)
        )

    def _decision(self) -> list[Event]:
        lit = [key for key in POKER_DECISION_KEYS if key in table_panel(self._table).keys]
        weights = [1 if key in (Key.ALL_IN, Key.FOLD) else 4 for key in lit]
        key = self._rng.choices(lit, weights)[0]
        sized = [self._rng.choice(SIZED)] if key in (Key.BET, Key.RAISE) else []
        return keys(*sized, key)

    def _hand(self) -> list[Event]:
        if self._rng.random() < 0.3:
            return keys(Key.MUCK_HAND)
        spot, game = prompted_spot(self._room), self._room.game
        count = game.hands[spot].down if game and spot else 0
        cards = {self._fresh() for _ in range(count + 3)}
        return [
            *keys(Key.EMPTY_PLACE),
            *map(CardRead, sorted(cards, key=str)[:count]),
            *keys(Key.SHOW_HAND),
        ]

    def _fresh(self) -> Card:
        """Return a card that does not lie open."""
        known = {card for cards in self._table.state.game.cards.values() for card in cards}
        return self._rng.choice([card for card in FULL_PACK if card not in known])

    ODD: ClassVar[Sequence[Callable[[Any], Event]]] = (
        *(Chance._any_key, Chance._lit_key, Chance._undo, Chance._lapses),
        *(Chance._any_card, Chance._any_fault, Chance._shoe_fault, Chance._any_mend),
        *(Chance._door, Chance._switch),
    )


def keys(*pressed: Key) -> list[Event]:
    return list(map(KeyPressed, pressed))
