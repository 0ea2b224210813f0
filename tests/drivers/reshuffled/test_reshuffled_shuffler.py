import logging

import pytest

from drivers.part import Proof
from drivers.reshuffled.exchange import ANSWERED_WITHIN, ASKED_EVERY, FRESH, TRIES
from drivers.reshuffled.framing import encode
from hal.errors import PortLost
from hal.ports import Millis
from sim.machines.reshuffled import SimReShuffled
from tests.kits.drivers.far_ends import Silent
from tests.kits.drivers.reshuffled_bench import DOOR_OPEN, DOOR_SHUT, WELL, Bench, fault, shuffled
from tests.kits.offenders import each


def running() -> Bench:
    """A shuffler that is ready, with 52 cards in it."""
    bench = Bench().start()
    assert bench.run() == []
    bench.far.heard.clear()
    return bench


def orders(bench: Bench) -> int:
    return bench.far.heard.count(b"SH")


# --- the start


def test_the_state_is_asked_before_anything_is_told() -> None:
    bench = Bench().start()
    bench.run()
    assert bench.far.heard[:4] == [b"ST", b"IN", b"ST", b"ST"]
    assert bench.far.heard.count(b"IN") == 1
    assert bench.part.identity == "ReShuffled with status"


def test_a_unit_at_rest_is_asked_now_and_then() -> None:
    bench = running()
    bench.run(10_000)
    assert 40 <= len(bench.far.heard) <= 10_000 / ASKED_EVERY
    assert set(bench.far.heard) == {b"ST"}


def test_a_shuffle_under_way_is_not_disturbed_by_a_start_and_is_reported() -> None:
    bench = Bench()
    bench.far.press_start()
    assert bench.start().run() == []
    assert set(bench.far.heard) == {b"ST"}
    bench.far.finish()
    assert bench.run() == [shuffled()]
    assert bench.far.heard.count(b"IN") == 1


def test_a_shuffle_that_ended_before_the_start_is_reported_once() -> None:
    bench = Bench()
    bench.far.press_start()
    bench.far.finish()
    assert bench.start().run() == [shuffled()]
    another = Bench(bench.far).start()
    assert another.run() == []


# --- a shuffle


def test_an_order_is_sent_once_and_the_end_reported_once() -> None:
    bench = running()
    bench.order()
    assert bench.run(5000) == []
    assert orders(bench) == bench.far.shuffles == 1
    bench.far.finish()
    assert bench.run(10_000) == [shuffled()]
    assert orders(bench) == 1
    assert bench.part.health["shuffles"] == 1


def test_an_order_goes_out_without_waiting_for_the_next_query() -> None:
    bench = running()
    while bench.far.heard != [b"ST"]:
        bench.run(5)
    bench.run(5)
    bench.order()
    bench.run(10)
    assert orders(bench) == 1


def test_each_order_is_a_shuffle_of_its_own() -> None:
    bench = running()
    for number in range(1, 4):
        bench.order()
        bench.run()
        bench.far.finish()
        assert bench.run() == [shuffled()]
        assert orders(bench) == number


def test_the_same_panel_shown_again_orders_nothing() -> None:
    bench = running()
    bench.order()
    for _ in range(20):
        bench.show()
        bench.run(100)
    assert orders(bench) == 1


def test_the_first_panel_after_a_start_is_taken_as_obeyed() -> None:
    bench = Bench()
    bench.number = 7
    bench.start().run()
    assert orders(bench) == 0
    bench.order()
    bench.run()
    assert orders(bench) == 1


@each("after", [0, 5, 10, 300, 2000])
def test_an_order_while_one_is_under_way_is_not_sent(after: int) -> None:
    bench = running()
    bench.order()
    bench.run(after)
    bench.order()
    bench.run(5000)
    assert orders(bench) == 1
    assert bench.part.health["already_shuffling"] == 1


def test_what_the_unit_counted_is_reported() -> None:
    bench = running()
    bench.far.lose_card()
    bench.far.misread(3)
    bench.order()
    bench.run()
    bench.far.finish()
    assert bench.run() == [shuffled(51, 3)]


def test_a_shuffle_started_at_the_unit_is_reported_too() -> None:
    bench = running()
    bench.far.press_start()
    assert bench.run() == []
    bench.far.finish()
    assert bench.run() == [shuffled()]


def test_an_order_waits_for_the_count_of_the_shuffle_before() -> None:
    bench = running()
    bench.far.press_start()
    bench.far.finish()
    bench.order()
    assert bench.run() == [shuffled()]
    assert bench.far.heard.index(b"CT") < bench.far.heard.index(b"CA")
    assert bench.far.shuffles == 2


def test_a_count_that_is_refused_is_a_shuffle_without_one_and_a_fault() -> None:
    far = Scripted({b"ST": b"SD", b"CT": b"E2"})
    bench = Bench(far).start()
    assert bench.run()[:2] == [shuffled(None), fault("E2")]
    assert bench.run(5000) == []


# --- orders that come to nothing


class Scripted:
    """Answers each word as told, and a word that it wasn't told of with nothing."""

    def __init__(self, answers: dict[bytes, bytes]) -> None:
        self.answers = answers
        self.heard: list[bytes] = []
        self.out = b""

    def receive(self, data: bytes) -> None:
        self.heard.append(data[1:3])
        if data[1:3] in self.answers:
            self.out += encode(self.answers[data[1:3]])

    def transmit(self) -> bytes:
        out, self.out = self.out, b""
        return out


def scripted(**answers: str) -> tuple[Scripted, Bench]:
    """A unit that is ready and then answers as told."""
    far = Scripted({b"ST": b"SR", b"IN": b"OK"})
    bench = Bench(far).start()
    assert bench.run() == []
    far.answers |= {ask.encode(): answer.encode() for ask, answer in answers.items()}
    far.heard.clear()
    bench.order()
    return far, bench


def test_an_order_without_an_answer_is_not_sent_again_and_a_fault() -> None:
    far, bench = scripted()
    assert bench.run(ANSWERED_WITHIN) == []
    assert far.heard == [b"ST", b"SH"]
    assert bench.run(50) == [fault("SH")]
    assert bench.run(5000) == [WELL]
    assert far.heard.count(b"SH") == 1
    assert bench.losses == 0
    assert bench.part.health["retries"] == 1


def test_an_order_whose_answer_was_lost_is_no_fault_where_the_state_shows_it() -> None:
    far, bench = scripted(ST="SS")
    assert bench.run(5000) == []
    assert far.heard.count(b"SH") == 1


def test_an_order_that_was_acknowledged_and_is_not_obeyed_is_a_fault() -> None:
    far, bench = scripted(SH="OK")
    assert bench.run(5000) == [fault("SH"), WELL]
    assert far.heard.count(b"SH") == 1


@pytest.mark.parametrize("code", ["E1", "E2", "E3"])
def test_an_order_that_is_refused_is_a_fault_with_its_code(code: str) -> None:
    far, bench = scripted(SH=code)
    assert bench.run(5000) == [fault(code), WELL]
    assert far.heard.count(b"SH") == 1


def test_the_next_order_after_a_fault_is_sent() -> None:
    far, bench = scripted(SH="E1")
    bench.run()
    bench.order()
    assert bench.run() == [fault("E1"), WELL]
    assert far.heard.count(b"SH") == 2


def test_a_shuffle_that_is_broken_off_is_a_fault_and_not_reported() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.far.power_on()
    assert bench.run() == [fault("SH"), WELL]


def test_a_unit_that_will_not_be_made_ready_is_a_fault_and_gets_no_order() -> None:
    far = Scripted({b"ST": b"SR", b"IN": b"E1"})
    bench = Bench(far).start()
    assert bench.run() == [fault("E1")]
    bench.order()
    assert bench.run(5000) == []
    assert b"SH" not in far.heard
    far.answers[b"IN"] = b"OK"
    assert bench.run() == [WELL]
    assert b"SH" not in far.heard


def test_making_ready_may_be_said_again() -> None:
    far = Scripted({b"ST": b"SR"})
    bench = Bench(far).start()
    bench.run(ASKED_EVERY + ANSWERED_WITHIN + 50)
    far.answers[b"IN"] = b"OK"
    assert bench.run() == []
    assert far.heard.count(b"IN") == 2
    assert bench.losses == 0


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
    bench.far.jam(code)
    assert bench.run() == [fault(f"J{code}")]
    bench.far.clear()
    assert bench.run() == [WELL]


def test_opening_the_door_to_a_jam_does_not_end_it() -> None:
    bench = running()
    bench.far.jam()
    assert bench.run() == [fault("J1")]
    bench.far.open_door()
    bench.far.clear()
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
    bench.far.jam()
    bench.far.open_door()
    bench.run()
    bench.far.clear()
    assert bench.run() == [DOOR_OPEN]
    bench.port.unplug()
    bench.far.shut_door()
    bench.port.plug()
    assert bench.run() == [DOOR_SHUT, WELL]
    assert bench.losses == 1


# --- the published firmware


def published() -> Bench:
    bench = Bench(SimReShuffled(published=True)).start()
    assert bench.run() == []
    return bench


def test_a_unit_that_says_ok_to_everything_is_named_so_and_reports_nothing() -> None:
    bench = published()
    assert bench.part.identity == "ReShuffled as published"
    bench.order()
    assert bench.run(60_000) == []
    assert bench.part.health["shuffles"] == 0
    assert bench.losses == 0


def test_a_published_unit_gets_frames_of_thirteen_bytes_only() -> None:
    far = Silent()
    bench = Bench(far).start()
    for _ in range(400):
        bench.run(5)
        far.says = b":OK#D736D92D\n" if far.told else b""
        bench.order() if bench.now % 500 == 0 else None
    assert {frame[1:3] for frame in far.told} == {b"ST", b"IN", b"SH"}
    assert {len(frame) for frame in far.told} == {13}


def test_an_order_to_a_published_unit_is_sent_once_each() -> None:
    bench = published()
    far = bench.port._far_end
    assert isinstance(far, SimReShuffled)
    for number in (1, 2, 3):
        bench.order()
        bench.run()
        assert far.heard.count(b"SH") == number


def test_an_unanswered_order_to_a_published_unit_is_a_fault() -> None:
    far = Scripted({b"ST": b"OK", b"IN": b"OK"})
    bench = Bench(far).start()
    assert bench.run() == []
    bench.order()
    assert bench.run() == [fault("SH"), WELL]
    assert far.heard.count(b"SH") == 1


def test_one_ok_that_comes_late_does_not_make_a_unit_a_published_one() -> None:
    bench = Bench()
    bench.far.press_start()
    bench.start()
    bench.far.say(b"OK")
    bench.run()
    assert bench.part.identity == "ReShuffled with status"
    assert b"IN" not in bench.far.heard


def test_another_unit_at_the_same_plug_is_known_by_its_identity() -> None:
    bench = running()
    bench.port._far_end = SimReShuffled(published=True)
    bench.port.unplug()
    bench.port.plug()
    bench.run()
    assert bench.part.identity == "ReShuffled as published"


# --- what nobody asked for


def test_the_order_of_cards_is_dropped_and_never_told_or_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    bench = running()
    with caplog.at_level(logging.DEBUG):
        for _ in range(3):
            bench.far.say(b"4SKHTD2C")
            bench.far.say(b"C52U0SKD")
        assert bench.run() == []
    assert bench.part.health["unknown_words"] == 6
    assert caplog.records == []
    assert "4SKHTD2C" not in str(vars(bench.part)) + str(vars(bench.part._exchange))


@pytest.mark.parametrize("data", [b"OK", b"E1", b"C40U0"])
def test_a_reply_to_nothing_is_a_stray(data: bytes) -> None:
    bench = running()
    bench.far.say(data)
    bench.far.say(data)
    while bench.part.health["strays"] + bench.part.health["unknown_words"] < 2:
        assert bench.run(5) in ([], [fault("E1")], [WELL])


@pytest.mark.parametrize("data", [b"OK", b"C40U0"])
def test_a_reply_that_does_not_fit_the_question_is_a_stray(data: bytes) -> None:
    bench = running()
    bench.far.mangle = lambda frame: encode(data) + frame
    assert bench.run(5000) == []
    assert bench.part.health["strays"] > 10
    assert bench.part.identity == "ReShuffled with status"


def test_a_count_that_nobody_asked_for_ends_no_shuffle() -> None:
    bench = running()
    bench.order()
    bench.run()
    for _ in range(200):
        bench.far.say(b"C40U0")
        assert bench.run(5) == []


# --- a unit that is silent, or unplugged


def test_three_words_without_an_answer_are_a_lost_port() -> None:
    far = Silent()
    bench = Bench(far).start()
    bench.run(TRIES * ANSWERED_WITHIN)
    assert (bench.losses, len(far.told)) == (0, TRIES)
    bench.run(10)
    assert bench.losses == 1


def test_two_words_without_an_answer_are_not() -> None:
    bench = running()
    for _ in range(5):
        bench.far.mangle = lambda _frame: b""
        bench.run(2 * ANSWERED_WITHIN - 50)
        bench.far.mangle = None
        assert bench.run() == []
    assert bench.losses == 0
    assert bench.part.health["retries"] > 5


def test_an_event_survives_the_loss_of_the_port_by_the_next_word() -> None:
    bench = running()
    bench.far.press_start()
    bench.far.finish()
    told = []
    while not told:
        told = list(bench.part.poll(bench.now))
        bench.now = Millis(bench.now + 5)
    bench.port.unplug()
    assert told == [shuffled()]
    bench.port.plug()
    assert bench.run() == []
    assert bench.far.heard.count(b"CA") == 1


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
    bench.far.finish()
    bench.port.plug()
    assert bench.run() == [shuffled()]
    assert bench.run(5000) == []


def test_it_answers_or_it_is_lost() -> None:
    bench = Bench().start()
    with pytest.raises(PortLost):
        bench.part.test(bench.now)
    bench.run()
    before = list(bench.far.heard)
    assert bench.part.test(bench.now) is Proof.ANSWERS
    assert bench.far.heard == before
    with pytest.raises(PortLost):
        bench.part.test(Millis(bench.now + FRESH + 1))


def test_the_end_of_the_service_leaves_it_to_its_work() -> None:
    bench = running()
    bench.order()
    bench.run()
    bench.part.blank()
    assert b"XX" not in bench.far.heard
