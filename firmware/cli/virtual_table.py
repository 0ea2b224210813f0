"""A whole table in one thread on virtual time: controller, wires, far ends and hands."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeVar

from drivers.chips import Chip, ChipRegistry
from drivers.decks import DeckRegistry
from drivers.wiring import LAYOUT, FortuneSensors, Mercury, SlingShot, WheelWiring, Wiring
from firmware.cli.assembly import InlineTable, desk_of, seat_table, setting_of
from firmware.core.events import Key, Place
from firmware.core.game import Game
from firmware.core.games.wheel_of_fortune import arranged
from firmware.core.keying import place_being_keyed
from firmware.core.limits import BetLimits
from firmware.core.money import Cents
from firmware.core.options import OptionRefused
from firmware.core.panel import Panel
from firmware.core.phase import Phase
from firmware.core.rulings import base_name
from firmware.core.table import Table
from firmware.shell.bus import Bus
from firmware.shell.config import Config
from firmware.shell.journal import Journal, MemoryCopy, Stamp
from firmware.shell.ledger import Ledger
from firmware.shell.loop import Listener
from firmware.shell.parts import Stock
from firmware.shell.rules import game_kind, open_game
from firmware.shell.screens import Screens
from firmware.shell.script import Script
from firmware.shell.wires import Wires
from firmware.shell.words import Words
from sim.board import SimBoard, memory_ports
from sim.clock import VirtualClock
from sim.hands import Hands
from sim.rfid_shoe import SimRfidShoe
from sim.slingshot import SimSlingShot
from sim.table import SimTable
from sim.tagged import tags_of
from sim.wheels import FortuneWheelSource, RouletteWheel

CHIPS_MS: Final = 500
PLACE_MS: Final = 30
"""Long enough, on virtual time, for two sweeps of the antennas: at least, and for each of them."""


class VirtualTable:
    """A table that a script is played at. `heard` is told every event with its rulings."""

    def __init__(self, config: Config, words: Words, heard: Listener) -> None:
        """Raise OptionRefused on a table that the regulation or the wiring forbids."""
        table = seat_table(config, simulated=True)
        tags = tags_of(config.wiring.shoe, table.game)
        clock = VirtualClock()
        self.sim = SimTable(config.wiring, tags, clock.now)
        _hasten(self.sim)
        cage: dict[bytes, Chip] = {}
        ports = memory_ports(self.sim)
        self.ports = {name: ports[part.port] for name, part in config.wiring.ports().items()}
        """The host's end of each serial wire, by section."""
        board = SimBoard(self.sim, clock, ports)
        stock = Stock(ChipRegistry(cage), DeckRegistry(tags), Screens(words))
        self.desk = desk_of(config)
        wires = Wires(config.wiring, board, stock, self.desk)
        stamp = Stamp("sim", "", "", "", config.table.game)
        ledger = Ledger(
            Journal.open((MemoryCopy("a"), MemoryCopy("b")), stamp), setting_of(config, table)
        )
        self.meters, self.kinds, self.now = wires.meters, wires.kinds, clock.now
        self.inline = InlineTable(table, ledger, wires, clock, [heard])
        chips = config.wiring.chips
        self._settled_ms = max(CHIPS_MS, PLACE_MS * len(chips.antennas if chips else ()))
        self.hands = _Hands(self.sim, cage, self.inline, self._settled_ms)

    def power_on(self) -> None:
        """Switch everything on and let it come up."""
        self.sim.shoe.power_on()
        self.inline.run_for(self._settled_ms)

    def wait_for(self, come: Callable[[], bool], most: int) -> None:
        """Let the time pass until something has come, or `most` ms."""
        self.inline.run_until(come, most)

    @property
    def buses(self) -> list[Bus]:
        """The wires with their parts."""
        return self.inline.buses

    @property
    def core(self) -> Table:
        """The controller's table."""
        return self.inline.loop.table

    @property
    def panel(self) -> Panel:
        """What the table shows."""
        return self.inline.loop.panel


def _hasten(sim: SimTable) -> None:
    """Have cards, wheels and balls take no longer than it takes to tell of them."""
    if isinstance(sim.shoe, SimRfidShoe):
        sim.shoe.dwell_ms = sim.shoe.gap_ms = TAG_MS
    match sim.wheel:
        case RouletteWheel(far_end=SimSlingShot() as wheel):
            wheel.lasts, wheel.status_every = dict.fromkeys(wheel.lasts, SPIN_MS), STATUS_MS
        case FortuneWheelSource() as wheel:
            wheel.least_ms = 0
    if sim.blower:
        sim.blower.first_ms = sim.blower.every_ms = BALL_MS


TAG_MS: Final = 70
"""Long enough for two looks of the card reader."""
STATUS_MS: Final = 100
SPIN_MS: Final = 4 * STATUS_MS
"""Long enough for two lines of status in each state of a wheel."""
BALL_MS: Final = 50


class _Hands(Hands):
    """Hands that go on as soon as the table has seen the chips as they lie."""

    def __init__(
        self, sim: SimTable, cage: dict[bytes, Chip], inline: InlineTable, chips_ms: int
    ) -> None:
        super().__init__(sim, cage, inline.run_for, chips_ms, inline.loop.table.game.pack)
        self._inline = inline

    def put(self, place: Place, cents: Cents, bettor: str | None = None) -> bytes:
        """Lay one chip on a place, and key what lies there now if amounts are keyed."""
        tag = super().put(place, cents, bettor)
        if self._core.rules.amounts == "keyed" and self._core.phase is Phase.OPEN:
            self._key(place)
        return tag

    def let_read(self) -> None:
        """Wait, but no longer than it takes to read every place twice."""
        self._inline.run_until(self._seen, self._chips_ms)

    @property
    def _core(self) -> Table:
        return self._inline.loop.table

    def _key(self, place: Place) -> None:
        for _ in self.table.stacks:
            if place_being_keyed(self._core) == place:
                break
            self.press(Key.PLACE)
        lying = self._core.felt.amount((place, None)) > 0
        worth = sum(cents for (at, _), cents in self.amounts().items() if at == place)
        self.key_amount(Cents(worth), self._core.rules.denominations, lying=lying)

    def _seen(self) -> bool:
        felt, rules = self._core.felt, self._core.rules
        covered = {place for place, tags in self.table.stacks.items() if tags}
        felt_right = felt.covered == covered or not rules.sensed
        return felt_right and (rules.amounts != "read" or felt.stacks == self.amounts())


def configured(config: Config, script: Script) -> Config:
    """Return the table as the script sets it. Raises OptionRefused."""
    if script.game != config.table.game:
        raise OptionRefused("game", script.game)
    spots = config.table.spots if script.spots is None else script.spots
    if not 1 <= spots <= config.table.spots:
        raise OptionRefused("spots", spots)
    open_game(script.game, script.options)
    return replace(
        config,
        table=replace(config.table, spots=spots, late_entry="allow"),
        wiring=_laid_out(_narrowed(config.wiring, spots), script),
        limits=_limits(script),
        game_options=script.options,
    )


def _narrowed(wiring: Wiring, spots: int) -> Wiring:
    """Return the wiring of the first `spots` spots."""
    chips, presence, lights = wiring.chips, wiring.presence, wiring.lights
    return replace(
        wiring,
        places=tuple(place for place in wiring.places if place.spot <= spots),
        chips=chips and replace(chips, antennas=_within(chips.antennas, spots)),
        presence=presence and replace(presence, places=_within(presence.places, spots)),
        lights=replace(lights, spots={s: c for s, c in lights.spots.items() if s <= spots}),
    )


def _laid_out(wiring: Wiring, script: Script) -> Wiring:
    """Return the wiring of a layout, and of a wheel, as the options of the script have them.

    Of a layout only the places that the script may need have an antenna: so a sweep is short.
    """
    kind = game_kind(script.game)
    if not kind.LAYOUT:
        return wiring
    places = tuple(Place(LAYOUT, on) for on in kind.bets_of(script.options))
    needed = _needed(open_game(script.game, script.options), script)
    antennas = dict(enumerate((place for place in places if place.on in needed), start=1))
    chips = wiring.chips and replace(wiring.chips, antennas=antennas or {1: places[0]})
    return replace(wiring, places=places, chips=chips, wheel=_turned(wiring.wheel, script))


def _needed(game: Game, script: Script) -> set[str]:
    """Return the places that a script names, and those to which bets of theirs may be moved."""
    steps = (step.bet or step.take or step.resolve for step in script.steps)
    named = {game.canonical(at.on) for at in steps if at}
    return named | {on for on in game.BETS if base_name(on) in named}


def _turned(wheel: WheelWiring | None, script: Script) -> WheelWiring | None:
    match wheel:
        case FortuneSensors():
            return replace(wheel, order=tuple(arranged(script.options.get("segments", {}))))
        case SlingShot() | Mercury():
            return replace(wheel, numbers=38 if script.options.get("numbers") == 38 else 37)
    return None


Wire = TypeVar("Wire")


def _within(places: Mapping[Wire, Place], spots: int) -> dict[Wire, Place]:
    return {wire: place for wire, place in places.items() if place.spot <= spots}


def _limits(script: Script) -> dict[str, BetLimits]:
    bets = set(map(base_name, game_kind(script.game).bets_of(script.options)))
    for bet, (least, most) in script.limits.items():
        if bet not in bets or not 0 <= least <= most:
            raise OptionRefused(f"limits.{bet}", [least, most])
    return {
        bet: BetLimits(Cents(least), Cents(most)) for bet, (least, most) in script.limits.items()
    }
