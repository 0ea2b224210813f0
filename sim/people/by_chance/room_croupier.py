"""The dealer of a poker table and its players, who play as chance has it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.room_status import RoomStatus
from firmware.core.vocabulary.rulings import Bet
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import Luck
from sim.people.by_chance.room_chips import RoomChips
from sim.people.by_chance.room_deck import RoomDeck
from sim.people.by_chance.room_players import RoomPlayers
from sim.people.person import ANSWERS, WAITS_MS, Person

SEATED: Final = 6
"""How many players a table has at most by chance."""
DEALS_MS: Final = 2500
THINKS_MS: Final = 1200
PUSHES_MS: Final = 2000
CARD_MS: Final = 400
TRIES: Final = 6
"""How often the same step is tried before the game is voided."""


class RoomCroupier:
    """Does the table's next step, one at a time; the mishaps are refused or put right."""

    def __init__(
        self, person: Person, chance: Random, *, deals: bool = True, mishaps: float = 0.0
    ) -> None:
        game = person.layout.game
        if not isinstance(game, PokerRoom):
            raise TypeError("no poker room")
        self.person = person
        self._body = person.body
        self._luck = Luck(chance, mishaps if deals else 0)
        self._terms = game.terms
        self._chips = RoomChips(person, self._terms)
        self._players = RoomPlayers(person, self._terms, chance, self._luck, self._chips)
        self._deck = RoomDeck(chance, self._terms)
        self._chance = chance
        self._tried: tuple[object, ...] = ()
        self._tries = 0
        self._does: Mapping[Act, Callable[[Status, RoomStatus], None]] = {
            Act.POST: self._begin,
            Act.DEAL: self._deal,
            Act.BURN: lambda _, __: self._press(Key.BURN),
            Act.DECIDE: self._decide,
            Act.SHOW: self._show,
            Act.CONFIRM: self._push,
            Act.DEAL_AGAIN: self._deal_again,
            Act.TAKE_BACK: lambda _, __: self._supervise(Key.TAKE_BACK),
            Act.VOID: lambda _, __: self._supervise(Key.VOID),
        }

    @property
    def did(self) -> Counter[str]:
        """The mishaps, by name."""
        return self._luck.did

    def run(self, stop: Event) -> None:
        """Play on until stopped."""
        self._body.keep_doing(self.step, stop)

    def resume(
        self,
        felt: Iterable[Bet],
        gone: Mapping[Card, int],
        dealt: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips and cards are in its status."""

    def start_over(self) -> None:
        """Play the table's game once more: it has been taken back to where that opened."""
        self._deck.forget()

    def step(self) -> None:
        """Do the next step; wait a little if it is not theirs."""
        seen = self._body.look()
        room, do = seen.room, seen.ask.do
        if room is None or do not in self._does:
            if do not in ANSWERS or not self.person.answer(seen):
                self._body.wait(WAITS_MS)
        elif self._in_vain(seen):
            self._supervise(Key.VOID)
        else:
            self._chips.put_right(room)
            self._does[do](seen, room)

    def _in_vain(self, seen: Status) -> bool:
        """Return whether the step was tried too often."""
        tried = (seen.round, seen.ask, seen.room)
        self._tries = self._tries + 1 if tried == self._tried else 0
        self._tried = tried
        return self._tries >= TRIES and seen.phase == "round"

    # between games

    def _begin(self, _seen: Status, room: RoomStatus) -> None:
        self._body.hands.table.seats.clear()
        self._body.pause(PUSHES_MS)
        if self._players.come_and_go(room):
            return
        if Key.POST not in self._body.look().keys:
            self._body.wait(WAITS_MS)
            return
        if self._luck.strikes("posted_twice"):
            self._press(Key.POST)
        self._press(Key.POST)
        self._players.post_owed(self._body.look())

    # cards

    def _deal(self, seen: Status, room: RoomStatus) -> None:
        self._deck.take_up(seen)
        if room.waits_for == "deal":
            self._lay_hands(room)
            self._body.pause(DEALS_MS)
            if not room.board and self._luck.strikes("wrong_number"):
                self._body.hands.press(Key.DIGIT_1)
            self.person.body.hands.load_shoe()
            self._press(Key.DEALT)
        else:
            self._turn_up()

    def _lay_hands(self, room: RoomStatus) -> None:
        """Lay each player's cards on the antenna before him, where there is one."""
        if self._body.hands.table.wiring.seats is None:
            return
        for spot, seat in room.seats.items():
            if seat.dealt_in and not seat.folded:
                street = self._terms.variant.streets[-1 if seat.down else 0]
                for card in self._deck.hand(spot, seat.down + street.down)[seat.down :]:
                    self._body.hands.table.seats.lay(spot, card)

    def _turn_up(self) -> None:
        """Deal a card face up past the reader; where there is none, the supervisor names it."""
        self._body.pause(CARD_MS)
        card = self._deck.next()
        before = self._body.look()
        if self._reads:
            self._body.hands.draw(card)
        else:
            with self.person.supervisor.key():
                self._body.hands.choose(card)
                self._body.hands.press(Key.ENTER)
        self._body.until(lambda now: now != before)

    @property
    def _reads(self) -> bool:
        return self._body.hands.table.wiring.shoe is not None and not self._body.look().stopped

    def _decide(self, seen: Status, room: RoomStatus) -> None:
        self._deck.take_up(seen)
        self._body.pause(THINKS_MS)
        if self._reads and self._luck.strikes("premature_card"):
            self._body.hands.draw(self._deck.next())
            return
        self._players.decide(room)

    def _show(self, seen: Status, room: RoomStatus) -> None:
        self._deck.take_up(seen)
        self._body.pause(THINKS_MS)
        spot = room.turn
        if spot is None:
            return
        left = [s for s in room.seats.values() if s.dealt_in and not s.folded]
        if any(seat.shown for seat in left) and self._chance.random() < 0.3:
            self._press(Key.MUCK)
            return
        for card in self._deck.hand(spot, room.seats[spot].down)[len(room.named) :]:
            self._name(card)
        self._press(Key.SHOW)

    def _name(self, card: Card) -> None:
        """Name a card of a hand that is shown: by the reader, or rank and suit."""
        before = self._body.look().room
        if self._reads:
            self._body.hands.draw(card)
        else:
            self._body.hands.choose(card)
            self._body.hands.press(Key.PICK)
        self._body.until(lambda now: now.room != before)

    def _push(self, _seen: Status, _room: RoomStatus) -> None:
        self._body.pause(PUSHES_MS)
        self._press(Key.CONFIRM)
        if self._luck.strikes("confirmed_twice"):
            self._body.hands.press(Key.CONFIRM)

    def _deal_again(self, _seen: Status, _room: RoomStatus) -> None:
        self._body.pause(DEALS_MS)
        self._deck.forget()
        self._body.hands.table.seats.clear()
        self._press(Key.MISDEAL)

    # keys

    def _press(self, key: Key) -> None:
        before = self._body.look()
        self._body.hands.press(key)
        self._body.until(lambda now: now != before)

    def _supervise(self, key: Key) -> None:
        with self.person.supervisor.key():
            self._press(key)
