"""The visible state of the far ends, and the states of a table that match it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.text_display import TextDisplay
from drivers.displays.typesetting import pictures
from drivers.kind import Registries
from drivers.tags.chip_registry import ChipRegistry
from drivers.tags.deck_registry import DeckRegistry
from firmware.core.vocabulary.panel import Panel
from firmware.shell.config.settings import Config
from firmware.shell.parts.wires import TableWires
from firmware.shell.words.screens import DisplayScreens
from firmware.shell.words.words import Words
from hal.ports import Millis
from sim.bench.board import SimBoard
from sim.bench.sim_table import SimTable
from sim.world.virtual_clock import VirtualClock

PARTS: Final = ("lights", "figures", "dealer_display", "payout_display")
"""In the order in which their bus shows them."""

Atoms = tuple[object, ...]
Look = Mapping[str, Atoms]
State = Mapping[str, frozenset[Atoms]]
"""All the ways in which each part may show one state: steps of a pulse, screens of a text."""


def lit(table: SimTable) -> Look:
    """Return what stands in the registers and memories, in pieces that are written whole."""
    figures, lamps = table.displays.figures, table.lamps
    assert figures is not None, "the campaign's table has figures"
    return {
        "lights": tuple(lamps.duty(lamp) for lamp in range(lamps.channels * len(lamps.chips))),
        "figures": (figures.is_display_on, bytes(figures.ram)),
        "dealer_display": _glass(table.displays.dealer_display),
        "payout_display": _glass(table.displays.payout_display),
    }


def _glass(display: Any) -> Atoms:
    return (display.lit, *map(bytes, display.ram))


def as_it_is(look: Look) -> State:
    return {part: frozenset({look[part]}) for part in PARTS}


class Renderer:
    """A second table's far ends, on which the real drivers show a state."""

    def __init__(self, config: Config) -> None:
        self.words = Words.load(config.language)
        self._screens = DisplayScreens(self.words)
        self._table = SimTable(config.wiring)
        self._now = 0
        board = SimBoard(self._table, VirtualClock())
        stock = Registries(ChipRegistry({}), DeckRegistry({}), self._screens)
        wires = TableWires(config.wiring, board, stock)
        self._parts = {part.name: part for part in wires.parts_by_wire["i2c"] if part.name in PARTS}
        for part in self._parts.values():
            part.start(Millis(0))
        dark = lit(self._table)
        self.dark: State = {
            name: frozenset({atoms, (False, *atoms[1:])} if name != "lights" else {atoms})
            for name, atoms in dark.items()
        }
        self._known: dict[object, frozenset[Atoms]] = {}
        self._lines: tuple[str, ...] = ()
        self._probe = TextDisplay(
            Ssd1306(board.i2c(config.wiring.i2c_bus), config.wiring.dealer_display.address),
            pictures,
            lambda _panel: self._lines,
            "probe",
            {on: self._screens.footer_line(testing=on, simulated=True) for on in (False, True)},
        )

    def state(self, shown: Panel) -> State:
        keys = {
            "lights": ("l", tuple(sorted(shown.spots.items())), shown.pulsing, shown.keys),
            "figures": ("f", shown.figures),
            "dealer_display": ("d", self._screens.dealer_lines(shown)),
            "payout_display": ("p", self._screens.player_lines(shown)),
        }
        for name, key in keys.items():
            if key not in self._known:
                self._known[key] = self._looks(name, shown)
        return {name: self._known[key] for name, key in keys.items()}

    def glass(self, lines: tuple[str, ...]) -> frozenset[Atoms]:
        """Return the ways in which a display shows these lines."""
        key = ("d", lines)
        if key not in self._known:
            self._lines = lines
            self._probe.start(self._later(1000))
            self._known[key] = self._screenfuls(self._probe, "dealer_display", Panel({}))
            self._parts["dealer_display"].start(self._later(1000))
        return self._known[key]

    def _looks(self, name: str, shown: Panel) -> frozenset[Atoms]:
        part = self._parts[name]
        if name != "lights":
            return self._screenfuls(part, name, shown)
        looks = set()
        for _ in range(20):
            part.show(shown, self._later(50))
            looks.add(lit(self._table)[name])
        return frozenset(looks)

    def _screenfuls(self, part: Any, name: str, shown: Panel) -> frozenset[Atoms]:
        part.show(shown, self._later(1000))
        looks = {lit(self._table)[name]}
        while name != "figures":
            part.poll(self._later(3000))
            before = len(looks)
            looks.add(lit(self._table)[name])
            if len(looks) == before:
                break
        return frozenset(looks)

    def _later(self, millis: int) -> Millis:
        self._now += millis
        return Millis(self._now)


class Explained(NamedTuple):
    """The states between which the far ends stood: the parts up to `torn` had the newer one."""

    older: int
    newer: int
    torn: str | None


def explained(seen: Look, states: Sequence[State]) -> Explained | None:
    """Find the latest states that show just this: at most one part is between two of them."""
    exact = {p: {i for i, s in enumerate(states) if seen[p] in s[p]} for p in PARTS}
    whole = set.intersection(*exact.values())
    if whole:
        return Explained(max(whole), max(whole), None)
    for turn, part in enumerate(PARTS):
        newer = set(range(len(states))).intersection(*(exact[p] for p in PARTS[:turn]))
        older = set(range(len(states))).intersection(*(exact[p] for p in PARTS[turn + 1 :]))
        for new in sorted(newer, reverse=True):
            for old in sorted((i for i in older if i <= new), reverse=True):
                if _between(seen[part], states[old][part] | states[new][part]):
                    return Explained(old, new, part)
    return None


def _between(seen: Atoms, looks: Iterable[Atoms]) -> bool:
    return all(piece in choices for piece, *choices in zip(seen, *looks, strict=True))
