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
from firmware.shell.desk.desk import Desk
from sim.people.actor import Body
from sim.people.by_chance.make_croupier import AnyCroupier, croupier_at
from sim.people.closing import leave_closed
from sim.people.confirming_hands import SureHands
from sim.people.deal import Deal
from sim.people.layout import layout_of
from sim.people.person import Person

LEAVES_S = 5.0
"""How long a key waits for the people to leave."""
CHIPS_MS = 100
"""How long a hand rests after a chip."""


class Simulation:
    """A simulated world and its people, who are `speed` times as quick as real ones.

    An `idle` table has no players: its people end the play, and leave.
    """

    def __init__(
        self, world: SimulatedWorld, *, speed: float, seed: int | None, idle: bool
    ) -> None:
        self.world = world
        self._speed = speed
        self._seed = seed
        self.idle = idle
        self._ended = threading.Event()
        self._people: threading.Thread | None = None

    def begin(self, look: Callable[[], Status], table: Table, desk: Desk | None) -> None:
        """Seat the people; at a resumed table they take over its state."""
        world, pack = self.world, table.state.game.pack
        self._hands = hands = SureHands(world.table, world.cage, world.pulse.rest, CHIPS_MS, pack)
        croupier = self._seated(hands, look, table, desk)
        at_work = partial(leave_closed, croupier.person) if self.idle else croupier.run
        self._people = threading.Thread(
            target=at_work, args=(self._ended,), name="people", daemon=True
        )
        self._people.start()

    def _seated(
        self, hands: SureHands, look: Callable[[], Status], table: Table, desk: Desk | None
    ) -> AnyCroupier:
        chance, deals = random.Random(self._seed), self.world.external is None  # noqa: S311
        body, layout = Body(hands, look, self._speed), layout_of(self.world.config)
        deal = Deal(layout.game, chance) if deals and layout.game.decks else None
        person = Person(body, layout, chance, deal=deal, desk=desk)
        croupier = croupier_at(person, chance, deals=deals)
        gone = {parse_card(name): count for name, count in table.state.shoe.memory.gone.items()}
        dealt = table.state.game.hands if isinstance(table.state.game, CardGame) else {}
        croupier.resume(table.state.felt.bets(), gone, dealt)
        return croupier

    def press(self, key: Key) -> None:
        """Press a key, once the people have left; the pack of a poker game is whole again."""
        if self._has_left():
            if key is Key.POST:
                self.world.table.shoe.fill()
            self._hands.press(key)

    def draw(self, card: Card) -> None:
        """Draw a card past the reader, once the people have left."""
        if self._has_left():
            self._hands.draw(card)

    def _has_left(self) -> bool:
        """Wait a little for the people to leave; return whether they have."""
        if self._people is None:
            return False
        self._people.join(LEAVES_S)
        return not self._people.is_alive()

    def dismiss(self) -> None:
        """Send the people home, even if they wait for a world whose time has stopped."""
        self._ended.set()
        self.world.pulse.close()
        if self._people is not None:
            self._people.join()
