"""The people of `run`, at the simulated world."""

import random
import threading
from collections.abc import Callable
from functools import partial

from firmware.cli.serving.simulated_world import SimulatedWorld
from firmware.core.game.card_game import CardGame
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.status import Status
from firmware.shell.desk.desk import KenoDesk
from sim.people.actor import Actor
from sim.people.by_chance.make_croupier import AnyCroupier, make_croupier
from sim.people.by_chance.people_kind import USUAL_PEOPLE, PeopleKind
from sim.people.confirming_hands import ConfirmingHands
from sim.people.deal import DealtCards
from sim.people.layout import layout_of
from sim.people.person import Person
from sim.people.table_closure import close_and_leave

LEAVE_TIMEOUT_S = 5.0
"""How long a typed key waits for the people to leave."""
CHIP_REST_MS = 100
"""How long a hand rests after a chip."""


class Simulation:
    """A simulated world and its people, who are `speed` times as fast as real ones.

    The people of an idle table close it, and leave.
    """

    def __init__(
        self,
        world: SimulatedWorld,
        *,
        speed: float,
        seed: int | None,
        is_idle: bool,
        people_kind: PeopleKind = USUAL_PEOPLE,
    ) -> None:
        self.world = world
        self._people_kind = people_kind
        self._speed = speed
        self._seed = seed
        self.is_idle = is_idle
        self._stop_event = threading.Event()
        self._people_thread: threading.Thread | None = None

    def start_people(
        self, read_status: Callable[[], Status], table: Table, desk: KenoDesk | None
    ) -> None:
        """Start the people's thread; at a resumed table they continue its round."""
        world, pack = self.world, table.state.game.pack
        self._people_hands = people_hands = ConfirmingHands(
            world.sim_table, world.cage_chips, world.world_pulse.wait_for, CHIP_REST_MS, pack
        )
        croupier = self._make_croupier(people_hands, read_status, table, desk)
        work_loop = partial(close_and_leave, croupier.person) if self.is_idle else croupier.run
        self._people_thread = threading.Thread(
            target=work_loop, args=(self._stop_event,), name="people", daemon=True
        )
        self._people_thread.start()

    def _make_croupier(
        self,
        people_hands: ConfirmingHands,
        read_status: Callable[[], Status],
        table: Table,
        desk: KenoDesk | None,
    ) -> AnyCroupier:
        random_source, deals_cards = random.Random(self._seed), self.world.external_end is None  # noqa: S311
        actor = Actor(people_hands, read_status, self._speed)
        table_layout = layout_of(self.world.config)
        people_deal = (
            DealtCards(table_layout.game, random_source, self._people_kind.make_pack)
            if deals_cards and table_layout.game.decks
            else None
        )
        person = Person(
            actor, table_layout, random_source, dealt_cards=people_deal, ticket_desk=desk
        )
        croupier = make_croupier(
            person, random_source, deals_cards=deals_cards, people_kind=self._people_kind
        )
        cards_gone = {
            parse_card(card_name): copies_gone
            for card_name, copies_gone in table.state.shoe.memory.gone.items()
        }
        dealt_hands = table.state.game.hands if isinstance(table.state.game, CardGame) else {}
        # a round may be open at the start: its cards must not be dealt a second time
        croupier.resume(table.state.felt.bets(), cards_gone, dealt_hands)
        return croupier

    def press_key(self, key: Key) -> None:
        """Press a key, once the people have left; POST BLINDS reloads the pack."""
        if self._people_left():
            if key is Key.POST_BLINDS:
                self.world.sim_table.shoe.load_pack()
            self._people_hands.press_key(key)

    def draw_card(self, card: Card) -> None:
        """Draw a card past the reader, once the people have left."""
        if self._people_left():
            self._people_hands.draw_card(card)

    def _people_left(self) -> bool:
        """Wait a little for the people to leave; return whether they have."""
        if self._people_thread is None:
            return False
        self._people_thread.join(LEAVE_TIMEOUT_S)
        return not self._people_thread.is_alive()

    def dismiss_people(self) -> None:
        """Stop the people's thread."""
        self._stop_event.set()
        # wakes people who wait for the world's time
        self.world.world_pulse.close()
        if self._people_thread is not None:
            self._people_thread.join()
