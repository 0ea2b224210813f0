"""On any wire, a reported card was in the field."""

from random import Random

import pytest

from firmware.core.vocabulary.events import CardRead, CutCardSeen
from hal.errors import HardwareError
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, PerfectWire
from tests.kits.drivers.pn532_bench import CUT, NAMES, OTHERS, TAGS, Bench
from tests.kits.examples import examples
from tests.kits.offenders import each

GOOD = [PerfectWire(), ByteByByte(), DelayedWire(2)]
BAD = [LossyWire, FlippedWire, RepeatedWire]


@pytest.mark.parametrize("manner", GOOD, ids=lambda manner: type(manner).__name__)
def test_lossless_wire_reads_every_card(manner: Impairment) -> None:
    bench = Bench(manner=manner).start()
    bench.run(1000)
    names = list(NAMES)[:20]
    for name in names:
        bench.put(NAMES[name])
        bench.run(1500)
        bench.take(NAMES[name])
        bench.run(1500)
    assert [e.tag for e in bench.events if isinstance(e, CardRead)] == [
        NAMES[name].hex().upper() for name in names
    ]


@pytest.mark.parametrize("kind", BAD, ids=lambda kind: kind.__name__)
@each("seed", range(examples(2, 6)))
def test_bad_wire_gives_no_absent_card(kind: type[LossyWire], seed: int) -> None:
    _plays(Bench(manner=kind(seed, bytes_per_damage=40)), Random(seed))


@pytest.mark.parametrize("size", [7, 19, 64])
def test_buffering_converter_gives_no_absent_card(size: int) -> None:
    _plays(Bench(manner=MergedWire(size)), Random(size))


def _plays(bench: Bench, chance: Random) -> None:
    """Pass cards; start again whenever the reader is lost."""
    ours = [*TAGS, *OTHERS]
    for _ in range(60):
        before, uid = len(bench.events), chance.choice(ours)
        _running(bench, lambda uid=uid: bench.put(uid))  # type: ignore[misc]
        for event in bench.events[before:]:
            if isinstance(event, CardRead):
                assert event.tag == uid.hex().upper()
            assert not isinstance(event, CutCardSeen) or uid == CUT
        _running(bench, lambda uid=uid: bench.take(uid))  # type: ignore[misc]
        _running(bench, lambda: bench.run(300))
    assert any(isinstance(event, CardRead) for event in bench.events) or bench.part.health


def _running(bench: Bench, act: object) -> None:
    try:
        act()  # type: ignore[operator]
    except HardwareError:
        bench.part.start(bench.now)
