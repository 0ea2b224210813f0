"""Where the far end of a part is found: `far_end` of the module that is named after the part."""

from importlib import import_module
from typing import Any

from drivers.wiring import PartWiring
from sim.machines.mounted import Around, Mounted


def chip(word: str) -> Any:  # noqa: ANN401  # each family of chips has its own protocol
    """Return the constructor of an I2C chip's far end, in `sim.chips`; it takes the address."""
    return import_module(f"sim.chips.{word}").far_end


def machine(wiring: PartWiring | None, around: Around, absent: Any = None) -> Mounted[Any]:  # noqa: ANN401
    """Return the far end of a part in `sim.machines`; `absent` if the table has none."""
    if wiring is None:
        return Mounted(absent)
    make = import_module(f"sim.machines.{wiring.part.replace('-', '_')}").far_end
    mounted: Mounted[Any] = make(wiring, around)
    return mounted
