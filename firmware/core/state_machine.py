"""State machines as tables of typed rows over `transitions`; no other module uses the library.

There are two kinds of rows. One with a trigger, an event class or a key, runs on that event. An
`always` row runs whenever its guard holds: after each event the owner runs those rows until no
guard holds.

Guards and actions are functions, never strings: of the owner, and of the event if they want it. An
action runs before the move, so that an exception leaves the old phase.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from inspect import signature
from typing import Any, NamedTuple, Protocol, TypeVar

from transitions import Machine as TransitionEngine

from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key

ALWAYS = "always"
Trigger = type[Event] | Key | str


class PhaseOwner(Protocol):
    """The owner of a phase."""

    phase: Any


class Row(NamedTuple):
    """In `phase`, on `trigger`, if `when` holds: `do`, then go to `to`."""

    phase: Enum
    trigger: Trigger
    to: Enum
    when: Callable[..., bool] | None
    do: Callable[..., None] | None


OwnerType = TypeVar("OwnerType")
EventType = TypeVar("EventType", bound=Event)


def row(
    phase: Enum,
    trigger: type[EventType],
    to: Enum,
    *,
    when: Callable[[OwnerType], bool] | Callable[[OwnerType, EventType], bool] | None = None,
    do: Callable[[OwnerType], None] | Callable[[OwnerType, EventType], None] | None = None,
) -> Row:
    """Return the row of an event class; the checker holds guard and action to that class."""
    return Row(phase, trigger, to, when, do)


def on_key(
    phase: Enum,
    key: Key,
    to: Enum,
    *,
    when: Callable[[OwnerType], bool] | Callable[[OwnerType, KeyPressed], bool] | None = None,
    do: Callable[[OwnerType], None] | Callable[[OwnerType, KeyPressed], None] | None = None,
) -> Row:
    """Return the row of a key of the panel."""
    return Row(phase, key, to, when, do)


def always(
    phase: Enum, to: Enum, *, when: Callable[[OwnerType], bool], do: Callable[[OwnerType], None]
) -> Row:
    """Return a row that is run by itself while its guard holds; the action must end that."""
    return Row(phase, ALWAYS, to, when, do)


class _EngineModel:
    """The library moves this in place of an owner, by names."""

    def __init__(self, state: str) -> None:
        self.state = state


class _PreparedRow(NamedTuple):
    """A row made ready."""

    when: Callable[..., bool] | None
    guard_takes_event: bool
    """Whether the guard wants the event too."""
    do: Callable[..., None] | None
    action_takes_event: bool
    to: Enum


class Machine:
    """Rows, prepared once for all their owners.

    The library makes each row's move once, as the rows are prepared: where it ends depends on
    nothing else. For an event this class chooses the row and sets the phase in which that ends. To
    move by the library then would take a card seventy calls a move, mostly of callbacks that no
    row has, before its light changes.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = tuple(rows)
        phase_moves = {
            (table_row.phase.name, table_row.to.name)
            for table_row in rows
            if table_row.to is not table_row.phase
        }
        transition_engine = TransitionEngine(
            model=None,
            states=[phase.name for phase in type(rows[0].phase)],
            initial=None,
            transitions=[[to, phase, to] for phase, to in sorted(phase_moves)],
            auto_transitions=False,  # else every phase could be reached from every other
        )
        self._prepared_rows: dict[tuple[Enum, Trigger], list[_PreparedRow]] = {}
        for table_row in rows:
            self._prepared_rows.setdefault((table_row.phase, table_row.trigger), []).append(
                _prepared_row(table_row, transition_engine)
            )

    def fire_event(self, owner: PhaseOwner, event: Event) -> bool:
        """Run the first row whose guard holds; return whether there was one."""
        trigger = event.key if isinstance(event, KeyPressed) else type(event)
        return self._run_first(owner, trigger, event)

    def follow_always(self, owner: PhaseOwner) -> bool:
        """Run the first row that is always there and agrees; return whether one did."""
        return self._run_first(owner, ALWAYS, None)

    def _run_first(self, owner: PhaseOwner, trigger: Trigger, event: Event | None) -> bool:
        phase = owner.phase
        for prepared_row in self._prepared_rows.get((phase, trigger), ()):
            when, guard_takes_event, do, action_takes_event, to = prepared_row
            if when is None or (when(owner, event) if guard_takes_event else when(owner)):
                # the action first: if it raises, the owner is still in its old phase
                if do is not None:
                    do(owner, event) if action_takes_event else do(owner)
                if to is not phase:
                    owner.phase = to
                return True
        return False


def trigger_name(trigger: Trigger) -> str:
    """Return how a trigger is called in a diagram."""
    if isinstance(trigger, Key):
        return f"key_{trigger.value}"
    return trigger if isinstance(trigger, str) else trigger.__name__


def _prepared_row(row: Row, transition_engine: TransitionEngine) -> _PreparedRow:
    to = row.to if row.to is row.phase else _engine_target(row, transition_engine)
    return _PreparedRow(row.when, _takes_event(row.when), row.do, _takes_event(row.do), to)


def _engine_target(row: Row, transition_engine: TransitionEngine) -> Enum:
    """Return the phase to which the library moves from the row's."""
    engine_model = _EngineModel(row.phase.name)
    transition_engine.events[row.to.name].trigger(engine_model)
    return type(row.phase)[engine_model.state]


def _takes_event(function: Callable[..., object] | None) -> bool:
    # asked once a row, at the start: to read a signature takes longer than to run a row
    return function is not None and len(signature(function).parameters) > 1


def table_flaws(
    initial_phase: Enum, rows: Sequence[Row], final_phases: Iterable[Enum] = ()
) -> list[str]:
    """Return the mistakes of a table of rows: hidden rows, unreachable phases, dead ends."""
    mistakes, unguarded = [], set()
    for table_row in rows:
        if (table_row.phase, table_row.trigger) in unguarded:
            mistakes.append(
                f"dead row: {table_row.phase.name} on {trigger_name(table_row.trigger)}"
            )
        if table_row.when is None:
            unguarded.add((table_row.phase, table_row.trigger))
    reached_phases = _reachable_phases(initial_phase, rows)
    mistakes += [
        f"unreachable: {phase_member.name}"
        for phase_member in type(initial_phase)
        if phase_member not in reached_phases
    ]
    left_phases = {table_row.phase for table_row in rows if table_row.to is not table_row.phase}
    mistakes += [
        f"dead end: {phase_member.name}"
        for phase_member in type(initial_phase)
        if phase_member not in left_phases | set(final_phases)
    ]
    return mistakes


def _reachable_phases(initial_phase: Enum, rows: Sequence[Row]) -> set[Enum]:
    reached_phases = {initial_phase}
    for _ in type(initial_phase):
        reached_phases |= {table_row.to for table_row in rows if table_row.phase in reached_phases}
    return reached_phases


def diagram(initial_phase: Enum, rows: Sequence[Row]) -> str:
    """Return the table as a mermaid state diagram."""
    diagram_lines = ["stateDiagram-v2", f"    [*] --> {initial_phase.name}"]
    for table_row in rows:
        guard_label = f" [{guard_name(table_row.when)}]" if table_row.when else ""
        move = f"{table_row.phase.name} --> {table_row.to.name}"
        diagram_lines.append(f"    {move}: {trigger_name(table_row.trigger)}{guard_label}")
    return "\n".join(diagram_lines) + "\n"


def guard_name(function: Callable[..., object]) -> str:
    """Return a guard's name for a diagram."""
    return function.__name__.strip("_").replace("_", " ")
