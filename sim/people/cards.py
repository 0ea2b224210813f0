"""Dealing at a simulated table: cards or tiles, from the shuffle to the last one drawn."""

from collections.abc import Mapping, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.people.actor import REACTION_MS, Actor
from sim.people.deal import DealtCards
from sim.people.status_queries import punto_banco_game, round_progress

SHUFFLES_MS: Final = 10_000
DOOR_SETTLE_MS: Final = 200


class ShoeCards:
    """Draws from the pack that everybody at the table shares.

    Not modelled: cards that are dealt wrong.
    """

    def __init__(self, actor: Actor, dealt_cards: DealtCards, game: Game) -> None:
        self.dealt_cards = dealt_cards
        self._actor = actor
        self._hands = actor.hands
        self._shoe = actor.hands.table.shoe
        self._game = game

    @property
    def cards_left(self) -> int:
        """How many are in the shoe."""
        return len(self.dealt_cards.pack)

    def held_cards(self, status: Status, spot: int) -> Sequence[Card]:
        """Return the cards of a spot, as who sits there knows them: he has looked at them."""
        shown_names = status.cards.get(str(spot) if spot else "dealer", ())
        return self.dealt_cards.hands.get(spot) or [parse_card(name) for name in shown_names]

    def take_over(
        self,
        status: Status,
        drawn_cards: Mapping[Card, int],
        dealt_hands: Mapping[int, Sequence[Card]],
    ) -> None:
        """Take over a shoe that the cards `gone` have left, and the hands that are dealt."""
        self.dealt_cards.hands = {spot: list(cards) for spot, cards in dealt_hands.items()}
        self.dealt_cards.pack.shuffle(drawn_cards, cut_card_drawn=status.shoe.cut)
        self._shoe.load_pack(drawn_cards)
        if self._shoe.follows_the_game:
            self._shoe.resume_game(punto_banco_game(status))

    def begin_round(self, status: Status) -> None:
        """Make the cards and the shoe ready for a round."""
        self.prepare_round(status)
        self._hands.stand_by()

    def prepare_round(self, status: Status) -> None:
        """Make the cards ready for a round, once."""
        if self.dealt_cards.round_number == status.round:
            return
        self.dealt_cards.round_number = status.round
        self.dealt_cards.hands = {}
        # A poker table shuffles for each game, not when a shoe is used up.
        if status.room is not None:
            self.dealt_cards.pack.shuffle({}, cut_card_drawn=False)
            self._shoe.load_pack()

    # cards

    def draw_card(self, chosen_card: Card | None = None, *, readable: bool = True) -> None:
        """Draw the next card, behind the cut card if that is next; or one of those left.

        Raises RequestFailed if there is no such card in the shoe.
        """
        card = self._take_from_pack(chosen_card)
        status_before = self._actor.try_read_status()
        self._pass_card(card, status_before, readable=readable)
        self._actor.await_change(status_before, round_progress, REACTION_MS)

    def draw_foreign_card(self, card: Card) -> None:
        """Draw a card of another pack, which lay in the shoe by mistake; it is no hand's."""
        status_before = self._actor.try_read_status()
        self._hands.draw_card(card)
        self._actor.await_change(status_before, round_progress, REACTION_MS)

    def _take_from_pack(self, chosen_card: Card | None) -> Card:
        pack = self.dealt_cards.pack
        if chosen_card is not None and not pack.contains(chosen_card):
            raise RequestFailed(Text("person.card_gone", {"card": chosen_card.name}))
        if not len(pack):
            raise RequestFailed(Text("person.shoe_empty"))
        if chosen_card is None and pack.is_cut_card_next():
            self._hands.cut_card()
        return pack.draw_card(chosen_card)

    def _pass_card(self, card: Card, status: Status | None, *, readable: bool) -> None:
        """Bring a card past the reader, to the hand for which one was due."""
        self.dealt_cards.unread_card = None if readable else card
        if status and status.due and status.due.spot is not None and not status.due.burnt:
            self.dealt_cards.hands.setdefault(status.due.spot, []).append(card)
        self._hands.draw_card(card, readable=readable)

    def draw_cut_card(self) -> None:
        """Draw the cut card."""
        status_before = self._actor.try_read_status()
        self.dealt_cards.pack.remove_cut_card()
        self._hands.cut_card()
        self._actor.await_change(status_before, round_progress, REACTION_MS)

    def clear_shoe(self) -> None:
        """Have the shoe forget its error."""
        self._hands.clear_shoe()
        self._actor.wait_until(lambda status: not status.stopped)

    # the shuffle

    def shuffle(self, status: Status) -> None:
        """Shuffle the cards, load the shoe, and press the key."""
        self._run_shuffler(status)
        self._load_shoe()
        self._actor.press_key(Key.CARDS_SHUFFLED)

    def _run_shuffler(self, status: Status) -> None:
        shuffler = self._hands.table.shuffler
        shuffler.load_cards(self._game.decks * len(self._game.pack))
        if Key.START_SHUFFLER in status.keys:
            self._hands.press_key(Key.START_SHUFFLER)
            self._actor.wait_until(lambda _: shuffler.is_shuffling)
        shuffler.press_start()
        self._actor.pause(SHUFFLES_MS)
        shuffler.finish_shuffle()
        self._hands.wait(DOOR_SETTLE_MS)
        self._actor.wait_until(lambda current: Key.CARDS_SHUFFLED in current.keys)

    def _load_shoe(self) -> None:
        self._move_shoe_door(is_open=True)
        try:
            self._actor.pause(SHUFFLES_MS)
            self.dealt_cards.pack.shuffle()
            self._hands.load_shoe()
        finally:
            # Even if he is dismissed meanwhile: an open door is a fault that nobody would clear.
            self._move_shoe_door(is_open=False)

    def _move_shoe_door(self, *, is_open: bool) -> None:
        table = self._hands.table
        if Door.SHOE in table.wiring.keys.doors.values():
            table.move_door(Door.SHOE, is_open=is_open)
            self._hands.wait(DOOR_SETTLE_MS)
