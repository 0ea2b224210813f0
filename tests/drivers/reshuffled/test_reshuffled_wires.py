"""Whatever the wires do, in both directions: no shuffle is made up, none is counted wrong."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.events import Event, ShuffleEnded
from sim.machines.reshuffled import SimReShuffled
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, PerfectWire
from tests.kits.drivers.damage import damages
from tests.kits.drivers.far_ends import Through
from tests.kits.drivers.reshuffled_bench import Bench
from tests.kits.examples import examples
from tests.kits.offenders import each


class Pit:
    """Deals with a shuffler at random, and holds its reports against what was done."""

    def __init__(self, manner: Impairment, impairment: Impairment, seed: int) -> None:
        self.far = SimReShuffled()
        self.through = Through(self.far, impairment)
        self.bench = Bench(self.through, manner)
        self.chance = Random(seed)
        self.ordered = 0
        self.done: list[tuple[int, int]] = []
        self.reported: list[tuple[int | None, int]] = []
        self.bench.start()

    def play(self, rounds: int) -> None:
        for _ in range(rounds):
            if not self.far.is_shuffling:
                self.load()
            self.order()
            self.run(self.chance.randrange(50, 2000))
            self.finish()
            self.run(self.chance.randrange(3000, 6000))

    def finish(self) -> None:
        self.done += [self.contents] if self.far.is_shuffling else []
        self.far.finish_shuffle()

    def load(self) -> None:
        cards, unread = self.chance.randrange(2, 417), self.chance.randrange(4)
        self.contents = cards, unread
        self.far.load_cards(cards)
        self.far.miscount_cards(unread)

    def order(self) -> None:
        self.ordered += 1
        self.bench.order()

    def run(self, millis: int) -> None:
        self.check(self.bench.run(millis))

    def check(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ShuffleEnded):
                self.reported.append((event.cards, event.unread))
        assert self.reported == self.done[: len(self.reported)]
        assert self.far.received_data.count(b"SH") <= self.ordered

    def settle(self) -> None:
        """Mend the wires, and the truth is known."""
        self.bench.port.impairment = self.through.manner = PerfectWire()
        self.run(5000)
        self.finish()
        self.run(5000)
        assert self.reported == self.done
        assert self.far.shuffles == len(self.done)


MANNERS: dict[str, Callable[[int], Impairment]] = {
    "whole": lambda seed: PerfectWire(),
    "byte by byte": lambda seed: ByteByByte(),
    "merged": lambda seed: MergedWire(4),
    "delayed": lambda seed: DelayedWire(5 + seed),
    "lossy": lambda seed: LossyWire(seed, 40),
    "very lossy": lambda seed: LossyWire(seed, 22),
    "flipped": lambda seed: FlippedWire(seed, 40),
    "repeated": lambda seed: RepeatedWire(seed, 40),
}


@each("seed", range(examples(1, 4)))
@each("manner", MANNERS)
def test_reports_are_true_in_order_on_any_wire(manner: str, seed: int) -> None:
    pit = Pit(MANNERS[manner](seed), PerfectWire(), seed)
    pit.play(12)
    pit.settle()


@each("seed", range(examples(1, 4)))
@each("manner", ["lossy", "very lossy", "flipped", "repeated"])
def test_reports_are_true_if_orders_suffer_too(manner: str, seed: int) -> None:
    pit = Pit(MANNERS[manner](seed), MANNERS[manner](seed + 100), seed)
    pit.play(12)
    pit.settle()


@pytest.mark.parametrize("manner", ["lossy", "very lossy", "flipped", "repeated"])
def test_bad_wires_still_get_shuffles_through(manner: str) -> None:
    """Else the tests above would pass on a wire that carries nothing, or all."""
    pit = Pit(MANNERS[manner](3), MANNERS[manner](103), 3)
    pit.play(12)
    assert pit.bench.part.health["dropped_bytes"]
    assert pit.reported


@pytest.mark.parametrize("report", [[(52, 0), (52, 0)], [(51, 0)], [(52, 1)]])
def test_pit_notices_a_false_report(report: list[tuple[int, int]]) -> None:
    pit = Pit(PerfectWire(), PerfectWire(), 0)
    pit.done.append((52, 0))
    with pytest.raises(AssertionError):
        pit.check([ShuffleEnded(*said) for said in report])


def test_settling_notices_lost_report() -> None:
    pit = Pit(PerfectWire(), PerfectWire(), 0)
    pit.done.append((52, 0))
    with pytest.raises(AssertionError):
        pit.settle()


DAMAGE = damages("none", "lost", "twice", "flip", "noise", "cut", "again")


@settings(max_examples=examples(6, 60))
@given(st.lists(DAMAGE, max_size=60), st.integers(0, 1000))
def test_damaged_reply_invents_no_count(befall: list[Callable[[bytes], bytes]], seed: int) -> None:
    befalls = iter(befall)
    pit = Pit(PerfectWire(), PerfectWire(), seed)
    pit.far.damage = lambda frame: next(befalls, bytes)(frame)
    pit.play(4)
    pit.far.damage = None
    pit.settle()


@settings(max_examples=examples(20, 200))
@given(st.lists(st.binary(max_size=20), max_size=30))
def test_noise_is_no_event(noise: list[bytes]) -> None:
    bench = Bench().start()
    bench.run()
    for burst in noise:
        bench.far._unsent_bytes += burst
        assert bench.run(60) == []
