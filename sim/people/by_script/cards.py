"""The cards and tiles of a round script, each waited for until the table has dealt it."""

from typing import Final

from firmware.core.vocabulary.asks import SETTLING, Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.shell.script import EnterStep
from sim.people.by_script.bets import READS_MS
from sim.people.keys import card_of
from sim.people.person import Person
from sim.people.status_queries import stage

MOST_PAID: Final = 100
"""Stacks that are taken and paid between two cards, at most."""


class ScriptCards:
    """A dealer who draws the cards that a script names."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._body = person.body
        self._game = person.layout.game

    def draw(self, cards: tuple[Card, ...]) -> None:
        """Draw these cards, up to the first one that is not dealt."""
        for card in cards:
            if not self._is_dealt(card):
                self._ready_shoe()
                return

    def _is_dealt(self, card: Card) -> bool:
        """Draw a card, once what it follows is paid (26.7); return whether the table takes it."""
        self._person.await_parts()
        before = self._pay()
        self._person.at_shoe().draw(card)
        self._body.until(lambda now: _come(now) != _come(before), READS_MS)
        self._person.await_parts()
        now = self._body.look()
        return not now.stopped and now.refused is None

    def _pay(self) -> Status:
        """Take and pay what is asked for before the card that is due; return the status then."""
        for _ in range(MOST_PAID):
            seen = self._body.look()
            if seen.due is None or seen.ask.do not in SETTLING:
                break
            self._person.answer(seen)
        return self._body.look()

    def _ready_shoe(self) -> None:
        if self._body.hands.table.shoe.in_error:
            self._body.hands.clear_shoe()
        else:
            self._body.hands.stand_by()

    def deal(self, tiles: list[str]) -> None:
        """Deal a whole set of tiles. Raises CannotBeDone on one that is none."""
        if self._body.look().phase == "open":
            raise CannotBeDone(Text("why.bets_open"))
        if sorted(tiles) != sorted(tile.name for tile in self._game.pack):
            raise CannotBeDone(Text("no_result.tiles", {"card": " ".join(tiles[:1])}))
        self.draw(tuple(card_of(name, self._game) for name in tiles))

    def shuffle(self) -> None:
        """Have the cards shuffled; between rounds the shoe's door is a fault, which is cleared."""
        self._person.at_shoe().shuffle(self._body.look())
        seen = self._body.look()
        if seen.ask.do is Act.CLEAR:
            self._person.answer(seen)
            self._person.await_parts()
            self._body.press(Key.SHUFFLED)

    def enter(self, entry: EnterStep) -> None:
        """Draw a card that the shoe can't read, and enter it by hand."""
        self._person.at_shoe().draw(entry.card, readable=False)
        self._person.supervisor.enter(entry.card)


def _come(seen: Status) -> tuple[object, ...]:
    """Return the parts of a status that any card changes."""
    return seen.shoe.left, seen.stopped, stage(seen)
