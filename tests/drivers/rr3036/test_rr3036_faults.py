import pytest

from drivers.tags.chip_registry import RegisteredChip
from firmware.core.vocabulary.events import FaultEnded, FaultRaised, StackRead
from firmware.core.vocabulary.places import Place
from tests.kits.drivers.rr3036_bench import ANTE, CHIPS, PLAY, TIE, Bench, uid

UNKNOWN = bytes.fromhex("E0040150FFFFFFFF")


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.start()
    return bench


def fault(code: str, place: Place, chip: bytes) -> FaultRaised:
    values = {"spot": str(place.spot), "on": place.on, "uid": chip.hex().upper()}
    return FaultRaised("chips", code, values)


def test_unknown_chip_is_a_fault_amount_unchanged(bench: Bench) -> None:
    bench.far.put_tag(2, uid(0))
    bench.sweeps()
    bench.far.put_tag(2, UNKNOWN)
    bench.far.put_tag(2, uid(3))
    bench.far.put_tag(3, uid(1))
    assert bench.sweeps() == [fault("unknown_chip", PLAY, UNKNOWN), StackRead(TIE, 200, None)]
    assert bench.sweeps(3) == []
    bench.far.remove_tag(2, UNKNOWN)
    assert bench.sweeps() == [
        StackRead(PLAY, 900, "Roy"),
        FaultEnded("chips", "unknown_chip"),
    ]


def test_unknown_chips_are_one_fault(bench: Bench) -> None:
    bench.far.put_tag(1, UNKNOWN)
    bench.far.put_tag(2, UNKNOWN[:-1] + b"\x00")
    assert bench.sweeps() == [fault("unknown_chip", ANTE, UNKNOWN)]
    bench.far.remove_tag(1, UNKNOWN)
    assert bench.sweeps() == []
    bench.far.remove_tag(2, UNKNOWN[:-1] + b"\x00")
    assert bench.sweeps() == [FaultEnded("chips", "unknown_chip")]


def test_newly_registered_chip_is_known() -> None:
    chips = dict(CHIPS)
    bench = Bench(chips=chips)
    bench.start()
    bench.far.put_tag(1, UNKNOWN)
    bench.sweeps()
    chips[UNKNOWN] = RegisteredChip(2500)
    assert bench.sweeps() == [
        StackRead(ANTE, 2500, None),
        FaultEnded("chips", "unknown_chip"),
    ]


def test_chip_at_two_antennas_is_fault(
    bench: Bench,
) -> None:
    bench.far.put_tag(1, uid(0))
    bench.sweeps()
    bench.far.put_tag(3, uid(0))
    bench.far.put_tag(3, uid(1))
    assert bench.sweeps(2) == [fault("chip_twice", ANTE, uid(0))]
    assert bench.sweeps(3) == []
    bench.far.remove_tag(1, uid(0))
    assert bench.sweeps() == [
        StackRead(ANTE, 0, "Roy"),
        StackRead(TIE, 100, "Roy"),
        StackRead(TIE, 200, None),
        FaultEnded("chips", "chip_twice"),
    ]


@pytest.mark.parametrize("mended", [False, True])
@pytest.mark.parametrize(
    ("code", "chip", "at"), [("unknown_chip", UNKNOWN, [1]), ("chip_twice", uid(0), [1, 3])]
)
def test_restart_repeats_or_ends_fault(
    bench: Bench, code: str, chip: bytes, at: list[int], mended: bool
) -> None:
    for antenna in at:
        bench.far.put_tag(antenna, chip)
    bench.sweeps(2)
    if mended:
        bench.far.remove_tag(1, chip)
    bench.start()
    faults = [event for event in bench.sweeps(3) if not isinstance(event, StackRead)]
    assert faults == [FaultEnded("chips", code) if mended else fault(code, ANTE, chip)]
