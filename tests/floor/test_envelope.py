"""The envelope proves who made a message, and for which subject, before anything else is read."""

from collections.abc import Callable
from random import Random

import pytest

from firmware.floor.envelope import (
    HEAD_BYTES,
    MAGIC,
    MAX_ENVELOPE_OCTETS,
    MessageRejected,
    Sender,
    Stamp,
    open_envelope,
)
from firmware.floor.facts import LanePosition
from firmware.floor.places import Place, place_subject
from firmware.floor.run_sender import MAX_RUNS, SILENT_RUN_S, RunOrder, RunSender, RunSuccession
from tests.kits.floor.enrolled import PROPERTY, House, house_of

SUBJECT = place_subject("fact", Place(PROPERTY, "main", "table-7"))
OTHERS = place_subject("fact", Place(PROPERTY, "main", "table-8"))
JOURNAL = "ab" * 16


@pytest.fixture(scope="module")
def house() -> House:
    return house_of(["table-7", "table-8"])


def sealed(house: House, name: str = "table-7", subject: str = SUBJECT) -> bytes:
    return house.enrol(name).seal(subject, JOURNAL, LanePosition(3, 4), b"content\nof two lines")


def test_enrolled_sender_is_read(house: House) -> None:
    opened = open_envelope(sealed(house), SUBJECT, house.roster)
    assert opened.payload == b"content\nof two lines"
    assert opened.enrolment.name == opened.stamp.sender == "table-7"
    assert (opened.stamp.journal, opened.stamp.position) == (JOURNAL, (3, 4))


def reason(octets: bytes, house: House, subject: str = SUBJECT) -> str:
    with pytest.raises(MessageRejected) as rejected:
        open_envelope(octets, subject, house.roster)
    return rejected.value.reason


@pytest.mark.clause("AGCO 6.1.7")
def test_every_octet_is_signed(house: House) -> None:
    octets = sealed(house)
    for place in range(len(octets)):
        altered = bytearray(octets)
        altered[place] ^= 1
        assert reason(bytes(altered), house) in {"unsigned", "unknown_key", "forged"}


def test_cut_message_is_refused(house: House) -> None:
    octets = sealed(house)
    for length in range(len(octets)):
        assert reason(octets[:length], house) in {"unsigned", "forged"}


REFUSED: dict[str, Callable[[House], bytes]] = {
    "unsigned": lambda _: b'{"house":"montreal"}',
    "unknown_key": lambda house: Sender("table-7", House().key("x")).seal(
        SUBJECT, JOURNAL, LanePosition(0, 0), b""
    ),
    "other_subject": lambda house: sealed(house, "table-7", OTHERS),
    "other_sender": lambda house: Sender("table-8", house.key("table-7")).seal(
        SUBJECT, JOURNAL, LanePosition(0, 0), b""
    ),
    "not_allowed": lambda house: sealed(house, "table-8", SUBJECT),
    "bad_stamp": lambda house: Sender("table-7", house.key("table-7")).seal(
        SUBJECT, "no journal", LanePosition(0, 0), b""
    ),
}


@pytest.mark.parametrize("wanted", REFUSED)
def test_refusal_names_its_reason(house: House, wanted: str) -> None:
    assert reason(REFUSED[wanted](house), house) == wanted


@pytest.mark.clause("AGCO 6.1.7")
def test_message_is_bound_to_its_subject(house: House) -> None:
    assert reason(sealed(house), house, OTHERS) == "other_subject"


@pytest.mark.parametrize("state", ["retired", "revoked"])
def test_key_out_of_service_is_refused(state: str) -> None:
    house = house_of(["table-7"])
    octets = sealed(house)
    house.enrol("table-7", state=state)
    assert reason(octets, house) == state


def test_noise_is_refused(house: House) -> None:
    rng = Random(44)
    for _ in range(500):
        noise = rng.randbytes(rng.randint(0, 300))
        with_head = MAGIC + bytes.fromhex(house.enrol("table-7").public_key.hex()) + noise
        assert reason(noise, house) in {"unsigned", "unknown_key"}
        assert reason(with_head, house) in {"unsigned", "forged"}


def test_oversized_message_not_verified(house: House) -> None:
    octets = house.enrol("table-7").seal(
        SUBJECT, JOURNAL, LanePosition(0, 0), bytes(MAX_ENVELOPE_OCTETS)
    )
    assert reason(octets, house) == "unsigned"


def test_own_last_message_is_known(house: House) -> None:
    sender, octets = house.sender("table-7"), sealed(house)
    found = sender.own_stamp(octets)
    assert found
    assert found.position == (3, 4)
    own_key = MAGIC + sender.public_key
    for other in (b"", b"noise", own_key, own_key + bytes(HEAD_BYTES), octets[:-1] + b"?"):
        assert sender.own_stamp(other) is None
    assert house.sender("table-8").own_stamp(octets) is None


def test_run_messages_taken_once_in_order(house: House) -> None:
    run, order = RunSender(house.enrol("table-7")), RunOrder()
    messages = [run.seal(SUBJECT, b"") for _ in range(4)]
    stamps = [open_envelope(octets, SUBJECT, house.roster).stamp for octets in messages]
    order.check(stamps[1])
    order.check(stamps[2])
    for late in (stamps[0], stamps[1], stamps[2]):
        with pytest.raises(MessageRejected, match="repeated"):
            order.check(late)
    order.check(stamps[3])


def test_new_run_starts_at_its_first(house: House) -> None:
    order = RunOrder()
    for _ in range(3):
        octets = RunSender(house.enrol("table-7")).seal(SUBJECT, b"")
        order.check(open_envelope(octets, SUBJECT, house.roster).stamp)


class Clock:
    """A receiver's monotonic clock."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def stamp(run: str, number: int, sent_ms: int) -> Stamp:
    return Stamp("table-7", SUBJECT, run * 16, LanePosition(0, number), sent_ms)


YEAR_MS = 365 * 86_400_000
NOW_MS = 1_795_773_600_000


def test_earlier_run_refused_during_later() -> None:
    succession = RunSuccession(Clock())
    succession.check(stamp("bb", 0, NOW_MS))
    # recorded before: by this receiver never seen
    for number in range(3):
        with pytest.raises(MessageRejected, match="repeated"):
            succession.check(stamp("aa", number, NOW_MS - 1000 + number))
    succession.check(stamp("bb", 1, NOW_MS + 1))
    succession.check(stamp("cc", 0, NOW_MS + 2))
    with pytest.raises(MessageRejected, match="repeated"):
        succession.check(stamp("bb", 2, NOW_MS + 1))


@pytest.mark.parametrize("by_ms", [-YEAR_MS, -1, 0, 1, YEAR_MS])
def test_sender_clock_may_jump_a_year(by_ms: int) -> None:
    clock = Clock()
    succession = RunSuccession(clock)
    succession.check(stamp("aa", 0, NOW_MS))
    succession.check(stamp("aa", 1, NOW_MS + by_ms))  # within a run its numbers alone count
    succession.check(stamp("aa", 2, NOW_MS))
    clock.now_s += SILENT_RUN_S
    succession.check(stamp("bb", 0, NOW_MS + by_ms))
    succession.check(stamp("bb", 1, NOW_MS + by_ms))


def test_many_runs_evict_no_other_sender(house: House) -> None:
    order = RunOrder()
    honest = RunSender(house.enrol("table-8")).seal(OTHERS, b"")
    stamp = open_envelope(honest, OTHERS, house.roster).stamp
    order.check(stamp)
    for number in range(2 * MAX_RUNS):
        run = f"{number:032x}"
        order.check(Stamp("table-7", SUBJECT, run, LanePosition(0, 0), 0))
    with pytest.raises(MessageRejected, match="repeated"):
        order.check(stamp)
