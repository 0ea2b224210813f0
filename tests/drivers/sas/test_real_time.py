"""Events and ROM signatures that come in place of answers (SAS 6.02, 6.2 and 12)."""

from hypothesis import given
from hypothesis import strategies as st

from drivers.sas import polls
from drivers.sas.crc_bcd import with_crc
from drivers.sas.exchange import PollEnding, PollExchange, PollOutcome
from drivers.sas.polls import Poll
from drivers.sas.real_time import EVENT_DATA_SIZES
from hal.ninth_bit import Octet
from hal.ports import Millis
from sim.slot_machine.replies import EVENT_DATA_SIZES as FAR_END_SIZES
from tests.kits.offenders import each

GAP_MS = 60
POLLS = (
    polls.general_poll(1),
    polls.read_poll(1, polls.BASIC_METERS),
    polls.read_poll(1, polls.HAND_PAY),
    polls.command_poll(1, polls.START_UP),
    polls.extended_meters_poll(1, 0, (0,)),
)
TRACED = ("01FF001CA5", "01FF1F6A4D", "01FF709BD6", "01FF5110E6", "01FF820602", "01FF838F13")
"""Frames in the logs of public hosts."""


def answers(poll: Poll, octets: bytes) -> list[PollOutcome]:
    exchange = PollExchange()
    exchange.begin_poll(poll, Millis(0))
    outcomes = exchange.receive(map(Octet, octets), Millis(5))
    return outcomes + exchange.receive((), Millis(5 + GAP_MS))


@each("frame", TRACED)
def test_traced_event_answers_any_poll(frame: str) -> None:
    octets = bytes.fromhex(frame)
    for poll in POLLS:
        assert answers(poll, octets) == [PollOutcome(PollEnding.EVENT, 1, octets)]


@each("code", range(256))
def test_event_has_its_data_or_any_other_length(code: int) -> None:
    for size in {EVENT_DATA_SIZES.get(code, 0), 0, 3, 12}:
        event = with_crc(bytes([0x01, 0xFF, code]) + b"\x12" * size)
        for poll in POLLS:
            (found,) = answers(poll, event)
            # a check octet of 00 is missed if the size is not the table's
            assert (found.ending, found.response.rstrip(b"\0")) == (
                PollEnding.EVENT,
                event.rstrip(b"\0"),
            )


def test_far_end_has_the_same_sizes() -> None:
    assert EVENT_DATA_SIZES == FAR_END_SIZES


def test_rom_signature_answers_any_poll() -> None:
    signature = with_crc(b"\x01\x21\xab\xcd")
    for poll in POLLS:
        assert answers(poll, signature) == [PollOutcome(PollEnding.ROM_SIGNATURE, 1, signature)]


@each("address", (0x01, 0x11, 0x17, 0x51, 0x7E))
def test_address_of_an_event_is_no_exception(address: int) -> None:
    event = with_crc(bytes([address, 0xFF, 0x7E]) + bytes(8))
    (found,) = answers(polls.general_poll(address), event)
    assert found == PollOutcome(PollEnding.EVENT, address, event)
    (alone,) = answers(polls.general_poll(address), event[:1])
    assert alone == PollOutcome(PollEnding.ANSWERED, address, event[:1])


@given(st.integers(0, 8 * 13 - 1))
def test_event_with_one_wrong_bit_is_no_event(place: int) -> None:
    event = bytearray(with_crc(b"\x01\xff\x7e" + bytes(8)))
    event[place // 8] ^= 1 << place % 8
    for poll in POLLS[1:3]:
        (found,) = answers(poll, bytes(event))
        assert found.ending not in (PollEnding.EVENT, PollEnding.ANSWERED)


@each("cut", range(1, 12))
def test_broken_event_is_in_doubt(cut: int) -> None:
    event = with_crc(b"\x01\xff\x7e" + bytes(8))[:-cut]
    (found,) = answers(polls.read_poll(1, polls.BASIC_METERS), event)
    assert found.ending is PollEnding.DOUBTFUL


def test_answer_without_reserved_octets_is_whole() -> None:
    short = with_crc(bytes.fromhex("011B00400000012345000000"))
    assert answers(POLLS[2], short) == [PollOutcome(PollEnding.ANSWERED, 1, short)]
    (found,) = answers(POLLS[1], with_crc(b"\x01\x19" + bytes(8)))
    assert found.ending is PollEnding.DOUBTFUL, "meters that end too soon are none"


@each(
    "answer, ending",
    [(b"\x01", PollEnding.ANSWERED), (b"\x81", PollEnding.REFUSED), (b"\x01\x00", PollEnding.BUSY)],
)
def test_command_is_acknowledged_refused_or_put_off(answer: bytes, ending: PollEnding) -> None:
    (found,) = answers(POLLS[3], answer)
    assert found.ending is ending
