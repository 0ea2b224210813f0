"""The dealer of a poker table and its players, who play as chance has it."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from threading import Event
from typing import Final

from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.poker_status import PokerStatus, SeatStatus
from firmware.core.vocabulary.status import Status
from sim.people.by_chance.mishaps import MishapChance
from sim.people.by_chance.people_kind import USUAL_PEOPLE, PeopleKind
from sim.people.by_chance.room_chips import RoomChips
from sim.people.by_chance.room_deck import RoomDeck
from sim.people.by_chance.room_players import RoomPlayers
from sim.people.person import IDLE_WAIT_MS, PROMPT_HANDLERS, Person

MAX_SEATED: Final = 6
"""How many players a table has at most by chance."""
DEALING_MS: Final = 2500
THINKS_MS: Final = 1200
PUSHES_MS: Final = 2000
CARD_PAUSE_MS: Final = 400
MAX_TRIES: Final = 6
"""How often the same step is tried before the game is voided."""


class RoomCroupier:
    """Does the table's next step, one at a time; the mishaps are refused or put right."""

    def __init__(
        self,
        person: Person,
        random_source: Random,
        *,
        deals_cards: bool = True,
        mishap_rate: float = 0.0,
        people_kind: PeopleKind = USUAL_PEOPLE,
    ) -> None:
        game = person.layout.game
        if not isinstance(game, PokerRoom):
            raise TypeError("no poker room")
        self.person = person
        self._actor = person.actor
        self._mishap_chance = MishapChance(random_source, mishap_rate if deals_cards else 0)
        self._terms = game.terms
        self._room_chips = RoomChips(person, self._terms)
        make_players = people_kind.make_room_players or RoomPlayers
        self._players = make_players(
            person, game, random_source, self._mishap_chance, self._room_chips
        )
        self._room_deck = RoomDeck(random_source, self._terms)
        self._random_source = random_source
        self._last_attempt: tuple[object, ...] = ()
        self._attempts = 0
        self._act_handlers: Mapping[Act, Callable[[Status, PokerStatus], None]] = {
            Act.POST_BLINDS: self._begin_hand,
            Act.DEAL_CARD: self._deal_cards,
            Act.BURN_CARD: lambda _, __: self._press_key(Key.BURN_CARD),
            Act.TAKE_DECISION: self._decide_for_player,
            Act.SHOW_HANDS: self._show_hand,
            Act.CONFIRM_PAID: self._push_pot,
            Act.DEAL_AGAIN: self._deal_again,
            Act.TAKE_CARD_BACK: lambda _, __: self._press_under_key(Key.TAKE_CARD_BACK),
            Act.VOID_ROUND: lambda _, __: self._press_under_key(Key.VOID_ROUND),
        }

    @property
    def mishap_counts(self) -> Counter[str]:
        """The mishaps, by name."""
        return self._mishap_chance.mishap_counts

    def run(self, stop_event: Event) -> None:
        """Play on until stopped."""
        self._actor.repeat_until_stopped(self.step, stop_event)

    def resume(
        self,
        felt_bets: Iterable[Bet],
        drawn_cards: Mapping[Card, int],
        dealt_hands: Mapping[int, Sequence[Card]] | None = None,
    ) -> None:
        """Take over a table as it is: its chips and cards are in its status."""

    def restart_round(self) -> None:
        """Play the table's game once more: it has been taken back to where that opened."""
        self._room_deck.forget_cards()

    def step(self) -> None:
        """Do the next step; wait a little if it is not theirs."""
        status = self._actor.read_status()
        room_status, prompted_act = status.room, status.ask.do
        if room_status is None or prompted_act not in self._act_handlers:
            if prompted_act not in PROMPT_HANDLERS or not self.person.answer_prompt(status):
                self._actor.wait(IDLE_WAIT_MS)
        elif self._is_stuck(status):
            self._press_under_key(Key.VOID_ROUND)
        else:
            self._room_chips.correct_lines(room_status)
            self._act_handlers[prompted_act](status, room_status)

    def _is_stuck(self, status: Status) -> bool:
        """Return whether the step was tried too often."""
        attempt = (status.round, status.ask, status.room)
        self._attempts = self._attempts + 1 if attempt == self._last_attempt else 0
        self._last_attempt = attempt
        return self._attempts >= MAX_TRIES and status.phase == "round"

    # between games

    def _begin_hand(self, _status: Status, room_status: PokerStatus) -> None:
        self._actor.hands.table.seats.clear_cards()
        self.person.player_chips.take_all_chips()
        self._actor.pause(PUSHES_MS)
        if self._players.change_players(room_status):
            return
        if Key.POST_BLINDS not in self._actor.read_status().keys:
            self._actor.wait(IDLE_WAIT_MS)
            return
        if self._mishap_chance.should_happen("posted_twice"):
            self._press_key(Key.POST_BLINDS)
        self._press_key(Key.POST_BLINDS)
        self._players.post_owed_blinds(self._actor.read_status())

    # cards

    def _deal_cards(self, status: Status, room_status: PokerStatus) -> None:
        self._room_deck.prepare_game(status)
        if room_status.waits_for == "deal":
            self._lay_hole_cards(room_status)
            self._actor.pause(DEALING_MS)
            if not room_status.board and self._mishap_chance.should_happen("wrong_number"):
                self._actor.hands.press_key(Key.DIGIT_1)
            self.person.actor.hands.load_shoe()
            self._press_key(Key.CARDS_DEALT)
        else:
            self._deal_face_up()

    def _lay_hole_cards(self, room_status: PokerStatus) -> None:
        """Put each player's hole cards on the antenna of his seat, if the table has antennas."""
        if self._actor.hands.table.wiring.seats is None:
            return
        for spot, seat in room_status.seats.items():
            if seat.dealt_in and not seat.folded:
                # Stud deals face down in its first street and in its last one.
                street = self._terms.variant.streets[-1 if seat.down else 0]
                for card in self._room_deck.hole_cards(spot, seat.down + street.down)[seat.down :]:
                    self._actor.hands.table.seats.lay_card(spot, card)

    def _deal_face_up(self) -> None:
        """Deal a card face up past the reader; without one the supervisor enters it by keys."""
        self._actor.pause(CARD_PAUSE_MS)
        card = self._room_deck.next_card()
        status_before = self._actor.read_status()
        if self._reader_usable:
            self._actor.hands.draw_card(card)
        else:
            with self.person.supervisor.key_turned():
                self._actor.hands.choose_card(card)
                self._actor.hands.press_key(Key.ENTER_CARD)
        self._actor.wait_until(lambda current: current != status_before)

    @property
    def _reader_usable(self) -> bool:
        return (
            self._actor.hands.table.wiring.shoe is not None
            and not self._actor.read_status().stopped
        )

    def _decide_for_player(self, status: Status, room_status: PokerStatus) -> None:
        self._room_deck.prepare_game(status)
        self._actor.pause(THINKS_MS)
        if self._reader_usable and self._mishap_chance.should_happen("premature_card"):
            self._actor.hands.draw_card(self._room_deck.next_card())
            return
        self._players.decide(room_status)

    def _show_hand(self, status: Status, room_status: PokerStatus) -> None:
        self._room_deck.prepare_game(status)
        self._actor.pause(THINKS_MS)
        spot = room_status.turn
        if spot is None:
            return
        live_seats = [
            seat_status
            for seat_status in room_status.seats.values()
            if seat_status.dealt_in and not seat_status.folded
        ]
        # The first hand must be shown; a later one may be mucked.
        is_losing = any(seat.shown for seat in live_seats) and self._random_source.random() < 0.3
        if is_losing and Key.MUCK_HAND in status.keys:
            self._muck_hand(room_status.seats[spot])
            return
        for card in self._room_deck.hole_cards(spot, room_status.seats[spot].down)[
            len(room_status.named) :
        ]:
            self._name_card(card)
        self._press_key(Key.SHOW_HAND)

    def _muck_hand(self, seat_status: SeatStatus) -> None:
        """Muck a hand; the table asks for the key again if it is all in."""
        self._press_key(Key.MUCK_HAND)
        if not seat_status.cents:
            self._press_key(Key.MUCK_HAND)

    def _name_card(self, card: Card) -> None:
        """Name a card of a hand that is shown: by the reader, or rank and suit."""
        status_before = self._actor.read_status().room
        if self._reader_usable:
            self._actor.hands.draw_card(card)
        else:
            self._actor.hands.choose_card(card)
            self._actor.hands.press_key(Key.PICK_CARD)
        self._actor.wait_until(lambda current: current.room != status_before)

    def _push_pot(self, _status: Status, _room_status: PokerStatus) -> None:
        self._actor.pause(PUSHES_MS)
        self._press_key(Key.CONFIRM)
        if self._mishap_chance.should_happen("confirmed_twice"):
            self._actor.hands.press_key(Key.CONFIRM)

    def _deal_again(self, _status: Status, _room_status: PokerStatus) -> None:
        self._actor.pause(DEALING_MS)
        self._room_deck.forget_cards()
        self._actor.hands.table.seats.clear_cards()
        self._press_key(Key.MISDEAL)

    # keys

    def _press_key(self, key: Key) -> None:
        status_before = self._actor.read_status()
        self._actor.hands.press_key(key)
        self._actor.wait_until(lambda current: current != status_before)

    def _press_under_key(self, key: Key) -> None:
        with self.person.supervisor.key_turned():
            self._press_key(key)
