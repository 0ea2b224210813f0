"""Every part of the I2C bus, busy, with something done before any one of its transfers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from drivers.displays.characters import lay_out_screens
from drivers.displays.figures import FigureDisplay
from drivers.displays.hd44780 import Hd44780
from drivers.displays.sh1106 import Sh1106
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.text_display import TextDisplay
from drivers.displays.typesetting import pictures
from drivers.i2c_chip import chips_of
from drivers.inputs.contacts import ExpanderContacts
from drivers.inputs.inputs import KeyPanel, PresenceSensors, panel_at_rest, sensors_at_rest
from drivers.inputs.touch import TouchSensors
from drivers.lights import CHIPS
from drivers.lights.chip import LightChip
from drivers.lights.lights import BetLights
from drivers.part import Part
from drivers.pn532 import CardReader, I2cLink
from drivers.shuffler_contacts import ContactShuffler
from drivers.shuffler_contacts.kind import ShufflerContactWiring
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.cards import FULL_PACK
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    PartAnswered,
    PartAwaited,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel, SpotLight
from firmware.core.vocabulary.places import Place
from firmware.shell.parts.bus import PartBus
from hal.ports import I2CBus, Millis
from sim.bench import far_ends
from sim.bench.tagged_decks import tagged_decks
from sim.chips.hd44780 import SimHd44780
from sim.chips.ht16k33 import SimHt16k33
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SharedLine, SimMcp23017
from sim.chips.mpr121 import SimMpr121
from sim.chips.sh1106 import SimSh1106
from sim.chips.ssd1306 import SimSsd1306
from sim.machines.contacts import SimShufflerContacts
from sim.machines.pn532 import SimPn532
from sim.machines.pn532_i2c import SimPn532I2c
from tests.kits.drivers.watched_bus import WatchedBus

QUIET_MS = 42_000
"""Longer than the longest back-off and a display's whole refresh."""
CALM_MS = 100
"""How far apart the turns are in the quiet, where a part would have two hundred a second."""
STEP_MS = 150
PANELS = [
    Panel({1: light, 2: SpotLight.NONE}, keys=keys, figures=Cents(cents))
    for light, keys, cents in [
        (SpotLight.AWAITING, frozenset[Key](), 0),
        (SpotLight.PLACED, frozenset({Key.CONFIRM}), 12345),
        (SpotLight.WIN, frozenset({Key.CONFIRM, Key.UNDO}), 9900),
    ]
]
SPOTS = {1: (0, 1, 2), 2: (3, 4, 5)}
KEYS = {Key.CONFIRM: 6, Key.UNDO: 7}
PLACES = {(0x20, 0): Place(1, "player"), (0x20, 13): Place(2, "banker")}
TAGS = tagged_decks(1, FULL_PACK, "b")
CARD = next(iter(TAGS))


@dataclass
class Rig:
    """A part with its chip, an act of hands, and the expected result."""

    part: Part
    chip: Any
    hand: Callable[[], object]
    """The act that the part must notice, once."""
    look: Callable[[], object]
    """Returns the visible result: lights, text."""


def said(panel: Panel) -> tuple[str, ...]:
    """Return the text of a panel on a display."""
    return (f"Gagne {panel.figures}", panel.spots[1].value)


def _nothing() -> None:
    """A light has no hands."""


def lights(chip: LightChip) -> tuple[Any, Callable[[I2CBus, Any], Rig]]:
    """Return the far end of a chip with lights, and the constructor of its part."""
    address, channels = chip.addresses[0], range(len(chip.terminals))

    def build(bus: I2CBus, far_end: Any) -> Rig:
        part = BetLights([chip.make_driver(bus, address)], SPOTS, KEYS)
        return Rig(part, far_end, _nothing, lambda: [far_end.duty(n) for n in channels])

    return far_ends.chip(chip.word)(address), build


def ht16k33(bus: I2CBus, chip: SimHt16k33) -> Rig:
    return Rig(FigureDisplay(bus, 0x73), chip, _nothing, chip.text)


def ssd1306(bus: I2CBus, chip: SimSsd1306) -> Rig:
    part = TextDisplay(
        Ssd1306(bus, 0x3C), pictures, said, "payout_display", panel_fields=("figures", "spots")
    )
    return Rig(part, chip, _nothing, lambda: chip.image().tobytes())


def sh1106(bus: I2CBus, chip: SimSh1106) -> Rig:
    part = TextDisplay(
        Sh1106(bus, 0x3C), pictures, said, "payout_display", panel_fields=("figures", "spots")
    )
    return Rig(part, chip, _nothing, lambda: chip.image().tobytes())


def hd44780(bus: I2CBus, chip: SimHd44780) -> Rig:
    part = TextDisplay(
        Hd44780(bus, 0x27),
        lay_out_screens,
        said,
        "payout_display",
        panel_fields=("figures", "spots"),
    )
    return Rig(part, chip, _nothing, chip.text)


def sensors(bus: I2CBus, chip: SimMcp23017) -> Rig:
    contacts = ExpanderContacts(bus, sensors_at_rest(PLACES), SharedLine(chip.interrupt))
    hand = lambda: chip.drive_pin(0, high=False)  # noqa: E731
    return Rig(PresenceSensors(contacts, PLACES), chip, hand, lambda: None)


def keys(bus: I2CBus, chip: SimMcp23017) -> Rig:
    wired, switch = {(0x20, 0): Key.CONFIRM}, (0x20, 1)
    contacts = ExpanderContacts(bus, panel_at_rest(wired, switch, {}), SharedLine(chip.interrupt))
    hand = lambda: chip.drive_pin(1, high=False)  # noqa: E731
    return Rig(KeyPanel(contacts, wired, {}, switch, {}), chip, hand, lambda: None)


def touch(bus: I2CBus, chip: SimMpr121) -> Rig:
    places = {(0x5A, 0): Place(1, "player")}
    part = TouchSensors(bus, places, SharedLine(chip))
    return Rig(part, chip, lambda: chip.cover_input(0, on=True), lambda: None)


def shuffler(bus: I2CBus, far_end: SimShufflerContacts) -> Rig:
    (line,) = far_end.lines.values()
    part = ContactShuffler(bus, 0x23, line, ready=0, door=1, fault=2)
    (chip,) = far_end.chips.values()
    return Rig(part, chip, far_end.open_door, lambda: None)


def pn532(bus: I2CBus, chip: SimPn532I2c) -> Rig:
    part = CardReader(I2cLink(bus), DeckRegistry(TAGS), "b")
    return Rig(part, chip, lambda: chip.chip.put_tag(CARD), lambda: None)


RIGS: dict[str, Callable[[], tuple[Any, Callable[[I2CBus, Any], Rig]]]] = {
    **{chip.word: partial(lights, chip) for chip in chips_of("drivers.lights", CHIPS)},
    "ht16k33": lambda: (SimHt16k33(0x73), ht16k33),
    "ssd1306": lambda: (SimSsd1306(0x3C), ssd1306),
    "sh1106": lambda: (SimSh1106(0x3C), sh1106),
    "hd44780": lambda: (SimHd44780(0x27), hd44780),
    "sensors": lambda: (SimMcp23017(0x20), sensors),
    "keys": lambda: (SimMcp23017(0x20), keys),
    "touch": lambda: (SimMpr121(0x5A), touch),
    "shuffler": lambda: (SimShufflerContacts(ShufflerContactWiring(0x23, 4, 0, 1, 2)), shuffler),
    "pn532": lambda: (SimPn532I2c(SimPn532()), pn532),
}


class Adversity:
    """A part on its bus, through start, panels and hands, with `harm` before transfer `number`."""

    def __init__(
        self, name: str, number: int = -1, harm: Callable[["Adversity"], None] | None = None
    ) -> None:
        far_end, build = RIGS[name]()
        chips = getattr(far_end, "chips", None)
        self.sim_bus = SimI2CBus(*(chips.values() if chips else (far_end,)))
        self.watched = WatchedBus(self.sim_bus)
        self.rig = build(self.watched, far_end)
        self.bus = PartBus("i2c", [self.rig.part], recover_bus=self.sim_bus.recover)
        self.events: list[Event] = []
        self.now = 0
        self.turns = 0
        if harm is not None:
            self.watched.before[number] = lambda: harm(self)

    def live(self) -> "Adversity":
        """Start, show panels, move hands, and wait until all has settled."""
        for panel in PANELS:
            self.bus.target_panel = panel
            self.run(STEP_MS)
        self.rig.hand()
        self.run(1500)
        return self

    def settle(self) -> "Adversity":
        self.run(STEP_MS)
        self.run(QUIET_MS, apart=CALM_MS)
        return self

    def run(self, millis: int, apart: int = 1) -> None:
        """Give the bus its turns when it is due or may be called, at least `apart` ms apart."""
        end = self.now + millis
        while self.now < end:
            self.events += self.bus.poll(Millis(self.now)) + self.bus.show(Millis(self.now))
            look = self.now + self.bus.interrupt_poll_ms
            self.now = max(self.now + apart, min(self.bus.due_at(), look, end))
            self.turns += 1

    def facts(self) -> list[Event]:
        """Return the events, without the faults of the bus and of parts lost or awaited."""
        life = ("lost", "dark", "stuck", "uncalibrated")
        faults, waits = (FaultRaised, FaultEnded), (PartAwaited, PartAnswered)
        of_life = (e for e in self.events if isinstance(e, faults) and e.code in life)
        others = [*of_life, *(e for e in self.events if isinstance(e, waits))]
        return [e for e in self.events if e not in others]

    def was_in_doubt(self) -> bool:
        """Return whether the table got a fault after which the dealer must check the felt."""
        doubts = ("lost", "stuck", "uncalibrated")
        return any(isinstance(e, FaultRaised) and e.code in doubts for e in self.events)

    def standing(self) -> list[tuple[str, str]]:
        """Return the faults of life that stand in the end."""
        standing: list[tuple[str, str]] = []
        for event in self.events:
            if isinstance(event, FaultRaised) and event not in self.facts():
                assert (event.part, event.code) not in standing, "raised twice"
                standing.append((event.part, event.code))
            elif isinstance(event, FaultEnded) and event not in self.facts():
                standing.remove((event.part, event.code))
            elif isinstance(event, PartAwaited):
                standing.append((event.part, "awaited"))
            elif isinstance(event, PartAnswered):
                standing.remove((event.part, "awaited"))
        return standing


def same(events: Sequence[Event]) -> list[Event]:
    """Return events without those that are reported again after a new start."""
    reports: list[Event] = []
    for event in events:
        if event not in reports:
            reports.append(event)
    return reports
