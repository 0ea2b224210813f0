"""Cards past the reader: each counts once, and none that is not surely the house's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.part import SelfTestProof
from drivers.pn532.reader import SCAN_INTERVAL, WATCH_DURATION
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, CutCardSeen, FaultEnded, FaultRaised
from hal.errors import BadReply, BusStuck, DeviceSilent, PortLost
from hal.ports import Millis
from sim.machines.pn532 import (
    GET_FIRMWARE_VERSION,
    IN_LIST_PASSIVE_TARGET,
    IN_RELEASE,
    RF_CONFIGURATION,
    SAM_CONFIGURATION,
)
from tests.kits.drivers.pn532_bench import BATCH, CUT, HSU, I2C, NAMES, OTHERS, TAGS, Bench
from tests.kits.offenders import each

STATUS = 0x04
WIRES = pytest.mark.parametrize("wire", [HSU, I2C])


def read(name: str) -> CardRead:
    return CardRead(parse_card(name[:2]), tag=NAMES[name].hex().upper())


@WIRES
def test_set_up_comes_before_queries(wire: str) -> None:
    bench = Bench(wire).start()
    assert bench.chip.received_commands[:4] == [
        SAM_CONFIGURATION,
        GET_FIRMWARE_VERSION,
        RF_CONFIGURATION,
        IN_LIST_PASSIVE_TARGET,
    ]
    assert bench.part.identity == "PN532 1.6"


@WIRES
def test_every_card_and_cut_card_is_read_once(wire: str) -> None:
    bench = Bench(wire).start()
    for name, uid in NAMES.items():
        assert bench.put(uid) == [read(name)]
        assert bench.take(uid) == []
    assert bench.put(CUT) == [CutCardSeen()]


@WIRES
def test_card_is_read_once_per_stay(wire: str) -> None:
    bench = Bench(wire).start()
    assert bench.put(NAMES["AS1"]) == [read("AS1")]
    assert bench.run(5000) == []
    bench.take(NAMES["AS1"])
    assert bench.put(NAMES["AS1"]) == [read("AS1")]


@WIRES
def test_empty_field_chip_reports_twice_a_second(
    wire: str,
) -> None:
    bench = waiting(wire)
    bench.run(10 * (WATCH_DURATION + SCAN_INTERVAL))
    assert bench.chip.received_commands == [IN_RELEASE, IN_LIST_PASSIVE_TARGET] * 10


@WIRES
def test_seven_byte_card_is_released_every_scan(wire: str) -> None:
    bench = waiting(wire)
    bench.put(NAMES["7C1"])
    assert bench.chip.received_commands[:6] == [
        IN_RELEASE,
        RF_CONFIGURATION,
        IN_LIST_PASSIVE_TARGET,
        IN_RELEASE,
        IN_LIST_PASSIVE_TARGET,
        IN_RELEASE,
    ]


@WIRES
def test_card_seen_once_is_scanned_again_at_once(wire: str) -> None:
    bench = waiting(wire)
    bench.chip.put_tag(NAMES["AS1"])
    looked = [
        IN_RELEASE,
        RF_CONFIGURATION,
        IN_LIST_PASSIVE_TARGET,
        IN_RELEASE,
        IN_LIST_PASSIVE_TARGET,
    ]
    bench.run(5 * SCAN_INTERVAL if wire == I2C else SCAN_INTERVAL)
    assert bench.chip.received_commands[: len(looked)] == looked


@WIRES
@each("moment", range(0, WATCH_DURATION + 2 * SCAN_INTERVAL, 7))
def test_card_is_read_within_two_scans(wire: str, moment: int) -> None:
    bench = waiting(wire)
    bench.run(moment)
    bench.chip.put_tag(NAMES["7C1"])
    assert bench.run(75) == [read("7C1")]


@WIRES
def test_command_is_sent_without_delay(wire: str) -> None:
    bench = waiting(wire)
    bench.part.send("GetGeneralStatus", bench.now)
    assert bench.part.tags_in_field() is None
    bench.run(2 * SCAN_INTERVAL + 10)
    assert bench.chip.received_commands[:2] == [IN_RELEASE, STATUS]


def waiting(wire: str) -> Bench:
    """Return a reader whose chip waits for a tag, and has received nothing since."""
    bench = Bench(wire).start()
    while bench.chip.received_commands[-2:] != [RF_CONFIGURATION, IN_LIST_PASSIVE_TARGET]:
        bench.run(1)
    bench.run(10)
    bench.chip.received_commands.clear()
    assert bench.part.tags_in_field() == frozenset()
    return bench


@pytest.mark.clause("Practice foreign card")
@WIRES
def test_foreign_or_other_batch_card_is_a_fault(wire: str) -> None:
    bench = Bench(wire).start()
    foreign = bytes.fromhex("04FEEDFACE0180")
    assert bench.put(foreign) == [FaultRaised("shoe", "unknown_tag")]
    bench.take(foreign)
    assert bench.put(bytes.fromhex("DEADBEEF")) == [FaultRaised("shoe", "unknown_tag")]
    bench.take(bytes.fromhex("DEADBEEF"))
    other = next(iter(OTHERS))
    assert OTHERS[other].batch != BATCH
    assert bench.put(other) == [FaultRaised("shoe", "wrong_batch", {"batch": "2025-01"})]


@pytest.mark.clause("Practice foreign card")
@WIRES
def test_two_cards_at_once_are_a_fault(
    wire: str,
) -> None:
    bench = Bench(wire).start()
    both = NAMES["AS1"], NAMES["KD1"]
    assert bench.put(*both) == [FaultRaised("shoe", "two_cards")]
    assert bench.take(both[0]) == [FaultEnded("shoe", "two_cards")]
    assert bench.run(1000) == []
    bench.take(both[1])
    assert bench.put(both[1]) == [read("KD1")]


@WIRES
def test_card_over_another_collides(wire: str) -> None:
    bench = Bench(wire).start()
    assert bench.put(NAMES["AS1"]) == [read("AS1")]
    assert bench.put(NAMES["KD1"]) == [FaultRaised("shoe", "two_cards")]
    assert bench.take(NAMES["AS1"], NAMES["KD1"]) == [FaultEnded("shoe", "two_cards")]


@WIRES
def test_card_seen_in_one_scan_only_is_ignored(wire: str) -> None:
    """Two looks must agree; the dealer sees that the card is not taken and passes it again."""
    bench = Bench(wire).start()
    looks = bench.chip.received_commands.count(IN_LIST_PASSIVE_TARGET)
    bench.chip.put_tag(NAMES["AS1"])
    while (
        bench.chip.received_commands.count(IN_LIST_PASSIVE_TARGET) == looks
        or not bench.part._reader._field_scan._last_scan
    ):
        bench.run(1)
    assert bench.take(NAMES["AS1"]) == []


@given(st.lists(st.sampled_from(sorted(NAMES)), max_size=12, unique=True), st.booleans())
def test_any_cards_are_read_in_order(names: list[str], serial: bool) -> None:
    bench = Bench(HSU if serial else I2C).start()
    for name in names:
        bench.put(NAMES[name])
        bench.take(NAMES[name])
    assert bench.events == [read(name) for name in names]


# a reader that fails


def test_silent_chip_is_lost_within_two_seconds() -> None:
    bench = Bench().start()
    bench.chip.is_deaf = True
    with pytest.raises(PortLost, match="silent"):
        bench.run(2000)


def test_chip_gone_from_bus_is_silent() -> None:
    bench = Bench(I2C).start()
    bench.bus.unplugged.add(bench.on_bus)
    with pytest.raises(DeviceSilent):
        bench.run(500)


def test_pulled_cable_is_lost_at_once() -> None:
    bench = Bench().start()
    bench.port.unplug()
    with pytest.raises(PortLost):
        bench.run(50)


def test_stuck_bus_is_raised_as_such() -> None:
    bench = Bench(I2C).start()
    bench.bus.is_stuck = True
    with pytest.raises(BusStuck):
        bench.run(50)


@each("naks", range(1, 8))
def test_brief_missing_acknowledges_are_no_fault(naks: int) -> None:
    bench = Bench(I2C).start()
    bench.on_bus.naks_left = naks
    bench.run(500)
    assert bench.put(NAMES["5H2"]) == [read("5H2")]
    assert bench.part.health["naks"] == naks


@WIRES
@each("moment", range(0, 60, 5))
def test_reset_chip_is_set_up_again(wire: str, moment: int) -> None:
    bench = Bench(wire).start()
    bench.run(moment)
    bench.chip.reset()
    bench.run(1500)
    assert RF_CONFIGURATION in bench.chip.received_commands
    assert bench.put(NAMES["9D1"]) == [read("9D1")]


def test_another_chip_is_refused() -> None:
    bench = Bench()
    bench.chip.firmware = bytes.fromhex("33020607")
    with pytest.raises(BadReply, match="no PN532"):
        bench.start()


def test_start_reports_card_again() -> None:
    bench = Bench().start()
    bench.put(NAMES["AS1"])
    bench.part.start(bench.now)
    assert bench.run(300) == [read("AS1")]


def test_self_test_needs_recent_answer() -> None:
    bench = Bench().start()
    assert bench.part.test(bench.now) is SelfTestProof.ANSWERS
    with pytest.raises(PortLost):
        bench.part.test(Millis(bench.now + 2000))
    with pytest.raises(PortLost):
        Bench().part.test(Millis(0))


def test_every_registry_tag_is_covered() -> None:
    assert len(NAMES) + 1 == len(TAGS) == 105
