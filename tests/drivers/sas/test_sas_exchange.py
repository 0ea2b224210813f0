"""One poll and its answer: in time, whole, from the machine that was asked."""

from drivers.sas import polls
from drivers.sas.exchange import ANSWER_MS, GAP_MS, LATE_MS, Exchange, How, Outcome, line_ms
from drivers.sas.octets import sealed
from hal.ninth_bit import Octet
from hal.ports import NEVER, Millis
from tests.kits.offenders import each

METERS = polls.ask(1, polls.METERS)
ANSWER = sealed(b"\x01\x19" + bytes(20))
LAST_MOMENT = line_ms(2) + ANSWER_MS + LATE_MS


def asked(poll: polls.Poll = METERS) -> Exchange:
    exchange = Exchange()
    exchange.begin(poll, Millis(0))
    return exchange


def heard(exchange: Exchange, octets: bytes, now: int) -> list[Outcome]:
    return exchange.take(map(Octet, octets), Millis(now))


def test_an_answer_may_begin_at_the_last_moment_and_come_octet_by_octet() -> None:
    exchange, now, found = asked(), LAST_MOMENT - 1, []
    for octet in ANSWER:
        found += heard(exchange, bytes([octet]), now)
        now += GAP_MS
    assert found == [Outcome(How.ANSWERED, 1, ANSWER)]
    assert exchange.poll is None
    assert exchange.due == NEVER


def test_no_answer_in_time_is_silence() -> None:
    exchange = asked()
    assert heard(exchange, b"", LAST_MOMENT - 1) == []
    assert heard(exchange, b"", LAST_MOMENT) == [Outcome(How.SILENT, 1)]
    assert heard(exchange, b"", LAST_MOMENT + 1) == []


def test_an_answer_that_stops_is_in_doubt() -> None:
    exchange = asked()
    heard(exchange, ANSWER[:-1], 5)
    (found,) = heard(exchange, b"", 5 + line_ms(1) + GAP_MS + LATE_MS)
    assert found.how is How.DOUBTFUL


@each(
    "answer",
    [sealed(b"\x02" + ANSWER[1:-2]), ANSWER[:-1] + b"\0", sealed(b"\x01\x1a" + b"\0" * 20)],
)
def test_another_machine_another_command_or_a_wrong_crc_is_in_doubt(answer: bytes) -> None:
    (found,) = heard(asked(), answer, 5)
    assert found.how is How.DOUBTFUL


def test_a_busy_machine_and_one_that_refuses_say_so() -> None:
    assert heard(asked(), b"\x01\x00", 5) == [Outcome(How.BUSY, 1)]
    assert heard(asked(), b"\x81", 5) == [Outcome(How.REFUSED, 1, b"\x81")]


@each("code", range(256))
def test_any_octet_answers_a_general_poll(code: int) -> None:
    found = heard(asked(polls.general(1)), bytes([code]), 5)
    assert found == [Outcome(How.ANSWERED, 1, bytes([code]))]


def test_a_machine_that_hears_nobody_chirps_its_address_with_the_ninth_bit_set() -> None:
    exchange = asked(polls.general(1))
    chirp = [Octet(0x11, marked=True)]
    assert exchange.take(chirp, Millis(3)) == [Outcome(How.CHIRP, 0x11)]
    assert exchange.poll is not None, "it is no answer, and no door of machine 1"


def test_octets_that_nobody_has_asked_for_are_dropped() -> None:
    assert heard(Exchange(), bytes(range(256)), 0) == []
