import logging

import pytest

from drivers.reshuffled.exchange import REQUEST_INTERVAL
from drivers.reshuffled.framer import encode
from tests.kits.drivers.reshuffled_bench import WELL, Bench, fault, shuffled
from tests.kits.drivers.reshuffled_orders import Scripted, orders, running
from tests.kits.offenders import each

# --- the start


def test_state_query_precedes_orders() -> None:
    bench = Bench().start()
    bench.run()
    assert bench.far.received_data[:4] == [b"ST", b"IN", b"ST", b"ST"]
    assert bench.far.received_data.count(b"IN") == 1
    assert bench.part.identity == "ReShuffled with status"


def test_resting_unit_is_polled_slowly() -> None:
    bench = running()
    bench.run(10_000)
    assert 40 <= len(bench.far.received_data) <= 10_000 / REQUEST_INTERVAL
    assert set(bench.far.received_data) == {b"ST"}


def test_running_shuffle_survives_start_and_counts() -> None:
    bench = Bench()
    bench.far.start_shuffle()
    assert bench.start().run() == []
    assert set(bench.far.received_data) == {b"ST"}
    bench.far.finish_shuffle()
    assert bench.run() == [shuffled()]
    assert bench.far.received_data.count(b"IN") == 1


def test_shuffle_ended_before_start_is_reported_once() -> None:
    bench = Bench()
    bench.far.start_shuffle()
    bench.far.finish_shuffle()
    assert bench.start().run() == [shuffled()]
    another = Bench(bench.far).start()
    assert another.run() == []


# --- a shuffle


def test_order_and_its_end_appear_once() -> None:
    bench = running()
    bench.order()
    assert bench.run(5000) == []
    assert orders(bench) == bench.far.shuffles == 1
    bench.far.finish_shuffle()
    assert bench.run(10_000) == [shuffled()]
    assert orders(bench) == 1
    assert bench.part.health["shuffles"] == 1


def test_order_precedes_next_query() -> None:
    bench = running()
    while bench.far.received_data != [b"ST"]:
        bench.run(5)
    bench.run(5)
    bench.order()
    bench.run(10)
    assert orders(bench) == 1


def test_each_order_is_its_own_shuffle() -> None:
    bench = running()
    for number in range(1, 4):
        bench.order()
        bench.run()
        bench.far.finish_shuffle()
        assert bench.run() == [shuffled()]
        assert orders(bench) == number


def test_repeated_panel_orders_nothing() -> None:
    bench = running()
    bench.order()
    for _ in range(20):
        bench.show()
        bench.run(100)
    assert orders(bench) == 1


def test_first_panel_after_start_orders_nothing() -> None:
    bench = Bench()
    bench.number = 7
    bench.start().run()
    assert orders(bench) == 0
    bench.order()
    bench.run()
    assert orders(bench) == 1


@each("after", [0, 5, 10, 300, 2000])
def test_order_in_a_shuffle_is_not_sent(after: int) -> None:
    bench = running()
    bench.order()
    bench.run(after)
    bench.order()
    bench.run(5000)
    assert orders(bench) == 1
    assert bench.part.health["already_shuffling"] == 1


def test_unit_s_count_is_reported() -> None:
    bench = running()
    bench.far.lose_card()
    bench.far.miscount_cards(3)
    bench.order()
    bench.run()
    bench.far.finish_shuffle()
    assert bench.run() == [shuffled(51, 3)]


def test_shuffle_started_at_the_unit_is_reported() -> None:
    bench = running()
    bench.far.start_shuffle()
    assert bench.run() == []
    bench.far.finish_shuffle()
    assert bench.run() == [shuffled()]


def test_order_waits_for_prior_shuffle_s_count() -> None:
    bench = running()
    bench.far.start_shuffle()
    bench.far.finish_shuffle()
    bench.order()
    assert bench.run() == [shuffled()]
    assert bench.far.received_data.index(b"CT") < bench.far.received_data.index(b"CA")
    assert bench.far.shuffles == 2


@pytest.mark.clause("MD 36.05.03.27 C")
def test_refused_count_is_a_fault_without_count() -> None:
    far = Scripted({b"ST": b"SD", b"CT": b"E2"})
    bench = Bench(far).start()
    assert bench.run()[:2] == [shuffled(None), fault("E2")]
    assert bench.run(5000) == []


# --- what nobody asked for


@pytest.mark.clause("WA 230-16-152")
def test_card_order_is_dropped_and_never_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = running()
    with caplog.at_level(logging.DEBUG):
        for _ in range(3):
            bench.far.send_data(b"4SKHTD2C")
            bench.far.send_data(b"C52U0SKD")
        assert bench.run() == []
    assert bench.part.health["unknown_words"] == 6
    assert caplog.records == []
    assert "4SKHTD2C" not in str(vars(bench.part)) + str(vars(bench.part._exchange))


@pytest.mark.parametrize("data", [b"OK", b"E1", b"C40U0"])
def test_unsolicited_reply_is_a_stray(data: bytes) -> None:
    bench = running()
    bench.far.send_data(data)
    bench.far.send_data(data)
    while bench.part.health["strays"] + bench.part.health["unknown_words"] < 2:
        assert bench.run(5) in ([], [fault("E1")], [WELL])


@pytest.mark.parametrize("data", [b"OK", b"C40U0"])
def test_mismatched_reply_is_a_stray(data: bytes) -> None:
    bench = running()
    bench.far.damage = lambda frame: encode(data) + frame
    assert bench.run(5000) == []
    assert bench.part.health["strays"] > 10
    assert bench.part.identity == "ReShuffled with status"


def test_stray_count_ends_no_shuffle() -> None:
    bench = running()
    bench.order()
    bench.run()
    for _ in range(200):
        bench.far.send_data(b"C40U0")
        assert bench.run(5) == []
