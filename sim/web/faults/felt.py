"""Faults that can be injected into sensors, keys, sounders and the power supply."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from drivers.sounds.kinds import Piezo
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import CannotBeDone
from sim.bench.bench import SimTable
from sim.chips.mpr121 import SimMpr121
from sim.machines.rr3036 import SimRr3036
from sim.web.faults.injected_fault import Mishap, switched

STUCK_KEYS: Final = (Key.NEXT, Key.UNDO)
"""The key that stays down: the first of these that the panel has, or else its first."""
UNKNOWN: Final = bytes.fromhex("E004FFFFFFFF")
"""How the tags begin of chips that the house doesn't know."""
TOO_MANY: Final = 28
"""Chips that a reader can't tell in one reply."""


class _Strays:
    """Tags that are read at an antenna although no such chip was laid there."""

    def __init__(self, sim: SimTable, reader: SimRr3036, antennas: Mapping[int, Place]) -> None:
        self._sim = sim
        self._reader = reader
        self._antennas = antennas
        self._strayed: dict[str, list[tuple[int, bytes]]] = {}

    def mishap(self, how: str, strays: Callable[[], list[tuple[int, bytes]]]) -> Mishap:
        """Return the mishap that these are read, by their antenna and tag."""

        def begin() -> None:
            self._strayed[how] = strays()
            for antenna, tag in self._strayed[how]:
                self._reader.put(antenna, tag)

        return Mishap(how, begin, partial(self._end, how), lambda: how in self._strayed)

    def unknown(self, chips: int) -> list[tuple[int, bytes]]:
        """Return so many chips that the house doesn't know, at the first place."""
        antenna = next(iter(self._antennas))
        return [(antenna, UNKNOWN + bytes((chips, number))) for number in range(chips)]

    def twin(self) -> list[tuple[int, bytes]]:
        """Return a chip of the felt, at another place too. Raises CannotBeDone."""
        for antenna, place in self._antennas.items():
            for tag in self._sim.felt.stacks[place][:1]:
                other = next(number for number in self._antennas if number != antenna)
                return [(other, tag)]
        raise CannotBeDone(Text("web.unfit.nothing_lies"))

    def _end(self, how: str) -> None:
        for antenna, tag in self._strayed.pop(how, ()):
            lies = tag in self._sim.felt.stacks[self._antennas[antenna]]
            if tag in self._reader.lying(antenna) and not lies:
                self._reader.take(antenna, tag)


def of_chips(sim: SimTable) -> Iterator[Mishap]:
    if sim.felt.reader is None or sim.wiring.chips is None:
        return
    strays = _Strays(sim, sim.felt.reader, sim.wiring.chips.antennas)
    yield Mishap("reset", sim.felt.reader.power_up)
    yield strays.mishap("unknown_chip", partial(strays.unknown, 1))
    yield strays.mishap("chip_twice", strays.twin)
    yield strays.mishap("too_many", partial(strays.unknown, TOO_MANY))


def of_presence(sim: SimTable) -> Iterator[Mishap]:
    """Yield the faults of the places' sensors, represented by the first one."""
    sensors, place = sim.felt.sensors, sim.wiring.places[0]
    well = partial(sensors.stick, place, covered=None)
    stick, numb = (partial(sensors.stick, place, covered=covered) for covered in (True, False))
    yield Mishap("stuck", stick, well, lambda: sensors.stuck.get(place) is True)
    yield Mishap("numb", numb, well, lambda: sensors.stuck.get(place) is False)
    chip = sim.chips["presence"][0]
    if isinstance(chip, SimMpr121):
        short, mend = partial(chip.short, on=True), partial(chip.short, on=False)
        yield Mishap("short", short, mend, lambda: chip.shorted)


def of_keys(sim: SimTable) -> Iterator[Mishap]:
    buttons, keys = sim.buttons, sim.wiring.keys.keys
    contact = {key: contact for contact, key in keys.items()}
    jammed = next((contact[key] for key in STUCK_KEYS if key in contact), next(iter(keys)))
    jam, free = partial(buttons.jam, jammed), partial(buttons.free, jammed)
    yield Mishap("stuck", jam, free, lambda: jammed in buttons.jammed)
    if not buttons.chips:
        cut, mend = partial(buttons.cut, cut=True), partial(buttons.cut, cut=False)
        yield Mishap("unplug", cut, mend, lambda: buttons.is_cut)


def of_sounder(sim: SimTable) -> Iterator[Mishap]:
    sounder = sim.sounds.tone if isinstance(sim.wiring.sounder, Piezo) else sim.sounds.buzzer
    yield switched("unplug", sounder, "unplugged", well=False, ill=True)


def of_voice(sim: SimTable) -> Iterator[Mishap]:
    yield switched("unplug", sim.sounds.speaker, "unplugged", well=False, ill=True)


def of_power(sim: SimTable) -> Iterator[Mishap]:
    fail, end = partial(sim.power.move, failing=True), partial(sim.power.move, failing=False)
    yield Mishap("failing", fail, end, lambda: sim.power.failing)
