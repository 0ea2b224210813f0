"""Dealing at a simulated table: cards or tiles, from the shuffle to the last one drawn."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.table.shoe import ONE_ROUND
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from sim.people.deal import Deal
from sim.people.decider import Decider
from sim.people.glance import game, stage
from sim.people.luck import Luck
from sim.people.person import Person
from sim.people.rack import Rack
from sim.people.supervisor import Supervisor

FIRST_CARD: Final = 0.1
"""How often the first card closes the bets, where it may, and not the key."""
BANKS: Final = 0.2
"""How often a player is the bank of a round, where one may be."""

CARD_MS: Final = 1200
DECIDES_MS: Final = 2500
SHUFFLES_MS: Final = 10_000
DOOR_MS: Final = 200


class Dealer:
    """Draws the cards that the table asks for, and keys what players decide.

    Not modelled: cards that are dealt wrong.
    """

    def __init__(
        self,
        person: Person,
        rack: Rack,
        supervisor: Supervisor,
        played: Game,
        chance: Random,
        luck: Luck,
        deal: Deal | None = None,
    ) -> None:
        self._deal = deal or Deal(played, chance)
        self._pack = self._deal.pack
        self.decider = Decider(person, rack, chance, self._deal)
        self.bank: int | None = None
        """The spot of the player who is the bank of this round."""
        self._person = person
        self._hands = person.hands
        self._shoe = person.hands.table.shoe
        self._rack = rack
        self._supervisor = supervisor
        self._game = played
        self._chance = chance
        self._luck = luck
        self.acts: Mapping[Act, Callable[[Status], None]] = {
            Act.DEAL: self.deal,
            Act.DECIDE: self._decide,
            Act.SHUFFLE: self.shuffle,
        }

    def take_up(self, seen: Status, gone: Mapping[Card, int]) -> None:
        """Take over a shoe that these cards have left."""
        self._pack.shuffle(gone, cut=seen.shoe.cut)
        self._shoe.fill(gone)
        if self._shoe.follows_the_game:
            self._shoe.take_up(game(seen))

    def remember(self, dealt: Mapping[int, Sequence[Card]]) -> None:
        """Know what has been dealt."""
        self._deal.hands = {spot: list(cards) for spot, cards in dealt.items()}

    def begin(self, seen: Status) -> None:
        """Make ready for a round: the cards, and who is the bank."""
        self.ready(seen)
        self.bank = None
        self._hands.stand_by()
        if Key.BANK in seen.keys and self._chance.random() < BANKS:
            choice = self._chance.choice(seen.choices)
            self.decider.key(seen, choice)
            self.bank = choice.spot

    def ready(self, seen: Status) -> None:
        """Make the cards ready for a round, once: a pack that lasts no longer is shuffled."""
        if self._deal.round == seen.round:
            return
        self._deal.round = seen.round
        self._deal.hands = {}
        if self._game.decks <= ONE_ROUND:
            self._pack.shuffle()
            self._hands.load_shoe()

    def closes(self) -> bool:
        """Close the bets by the first card, now and then, where it does; say whether he has."""
        by_card = self._game.CLOSES_ON_FIRST_CARD and self._chance.random() < FIRST_CARD
        if by_card:
            self.draw()
        return by_card

    # cards

    def deal(self, seen: Status) -> None:  # noqa: ARG002
        """Draw the card that is due."""
        self._person.pause(CARD_MS)
        if self._luck.strikes("wrong_key"):
            self._person.press(Key.CONFIRM)
        else:
            self.draw()

    def draw(self) -> None:
        """Draw the next card; where none is left, whoever waits for one waits in vain."""
        if not len(self._pack):
            self._person.wait(CARD_MS)
            return
        if self._pack.cut_card_comes():
            self._hands.cut_card()
        card = self._pack.draw()
        says_so = self._shoe.follows_the_game
        unread = says_so and self._luck.strikes("unreadable_card")
        before = self._person.look()
        self.lay(card, before, readable=not unread)
        self._person.until(lambda seen: stage(seen) != stage(before))

    def lay(self, card: Card, seen: Status | None, *, readable: bool = True) -> None:
        """Bring a card that was drawn past the reader, to the hand for which one was due."""
        self._deal.unread = None if readable else card
        if seen and seen.due and seen.due.spot is not None and not seen.due.burnt:
            self._deal.hands.setdefault(seen.due.spot, []).append(card)
        self._hands.draw(card, readable=readable)

    def clear_shoe(self) -> None:
        """Have the shoe forget its error; what it could not read is entered by hand."""
        unread, self._deal.unread = self._deal.unread, None
        if unread is None:
            self._hands.clear_shoe()
            self._person.until(lambda seen: not seen.stopped)
        else:
            self._supervisor.enter(unread)

    # decisions

    def _decide(self, seen: Status) -> None:
        """Key what somebody decides; a card may come instead, where one is due as well."""
        choice = self.decider.choose(seen)
        if choice is None or (seen.due is not None and self._chance.random() < 1 / 2):
            self.deal(seen)
            return
        self._person.pause(DECIDES_MS)
        self.decider.lay_for(seen, choice)
        self.decider.key(seen, choice)
        if not choice.picks and self._luck.strikes("undone"):
            decided = stage(self._person.look())
            self._person.pause(DECIDES_MS)
            self._hands.press(Key.UNDO)
            self._person.until(lambda now: stage(now) != decided)

    # the shuffle

    def shuffle(self, seen: Status) -> None:
        """Have the cards shuffled, load the shoe with them, and say so."""
        for place, bettor in self._rack.lying():
            self._rack.take(place, bettor)
        self.reload(seen)

    def reload(self, seen: Status) -> None:
        """The same, whatever lies on the felt."""
        self._run_shuffler(seen)
        self._load_shoe()
        self._person.press(Key.SHUFFLED)

    def _run_shuffler(self, seen: Status) -> None:
        shuffler = self._hands.table.shuffler
        shuffler.load(self._game.decks * len(self._game.pack))
        if Key.SHUFFLE in seen.keys:
            self._hands.press(Key.SHUFFLE)
            self._person.until(lambda _: shuffler.under_way)
        shuffler.begin()
        self._person.pause(SHUFFLES_MS)
        shuffler.finish()
        self._hands.wait(DOOR_MS)

    def _load_shoe(self) -> None:
        self._move_shoe_door(is_open=True)
        try:
            self._person.pause(SHUFFLES_MS)
            self._pack.shuffle()
            self._hands.load_shoe()
        finally:
            self._move_shoe_door(is_open=False)

    def _move_shoe_door(self, *, is_open: bool) -> None:
        table = self._hands.table
        if Door.SHOE in table.wiring.keys.doors.values():
            table.move_door(Door.SHOE, is_open=is_open)
            self._hands.wait(DOOR_MS)
