"""Doors, jams, silence and pulled plugs of a shuffler."""

import pytest

from drivers.part import SelfTestProof
from drivers.reshuffled.exchange import ANSWER_MAX_AGE, ANSWER_TIMEOUT, MAX_ATTEMPTS
from hal.errors import PortLost
from hal.ports import Millis
from tests.kits.drivers.far_ends import Silent
from tests.kits.drivers.reshuffled_bench import DOOR_OPEN, DOOR_SHUT, WELL, Bench, fault, shuffled
from tests.kits.drivers.reshuffled_orders import orders, running, scripted

# --- doors and jams


def test_open_door_is_a_fault_meanwhile() -> None:
    bench = running()
    bench.far.open_door()
    assert bench.run() == [DOOR_OPEN]
    bench.far.shut_door()
    assert bench.run() == [DOOR_SHUT]


@pytest.mark.clause("Practice jam")
@pytest.mark.parametrize("code", [1, 42, 999])
def test_jam_is_a_fault_with_code_until_cleared(code: int) -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.jam_cards(code)
    assert bench.run() == [fault(f"J{code}")]
    bench.far.clear_jam()
    assert bench.run() == [WELL]


@pytest.mark.clause("Practice jam")
def test_open_door_does_not_end_a_jam() -> None:
    bench = running()
    bench.far.jam_cards()
    assert bench.run() == [fault("J1")]
    bench.far.open_door()
    bench.far.clear_jam()
    assert bench.run() == [DOOR_OPEN]
    bench.far.shut_door()
    assert bench.run() == [DOOR_SHUT, WELL]


def test_door_mid_shuffle_loses_it() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.open_door()
    bench.far.shut_door()
    assert bench.run() == [fault("SH"), WELL]


def test_faults_end_across_a_lost_port() -> None:
    bench = running()
    bench.far.jam_cards()
    bench.far.open_door()
    bench.run()
    bench.far.clear_jam()
    assert bench.run() == [DOOR_OPEN]
    bench.port.unplug()
    bench.far.shut_door()
    bench.port.plug()
    assert bench.run() == [DOOR_SHUT, WELL]
    assert bench.losses == 1


# --- a unit that is silent, or unplugged


def test_three_silent_queries_lose_port() -> None:
    far = Silent()
    bench = Bench(far).start()
    bench.run(MAX_ATTEMPTS * ANSWER_TIMEOUT)
    assert (bench.losses, len(far.orders)) == (0, MAX_ATTEMPTS)
    bench.run(10)
    assert bench.losses == 1


def test_two_unanswered_queries_do_not() -> None:
    bench = running()
    for _ in range(5):
        bench.far.damage = lambda _frame: b""
        bench.run(2 * ANSWER_TIMEOUT - 50)
        bench.far.damage = None
        assert bench.run() == []
    assert bench.losses == 0
    assert bench.part.health["retries"] > 5


def test_event_survives_port_loss_on_next_query() -> None:
    bench = running()
    bench.far.start_shuffle()
    bench.far.finish_shuffle()
    reported = []
    while not reported:
        reported = list(bench.part.poll(bench.now))
        bench.now = Millis(bench.now + 5)
    bench.port.unplug()
    assert reported == [shuffled()]
    bench.port.plug()
    assert bench.run() == []
    assert bench.far.received_data.count(b"CA") == 1


def test_order_during_loss_is_not_executed_later() -> None:
    bench = running()
    bench.port.unplug()
    with pytest.raises(PortLost):
        bench.part.poll(bench.now)
    bench.number += 1
    bench.port.plug()
    bench.start()
    bench.run()
    assert orders(bench) == 0


def test_order_lost_with_port_is_fault() -> None:
    far, bench = scripted()
    bench.run(20)
    assert far.order_codes == [b"ST", b"SH"]
    bench.port.unplug()
    bench.port.plug()
    assert bench.run() == [fault("SH"), WELL]
    assert far.order_codes.count(b"SH") == 1


def test_shuffle_ended_during_loss_is_reported_later() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.port.unplug()
    bench.far.finish_shuffle()
    bench.port.plug()
    assert bench.run() == [shuffled()]
    assert bench.run(5000) == []


def test_self_test_answers_or_loses() -> None:
    bench = Bench().start()
    with pytest.raises(PortLost):
        bench.part.test(bench.now)
    bench.run()
    before = list(bench.far.received_data)
    assert bench.part.test(bench.now) is SelfTestProof.ANSWERS
    assert bench.far.received_data == before
    with pytest.raises(PortLost):
        bench.part.test(Millis(bench.now + ANSWER_MAX_AGE + 1))


def test_service_stop_leaves_it_running() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.part.blank()
    assert b"XX" not in bench.far.received_data
