"""The `shuffler` section of the dry contacts of any shuffler."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from drivers.inputs import mcp23017
from drivers.kind import BuildContext, PartKind
from drivers.part import Part
from drivers.section import ConfigSection, TableNeeds, read_address, read_pin
from drivers.shuffler_contacts.shuffler import ContactShuffler


@dataclass(frozen=True, slots=True)
class ShufflerContactWiring:
    """The dry contacts of any shuffler, by input of an MCP23017 of their own."""

    part: ClassVar = "contacts"
    address: int
    interrupt: int
    ready: int
    door: int
    fault: int


def _read_section(shuffler: ConfigSection, _table_needs: TableNeeds) -> ShufflerContactWiring:
    ready = _read_input(shuffler, "ready")
    door = _read_input(shuffler, "door", (ready,))
    fault = _read_input(shuffler, "fault", (ready, door))
    address = read_address(shuffler, mcp23017.CHIP)
    return ShufflerContactWiring(address, read_pin(shuffler, "interrupt"), ready, door, fault)


def _read_input(shuffler: ConfigSection, name: str, taken_inputs: Sequence[int] = ()) -> int:
    number = shuffler.integer(name, 0, mcp23017.INPUT_COUNT - 1)
    if shuffler.are_sound(name) and number in taken_inputs:
        shuffler.add_fault(name, "config.input_twice", value=number)
    return number


def _build_part(shuffler: ShufflerContactWiring, build_context: BuildContext) -> Part:
    interrupt = build_context.board.input(shuffler.interrupt)
    inputs = {"ready": shuffler.ready, "door": shuffler.door, "fault": shuffler.fault}
    return ContactShuffler(build_context.bus(), shuffler.address, interrupt, **inputs)


KIND: Final = PartKind(
    ShufflerContactWiring.part,
    _read_section,
    _build_part,
    trace=lambda _: mcp23017.CHIP.trace(),
    chip=mcp23017.CHIP,
)
