"""People at a table that fails: they look before they go on, and leave nothing to a guess."""

from collections.abc import Mapping
from random import Random
from typing import Final

from firmware.core.game.game import Game
from firmware.core.table.shoe import ONE_ROUND
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import Drawn
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.status import DueStatus, Status
from firmware.shell.rules.rules import open_game
from sim.bench.wheels import symbols_of
from sim.people.croupier import CHECKS_MS, SimCroupier
from sim.people.dealer import Dealer
from sim.people.luck import Luck
from sim.people.person import Person
from sim.people.players import Layout
from sim.people.rack import Rack
from sim.people.supervisor import Supervisor
from tests.campaigns.faults_service import SPEED, FaultyService
from tests.campaigns.history import Difference

LOOKS_MS: Final = 1000
COVER_MS: Final = 1500
"""Longer than the printer needs to say twice how it is."""
MOST_TURNS: Final = 40
"""Keys that no card needs."""
MOST_UNREAD: Final = 8
"""Cards that a shoe may fail to tell of, one after the other, while faults come and go."""
FIRST: Final = DueStatus(None, 1, Drawn.PLAYER)
"""The card that closes the bets of Baccara."""


class CarefulDealer(Dealer):
    """A card that lies on the felt and that the table hasn't got is entered by hand."""

    def __init__(
        self,
        person: Person,
        rack: Rack,
        supervisor: Supervisor,
        played: Game,
        chance: Random,
        luck: Luck,
    ) -> None:
        super().__init__(person, rack, supervisor, played, chance, luck)
        self.dealt: list[Card] = []
        """The cards of this round, as they lie on the felt."""
        self._asked: object = None
        """For what the last of them was drawn."""
        self._unread = 0
        """The cards that were entered by hand since the shoe has told of one."""

    def gather(self) -> None:
        """Take the cards away: the round is over, or void."""
        self.dealt, self._asked = [], None

    def closes(self) -> bool:
        """The key closes the bets."""
        return False

    def draw(self) -> None:
        seen = self._person.look()
        if self._missing(seen):
            self._enter_last()
            return
        self._asked = (seen.round, seen.due or FIRST)
        self.dealt.append(self._pack._cards[-1])
        super().draw()
        seen = self._person.look()
        if not self._missing(seen):
            self._unread = 0
        if seen.phase == "open":
            self.gather()

    def begin(self, seen: Status) -> None:
        """Make ready for a round; a cut card that nothing saw as it came is shown once more."""
        if self._game.decks > ONE_ROUND and self._pack._behind_cut is None and not seen.shoe.cut:
            self._hands.cut_card()
        super().begin(seen)
        self.gather()

    def clear_shoe(self) -> None:
        if self._missing(self._person.look()):
            self._enter_last()
        else:
            super().clear_shoe()

    def _enter_last(self) -> None:
        """Enter the card that was drawn last. Difference: the shoe has told of none for long."""
        self._unread += 1
        if self._unread > MOST_UNREAD:
            raise Difference(f"the shoe tells of no card: {self.dealt}")
        self._supervisor.enter(self.dealt[-1])

    def _missing(self, seen: Status) -> bool:
        return self._asked is not None and self._asked == (seen.round, seen.due)


class CarefulSupervisor(Supervisor):
    """He enters a card by what stands on the display, not by counting keys."""

    def __init__(self, person: Person, rack: Rack, entries: Mapping[str, Card]) -> None:
        super().__init__(person, rack)
        self._entries = entries

    def enter(self, card: Card) -> None:
        with self._key():
            if self._person.until(lambda seen: Key.ENTER in seen.keys):
                self._person.press(Key.ENTER)
                self._turn_to(card)
        self._hands.clear_shoe()
        self._person.until(lambda seen: not seen.stopped)

    def _turn_to(self, card: Card) -> None:
        for _ in range(MOST_TURNS):
            before = self._person.look()
            key = self._key_to(card, before)
            if key is None:
                return
            self._hands.press(key)
            self._person.until(lambda seen, said=before.dealer: seen.dealer != said, 500)

    def _key_to(self, card: Card, seen: Status) -> Key | None:
        """Return the key that leads on to a card, None where none is being entered."""
        if seen.ask.do is Act.CHOOSE_CARD:
            return Key.RANK
        shown = self._entries.get(seen.dealer[0])
        if shown is None:
            return None
        if shown.rank != card.rank:
            return Key.RANK
        return Key.ENTER if shown == card else Key.SUIT


class CarefulCroupier(SimCroupier):
    """A croupier at a table that fails."""

    def __init__(self, service: FaultyService, chance: Random) -> None:
        config, game = service.config, service.core.state.game
        self._entries = {
            service.words.say(Text("prompt.enter_card", {"card": card.name})): card
            for card in game.pack
        }
        layout = Layout(
            config.table.spots,
            config.limits,
            config.table.denominations,
            open_game(config.table.game, dict(config.game_options)),
            config.table.amounts,
        )
        super().__init__(
            service.hands,
            service.look,
            chance,
            layout,
            speed=SPEED,
            mishaps=0,
            symbols=symbols_of(config.wiring.wheel),
            desk=service if service.desk else None,
        )
        self.slips = False
        """Whether the next thing that he does is to draw a card unasked."""

    def _confirm_felt(self, seen: Status) -> None:
        """Look as long as the reader needs to see every place."""
        self._person.wait(CHECKS_MS if self._hands.table.felt.shared else LOOKS_MS)
        self._person.press(Key.CONFIRM)

    def _mend(self, seen: Status) -> None:
        """A piece of a ticket may hang in the printer: the cover is opened, and shut."""
        printer = self._hands.table.printer
        if seen.ask.fault == "printer_fault" and printer:
            printer.open_cover()
            self._person.wait(COVER_MS)
            printer.shut_cover()
            self._person.wait(COVER_MS)
        else:
            super()._mend(seen)

    def step(self) -> None:
        if self.slips:
            self.slips = False
            self._draw_out_of_turn()
        super().step()

    @property
    def dealer(self) -> CarefulDealer | None:
        """Who deals."""
        return self._dealer  # type: ignore[return-value]

    def _seat_dealer(self, chance: Random) -> Dealer:
        self._supervisor = CarefulSupervisor(self._person, self._rack, self._entries)
        played = self._layout.game
        return CarefulDealer(self._person, self._rack, self._supervisor, played, chance, self._luck)

    def move_chips(self, chance: Random) -> None:
        """Somebody lays a chip, or takes his stack."""
        lying = list(self._rack.lying())
        if lying and chance.random() < 0.5:
            self._rack.take(*chance.choice(lying))
            return
        self._rack.lay(*self._players.late(()))

    def _draw_out_of_turn(self) -> None:
        """Draw a card that nobody has asked for; it is laid aside, unless it closes the bets."""
        seen, dealer = self._look(), self.dealer
        if dealer is None or seen.due is not None or not len(dealer._pack):
            return
        if seen.phase == "open" and self._layout.game.CLOSES_ON_FIRST_CARD:
            dealer.draw()
        else:
            self._hands.draw(dealer._pack.draw())
