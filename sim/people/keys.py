"""The keys of a table, pressed whether or not they are lit, and the cards named by them."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.people.actor import Body
from sim.people.status_queries import stage

NOTICED_MS: Final = 400
"""How long the table may take to show that a key was pressed."""


def card_of(name: str, game: Game) -> Card:
    """Return the card or tile of a game that is called so. Raises CannotBeDone."""
    for card in game.pack:
        if card.name == name:
            return card
    raise CannotBeDone(Text("person.no_such_card", {"name": name}))


class Keys:
    """Presses wired keys; their effect is up to the table."""

    def __init__(self, body: Body, game: Game) -> None:
        self._body = body
        self._game = game
        keys = body.hands.table.wiring.keys
        self._wired = {*keys.keys.values(), *keys.long.values()}

    def press(self, key: Key) -> None:
        """Press a key, or hold the one that means it when it is held. Raises CannotBeDone."""
        if key not in self._wired:
            raise CannotBeDone(Text("person.no_key", {"key": key.value}))
        before = self._body.glance()
        self._body.hands.press(key)
        self._body.await_change(before, _shown, NOTICED_MS)

    def turn(self, *, on: bool) -> None:
        """Turn the supervisor's key."""
        self._body.hands.turn_key_switch(on=on)

    def name(self, names: Sequence[str]) -> None:
        """Name cards for a low hand, or the one that is entered. Raises CannotBeDone."""
        seen, cards = self._body.look(), [card_of(name, self._game) for name in names]
        if seen.ask.do is Act.CHOOSE_CARD and len(cards) == 1:
            self._body.hands.choose(cards[0])
        elif any(choice.picks for choice in seen.choices if choice.spot == seen.focus):
            self.pick(cards)
        elif seen.ask.do is Act.ENTER_CARD:
            raise CannotBeDone(Text("person.card_is_chosen"))
        else:
            raise CannotBeDone(Text("person.nothing_to_name"))

    def set_low(self, cards: Collection[Card]) -> None:
        """Name these cards for a low hand, and no others."""
        if cards:
            self.pick(self._named_too_often())
            self.pick(cards)

    def _named_too_often(self) -> Iterator[Card]:
        """Yield the named cards, each so often that it is taken out again."""
        named, pack = [parse_card(name) for name in self._body.look().named], self._game.pack
        for card in set(named):
            yield from [card] * (1 + pack.count(card) - named.count(card))

    def pick(self, cards: Iterable[Card]) -> None:
        """Name these cards besides."""
        for card in cards:
            self._body.hands.turn_to(card)
            self._body.hands.press(Key.PICK)


def _shown(seen: Status) -> tuple[object, ...]:
    """Return the parts of a status that change when a key is accepted, or refused."""
    return tuple(seen.dealer), tuple(seen.keys), stage(seen)
