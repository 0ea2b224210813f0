"""On any wire, a reported amount was there since the last report."""

from collections import defaultdict
from random import Random

import pytest

from firmware.core.vocabulary.events import Event, StackRead
from firmware.core.vocabulary.places import Place
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import PerfectWire
from tests.kits.drivers.far_ends import Through
from tests.kits.drivers.rr3036_bench import ANTENNAS, CHIPS, Bench, uid
from tests.kits.offenders import each


class Stalling:
    """Holds everything back for a while now and then, then gives it in order; forgets nothing."""

    def __init__(self, seed: int, longest: int = 90) -> None:
        self.chance = Random(seed)
        self.longest = longest
        self.still = 0
        self.held = b""

    def carry(self, sent: bytes) -> bytes:
        self.held += sent
        if self.still == 0 and self.chance.randrange(40) == 0:
            self.still = self.chance.randrange(self.longest)
        self.still = max(0, self.still - 1)
        if self.still:
            return b""
        given, self.held = self.held, b""
        return given

    def forget(self) -> None:
        """A converter's buffer outlives the program that opened it."""


class Twice(PerfectWire):
    """Gives now and then all that was sent twice."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def carry(self, sent: bytes) -> bytes:
        return sent * self.chance.choice((1, 1, 2))


class Noisy(PerfectWire):
    """Puts noise between."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def carry(self, sent: bytes) -> bytes:
        noise = self.chance.randbytes(self.chance.randrange(6))
        return self.chance.choice((sent, sent, sent + noise, noise + sent))


MANNERS = {
    "whole": lambda seed: PerfectWire(),
    "byte by byte": lambda seed: ByteByByte(),
    "merged": lambda seed: MergedWire(3),
    "delayed": lambda seed: DelayedWire(5 + seed),
    "late": lambda seed: DelayedWire(25 + 3 * seed),
    "lossy": lambda seed: LossyWire(seed, 60),
    "very lossy": lambda seed: LossyWire(seed, 15),
    "flipped": lambda seed: FlippedWire(seed, 60),
    "repeated": lambda seed: RepeatedWire(seed, 60),
    "twice": Twice,
    "stalling": Stalling,
    "noisy": Noisy,
}


class Felt:
    """Moves chips about and knows every amount that has lain at a place since its last report."""

    def __init__(self, bench: Bench, seed: int) -> None:
        self.bench = bench
        self.chance = Random(seed)
        self.at = dict.fromkeys(CHIPS)
        self.since = defaultdict(set)
        self.said = defaultdict(int)
        self.note()

    def totals(self) -> dict[tuple[Place, str | None], int]:
        totals = dict.fromkeys(
            ((place, chip.owner) for place in ANTENNAS.values() for chip in CHIPS.values()), 0
        )
        for chip, antenna in self.at.items():
            if antenna:
                totals[ANTENNAS[antenna], CHIPS[chip].owner] += CHIPS[chip].cents
        return totals

    def note(self) -> None:
        for key, cents in self.totals().items():
            self.since[key].add(cents)

    def move(self) -> None:
        chip = uid(self.chance.randrange(12))
        if self.at[chip]:
            self.bench.far.remove_tag(self.at[chip], chip)
        self.at[chip] = self.chance.choice((None, *ANTENNAS))
        if self.at[chip]:
            self.bench.far.put_tag(self.at[chip], chip)
        self.note()

    def check(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, StackRead):
                key = event.place, event.bettor
                assert event.cents in self.since[key], event
                self.since[key] = {self.totals()[key]}
                self.said[key] = event.cents


def play(bench: Bench, felt: "Felt", polls: int) -> None:
    for _ in range(polls):
        if felt.chance.randrange(12) == 0:
            felt.move()
        felt.check(bench.poll())


def settle(bench: Bench, felt: "Felt") -> None:
    """Mend the wire, leave the chips alone, and the truth is known."""
    bench.port.impairment = PerfectWire()
    for event in bench.sweeps(4):
        felt.check([event])
    assert {key: cents for key, cents in felt.totals().items() if cents} == {
        key: cents for key, cents in felt.said.items() if cents
    }


@each("seed", range(4))
@each("manner", MANNERS)
def test_amounts_are_true_and_settle_on_any_wire(manner: str, seed: int) -> None:
    bench = Bench(manner=MANNERS[manner](seed))
    bench.start()
    felt = Felt(bench, seed)
    play(bench, felt, 1200)
    settle(bench, felt)


@each("seed", range(4))
@each("manner", ["lossy", "flipped", "repeated", "twice", "noisy", "stalling"])
def test_amounts_are_true_if_commands_suffer_too(manner: str, seed: int) -> None:
    received = MANNERS[manner](seed + 100)
    bench = Bench(manner=MANNERS[manner](seed), between=lambda far: Through(far, received))
    bench.start()
    felt = Felt(bench, seed)
    play(bench, felt, 1200)
    bench.port._far_end.manner = PerfectWire()
    settle(bench, felt)


@pytest.mark.parametrize("seed", range(4))
def test_amounts_true_over_unplugging(seed: int) -> None:
    bench = Bench()
    bench.start()
    felt = Felt(bench, seed)
    for _ in range(6):
        play(bench, felt, felt.chance.randrange(100))
        bench.port.unplug()
        felt.move()
        bench.port.plug()
    settle(bench, felt)
    assert bench.losses == 6


def test_bad_wires_still_get_readings_through() -> None:
    """Else the tests above would pass on a wire that carries nothing, or all."""
    met = {}
    for manner in set(MANNERS) - {"whole", "byte by byte", "merged", "delayed"}:
        bench = Bench(manner=MANNERS[manner](3))
        bench.start()
        felt = Felt(bench, 3)
        play(bench, felt, 1200)
        health = bench.reader.health
        met[manner] = bench.losses or health["silent"] or health["dropped"] or health["stray"]
        assert felt.said or manner in ("late", "very lossy"), manner
    assert all(met.values()), met


def test_felt_notices_a_false_amount() -> None:
    felt = Felt(Bench(), 0)
    with pytest.raises(AssertionError):
        felt.check([StackRead(ANTENNAS[1], 12345, None)])


def test_settling_notices_an_unreported_amount() -> None:
    bench = Bench()
    bench.start()
    felt = Felt(bench, 0)
    felt.at[uid(0)] = 1
    with pytest.raises(AssertionError):
        settle(bench, felt)
