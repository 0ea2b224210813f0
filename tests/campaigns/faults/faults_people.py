"""People at a table that fails: they look before they go on, and leave nothing to a guess."""

from collections.abc import Mapping
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import ClearAllowed, DrawnFor
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import DueStatus, Status
from sim.people.actor import Actor
from sim.people.by_chance.croupier import Croupier
from sim.people.by_chance.dealer import RandomDealer
from sim.people.cards import ShoeCards
from sim.people.chips import PlayerChips
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import FELT_CHECK_MS, Person
from sim.people.supervisor import Supervisor
from tests.campaigns.faults.faults_service import SPEED, FaultyService
from tests.campaigns.kill.history import Difference

REPLACED: Final = ("journal", "copy_replaced")
LOOKS_MS: Final = 1000
COVER_MS: Final = 1500
"""Longer than the printer needs to say twice how it is."""
MOST_TURNS: Final = 40
"""Keys that no card needs."""
MOST_UNREAD: Final = 8
"""Cards that a shoe may fail to tell of, one after the other, while faults come and go."""
FIRST: Final = DueStatus(None, 1, DrawnFor.PLAYER)
"""The card that closes the bets of Baccara."""


class CarefulCards(ShoeCards):
    """A card that lies on the felt and that the table hasn't got is entered by hand."""

    def __init__(self, body: Actor, deal: DealtCards, played: Game, supervisor: Supervisor) -> None:
        super().__init__(body, deal, played)
        self.dealt: list[Card] = []
        """The cards of this round, as they lie on the felt."""
        self._supervisor = supervisor
        self._asked: object = None
        """For what the last of them was drawn."""
        self._unread = 0
        """The cards that were entered by hand since the shoe has reported one."""

    def gather(self) -> None:
        """Take the cards away: the round is over, or void."""
        self.dealt, self._asked = [], None

    def draw_card(self, chosen: Card | None = None, *, readable: bool = True) -> None:
        seen = self._actor.read_status()
        if self._missing(seen):
            self._enter_last()
            return
        self._asked = (seen.round, seen.due or FIRST)
        self.dealt.append(self.dealt_cards.pack._cards_left[-1])
        super().draw_card(chosen, readable=readable)
        seen = self._actor.read_status()
        if not self._missing(seen):
            self._unread = 0
        if seen.phase == "open":
            self.gather()

    def begin_round(self, seen: Status) -> None:
        """Make ready for a round; a cut card that nothing saw as it came is shown once more."""
        if (
            self._game.decks > 1
            and self.dealt_cards.pack._cards_behind_cut is None
            and not seen.shoe.cut
        ):
            self._hands.cut_card()
        super().begin_round(seen)
        self.gather()

    def clear_shoe(self) -> None:
        if self._missing(self._actor.read_status()):
            self._enter_last()
        else:
            super().clear_shoe()

    def _enter_last(self) -> None:
        """Enter the card that was drawn last. Difference: the shoe has reported none for long."""
        self._unread += 1
        if self._unread > MOST_UNREAD:
            raise Difference(f"the shoe tells of no card: {self.dealt}")
        self._supervisor.enter_card(self.dealt[-1])

    def _missing(self, seen: Status) -> bool:
        return self._asked is not None and self._asked == (seen.round, seen.due)


class CarefulSupervisor(Supervisor):
    """He enters a card by what stands on the display, not by counting keys."""

    def __init__(self, body: Actor, player_chips: PlayerChips, entries: Mapping[str, Card]) -> None:
        super().__init__(body, player_chips)
        self._entries = entries

    def enter_card(self, card: Card) -> None:
        with self.key_turned():
            if self._actor.wait_until(lambda seen: Key.ENTER_CARD in seen.keys):
                self._actor.press_key(Key.ENTER_CARD)
                self._turn_to(card)
        self._hands.clear_shoe()
        self._actor.wait_until(lambda seen: not seen.stopped)

    def _turn_to(self, card: Card) -> None:
        for _ in range(MOST_TURNS):
            before = self._actor.read_status()
            key = self._key_to(card, before)
            if key is None:
                return
            self._hands.press_key(key)
            self._actor.wait_until(lambda seen, said=before.dealer: seen.dealer != said, 500)

    def _key_to(self, card: Card, seen: Status) -> Key | None:
        """Return the key that leads on to a card, None where none is being entered."""
        if seen.ask.do is Act.CHOOSE_CARD:
            return Key.NEXT_RANK
        shown = self._entries.get(seen.dealer[0])
        if shown is None:
            return None
        if shown.rank != card.rank:
            return Key.NEXT_RANK
        return Key.ENTER_CARD if shown == card else Key.NEXT_SUIT


class CarefulPerson(Person):
    """A person at a table that fails."""

    cards: CarefulCards | None

    def __init__(self, service: FaultyService, chance: Random) -> None:
        layout, words = layout_of(service.config), service.words
        self._service = service
        body = Actor(service.hands, service.look, SPEED)
        super().__init__(body, layout, chance, ticket_desk=service if service.desk else None)
        entries = {
            words.render(Text("prompt.enter_card", {"card": card.name})): card
            for card in layout.game.pack
        }
        self.supervisor = supervisor = CarefulSupervisor(body, self.player_chips, entries)
        if layout.game.decks:
            deal = DealtCards(layout.game, chance)
            self.cards = CarefulCards(body, deal, layout.game, supervisor)

    def confirm_felt(self) -> None:
        """Look as long as the reader needs to see every place."""
        self.actor.wait(FELT_CHECK_MS if self.actor.hands.table.felt.shares_layout else LOOKS_MS)
        self.actor.press_key(Key.CONFIRM)

    def mend_fault(self, seen: Status) -> None:
        """A piece of a ticket may hang in the printer: the cover is opened, and shut."""
        printer = self.actor.hands.table.printer
        if seen.ask.fault == "printer_fault" and printer:
            printer.open_cover()
            self.actor.wait(COVER_MS)
            printer.shut_cover()
            self.actor.wait(COVER_MS)
        elif seen.ask.do is Act.MEND_FAULT and seen.ask.fault == REPLACED[1]:
            self._clear_with_technician()
        else:
            super().mend_fault(seen)

    def _clear_with_technician(self) -> None:
        """The supervisor alone can't clear it; a technician has to allow it first."""
        self.supervisor.clear_faults()
        if all(fault.code != REPLACED[1] for fault in self.actor.read_status().faults):
            raise Difference("one person has cleared another disk in a copy's place")
        self._service.take([ClearAllowed(*REPLACED)])


class CarefulDealer(RandomDealer):
    """The key closes the bets."""

    def closes_by_card(self) -> bool:
        return False


class CarefulCroupier(Croupier):
    """A croupier at a table that fails."""

    def __init__(self, service: FaultyService, chance: Random) -> None:
        self.careful = CarefulPerson(service, chance)
        super().__init__(self.careful, chance, mishap_rate=0)
        self.slips = False
        """Whether the next thing that he does is to draw a card unasked."""

    @property
    def cards(self) -> CarefulCards | None:
        """The cards that he deals."""
        return self.careful.cards

    def _seat_dealer(self, chance: Random) -> RandomDealer | None:
        cards = self.careful.cards
        return CarefulDealer(self.careful, cards, chance, self._mishap_chance) if cards else None

    def step(self) -> None:
        if self.slips:
            self.slips = False
            self._draw_out_of_turn()
        super().step()

    def move_chips(self, chance: Random) -> None:
        """Somebody lays a chip, or takes his stack."""
        chips = self.careful.player_chips
        lying = list(chips.amounts_on_felt())
        if lying and chance.random() < 0.5:
            chips.take_chips(*chance.choice(lying))
            return
        chips.lay(*self._players.late_stake(()))

    def _draw_out_of_turn(self) -> None:
        """Draw a card that nobody has asked for; it is laid aside, unless it closes the bets."""
        seen, cards = self._actor.read_status(), self.cards
        if cards is None or seen.due is not None or not cards.cards_left:
            return
        if seen.phase == "open" and self.careful.layout.game.CLOSES_ON_FIRST_CARD:
            cards.draw_card()
        else:
            self._actor.hands.draw_card(cards.dealt_cards.pack.draw_card())
