"""One poll and its answer: in time, whole, from the machine that was asked."""

from drivers.sas import polls
from drivers.sas.crc_bcd import with_crc
from drivers.sas.exchange import (
    ADAPTER_LATENCY_MS,
    INTER_OCTET_GAP_MS,
    RESPONSE_TIMEOUT_MS,
    PollEnding,
    PollExchange,
    PollOutcome,
    transmission_ms,
)
from hal.ninth_bit import Octet
from hal.ports import NEVER, Millis
from tests.kits.offenders import each

METERS = polls.read_poll(1, polls.BASIC_METERS)
ANSWER = with_crc(b"\x01\x19" + bytes(20))
LAST_MOMENT = transmission_ms(2) + RESPONSE_TIMEOUT_MS + ADAPTER_LATENCY_MS


def asked(poll: polls.Poll = METERS) -> PollExchange:
    exchange = PollExchange()
    exchange.begin_poll(poll, Millis(0))
    return exchange


def outcomes_of(exchange: PollExchange, octets: bytes, now: int) -> list[PollOutcome]:
    return exchange.receive(map(Octet, octets), Millis(now))


def test_late_slow_answer_is_accepted() -> None:
    exchange, now, found = asked(), LAST_MOMENT - 1, []
    for octet in ANSWER:
        found += outcomes_of(exchange, bytes([octet]), now)
        now += INTER_OCTET_GAP_MS
    assert found == [PollOutcome(PollEnding.ANSWERED, 1, ANSWER)]
    assert exchange.poll is None
    assert exchange.deadline == NEVER


def test_no_answer_in_time_is_silence() -> None:
    exchange = asked()
    assert outcomes_of(exchange, b"", LAST_MOMENT - 1) == []
    assert outcomes_of(exchange, b"", LAST_MOMENT) == [PollOutcome(PollEnding.SILENT, 1)]
    assert outcomes_of(exchange, b"", LAST_MOMENT + 1) == []


def test_incomplete_answer_is_in_doubt() -> None:
    exchange = asked()
    outcomes_of(exchange, ANSWER[:-1], 5)
    (found,) = outcomes_of(
        exchange, b"", 5 + transmission_ms(1) + INTER_OCTET_GAP_MS + ADAPTER_LATENCY_MS
    )
    assert found.ending is PollEnding.DOUBTFUL


@each(
    "answer",
    [with_crc(b"\x02" + ANSWER[1:-2]), ANSWER[:-1] + b"\0", with_crc(b"\x01\x1a" + b"\0" * 20)],
)
def test_wrong_machine_command_or_crc_is_in_doubt(answer: bytes) -> None:
    (found,) = outcomes_of(asked(), answer, 5)
    assert found.ending is PollEnding.DOUBTFUL


def test_busy_or_refusing_machine_is_reported() -> None:
    assert outcomes_of(asked(), b"\x01\x00", 5) == [PollOutcome(PollEnding.BUSY, 1)]
    assert outcomes_of(asked(), b"\x81", 5) == [PollOutcome(PollEnding.REFUSED, 1, b"\x81")]


@each("code", range(256))
def test_any_octet_answers_general_poll(code: int) -> None:
    exchange = asked(polls.general_poll(1))
    found = outcomes_of(exchange, bytes([code]), 5)
    assert bool(found) is (code != 1), "the address may be the beginning of an event"
    found += outcomes_of(exchange, b"", LAST_MOMENT)
    assert found == [PollOutcome(PollEnding.ANSWERED, 1, bytes([code]))]


def test_unpolled_machine_chirps_with_ninth_bit() -> None:
    exchange = asked(polls.general_poll(1))
    chirp = [Octet(0x11, is_marked=True)]
    assert exchange.receive(chirp, Millis(3)) == [PollOutcome(PollEnding.CHIRP, 0x11)]
    assert exchange.poll is not None, "it is no answer, and no door of machine 1"


def test_unsolicited_octets_are_dropped() -> None:
    assert outcomes_of(PollExchange(), bytes(range(256)), 0) == []
