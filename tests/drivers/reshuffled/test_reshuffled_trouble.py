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


def test_its_door_is_a_fault_while_it_is_open() -> None:
    bench = running()
    bench.far.open_door()
    assert bench.run() == [DOOR_OPEN]
    bench.far.shut_door()
    assert bench.run() == [DOOR_SHUT]


@pytest.mark.parametrize("code", [1, 42, 999])
def test_a_jam_is_a_fault_with_its_code_until_it_is_cleared(code: int) -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.jam_cards(code)
    assert bench.run() == [fault(f"J{code}")]
    bench.far.clear_jam()
    assert bench.run() == [WELL]


def test_opening_the_door_to_a_jam_does_not_end_it() -> None:
    bench = running()
    bench.far.jam_cards()
    assert bench.run() == [fault("J1")]
    bench.far.open_door()
    bench.far.clear_jam()
    assert bench.run() == [DOOR_OPEN]
    bench.far.shut_door()
    assert bench.run() == [DOOR_SHUT, WELL]


def test_a_door_opened_in_mid_shuffle_costs_the_shuffle() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.open_door()
    bench.far.shut_door()
    assert bench.run() == [fault("SH"), WELL]


def test_faults_end_over_a_lost_port_too() -> None:
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


def test_three_words_without_an_answer_are_a_lost_port() -> None:
    far = Silent()
    bench = Bench(far).start()
    bench.run(MAX_ATTEMPTS * ANSWER_TIMEOUT)
    assert (bench.losses, len(far.told)) == (0, MAX_ATTEMPTS)
    bench.run(10)
    assert bench.losses == 1


def test_two_words_without_an_answer_are_not() -> None:
    bench = running()
    for _ in range(5):
        bench.far.damage = lambda _frame: b""
        bench.run(2 * ANSWER_TIMEOUT - 50)
        bench.far.damage = None
        assert bench.run() == []
    assert bench.losses == 0
    assert bench.part.health["retries"] > 5


def test_an_event_survives_the_loss_of_the_port_by_the_next_word() -> None:
    bench = running()
    bench.far.start_shuffle()
    bench.far.finish_shuffle()
    told = []
    while not told:
        told = list(bench.part.poll(bench.now))
        bench.now = Millis(bench.now + 5)
    bench.port.unplug()
    assert told == [shuffled()]
    bench.port.plug()
    assert bench.run() == []
    assert bench.far.received_data.count(b"CA") == 1


def test_an_order_given_while_it_was_lost_is_not_carried_out_later() -> None:
    bench = running()
    bench.port.unplug()
    with pytest.raises(PortLost):
        bench.part.poll(bench.now)
    bench.number += 1
    bench.port.plug()
    bench.start()
    bench.run()
    assert orders(bench) == 0


def test_an_order_that_was_lost_with_the_port_is_a_fault_and_not_repeated() -> None:
    far, bench = scripted()
    bench.run(20)
    assert far.heard == [b"ST", b"SH"]
    bench.port.unplug()
    bench.port.plug()
    assert bench.run() == [fault("SH"), WELL]
    assert far.heard.count(b"SH") == 1


def test_a_shuffle_that_ends_while_the_port_is_lost_is_reported_when_it_is_back() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.port.unplug()
    bench.far.finish_shuffle()
    bench.port.plug()
    assert bench.run() == [shuffled()]
    assert bench.run(5000) == []


def test_it_answers_or_it_is_lost() -> None:
    bench = Bench().start()
    with pytest.raises(PortLost):
        bench.part.test(bench.now)
    bench.run()
    before = list(bench.far.received_data)
    assert bench.part.test(bench.now) is SelfTestProof.ANSWERS
    assert bench.far.received_data == before
    with pytest.raises(PortLost):
        bench.part.test(Millis(bench.now + ANSWER_MAX_AGE + 1))


def test_the_end_of_the_service_leaves_it_to_its_work() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.part.blank()
    assert b"XX" not in bench.far.received_data
