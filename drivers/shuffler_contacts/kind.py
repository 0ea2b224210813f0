"""The `shuffler` section of the dry contacts of any shuffler."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.inputs import mcp23017
from drivers.kind import Kind, Site
from drivers.part import Part
from drivers.section import Needs, Section, read_address, read_pin
from drivers.shuffler_contacts.shuffler import ContactShuffler


@dataclass(frozen=True, slots=True)
class ShufflerContacts:
    """The dry contacts of any shuffler, by input of an MCP23017 of their own."""

    part: ClassVar = "contacts"
    address: int
    interrupt: int
    ready: int
    door: int
    fault: int


def _read(shuffler: Section, _needs: Needs) -> ShufflerContacts:
    ready = _input(shuffler, "ready")
    door = _input(shuffler, "door", (ready,))
    fault = _input(shuffler, "fault", (ready, door))
    address = read_address(shuffler, mcp23017.CHIP)
    return ShufflerContacts(address, read_pin(shuffler, "interrupt"), ready, door, fault)


def _input(shuffler: Section, name: str, others: Sequence[int] = ()) -> int:
    number = shuffler.integer(name, 0, mcp23017.INPUTS - 1)
    if shuffler.sound(name) and number in others:
        shuffler.fault(name, "input_twice", value=number)
    return number


def _build(shuffler: ShufflerContacts, site: Site) -> Part:
    interrupt = site.board.input(shuffler.interrupt)
    inputs = {"ready": shuffler.ready, "door": shuffler.door, "fault": shuffler.fault}
    return ContactShuffler(site.bus(), shuffler.address, interrupt, **inputs)


KIND: Final = Kind(
    ShufflerContacts.part,
    _read,
    _build,
    trace=lambda _: mcp23017.CHIP.trace(),
    chip=mcp23017.CHIP,
)
