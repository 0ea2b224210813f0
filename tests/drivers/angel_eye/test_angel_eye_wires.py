"""Whatever a wire does: no card is made up, none comes twice, none is lost unnoticed."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.vocabulary.cards import FULL_PACK, Card
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, FaultRaised
from sim.machines.angel_eye import SimAngelEye
from sim.wires.impairments import (
    ByteByByte,
    DelayedWire,
    FlippedWire,
    LossyWire,
    MergedWire,
    RepeatedWire,
)
from sim.wires.memory_port import Impairment, PerfectWire
from tests.kits.drivers.angel_eye_line import Line
from tests.kits.drivers.damage import damages
from tests.kits.drivers.honest_shoe import assert_honest
from tests.kits.examples import examples
from tests.kits.offenders import each

UNSURE = {"missed", "disagreement"}
BETWEEN_CARDS = 300


def hear_one_message(far: SimAngelEye, line: Line) -> None:
    """Let the driver know the SEQ: what is lost before its first message it can't know of."""
    far.prepare_game()
    assert line.pass_time(BETWEEN_CARDS) == []


def deal_pack(far: SimAngelEye, line: Line, chance: Random) -> tuple[list[Card], list[Event]]:
    """Draw the 52 cards at a dealer's pace, then let the last of what is under way arrive."""
    drawn = list(FULL_PACK)
    chance.shuffle(drawn)
    events: list[Event] = []
    for number, card in enumerate(drawn):
        if number % 4 == 0:
            far.prepare_game()
        far.draw(card)
        events += line.pass_time(BETWEEN_CARDS)
        far.clear_error()
    for _ in range(3):
        far.prepare_game()
        events += line.pass_time(BETWEEN_CARDS)
    return drawn, events


@pytest.mark.parametrize(
    "manner", [PerfectWire, ByteByByte, lambda: MergedWire(100), lambda: DelayedWire(9)]
)
def test_slow_wire_costs_nothing(manner: Callable[[], Impairment]) -> None:
    far = SimAngelEye()
    line = Line(far, manner())
    drawn, events = deal_pack(far, line, Random(1))
    events += line.pass_time(1000)
    assert [event.card for event in events if isinstance(event, CardRead)] == drawn
    assert not [e for e in events if isinstance(e, FaultRaised) and e.code in UNSURE]


@pytest.mark.clause("Practice misread")
@each("seed", range(examples(2, 8)))
@each("one_in", [12, 40])
@each("bad", [LossyWire, FlippedWire, RepeatedWire])
def test_bad_wire_adds_or_hides_no_card(
    bad: Callable[[int, int], Impairment], one_in: int, seed: int
) -> None:
    far = SimAngelEye()
    line = Line(far)
    hear_one_message(far, line)
    line.port.impairment = bad(seed, one_in)
    drawn, events = deal_pack(far, line, Random(seed))
    line.port.impairment = PerfectWire()
    far.cut_card()
    events += line.pass_time(BETWEEN_CARDS)
    far.cut_card()
    events += line.pass_time(1000)
    assert CutCardSeen() in events
    assert_honest(drawn, events, UNSURE)
    assert line.shoe.health["dropped_bytes"] > 0


DAMAGE = damages("none", "lost", "twice", "flip", "noise", "cut")


@settings(max_examples=examples(15, 150))
@given(st.lists(DAMAGE, max_size=120), st.integers(0, 1000))
def test_bad_copies_add_or_hide_no_card(damages: list[Callable[[bytes], bytes]], seed: int) -> None:
    befalls = iter(damages)
    far = SimAngelEye()
    line = Line(far, commands=False)
    hear_one_message(far, line)
    far.damage = lambda copy: next(befalls, bytes)(copy)
    drawn = Random(seed).sample(FULL_PACK, 24)
    events: list[Event] = []
    for number, card in enumerate(drawn):
        if number % 4 == 0:
            far.prepare_game()
        far.draw(card)
        events += line.pass_time(BETWEEN_CARDS)
        far.clear_error()
    far.damage = None
    far.prepare_game()
    events += line.pass_time(1000)
    far.prepare_game()
    events += line.pass_time(1000)
    assert_honest(drawn, events, UNSURE)
