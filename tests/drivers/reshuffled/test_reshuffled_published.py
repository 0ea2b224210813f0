"""A unit with the published firmware, which says OK to everything."""

from sim.machines.reshuffled import SimReShuffled
from tests.kits.drivers.far_ends import Silent
from tests.kits.drivers.reshuffled_bench import WELL, Bench, fault
from tests.kits.drivers.reshuffled_orders import Scripted, running


def published() -> Bench:
    bench = Bench(SimReShuffled(published=True)).start()
    assert bench.run() == []
    return bench


def test_always_ok_unit_is_recognized_and_silent() -> None:
    bench = published()
    assert bench.part.identity == "ReShuffled as published"
    bench.order()
    assert bench.run(60_000) == []
    assert bench.part.health["shuffles"] == 0
    assert bench.losses == 0


def test_its_frames_have_thirteen_bytes() -> None:
    far = Silent()
    bench = Bench(far).start()
    for _ in range(400):
        bench.run(5)
        far.says = b":OK#D736D92D\n" if far.orders else b""
        bench.order() if bench.now % 500 == 0 else None
    assert {frame[1:3] for frame in far.orders} == {b"ST", b"IN", b"SH"}
    assert {len(frame) for frame in far.orders} == {13}


def test_each_order_is_sent_once() -> None:
    bench = published()
    far = bench.port._far_end
    assert isinstance(far, SimReShuffled)
    for number in (1, 2, 3):
        bench.order()
        bench.run()
        assert far.received_data.count(b"SH") == number


def test_unanswered_order_is_a_fault() -> None:
    far = Scripted({b"ST": b"OK", b"IN": b"OK"})
    bench = Bench(far).start()
    assert bench.run() == []
    bench.order()
    assert bench.run() == [fault("SH"), WELL]
    assert far.order_codes.count(b"SH") == 1


def test_one_late_ok_is_not_enough() -> None:
    bench = Bench()
    bench.far.start_shuffle()
    bench.start()
    bench.far.send_data(b"OK")
    bench.run()
    assert bench.part.identity == "ReShuffled with status"
    assert b"IN" not in bench.far.received_data


def test_another_unit_is_known_by_its_identity() -> None:
    bench = running()
    bench.port._far_end = SimReShuffled(published=True)
    bench.port.unplug()
    bench.port.plug()
    bench.run()
    assert bench.part.identity == "ReShuffled as published"
