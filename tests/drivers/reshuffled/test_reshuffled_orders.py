"""An order that comes to nothing is a fault, and never sent again by itself."""

import pytest

from drivers.reshuffled.exchange import ANSWER_TIMEOUT, REQUEST_INTERVAL
from tests.kits.drivers.reshuffled_bench import WELL, Bench, fault
from tests.kits.drivers.reshuffled_orders import Scripted, running, scripted


def test_unanswered_order_is_a_fault_not_repeated() -> None:
    far, bench = scripted()
    assert bench.run(ANSWER_TIMEOUT) == []
    assert far.order_codes == [b"ST", b"SH"]
    assert bench.run(50) == [fault("SH")]
    assert bench.run(5000) == [WELL]
    assert far.order_codes.count(b"SH") == 1
    assert bench.losses == 0
    assert bench.part.health["retries"] == 1


def test_lost_answer_is_no_fault_if_state_shows_it() -> None:
    far, bench = scripted(ST="SS")
    assert bench.run(5000) == []
    assert far.order_codes.count(b"SH") == 1


def test_acknowledged_unobeyed_order_is_a_fault() -> None:
    far, bench = scripted(SH="OK")
    assert bench.run(5000) == [fault("SH"), WELL]
    assert far.order_codes.count(b"SH") == 1


@pytest.mark.parametrize("code", ["E1", "E2", "E3"])
def test_refused_order_is_a_fault_with_its_code(code: str) -> None:
    far, bench = scripted(SH=code)
    assert bench.run(5000) == [fault(code), WELL]
    assert far.order_codes.count(b"SH") == 1


def test_next_order_after_fault_is_sent() -> None:
    far, bench = scripted(SH="E1")
    bench.run()
    bench.order()
    assert bench.run() == [fault("E1"), WELL]
    assert far.order_codes.count(b"SH") == 2


def test_aborted_shuffle_is_a_fault_unreported() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.power_on()
    assert bench.run() == [fault("SH"), WELL]


def test_unpreparable_unit_is_a_fault_without_orders() -> None:
    far = Scripted({b"ST": b"SR", b"IN": b"E1"})
    bench = Bench(far).start()
    assert bench.run() == [fault("E1")]
    bench.order()
    assert bench.run(5000) == []
    assert b"SH" not in far.order_codes
    far.answers[b"IN"] = b"OK"
    assert bench.run() == [WELL]
    assert b"SH" not in far.order_codes


def test_preparation_may_be_repeated() -> None:
    far = Scripted({b"ST": b"SR"})
    bench = Bench(far).start()
    bench.run(REQUEST_INTERVAL + ANSWER_TIMEOUT + 50)
    far.answers[b"IN"] = b"OK"
    assert bench.run() == []
    assert far.order_codes.count(b"IN") == 2
    assert bench.losses == 0
