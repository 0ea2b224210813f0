"""Who deals and keys decisions as chance has it, not always rightly."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Final

from firmware.core.games.tile_ranks import two_tiles
from firmware.core.vocabulary.cards import TILE_SET, Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import ChoiceStatus, Status
from sim.people.by_chance.mishaps import MishapChance
from sim.people.cards import ShoeCards
from sim.people.person import Person
from sim.people.status_queries import round_progress

FIRST_CARD_PROBABILITY: Final = 0.1
"""How often the first card closes the bets, where it may, and not the key."""
BANK_PROBABILITY: Final = 0.2
"""How often a player is the bank of a round, where one may be."""
OUT_OF_TURN_PROBABILITY: Final = 0.05
"""The probability of a decision out of turn, if it is allowed."""

CARD_PAUSE_MS: Final = 1200
DECIDES_MS: Final = 2500
LOW_FIRST: Final = "23456789TJQKA"


class RandomDealer:
    """Draws the cards that are due, and keys the players' decisions."""

    def __init__(
        self, person: Person, cards: ShoeCards, random_source: Random, mishap_chance: MishapChance
    ) -> None:
        self.bank_spot: int | None = None
        """The spot of the player who is the bank of this round."""
        self._person = person
        self._actor = person.actor
        self._shoe_cards = cards
        self._random_source = random_source
        self._mishap_chance = mishap_chance

    def begin_round(self, status: Status) -> None:
        """Make ready for a round: the cards, and who is the bank."""
        self._shoe_cards.begin_round(status)
        self.bank_spot = None
        if Key.TAKE_BANK in status.keys and self._random_source.random() < BANK_PROBABILITY:
            choice = self._random_source.choice(status.choices)
            self._key_decision(status, choice)
            self.bank_spot = choice.spot

    def closes_by_card(self) -> bool:
        """Occasionally close the bets by the first card, if it does; return whether he has."""
        may_close = self._person.layout.game.CLOSES_ON_FIRST_CARD
        closed_by_card = may_close and self._random_source.random() < FIRST_CARD_PROBABILITY
        if closed_by_card:
            self._draw_card()
        return closed_by_card

    def deal_card(self, _status: Status) -> None:
        """Draw the card that is due."""
        self._actor.pause(CARD_PAUSE_MS)
        if self._mishap_chance.should_happen("wrong_key"):
            self._actor.press_key(Key.CONFIRM)
        else:
            self._draw_card()

    def _draw_card(self) -> None:
        """Draw the next card; none if the shoe is empty."""
        if not self._shoe_cards.cards_left:
            self._actor.wait(CARD_PAUSE_MS)
            return
        shoe_reports = self._actor.hands.table.shoe.follows_the_game
        unread_card = shoe_reports and self._mishap_chance.should_happen("unreadable_card")
        self._shoe_cards.draw_card(readable=not unread_card)

    def decide(self, status: Status) -> None:
        """Key a decision; or draw a card instead, if one is due as well."""
        choice = self._choose_decision(status)
        if choice is None or (status.due is not None and self._random_source.random() < 1 / 2):
            self.deal_card(status)
            return
        self._actor.pause(DECIDES_MS)
        self._person.decisions.lay_minimum(status, choice)
        self._key_decision(status, choice)
        if not choice.picks and self._mishap_chance.should_happen("undone"):
            progress_before = round_progress(self._actor.read_status())
            self._actor.pause(DECIDES_MS)
            self._actor.hands.press_key(Key.UNDO)
            self._actor.wait_until(lambda current: round_progress(current) != progress_before)

    def _choose_decision(self, status: Status) -> ChoiceStatus | None:
        """Return a decision: normally of the next player, if he knows his cards."""
        cards_held = self._shoe_cards.held_cards
        possible_choices = [
            choice
            for choice in status.choices
            if not choice.picks or len(cards_held(status, choice.spot)) > 1
        ]
        if not possible_choices:
            return None
        next_choices = [
            choice for choice in possible_choices if choice.spot == possible_choices[0].spot
        ]
        same_decision = len({choice.do for choice in possible_choices}) == 1
        out_of_turn = same_decision or self._random_source.random() < OUT_OF_TURN_PROBABILITY
        return self._random_source.choice(possible_choices if out_of_turn else next_choices)

    def _key_decision(self, status: Status, choice: ChoiceStatus) -> None:
        low_cards = (
            choose_low_hand(self._shoe_cards.held_cards(status, choice.spot))
            if choice.picks
            else ()
        )
        self._person.decisions.key_choice(status, choice, low_cards)


def choose_low_hand(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return two cards for the low hand of a set that is never wrong: of two ranks, both low.

    Ranks held several times stay in the high hand as long as others are available. Of tiles it
    is the lowest two: no other two are below them.
    """
    if cards[0] in TILE_SET:
        return min(combinations(cards, 2), key=two_tiles)
    rank_counts = Counter(card.rank for card in cards)
    sorted_ranks = sorted(
        # A joker's rank is not among them: its -1 becomes 13, above the ace.
        rank_counts,
        key=lambda rank: (rank_counts[rank], LOW_FIRST.find(rank) % 14),
    )
    return tuple(next(card for card in cards if card.rank == rank) for rank in sorted_ranks[:2])
