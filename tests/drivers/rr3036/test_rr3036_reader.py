from itertools import permutations

import pytest

from drivers.rr3036.reader import ChipReader
from drivers.rr3036.steps import ANSWER_TIMEOUT
from drivers.tags.chip_registry import ChipRegistry
from firmware.core.vocabulary.events import FaultEnded, FaultRaised, StackRead
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply, PortLost
from hal.ports import Millis
from sim.wires.far_end import FarEnd
from tests.kits.drivers.rr3036_bench import ANTE, ANTENNAS, CHIPS, PLACES, PLAY, TIE, Bench, uid
from tests.kits.offenders import each

SETUP = ["05 00 00 02 64 4E", "05 00 00 06 40 08", "05 00 00 00 76 6D", "06 00 08 F0 01 53 A0"]
INVENTORY = bytes.fromhex("05 00 01 06 98 11")


def started() -> Bench:
    bench = Bench()
    bench.start()
    return bench


class Deaf:
    """A far end that never answers, and what it was sent."""

    def __init__(self) -> None:
        self.commands = []
        self.says = b""
        self.babble = b""

    def receive(self, data: bytes) -> None:
        self.commands.append(data)

    def transmit(self) -> bytes:
        said, self.says = self.says, b""
        return said + self.babble


def deaf_bench() -> tuple[Bench, "Deaf"]:
    deaf = Deaf()
    bench = Bench(between=lambda far: deaf)
    bench.start()
    return bench, deaf


def tapped() -> tuple[Bench, list[bytes]]:
    """A bench, and the commands that its reader is sent."""
    received = []

    class Tap:
        def __init__(self, far: FarEnd) -> None:
            self.far = far

        def receive(self, data: bytes) -> None:
            received.append(data)
            self.far.receive(data)

        def transmit(self) -> bytes:
            return self.far.transmit()

    return Bench(between=Tap), received


def test_field_mode_identity_then_read() -> None:
    bench, received = tapped()
    bench.start()
    bench.polls(4)
    assert received == [*map(bytes.fromhex, SETUP), INVENTORY]


def test_one_exchange_at_a_time_sets_due() -> None:
    bench = started()
    assert bench.reader.due == bench.now + ANSWER_TIMEOUT
    bench.poll()
    assert bench.reader.due == bench.now + ANSWER_TIMEOUT


def test_first_sweep_reports_all_stacks() -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.far.put_tag(3, uid(1))
    assert bench.sweeps(0) == [StackRead(ANTE, 100, "Roy"), StackRead(TIE, 200, None)]
    assert bench.reader.sweeps == 1
    assert bench.sweeps(3) == []


def test_empty_places_of_a_start_are_one_report() -> None:
    places = {number: Place(number, "ante") for number in range(1, 158)}
    bench = Bench(places)
    bench.start()
    bench.far.put_tag(80, uid(1))
    reports: list[list[Place]] = []
    while not bench.swept:
        before = len(bench.empty)
        bench.poll()
        reports += [bench.empty[before:]] if len(bench.empty) > before else []
    assert reports == [[place for number, place in places.items() if number != 80]]


def test_place_emptied_while_away_is_reported_as_it_is_read() -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.sweeps()
    bench.far.remove_tag(1, uid(0))
    bench.start()
    swept = bench.swept
    while not (news := bench.poll()):
        assert bench.swept == swept
    assert news == [StackRead(ANTE, 0, "Roy")]


def test_place_is_totalled_by_owner() -> None:
    bench = started()
    for number in range(6):
        bench.far.put_tag(2, uid(number))
    assert bench.sweeps() == [
        StackRead(PLAY, 100 + 800, "Roy"),
        StackRead(PLAY, 200 + 1600, None),
        StackRead(PLAY, 400 + 3200, "Gagnon"),
    ]
    bench.far.remove_tag(2, uid(1))
    assert bench.sweeps() == [StackRead(PLAY, 1600, None)]
    bench.far.remove_tag(2, uid(4))
    assert bench.sweeps() == [StackRead(PLAY, 0, None)]


def test_all_24_chips_on_one_antenna() -> None:
    bench = started()
    for number in CHIPS:
        bench.far.put_tag(1, number)
    totals = {event.bettor: event.cents for event in bench.sweeps()}
    assert sum(totals.values()) == sum(chip.cents for chip in CHIPS.values())


@each("when", range(12))
def test_changed_stack_is_read_again(when: int) -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    events = bench.polls(when)
    bench.far.put_tag(1, uid(3))
    events += bench.sweeps()
    amounts = [event.cents for event in events]
    assert amounts in ([900], [100, 900])


def test_change_seen_once_is_no_change() -> None:
    bench = started()
    bench.sweeps()
    bench.far.put_tag(1, uid(0))
    while bench.reader._antenna_visit.last_reading != {uid(0)}:
        assert bench.poll() == []
    bench.far.remove_tag(1, uid(0))
    assert bench.sweeps(2) == []


def test_other_place_confirms_nothing() -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.far.put_tag(2, uid(1))
    bench.sweeps()
    bench.far.statuses.extend([0x0E] * 3)
    assert bench.sweeps(2) == [StackRead(ANTE, 0, "Roy"), StackRead(ANTE, 100, "Roy")]


@pytest.mark.parametrize("status", [0x0B, 0x0C, 0x0F])
def test_lasting_uncertain_reading_is_a_fault(status: int) -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    assert bench.sweeps() == [StackRead(ANTE, 100, "Roy")]
    bench.far.remove_tag(1, uid(0))
    bench.far.statuses.extend([status] * 50)
    (raised,) = bench.sweeps(2)
    assert isinstance(raised, FaultRaised)
    assert raised.code == "chips_unread"
    assert bench.reader.health["uncertain"] >= 30
    bench.far.statuses.clear()
    assert bench.sweeps(2) == [StackRead(ANTE, 0, "Roy"), FaultEnded("chips", "chips_unread")]
    assert bench.losses == 0


@pytest.mark.parametrize("status", [0x0A, 0x0E])
def test_no_tag_is_an_empty_place(status: int) -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.sweeps()
    bench.far.statuses.extend([status] * 30)
    assert bench.sweeps() == [StackRead(ANTE, 0, "Roy")]


@each("status", [0x01, 0x02, 0x05, 0x1F, 0x10, 0xFF])
def test_refusal_repeats_set_up_and_third_loses_it(status: int) -> None:
    bench = started()
    bench.sweeps()
    bench.far.statuses.extend([status] * 2)
    bench.sweeps()
    bench.far.statuses.extend([status] * 2)
    bench.sweeps()
    assert (bench.reader.health["refused"], bench.losses) == (4, 0)
    bench.far.statuses.extend([status] * 3)
    with pytest.raises(BadReply, match=f"refused: {status:02X}"):
        bench.until_lost()


def test_reader_after_power_loss_is_set_up_again() -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.sweeps()
    bench.far.power_up()
    bench.far.put_tag(2, uid(1))
    assert bench.sweeps() == [StackRead(PLAY, 200, None)]
    assert bench.losses == 0


def test_three_unanswered_exchanges_lose_port() -> None:
    bench, deaf = deaf_bench()
    for now in range(180):
        bench.reader.poll(Millis(now))
    assert len(deaf.commands) == 3
    with pytest.raises(PortLost, match="silent"):
        bench.reader.poll(Millis(180))


def test_reply_before_its_command_is_no_answer() -> None:
    bench, deaf = deaf_bench()
    deaf.says = bytes.fromhex("04 00 00 52 5A") * 5 + b"\x04\x00"
    bench.polls(2)
    assert len(deaf.commands) == 2
    deaf.says = bytes.fromhex("00 52 5A")
    bench.polls(2)
    assert len(deaf.commands) == 2


def test_garbage_flood_is_no_answer() -> None:
    bench, deaf = deaf_bench()
    deaf.babble = b"\x05\x00\x0e" * 50
    with pytest.raises(PortLost, match="silent"):
        bench.until_lost()
    assert bench.reader.health["dropped"] > 10_000
    assert len(bench.reader._framer._pending_bytes) < 256


def test_reader_answering_only_set_up_is_lost() -> None:
    class Numb(Deaf):
        def __init__(self, far: FarEnd) -> None:
            super().__init__()
            self.far = far

        def receive(self, data: bytes) -> None:
            if data != INVENTORY:
                self.far.receive(data)

        def transmit(self) -> bytes:
            return self.far.transmit()

    bench = Bench(between=Numb)
    bench.start()
    bench.polls(1000)
    assert bench.losses > 0
    assert bench.reader.sweeps == 0


def test_unplugged_and_plugged_in_again() -> None:
    bench = started()
    bench.far.put_tag(1, uid(0))
    bench.far.put_tag(2, uid(1))
    bench.sweeps()
    bench.port.unplug()
    with pytest.raises(PortLost):
        bench.reader.poll(Millis(bench.now))
    with pytest.raises(PortLost):
        bench.start()
    bench.far.remove_tag(1, uid(0))
    bench.far.put_tag(3, uid(3))
    bench.port.plug()
    bench.start()
    assert bench.reader.sweeps == 0
    assert bench.sweeps() == [
        StackRead(ANTE, 0, "Roy"),
        StackRead(TIE, 800, "Roy"),
    ]
    assert bench.sweeps() == []


@each("when", range(40))
@each("old, new", tuple(permutations(ANTENNAS, 2)))
def test_moved_chip_is_at_one_place(old: int, new: int, when: int) -> None:
    bench = Bench()
    bench.start()
    bench.far.put_tag(old, uid(0))
    bench.far.put_tag(new, uid(3))
    lying = {event.place: event.cents for event in bench.polls(when)}
    bench.far.remove_tag(old, uid(0))
    bench.far.put_tag(new, uid(0))
    for _ in range(100):
        lying |= {event.place: event.cents for event in bench.poll()}
        assert sum(lying.values()) <= 900
    assert lying.get(ANTENNAS[old], 0) == 0
    assert lying[ANTENNAS[new]] == 900


def test_first_start_alone_reports_empty_places() -> None:
    bench = Bench()
    for reported in (list(PLACES), []):
        bench.empty.clear()
        bench.start()
        bench.sweeps(2)
        assert bench.empty == reported


def looks_of_a_start(*lying: bytes, closed: bool) -> int:
    """Have every place read, the first with these chips; return the inventories that it took."""
    bench, received = tapped()
    for chip in lying:
        bench.far.put_tag(1, chip)
    bench.start()
    bench.reader.show(Panel({}, closed=closed), Millis(bench.now))
    while not bench.reader.sweeps:
        bench.poll()
    return received.count(INVENTORY)


def test_closed_start_reads_empty_places_once_only() -> None:
    assert looks_of_a_start(closed=True) == len(PLACES)
    assert looks_of_a_start(closed=False) == 2 * len(PLACES)


def test_closed_start_reads_chips_twice() -> None:
    assert looks_of_a_start(uid(0), closed=True) == len(PLACES) + 1


def test_chips_are_gone_after_two_reads() -> None:
    bench, received = tapped()
    bench.far.put_tag(1, uid(0))
    bench.start()
    bench.reader.show(Panel({}, closed=True), Millis(bench.now))
    while bench.reader._antenna_visit.last_reading != {uid(0)}:
        bench.poll()
    bench.far.remove_tag(1, uid(0))
    while bench.reader._antenna_visit.antenna == 0:
        bench.poll()
    assert received.count(INVENTORY) == 3


@pytest.mark.parametrize("antennas", [{}, {0: ANTE}, {256: ANTE}, {1: ANTE, 2: Place(1, "ante")}])
def test_impossible_antennas_refused(antennas: dict[int, Place]) -> None:
    with pytest.raises(ValueError, match="antenna"):
        ChipReader(Bench().port, antennas, ChipRegistry({}))


def test_bench_fails_on_stalled_reader() -> None:
    bench = Bench(ANTENNAS)
    bench.start()
    bench.reader.poll = lambda now: []
    with pytest.raises(AssertionError, match="0 sweeps of 2"):
        bench.sweeps()


def test_complete_reading_is_reported_once_a_start() -> None:
    bench = Bench()
    bench.start()
    bench.far.put_tag(1, uid(1))
    bench.sweeps(5)
    assert bench.swept == 1
    bench.start()
    bench.sweeps(2)
    assert bench.swept == 2


def test_no_complete_reading_with_doubtful_chip() -> None:
    bench = Bench()
    bench.far.put_tag(1, uid(200))
    bench.start()
    bench.sweeps(5)
    assert bench.swept == 0
    bench.far.remove_tag(1, uid(200))
    bench.sweeps(3)
    assert bench.swept == 1
