"""Every event in every phase of a table, and of a game of baccarat: the phase that follows."""

from collections.abc import Iterable
from enum import Enum
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from firmware.core.games import baccarat
from firmware.core.games.baccarat import Baccarat
from firmware.core.table.event_effects import ChipsMoved
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    AnyEvent,
    CardRead,
    CutCardSeen,
    Door,
    DoorMoved,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PartAnswered,
    PartAwaited,
    PowerReturned,
    PresenceSeen,
    ShoeResult,
    StackRead,
)
from firmware.core.vocabulary.keys import DECISION_KEYS, POKER_ROOM_KEYS, Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import PHASES, RULES, STOPPED, at_phase, refusals
from tests.kits.offenders import each

TIE_1 = Place(1, "tie")
EVENTS: tuple[Event, ...] = (
    CardRead(parse_card("8H")),
    CutCardSeen(),
    ShoeResult("tie"),
    StackRead(TIE_1, Cents(500)),
    PresenceSeen(TIE_1, covered=True),
    *(KeyPressed(key) for key in Key if key in DECISION_KEYS or key not in POKER_ROOM_KEYS),
    KeySwitchTurned(on=True),
    DoorMoved(Door.LOGIC, open=True),
    FaultRaised("chips", "lost"),
    FaultEnded("chips", "lost"),
    PartAwaited("chips"),
    PartAnswered("chips"),
    PowerReturned(),
)

HERE = Path(__file__).parent
SAME = "."


def named(event: Event) -> str:
    return event.key.value if isinstance(event, KeyPressed) else type(event).__name__


def matrix(name: str) -> dict[str, dict[str, str]]:
    """Read a row for each event, a column for each phase, and in each cell the phase after it."""
    lines = (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    head, *rows = (line.split() for line in lines if not line.startswith("#"))
    return {event: dict(zip(head, cells, strict=True)) for event, *cells in rows}


OF_THE_TABLE, OF_BACCARAT = matrix("table_phases"), matrix("baccarat_phases")


def column(phase: Enum | None) -> str:
    return "stopped" if phase is STOPPED else phase.name.lower()


@pytest.mark.parametrize(
    ("cells", "phases"), [(OF_THE_TABLE, PHASES), (OF_BACCARAT, baccarat.DealPhase)]
)
def test_matrix_is_complete(
    cells: dict[str, dict[str, str]], phases: Iterable[Enum | None]
) -> None:
    columns = [column(phase) for phase in phases]
    assert {event: list(row) for event, row in cells.items()} == {
        named(event): columns for event in EVENTS
    }


@each("event, phase", product(EVENTS, baccarat.DealPhase))
def test_every_event_in_baccarat_phases(event: Event, phase: baccarat.DealPhase) -> None:
    game = Baccarat(RULES, {})
    game.phase = phase
    after = OF_BACCARAT[named(event)][column(phase)]
    assert baccarat.MACHINE.fire_event(game, event) is (after != SAME)
    if after == SAME:
        assert game.phase is phase
        assert (game.player, game.bank) == ([], [])
    else:
        assert column(game.phase) == after


@each("event, phase", product(EVENTS, PHASES))
def test_every_event_in_table_phases(event: Event, phase: Phase | None) -> None:
    croupier = at_phase(phase)
    croupier.tell(event)
    after = OF_THE_TABLE[named(event)][column(phase)]
    assert column(croupier.phase) == (column(phase) if after == SAME else after)


@each("event, phase", product(EVENTS, PHASES))
def test_stop_preserves_phase_below(event: Event, phase: Phase | None) -> None:
    croupier = at_phase(phase)
    before = croupier.table.state.phase
    croupier.tell(event)
    assert croupier.phase is not STOPPED or croupier.table.state.phase is before


SUPERVISED = {"void", "resolve", "enter", "rank", "suit", "clear"}


@each("key, phase", product(sorted(SUPERVISED), PHASES))
def test_dealer_does_no_supervisor_act(key: str, phase: Phase | None) -> None:
    croupier = at_phase(phase)
    before = croupier.table.checkpoint()
    assert refusals(croupier.press(Key(key))) == ["why.supervisor_key"]
    after = croupier.table.checkpoint()
    assert (after.felt, after.shoe) == (before.felt, before.shoe)
    assert after.device.trouble == before.device.trouble
    assert croupier.phase is phase


@each("phase", PHASES)
def test_internal_event_from_a_part_is_ignored(phase: Phase | None) -> None:
    croupier = at_phase(phase)
    before = croupier.table.checkpoint()
    own = ChipsMoved((TIE_1, None), Cents(0), was_refused=False)
    assert croupier.tell(own) == ()
    assert croupier.table.checkpoint() == before


def test_journal_has_no_internal_event() -> None:
    assert ChipsMoved not in get_args(AnyEvent)
