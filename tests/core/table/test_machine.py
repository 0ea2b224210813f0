"""State machines as tables: what a row does, what is rejected, and what is wrong with a table."""

from enum import Enum, auto
from itertools import product
from pathlib import Path

import pytest

from firmware.core.games import baccarat
from firmware.core.games.baccarat import Baccarat
from firmware.core.state_machine import Machine, Rejected, Row, diagram, flaws, on_key, row
from firmware.core.table.rows import ROWS, Mended, Stopped
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
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
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from tests.kits.core.table_kit import RULES, Croupier, at_phase, refusals
from tests.kits.offenders import each


class Step(Enum):
    A = auto()
    B = auto()
    C = auto()


class Owner:
    def __init__(self, *, agrees: bool = True) -> None:
        self.agrees = agrees
        self.done: list[str] = []

    def asked(self, _event: Event) -> bool:
        self.done.append("asked")
        return self.agrees

    def does(self, _event: Event) -> None:
        self.done.append("does")

    def fails(self, _event: Event) -> None:
        raise ZeroDivisionError


CUT = CutCardSeen()


def machine(*rows: Row, agrees: bool = True) -> tuple[Owner, Machine[Owner]]:
    owner = Owner(agrees=agrees)
    return owner, Machine(owner, Step.A, rows)


def test_a_row_asks_its_guard_then_acts_then_moves() -> None:
    owner, moved = machine(row(Step.A, CutCardSeen, Step.B, when=Owner.asked, do=Owner.does))
    moved.fire(CUT)
    assert owner.done == ["asked", "does"]
    assert moved.phase is Step.B


def test_an_event_without_a_row_is_rejected_and_changes_nothing() -> None:
    owner, moved = machine(row(Step.A, CutCardSeen, Step.B, do=Owner.does))
    with pytest.raises(Rejected) as caught:
        moved.fire(PowerReturned())
    assert (caught.value.phase, caught.value.event) == (Step.A, PowerReturned())
    assert (moved.phase, owner.done) == (Step.A, [])


def test_an_event_whose_guards_all_say_no_is_rejected() -> None:
    rows = [row(Step.A, CutCardSeen, Step.B, when=Owner.asked, do=Owner.does)]
    owner, moved = machine(*rows, agrees=False)
    with pytest.raises(Rejected):
        moved.fire(CUT)
    assert (moved.phase, owner.done) == (Step.A, ["asked"])


def test_an_event_of_another_phase_is_rejected() -> None:
    _, moved = machine(row(Step.B, CutCardSeen, Step.C))
    with pytest.raises(Rejected):
        moved.fire(CUT)


def test_guards_are_asked_in_the_order_of_the_rows() -> None:
    rows = [
        row(Step.A, CutCardSeen, Step.B, when=Owner.asked),
        row(Step.A, CutCardSeen, Step.C),
    ]
    for agrees, to in ((True, Step.B), (False, Step.C)):
        _, moved = machine(*rows, agrees=agrees)
        moved.fire(CUT)
        assert moved.phase is to


@pytest.mark.parametrize("to", [Step.A, Step.B])
def test_an_action_that_raises_leaves_the_old_phase(to: Step) -> None:
    _, moved = machine(row(Step.A, CutCardSeen, to, do=Owner.fails))
    with pytest.raises(ZeroDivisionError):
        moved.fire(CUT)
    assert moved.phase is Step.A


def test_a_row_to_its_own_phase_acts() -> None:
    owner, moved = machine(row(Step.A, CutCardSeen, Step.A, do=Owner.does))
    moved.fire(CUT)
    moved.fire(CUT)
    assert (moved.phase, owner.done) == (Step.A, ["does", "does"])


def test_each_key_is_a_trigger_of_its_own() -> None:
    _, moved = machine(on_key(Step.A, Key.NEXT, Step.B))
    with pytest.raises(Rejected):
        moved.fire(KeyPressed(Key.UNDO))
    moved.fire(KeyPressed(Key.NEXT))
    assert moved.phase is Step.B


def test_two_machines_share_nothing() -> None:
    rows = [row(Step.A, CutCardSeen, Step.B, do=Owner.does)]
    (one, first), (other, second) = machine(*rows), machine(*rows)
    first.fire(CUT)
    assert (first.phase, second.phase) == (Step.B, Step.A)
    assert (one.done, other.done) == (["does"], [])


def test_placing_runs_no_row() -> None:
    owner, moved = machine(row(Step.A, CutCardSeen, Step.B, do=Owner.does))
    moved.place(Step.C)
    assert (moved.phase, owner.done) == (Step.C, [])


WHOLE = [
    row(Step.A, CutCardSeen, Step.B),
    row(Step.B, CutCardSeen, Step.C),
    row(Step.C, CutCardSeen, Step.A),
]


def test_a_whole_table_has_no_flaws() -> None:
    assert flaws(Step.A, WHOLE) == []


@each(
    "rows, found",
    [
        ([*WHOLE, row(Step.A, CutCardSeen, Step.C)], ["dead row: A on CutCardSeen"]),
        ([*WHOLE, on_key(Step.A, Key.NEXT, Step.C)], []),
        (WHOLE[:1], ["unreachable: C", "dead end: B", "dead end: C"]),
        (WHOLE[:2], ["dead end: C"]),
        ([*WHOLE[:2], row(Step.C, CutCardSeen, Step.C)], ["dead end: C"]),
        ([WHOLE[0], row(Step.B, CutCardSeen, Step.A), WHOLE[2]], ["unreachable: C"]),
    ],
)
def test_planted_flaws_are_found(rows: list[Row], found: list[str]) -> None:
    assert flaws(Step.A, rows) == found


def test_a_final_phase_is_no_dead_end() -> None:
    assert flaws(Step.A, WHOLE[:2], final=[Step.C]) == []


def test_the_tables_of_the_project_have_no_flaws() -> None:
    assert flaws(Phase.CLOSED, ROWS) == []
    assert flaws(baccarat.Phase.PLAYER_FIRST, baccarat.ROWS, [baccarat.Phase.FINISHED]) == []


def test_a_diagram_names_every_row_and_guard() -> None:
    drawn = diagram(Step.A, [row(Step.A, CutCardSeen, Step.B, when=Owner.asked)])
    assert drawn.splitlines() == [
        "stateDiagram-v2",
        "    [*] --> A",
        "    A --> B: CutCardSeen [asked]",
    ]


# every phase and every event of the project's tables

TIE_1 = Place(1, "tie")
EVENTS: tuple[Event, ...] = (
    CardRead(parse_card("8H")),
    CutCardSeen(),
    ShoeResult("tie"),
    StackRead(TIE_1, Cents(500)),
    PresenceSeen(TIE_1, covered=True),
    *(KeyPressed(key) for key in Key),
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


@pytest.mark.parametrize(
    ("cells", "phases"), [(OF_THE_TABLE, Phase), (OF_BACCARAT, baccarat.Phase)]
)
def test_a_matrix_has_every_event_and_every_phase(
    cells: dict[str, dict[str, str]], phases: type[Enum]
) -> None:
    columns = [phase.name.lower() for phase in phases]
    assert {event: list(row) for event, row in cells.items()} == {
        named(event): columns for event in EVENTS
    }


@each("event, phase", product(EVENTS, baccarat.Phase))
def test_every_event_in_every_phase_of_baccarat(event: Event, phase: baccarat.Phase) -> None:
    game = Baccarat(RULES, {})
    game.machine.place(phase)
    after = OF_BACCARAT[named(event)][phase.name.lower()]
    if after == SAME:
        with pytest.raises(Rejected):
            game.machine.fire(event)
        assert game.machine.phase is phase
        assert (game.player, game.bank) == ([], [])
    else:
        game.machine.fire(event)
        assert game.machine.phase.name.lower() == after


@each("event, phase", product(EVENTS, Phase))
def test_every_event_in_every_phase_of_the_table(event: Event, phase: Phase) -> None:
    croupier = at_phase(phase)
    croupier.tell(event)
    after = OF_THE_TABLE[named(event)][phase.name.lower()]
    assert croupier.phase is (phase if after == SAME else Phase[after.upper()])


SUPERVISED = {"void", "resolve", "enter", "rank", "suit", "clear"}


@each("key, phase", product(sorted(SUPERVISED), Phase))
def test_the_dealer_s_keys_do_no_supervisor_s_act(key: str, phase: Phase) -> None:
    croupier = at_phase(phase)
    before = croupier.table.checkpoint()
    assert refusals(croupier.press(Key(key))) == ["why.supervisor_key"]
    after = croupier.table.checkpoint()
    assert (after.stacks, after.gone, after.faults) == (before.stacks, before.gone, before.faults)
    assert croupier.phase is phase


@pytest.mark.parametrize("own", [Stopped(), Mended()], ids=str)
def test_the_table_s_own_events_come_from_no_part(own: Event) -> None:
    with pytest.raises(KeyError):
        Croupier().tell(own)
