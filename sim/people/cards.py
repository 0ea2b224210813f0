"""Dealing at a simulated table: cards or tiles, from the shuffle to the last one drawn."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from sim.people.actor import REACTION_MS, Body
from sim.people.deal import Deal
from sim.people.status_queries import game, stage

SHUFFLES_MS: Final = 10_000
DOOR_MS: Final = 200


class Cards:
    """Draws from the pack that everybody at the table shares.

    Not modelled: cards that are dealt wrong.
    """

    def __init__(self, body: Body, deal: Deal, played: Game) -> None:
        self.deal = deal
        self._body = body
        self._hands = body.hands
        self._shoe = body.hands.table.shoe
        self._game = played

    @property
    def left(self) -> int:
        """How many are in the shoe."""
        return len(self.deal.pack)

    def held(self, seen: Status, spot: int) -> Sequence[Card]:
        """Return the cards of a spot, as who sits there knows them: he has looked at them."""
        shown = seen.cards.get(str(spot) if spot else "dealer", ())
        return self.deal.hands.get(spot) or [parse_card(name) for name in shown]

    def take_up(
        self, seen: Status, gone: Mapping[Card, int], dealt: Mapping[int, Sequence[Card]]
    ) -> None:
        """Take over a shoe that the cards `gone` have left, and the hands that are dealt."""
        self.deal.hands = {spot: list(cards) for spot, cards in dealt.items()}
        self.deal.pack.shuffle(gone, cut=seen.shoe.cut)
        self._shoe.fill(gone)
        if self._shoe.follows_the_game:
            self._shoe.take_up(game(seen))

    def begin(self, seen: Status) -> None:
        """Make the cards and the shoe ready for a round."""
        self.ready(seen)
        self._hands.stand_by()

    def ready(self, seen: Status) -> None:
        """Make the cards ready for a round, once."""
        if self.deal.round == seen.round:
            return
        self.deal.round = seen.round
        self.deal.hands = {}
        if seen.room is not None:
            self.deal.pack.shuffle({}, cut=False)
            self._shoe.fill()

    # cards

    def draw(self, chosen: Card | None = None, *, readable: bool = True) -> None:
        """Draw the next card, behind the cut card if that is next; or one of those left.

        Raises CannotBeDone if there is no such card in the shoe.
        """
        card = self._out_of_shoe(chosen)
        before = self._body.glance()
        self._bring(card, before, readable=readable)
        self._body.await_change(before, stage, REACTION_MS)

    def _out_of_shoe(self, chosen: Card | None) -> Card:
        pack = self.deal.pack
        if chosen is not None and not pack.holds(chosen):
            raise CannotBeDone(Text("person.card_gone", {"card": chosen.name}))
        if not len(pack):
            raise CannotBeDone(Text("person.shoe_empty"))
        if chosen is None and pack.cut_card_comes():
            self._hands.cut_card()
        return pack.draw(chosen)

    def _bring(self, card: Card, seen: Status | None, *, readable: bool) -> None:
        """Bring a card past the reader, to the hand for which one was due."""
        self.deal.unread = None if readable else card
        if seen and seen.due and seen.due.spot is not None and not seen.due.burnt:
            self.deal.hands.setdefault(seen.due.spot, []).append(card)
        self._hands.draw(card, readable=readable)

    def cut(self) -> None:
        """Draw the cut card."""
        before = self._body.glance()
        self.deal.pack.cut()
        self._hands.cut_card()
        self._body.await_change(before, stage, REACTION_MS)

    def clear_shoe(self) -> None:
        """Have the shoe forget its error."""
        self._hands.clear_shoe()
        self._body.until(lambda seen: not seen.stopped)

    # the shuffle

    def shuffle(self, seen: Status) -> None:
        """Shuffle the cards, load the shoe, and press the key."""
        self._run_shuffler(seen)
        self._load_shoe()
        self._body.press(Key.SHUFFLED)

    def _run_shuffler(self, seen: Status) -> None:
        shuffler = self._hands.table.shuffler
        shuffler.load(self._game.decks * len(self._game.pack))
        if Key.SHUFFLE in seen.keys:
            self._hands.press(Key.SHUFFLE)
            self._body.until(lambda _: shuffler.under_way)
        shuffler.begin()
        self._body.pause(SHUFFLES_MS)
        shuffler.finish()
        self._hands.wait(DOOR_MS)
        self._body.until(lambda now: Key.SHUFFLED in now.keys)

    def _load_shoe(self) -> None:
        self._move_shoe_door(is_open=True)
        try:
            self._body.pause(SHUFFLES_MS)
            self.deal.pack.shuffle()
            self._hands.load_shoe()
        finally:
            self._move_shoe_door(is_open=False)

    def _move_shoe_door(self, *, is_open: bool) -> None:
        table = self._hands.table
        if Door.SHOE in table.wiring.keys.doors.values():
            table.move_door(Door.SHOE, is_open=is_open)
            self._hands.wait(DOOR_MS)
