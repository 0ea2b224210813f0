"""On any wire: no false card except as the docstring says, and no card lost unnoticed."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.bee_tek.sightings import CARD_DISAGREEMENT, CARD_MISSED
from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.events import CardRead, Event
from sim.machines.bee_tek import SimBeeTek
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, PerfectWire
from tests.kits.drivers.bee_tek_line import REPEAT_MS, Line
from tests.kits.drivers.damage import damages
from tests.kits.drivers.honest_shoe import assert_honest
from tests.kits.examples import examples
from tests.kits.offenders import each

UNSURE = {"missed", "disagreement", "unknown_message", "unreadable"}


def deal(far: SimBeeTek, line: Line, drawn: Sequence[Card], slower: int = 0) -> list[Event]:
    """Draw cards at the pace of the window, then let the last of what is under way arrive."""
    events: list[Event] = []
    for card in drawn:
        far.draw(card)
        events += line.pass_time(far.dwell_ms)
        far.remove_card()
        events += line.pass_time(far.gap_ms + slower)
    return events + line.pass_time(2000)


def cards_of(events: Sequence[Event]) -> list[Card]:
    return [event.card for event in events if isinstance(event, CardRead)]


def shuffled(seed: int) -> list[Card]:
    return Random(seed).sample(FULL_PACK, len(FULL_PACK))


@pytest.mark.parametrize(
    "manner", [PerfectWire, ByteByByte, lambda: MergedWire(17), lambda: DelayedWire(9)]
)
def test_slow_wire_costs_nothing(manner: Callable[[], Impairment]) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far, manner())
    drawn = shuffled(1)
    assert deal(far, line, drawn, slower=100) == [CardRead(card) for card in drawn]
    assert line.shoe.health["dropped_bytes"] == 0


@each("seed", range(examples(2, 8)))
@each("one_in", [25, 60])
@each("bad", [LossyWire, RepeatedWire, FlippedWire])
def test_bad_wire_adds_or_hides_no_card(
    bad: Callable[[int, int], Impairment], one_in: int, seed: int
) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far, bad(seed, one_in))
    drawn = shuffled(seed)
    events = deal(far, line, drawn)
    assert_honest(drawn, events, UNSURE)
    assert cards_of(events)
    assert line.shoe.health["dropped_bytes"] > 0


@each("seed", range(4))
@each("size", [40, 100])
def test_buffering_converter_loses_none_unnoticed(size: int, seed: int) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far, MergedWire(size))
    drawn = shuffled(seed)
    events = deal(far, line, drawn)
    last = max(n for n, event in enumerate(events) if isinstance(event, CardRead))
    assert_honest(drawn[: drawn.index(cards_of(events)[-1]) + 1], events[: last + 1], UNSURE)
    assert any(event in events for event in (CARD_MISSED, CARD_DISAGREEMENT))


KINDS = ["none", "lost", "twice", "noise", "cut"]


@settings(max_examples=examples(10, 100))
@given(st.lists(damages(*KINDS, remaining=2), max_size=24), st.integers(0, 1000))
def test_damage_to_all_adds_or_hides_none(
    befall: list[Callable[[bytes], bytes]], seed: int
) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    befalls = iter(befall)
    far.damage = lambda text: next(befalls, bytes)(text)
    drawn = shuffled(seed)[:12]
    assert_honest(drawn, deal(far, line, drawn), UNSURE)


@pytest.mark.clause("Practice misread")
@settings(max_examples=examples(10, 100))
@given(st.lists(damages(*KINDS, "flip", remaining=2), min_size=12, max_size=12), st.booleans())
def test_damage_to_one_of_two_invents_no_card(
    befall: list[Callable[[bytes], bytes]], first: bool
) -> None:
    far = SimBeeTek(REPEAT_MS)
    line = Line(far)
    plan = [way for one in befall for way in ((one, bytes) if first else (bytes, one))]
    befalls = iter(plan)
    far.damage = lambda text: next(befalls)(text)
    drawn = shuffled(3)[:12]
    assert_honest(drawn, deal(far, line, drawn), UNSURE)
