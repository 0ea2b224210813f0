"""The technician's orders to a wheel, on the bus of the part."""

import pytest

from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.panel import Text, WheelOrder
from firmware.core.vocabulary.rulings import Ruling
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.technician.answers import ActDone, AnyAnswer, Refusal
from firmware.shell.technician.requests import OrderWheel
from firmware.shell.technician.wheel_acts import wheel_acts
from tests.kits.core.results_kit import Felt
from tests.kits.shell.part_bench import PartBench, _Turns

DONE = ActDone((Text("technician.wheel_ordered"),))


class Order:
    """A table of an example's wires, and what the technician orders."""

    def __init__(self, example: str) -> None:
        self.bench, self.felt = PartBench(example), Felt("roulette")
        self.handled: list[Event] = []
        self.acts = wheel_acts(
            self._handle, self.bench.wires, lambda part: _Turns(self.bench, part)
        )

    def _handle(self, event: Event) -> list[Ruling]:
        self.handled.append(event)
        return self.felt.tell(event)

    def ask(self, act: WheelAct) -> AnyAnswer:
        return self.acts[OrderWheel](OrderWheel(order=act))


def test_order_goes_to_the_table() -> None:
    order = Order("roulette")
    assert order.ask(WheelAct.CLOSE) == DONE
    assert order.felt.table.state.device.wheel_order == WheelOrder(1, WheelAct.CLOSE)
    order.felt.tell(FaultRaised("wheel", "wheel_closed"))
    assert order.ask(WheelAct.OPEN) == DONE


def test_refusal_of_the_table_is_the_answer() -> None:
    assert Order("roulette").ask(WheelAct.OPEN) == Refusal(Text("why.wheel_open"))


@pytest.mark.parametrize("example", ["baccarat", "craps"])
def test_table_without_such_a_wheel_is_not_asked(example: str) -> None:
    order = Order(example)
    assert order.ask(WheelAct.CLOSE) == Refusal(Text("why.no_wheel"))
    assert order.handled == []
