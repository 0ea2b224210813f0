"""Finds the far end of a part: `far_end` in the module that has the part's word as its name."""

from importlib import import_module
from typing import Any

from drivers.wiring import PartWiring
from sim.machines.installation import FarEndContext, Installation


def chip(part_word: str) -> Any:  # noqa: ANN401  # each family of chips has its own protocol
    """Return the function that makes the far end of an I2C chip at an address, from `sim.chips`."""
    return import_module(f"sim.chips.{part_word}").far_end


def machine(
    wiring: PartWiring | None,
    context: FarEndContext,
    absent: Any = None,  # noqa: ANN401
) -> Installation[Any]:
    """Return the far end of a part from `sim.machines`, or `absent` if the table has none."""
    if wiring is None:
        return Installation(absent)
    make_far_end = import_module(f"sim.machines.{wiring.part.replace('-', '_')}").far_end
    installation: Installation[Any] = make_far_end(wiring, context)
    return installation
