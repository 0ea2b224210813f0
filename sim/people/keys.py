"""The keys of a table, pressed whether or not they are lit, and the cards named by them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.people.actor import Actor
from sim.people.status_queries import round_progress

NOTICED_MS: Final = 400
"""How long the table may take to show that a key was pressed."""


def card_named(name: str, game: Game) -> Card:
    """Return the card or tile of a game that is called so. Raises RequestFailed."""
    for card in game.pack:
        if card.name == name:
            return card
    raise RequestFailed(Text("person.no_such_card", {"name": name}))


class PanelKeys:
    """Presses wired keys; their effect is up to the table."""

    def __init__(self, actor: Actor, game: Game) -> None:
        self._actor = actor
        self._game = game
        key_wiring = actor.hands.table.wiring.keys
        self._wired_keys = {*key_wiring.keys.values(), *key_wiring.long.values()}

    def press_key(self, key: Key) -> None:
        """Press a key, or hold the one that means it when it is held. Raises RequestFailed."""
        if key not in self._wired_keys:
            raise RequestFailed(Text("person.no_key", {"key": key.value}))
        status_before = self._actor.try_read_status()
        self._actor.hands.press_key(key)
        self._actor.await_change(status_before, _visible_state, NOTICED_MS)

    def turn_key_switch(self, *, is_on: bool) -> None:
        """Turn the supervisor's key."""
        self._actor.hands.turn_key_switch(is_on=is_on)

    def name_cards(self, names: Sequence[str]) -> None:
        """Name cards for a low hand, or the one that is entered. Raises RequestFailed."""
        status, cards = self._actor.read_status(), [card_named(name, self._game) for name in names]
        if status.ask.do is Act.CHOOSE_CARD and len(cards) == 1:
            self._actor.hands.choose_card(cards[0])
        elif any(choice.picks for choice in status.choices if choice.spot == status.focus):
            self.pick_cards(cards)
        elif status.ask.do is Act.ENTER_CARD:
            raise RequestFailed(Text("person.card_is_chosen"))
        else:
            raise RequestFailed(Text("person.nothing_to_name"))

    def name_low_hand(self, cards: Collection[Card]) -> None:
        """Name these cards for a low hand, and no others."""
        if cards:
            self.pick_cards(self._named_too_often())
            self.pick_cards(cards)

    def _named_too_often(self) -> Iterator[Card]:
        """Yield the named cards, each so often that it is taken out again."""
        named_cards, pack = (
            [parse_card(name) for name in self._actor.read_status().named],
            self._game.pack,
        )
        for card in set(named_cards):
            yield from [card] * (1 + pack.count(card) - named_cards.count(card))

    def pick_cards(self, cards: Iterable[Card]) -> None:
        """Name these cards in addition."""
        for card in cards:
            self._actor.hands.select_card(card)
            self._actor.hands.press_key(Key.PICK_CARD)


def _visible_state(status: Status) -> tuple[object, ...]:
    """Return the parts of a status that change when a key is accepted, or refused."""
    return tuple(status.dealer), tuple(status.keys), round_progress(status)
