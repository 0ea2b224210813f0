"""The cards and tiles of a round script, each waited for until the table has dealt it."""

from typing import Final

from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import SETTLEMENT_ACTS, Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.script import EnterStep
from sim.people.by_script.script_bets import ALL_CHIPS_READ_MS
from sim.people.keys import card_named
from sim.people.person import Person
from sim.people.status_queries import round_progress

MAX_SETTLED_STACKS: Final = 100
"""Stacks that are taken and paid between two cards, at most."""


class ScriptCards:
    """A dealer who draws the cards that a script names."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._actor = person.actor
        self._game = person.layout.game

    def draw_cards(self, cards: tuple[Card, ...]) -> None:
        """Draw these cards, up to the first one that is not dealt."""
        for card in cards:
            if not self._deal_card(card):
                self._ready_shoe()
                return

    def _deal_card(self, card: Card) -> bool:
        """Draw a card once earlier hands are paid (26.7); return whether the table accepts it."""
        self._person.await_parts()
        status_before = self._settle_before_card()
        self._person.require_cards().draw_card(card)
        self._actor.wait_until(
            lambda current: _card_progress(current) != _card_progress(status_before),
            ALL_CHIPS_READ_MS,
        )
        self._person.await_parts()
        current = self._actor.read_status()
        return not current.stopped and current.refused is None

    def _settle_before_card(self) -> Status:
        """Take and pay as prompted before the card that is due; return the status after it."""
        for _ in range(MAX_SETTLED_STACKS):
            status = self._actor.read_status()
            if status.due is None or status.ask.do not in SETTLEMENT_ACTS:
                break
            self._person.answer_prompt(status)
        return self._actor.read_status()

    def _ready_shoe(self) -> None:
        if self._actor.hands.table.shoe.in_error:
            self._actor.hands.clear_shoe()
        else:
            self._actor.hands.stand_by()

    def deal_tiles(self, tiles: list[str]) -> None:
        """Deal a whole set of tiles. Raises RequestFailed if it is not the game's set."""
        if self._actor.read_status().phase == "open":
            raise RequestFailed(Text("why.bets_open"))
        if sorted(tiles) != sorted(tile.name for tile in self._game.pack):
            raise RequestFailed(Text("no_result.tiles", {"card": " ".join(tiles[:1])}))
        self.draw_cards(tuple(card_named(name, self._game) for name in tiles))

    def shuffle(self) -> None:
        """Have the cards shuffled; between rounds the shoe's door is a fault, which is cleared."""
        self._person.require_cards().shuffle(self._actor.read_status())
        status = self._actor.read_status()
        if status.ask.do is Act.CLEAR_FAULTS:
            self._person.answer_prompt(status)
            self._person.await_parts()
            self._actor.press_key(Key.CARDS_SHUFFLED)

    def enter_card(self, enter_step: EnterStep) -> None:
        """Draw a card that the shoe can't read, and enter it by hand."""
        self._person.require_cards().draw_card(enter_step.card, readable=False)
        self._person.supervisor.enter_card(enter_step.card)


def _card_progress(status: Status) -> tuple[object, ...]:
    """Return the parts of a status that any card changes."""
    return status.shoe.left, status.stopped, round_progress(status)
