"""The simulated world of `run`: the far ends, behind real pseudo-terminals, and their people."""

import random
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from drivers.angel_eye.kind import AngelEye
from drivers.tags.chips import Chip, ChipRegistry
from drivers.tags.decks import DeckRegistry
from drivers.wiring import Wiring
from firmware.core.game.card_game import CardGame
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.status import Status
from firmware.people.body import Body
from firmware.people.by_chance.at_table import AnyCroupier, croupier_at
from firmware.people.closing import leave_closed
from firmware.people.deal import Deal
from firmware.people.layout import layout_of
from firmware.people.person import Person
from firmware.people.sure_hands import SureHands
from firmware.shell.config.settings import Config
from firmware.shell.desk.desk import Desk
from hal.pi.serial_port import PyserialPort
from sim.bench.bench import SimTable
from sim.bench.board import SimBoard
from sim.bench.seats import seat_tags
from sim.bench.tagged import tags_of
from sim.wires.external import ExternalShoe
from sim.wires.far_end import FarEndTime
from sim.wires.own_time import PolledTime
from sim.wires.pty import PtyWire
from sim.world.world_clock import Pulse

LEAVES_S = 5.0
"""How long a key waits for the people to leave."""
CHIPS_MS = 100
"""How long a hand rests after a chip."""


class Simulation:
    """A simulated table in real time; `speed` is how much quicker than people its people are."""

    def __init__(
        self,
        config: Config,
        table: Table,
        *,
        speed: float,
        seed: int | None,
        external_shoe: bool,
        idle: bool,
    ) -> None:
        """Raise CannotBeDone if another process is to play a shoe without a serial port.

        An `idle` table has no players: its people end the play, and leave.
        """
        wiring = config.wiring
        tags = tags_of(wiring.shoe, table.state.game)
        self._wires: dict[str, PtyWire] = {}
        self._polled: list[PolledTime] = []
        self._pulse = Pulse(self._times)
        self.table = SimTable(wiring, tags, self._pulse.now)
        self._polled = self.table.polled
        self.table.quicken(speed)
        self.cage: dict[bytes, Chip] = {}
        self._external = ExternalShoe() if external_shoe else None
        bauds = {section: part.baud for section, part in wiring.ports().items()}
        far_ends = dict(self.table.far_ends)
        if self._external:
            if "shoe" not in far_ends:
                raise CannotBeDone(Text("run.no_shoe_port"))
            far_ends["shoe"] = self._external
        self._wires |= {name: PtyWire(end, bauds[name]) for name, end in far_ends.items()}
        paths = {name: wire.path for name, wire in self._wires.items()}
        self.config = replace(config, wiring=_as_played(wiring.moved(paths), self._external))
        ports = {path: PyserialPort(path, bauds[name]) for name, path in paths.items()}
        self.board = SimBoard(self.table, self._pulse, ports)
        self.registries = ChipRegistry(self.cage), DeckRegistry(tags | seat_tags(wiring.seats))
        self.shoe_port = self._external.path if self._external else paths.get("shoe", "")
        self._speed = speed
        self._seed = seed
        self.idle = idle
        self._ended = threading.Event()
        self._people: threading.Thread | None = None

    def begin(self, look: Callable[[], Status], table: Table, desk: Desk | None) -> None:
        """Seat the people; at a resumed table they take over its state."""
        hands = SureHands(self.table, self.cage, self._pulse.rest, CHIPS_MS, table.state.game.pack)
        self._hands = hands
        croupier = self._seated(hands, look, table, desk)
        at_work = partial(leave_closed, croupier.person) if self.idle else croupier.run
        self._people = threading.Thread(
            target=at_work, args=(self._ended,), name="people", daemon=True
        )
        self._people.start()

    def _seated(
        self, hands: SureHands, look: Callable[[], Status], table: Table, desk: Desk | None
    ) -> AnyCroupier:
        chance, deals = random.Random(self._seed), self._external is None  # noqa: S311
        body, layout = Body(hands, look, self._speed), layout_of(self.config)
        deal = Deal(layout.game, chance) if deals and layout.game.decks else None
        person = Person(body, layout, chance, deal=deal, desk=desk)
        croupier = croupier_at(person, chance, deals=deals)
        gone = {parse_card(name): count for name, count in table.state.shoe.memory.gone.items()}
        dealt = table.state.game.hands if isinstance(table.state.game, CardGame) else {}
        croupier.resume(table.state.felt.bets(), gone, dealt)
        return croupier

    def _times(self) -> list[FarEndTime]:
        return [*(wire.time for wire in self._wires.values()), *self._polled]

    def press(self, key: Key) -> None:
        """Press a key, once the people have left; the pack of a poker game is whole again."""
        if self._has_left():
            if key is Key.POST:
                self.table.shoe.fill()
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
        self._pulse.close()
        if self._people is not None:
            self._people.join()

    def close(self) -> None:
        """Stop the world's time, and pull the cables."""
        self._pulse.close()
        for wire in self._wires.values():
            wire.close()
        if self._external is not None:
            self._external.close()


def _as_played(wiring: Wiring, external: ExternalShoe | None) -> Wiring:
    """Return the wiring with the commands of an Angel Eye shoe unlocked if it is our own."""
    if not isinstance(wiring.shoe, AngelEye):
        return wiring
    return replace(wiring, shoe=replace(wiring.shoe, commands=external is None))
