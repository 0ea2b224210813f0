"""State machines as tables of typed rows, run by `transitions`; no other module uses the library.

There are two kinds of rows. One with a trigger, an event class or a key, runs on that event. An
`always` row runs whenever its guard holds: after each event the owner runs those rows until no
guard holds.

Guards and actions are functions, never strings: of the owner, and of the event if they want it. An
action runs before the move, so that an exception leaves the old phase.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import wraps
from inspect import signature
from typing import Any, NamedTuple, Protocol, TypeVar

from transitions import Event as LibraryEvent
from transitions import EventData, Transition
from transitions import Machine as TransitionLibrary

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


class RowTransition(Transition):
    """A transition with at most one condition and one callback, before the move.

    The library's own looks through five more lists of callbacks, and logs each.
    """

    def execute(self, event_data: EventData) -> bool:
        """Run the action and move, if the guard holds; return whether it did."""
        owner_and_event = event_data.args
        # the library would take names of functions too
        for guard in self.conditions:
            if not guard.func(*owner_and_event):  # type: ignore[operator]
                return False
        for action in self.before:
            action(*owner_and_event)  # type: ignore[operator]
        if self.dest:
            self._change_state(event_data)
        return True


class RowEvent(LibraryEvent):
    """A trigger with its rows, phase by phase, fired only for owners in a phase that has rows.

    The library's own has a queue, since an action of its might fire a trigger, and looks through
    three more lists of callbacks, and logs each.
    """

    def trigger(self, model: Any, *args: Any, **kwargs: Any) -> bool:  # noqa: ANN401
        """Run the first row whose guard holds; return whether there was one."""
        event_data = EventData(None, self, self.machine, model, args, kwargs)
        for transition in self.transitions[model.phase.name]:
            if transition.execute(event_data):
                return True
        return False


class RowMachine(TransitionLibrary):
    """The library's machine, of rows."""

    transition_cls = RowTransition
    event_cls = RowEvent


class Machine:
    """Rows, run by the library for all their owners: a guard is its condition, an action its
    callback before the move, a row to its own phase its internal transition.
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = tuple(rows)
        library_events = RowMachine(**library_table(rows)).events
        self._events = {
            table_row.trigger: library_events[trigger_name(table_row.trigger)] for table_row in rows
        }

    def fire_event(self, owner: PhaseOwner, event: Event) -> bool:
        """Run the first row whose guard holds; return whether there was one."""
        trigger = event.key if isinstance(event, KeyPressed) else type(event)
        return self._run_first(owner, trigger, event)

    def follow_always(self, owner: PhaseOwner) -> bool:
        """Run the first row that is always there and agrees; return whether one did."""
        return self._run_first(owner, ALWAYS, None)

    def _run_first(self, owner: PhaseOwner, trigger: Trigger, event: Event | None) -> bool:
        library_event = self._events.get(trigger)
        # the library logs a warning of an event that has no row in a phase; to us that is usual
        if library_event is None or owner.phase.name not in library_event.transitions:
            return False
        return library_event.trigger(owner, owner, event)


def trigger_name(trigger: Trigger) -> str:
    """Return how a trigger is called in a diagram."""
    if isinstance(trigger, Key):
        return f"key_{trigger.value}"
    return trigger if isinstance(trigger, str) else trigger.__name__


def library_table(rows: Sequence[Row]) -> dict[str, Any]:
    """Return a machine's arguments: its phases, and a transition for each row, in order."""
    return {
        "model": None,
        "model_attribute": "phase",
        "states": type(rows[0].phase),
        "initial": None,
        "auto_transitions": False,  # else every phase could be reached from every other
        "transitions": [
            {
                "trigger": trigger_name(table_row.trigger),
                "source": table_row.phase,
                "dest": None if table_row.to is table_row.phase else table_row.to,
                "conditions": _with_event(table_row.when),
                "before": _with_event(table_row.do),
            }
            for table_row in rows
        ],
    }


def _with_event(function: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """Return the function as one of owner and event, which the library passes to all."""
    if function is None or len(signature(function).parameters) > 1:
        return function

    @wraps(function)
    def of_owner(owner: PhaseOwner, _event: Event | None) -> Any:  # noqa: ANN401
        return function(owner)

    return of_owner


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


def guard_name(function: Callable[..., object]) -> str:
    """Return a guard's name for a diagram."""
    return function.__name__.strip("_").replace("_", " ")
