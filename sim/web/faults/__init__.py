"""The faults that can be injected into the simulated parts, their end, and their state."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sim.bench.bench import SimTable
from sim.web.faults.cards import of_shoe, of_shuffler
from sim.web.faults.felt import of_chips, of_keys, of_power, of_presence, of_sounder, of_voice
from sim.web.faults.injected_fault import Mishap
from sim.web.faults.wheels import of_balls, of_printer, of_wheel

__all__ = ("Mishap", "mishaps_of")


def mishaps_of(section: str, sim: SimTable) -> Iterator[Mishap]:
    """Yield the faults of a section's part, except those of its wire."""
    if section in _OF:
        yield from _OF[section](sim)


_OF: Final[Mapping[str, Callable[[SimTable], Iterator[Mishap]]]] = {
    "shoe": of_shoe,
    "shuffler": of_shuffler,
    "chips": of_chips,
    "presence": of_presence,
    "keys": of_keys,
    "sounder": of_sounder,
    "voice": of_voice,
    "power": of_power,
    "wheel": of_wheel,
    "balls": of_balls,
    "printer": of_printer,
}
