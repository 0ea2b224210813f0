"""The acts on a wheel that opens, closes and has modes: the table checks each, then shows it."""

from collections.abc import Callable, Iterable
from typing import Final

from firmware.core.vocabulary.events import Event, WheelOrdered
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.rulings import Ruling
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.wires import TableWires
from firmware.shell.technician import requests
from firmware.shell.technician.answers import ActDone, AnyAnswer, Refusal
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.part_acts import BusCalls
from firmware.shell.technician.refusals import with_refusals
from firmware.shell.technician.table_acts import ruling_answer
from hal.ports import Millis

WHEEL_PART: Final = "wheel"


def wheel_acts(
    handle_event: Callable[[Event], Iterable[Ruling]],
    wires: TableWires,
    bus_of: Callable[[str], BusCalls],
) -> RequestHandlers:
    """Return the handler of orders to the wheel; `handle_event` has the table handle an event."""

    def order(request: requests.OrderWheel) -> AnyAnswer:
        if WHEEL_PART not in wires.kind_by_section or not bus_of(WHEEL_PART).call_on_bus(_obeys):
            raise RequestFailed(Text("why.no_wheel"))
        answer = ruling_answer(handle_event(WheelOrdered(request.order)))
        if isinstance(answer, Refusal):
            return answer
        return ActDone((Text("technician.wheel_ordered"),))

    return {requests.OrderWheel: with_refusals(order)}


def _obeys(bus: PartBus, _now: Millis) -> bool:
    """Return whether the wheel on this bus takes orders: not every one opens and closes."""
    return "wheel_order" in bus.panel_fields
