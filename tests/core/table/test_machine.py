"""State machines as tables: rows, events without one, and mistakes of a table."""

from enum import Enum, auto

import pytest

from firmware.core.games import baccarat
from firmware.core.state_machine import Machine, Row, always, on_key, row, table_flaws
from firmware.core.table.rows import RUNNING_ROWS, STOPPED_ROWS
from firmware.core.vocabulary.events import CutCardSeen, Event, KeyPressed, PowerReturned
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from tests.kits.offenders import each


class Step(Enum):
    A = auto()
    B = auto()
    C = auto()


class Counter:
    """An owner whose guard agrees so many times; it keeps who was asked and what was done."""

    def __init__(self, agrees: int = 1) -> None:
        self.phase = Step.A
        self.agrees = agrees
        self.done: list[object] = []

    def asked(self, _event: Event) -> bool:
        self.done.append("asked")
        return self.agrees > 0

    def does(self, _event: Event) -> None:
        self.done.append("does")

    def fails(self, _event: Event) -> None:
        raise ZeroDivisionError

    def is_left(self) -> bool:
        return self.agrees > 0

    def counts_down(self) -> None:
        self.agrees -= 1
        self.done.append(self.agrees)


CUT = CutCardSeen()


def fired(*rows: Row, agrees: int = 1, event: Event = CUT) -> tuple[Counter, bool]:
    """Return an owner in A after the event, and whether a row ran."""
    owner = Counter(agrees)
    return owner, Machine(rows).fire_event(owner, event)


def test_row_checks_guard_then_acts_then_moves() -> None:
    owner, ran = fired(row(Step.A, CutCardSeen, Step.B, when=Counter.asked, do=Counter.does))
    assert ran
    assert owner.done == ["asked", "does"]
    assert owner.phase is Step.B


def test_event_without_row_does_nothing() -> None:
    owner, ran = fired(row(Step.A, CutCardSeen, Step.B, do=Counter.does), event=PowerReturned())
    assert (ran, owner.phase, owner.done) == (False, Step.A, [])


def test_event_refused_by_all_guards_changes_nothing() -> None:
    guarded = row(Step.A, CutCardSeen, Step.B, when=Counter.asked, do=Counter.does)
    owner, ran = fired(guarded, guarded, agrees=0)
    assert (ran, owner.phase, owner.done) == (False, Step.A, ["asked", "asked"])


def test_event_of_another_phase_changes_nothing() -> None:
    owner, ran = fired(row(Step.B, CutCardSeen, Step.C, do=Counter.does))
    assert (ran, owner.phase, owner.done) == (False, Step.A, [])


def test_guards_run_in_row_order() -> None:
    rows = [
        row(Step.A, CutCardSeen, Step.B, when=Counter.asked),
        row(Step.A, CutCardSeen, Step.C),
    ]
    assert [fired(*rows, agrees=agrees)[0].phase for agrees in (1, 0)] == [Step.B, Step.C]


@pytest.mark.parametrize("to", [Step.A, Step.B])
def test_error_in_action_leaves_phase(to: Step) -> None:
    owner = Counter()
    with pytest.raises(ZeroDivisionError):
        Machine([row(Step.A, CutCardSeen, to, do=Counter.fails)]).fire_event(owner, CUT)
    assert owner.phase is Step.A


def test_row_to_own_phase_acts() -> None:
    owner, machine = Counter(), Machine([row(Step.A, CutCardSeen, Step.A, do=Counter.does)])
    assert [machine.fire_event(owner, CUT) for _ in range(2)] == [True, True]
    assert (owner.phase, owner.done) == (Step.A, ["does", "does"])


def test_each_key_is_its_own_trigger() -> None:
    next_row = on_key(Step.A, Key.NEXT_PAYMENT, Step.B)
    for key, ran in ((Key.UNDO, False), (Key.NEXT_PAYMENT, True)):
        assert fired(next_row, event=KeyPressed(key))[1] is ran


def test_one_machine_moves_each_owner_separately() -> None:
    machine = Machine([row(Step.A, CutCardSeen, Step.B, do=Counter.does)])
    one, other = Counter(), Counter()
    machine.fire_event(one, CUT)
    assert (one.phase, one.done) == (Step.B, ["does"])
    assert (other.phase, other.done) == (Step.A, [])


def test_one_argument_callables_get_owner_alone() -> None:
    owner, ran = fired(
        row(Step.A, CutCardSeen, Step.B, when=Counter.is_left, do=Counter.counts_down)
    )
    assert (ran, owner.phase, owner.done) == (True, Step.B, [0])


# rows that are always there

COUNTDOWN = always(Step.A, Step.A, when=Counter.is_left, do=Counter.counts_down)


def test_always_row_runs_until_refused() -> None:
    owner, machine = Counter(agrees=3), Machine([COUNTDOWN])
    while machine.follow_always(owner):
        pass
    assert (owner.phase, owner.done) == (Step.A, [2, 1, 0])


def test_always_row_is_of_its_phase() -> None:
    owner = Counter()
    owner.phase = Step.B
    assert not Machine([COUNTDOWN]).follow_always(owner)
    assert owner.done == []


def test_events_run_no_always_row() -> None:
    machine = Machine([COUNTDOWN, row(Step.A, CutCardSeen, Step.B, do=Counter.does)])
    owner = Counter()
    machine.fire_event(owner, CUT)
    assert owner.done == ["does"]
    owner = Counter(agrees=0)
    assert not machine.follow_always(owner)
    assert (owner.phase, owner.done) == (Step.A, [])


def test_first_agreeing_always_row_runs() -> None:
    onward = always(Step.A, Step.B, when=Counter.is_left, do=Counter.counts_down)
    for rows, phase in (([COUNTDOWN, onward], Step.A), ([onward, COUNTDOWN], Step.B)):
        owner = Counter(agrees=1)
        assert Machine(rows).follow_always(owner)
        assert (owner.phase, owner.done) == (phase, [0])


# what is wrong with a table

WHOLE = [
    row(Step.A, CutCardSeen, Step.B),
    row(Step.B, CutCardSeen, Step.C),
    row(Step.C, CutCardSeen, Step.A),
]


def test_complete_table_has_no_flaws() -> None:
    assert table_flaws(Step.A, WHOLE) == []


@each(
    "rows, found",
    [
        ([*WHOLE, row(Step.A, CutCardSeen, Step.C)], ["dead row: A on CutCardSeen"]),
        ([*WHOLE, on_key(Step.A, Key.NEXT_PAYMENT, Step.C)], []),
        (WHOLE[:1], ["unreachable: C", "dead end: B", "dead end: C"]),
        (WHOLE[:2], ["dead end: C"]),
        ([*WHOLE[:2], row(Step.C, CutCardSeen, Step.C)], ["dead end: C"]),
        ([WHOLE[0], row(Step.B, CutCardSeen, Step.A), WHOLE[2]], ["unreachable: C"]),
    ],
)
def test_planted_flaws_are_found(rows: list[Row], found: list[str]) -> None:
    assert table_flaws(Step.A, rows) == found


def test_final_phase_is_no_dead_end() -> None:
    assert table_flaws(Step.A, WHOLE[:2], final_phases=[Step.C]) == []


def test_always_row_hides_no_other() -> None:
    assert table_flaws(Step.A, [*WHOLE, COUNTDOWN, COUNTDOWN]) == []


def test_project_tables_have_no_flaws() -> None:
    assert table_flaws(Phase.CLOSED, RUNNING_ROWS) == []
    assert (
        table_flaws(
            baccarat.DealPhase.PLAYER_FIRST, baccarat.TRANSITIONS, [baccarat.DealPhase.FINISHED]
        )
        == []
    )


def test_stopped_rows_hide_none_another() -> None:
    assert [
        flaw for flaw in table_flaws(Phase.CLOSED, STOPPED_ROWS) if flaw.startswith("dead row")
    ] == []
