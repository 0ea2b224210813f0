"""State machines as tables of typed rows, run by `transitions`; no other module knows the library.

A row's trigger is an event class or a key; guards and actions are functions of the owner and the
event, never strings. The action runs before the move, so that an exception leaves the old phase.
"""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from transitions import Machine as Engine

from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key

Owner = TypeVar("Owner")
Trigger = type[Event] | Key


class Rejected(Exception):
    """The event has no row in this phase; nothing has changed."""

    def __init__(self, phase: Enum, event: Event) -> None:
        super().__init__(f"{type(event).__name__} in {phase.name}")
        self.phase = phase
        self.event = event


class Row(NamedTuple):
    """In `phase`, on `trigger`, if `when` holds: `do`, then go to `to`."""

    phase: Enum
    trigger: Trigger
    to: Enum
    when: Callable[[Any, Any], bool] | None
    do: Callable[[Any, Any], None] | None


SomeEvent = TypeVar("SomeEvent", bound=Event)


def row(
    phase: Enum,
    trigger: type[SomeEvent],
    to: Enum,
    *,
    when: Callable[[Owner, SomeEvent], bool] | None = None,
    do: Callable[[Owner, SomeEvent], None] | None = None,
) -> Row:
    """Return the row of an event class; the checker holds guard and action to that class."""
    return Row(phase, trigger, to, when, do)


def on_key(
    phase: Enum,
    key: Key,
    to: Enum,
    *,
    when: Callable[[Owner, KeyPressed], bool] | None = None,
    do: Callable[[Owner, KeyPressed], None] | None = None,
) -> Row:
    """Return the row of a key of the panel."""
    return Row(phase, key, to, when, do)


class _Seat:
    """What the library moves in place of the owner, so that no name can collide."""

    def __init__(self, state: str) -> None:
        self.state = state


def _trigger_name(trigger: Trigger) -> str:
    return f"key_{trigger.value}" if isinstance(trigger, Key) else trigger.__name__


class _Table(NamedTuple):
    """What is made of the rows once, for all owners."""

    engine: Engine
    phases: dict[str, Enum]
    staying: dict[tuple[str, Trigger], list[Row]]
    moving: frozenset[tuple[str, Trigger]]


class Machine(Generic[Owner]):
    """One owner's phase, moved by the rows."""

    def __init__(self, owner: Owner, initial: Enum, rows: Sequence[Row]) -> None:
        self._seat = _Seat(initial.name)
        self._table = _table(type(initial), tuple(rows))
        self._owner = owner

    @property
    def phase(self) -> Enum:
        """The phase the owner is in."""
        return self._table.phases[self._seat.state]

    def fire(self, event: Event) -> None:
        """Run the first row that agrees. Raises Rejected when there is none."""
        trigger: Trigger = event.key if isinstance(event, KeyPressed) else type(event)
        key = self._seat.state, trigger
        table, owner = self._table, self._owner
        staying = table.staying.get(key)
        if staying is not None:
            agreed = _act(staying, owner, event)
        else:
            agreed = key in table.moving and table.engine.events[_trigger_name(trigger)].trigger(
                self._seat, owner, event
            )
        if not agreed:
            raise Rejected(self.phase, event)

    def place(self, phase: Enum) -> None:
        """Put the owner into `phase` without any row, when a state is restored."""
        self._table.engine.set_state(phase.name, self._seat)


@cache
def _table(phases: type[Enum], rows: tuple[Row, ...]) -> _Table:
    names = {phase.name: phase for phase in phases}
    engine = Engine(
        model=None,
        states=list(names),
        initial=None,
        transitions=list(map(_as_transition, rows)),
        auto_transitions=False,
        send_event=True,
    )
    staying = _staying(rows)
    moving = {(r.phase.name, r.trigger) for r in rows} - staying.keys()
    return _Table(engine, names, staying, frozenset(moving))


def _staying(rows: Sequence[Row]) -> dict[tuple[str, Trigger], list[Row]]:
    """Return the rows of each phase and trigger of which none leads anywhere else.

    They need no engine: nothing is left and nothing entered.
    """
    together: dict[tuple[str, Trigger], list[Row]] = {}
    for r in rows:
        together.setdefault((r.phase.name, r.trigger), []).append(r)
    return {key: found for key, found in together.items() if all(r.to is r.phase for r in found)}


def _act(rows: Sequence[Row], owner: object, event: Event) -> bool:
    """Run the first row that agrees; return whether one did."""
    for r in rows:
        if r.when is None or r.when(owner, event):
            if r.do is not None:
                r.do(owner, event)
            return True
    return False


def _as_transition(row: Row) -> dict[str, Any]:
    when, do = row.when, row.do
    return {
        "trigger": _trigger_name(row.trigger),
        "source": row.phase.name,
        "dest": None if row.to is row.phase else row.to.name,
        "conditions": [] if when is None else [lambda data: when(*data.args)],
        "before": [] if do is None else [lambda data: do(*data.args)],
    }


def flaws(initial: Enum, rows: Sequence[Row], final: Iterable[Enum] = ()) -> list[str]:
    """Return what is wrong with a table: hidden rows, unreachable phases, dead ends."""
    found, open_ended = [], set()
    for r in rows:
        if (r.phase, r.trigger) in open_ended:
            found.append(f"dead row: {r.phase.name} on {_trigger_name(r.trigger)}")
        if r.when is None:
            open_ended.add((r.phase, r.trigger))
    reached = _reachable(initial, rows)
    found += [f"unreachable: {p.name}" for p in type(initial) if p not in reached]
    leaving = {r.phase for r in rows if r.to is not r.phase}
    found += [f"dead end: {p.name}" for p in type(initial) if p not in leaving | set(final)]
    return found


def _reachable(initial: Enum, rows: Sequence[Row]) -> set[Enum]:
    reached = {initial}
    for _ in type(initial):
        reached |= {r.to for r in rows if r.phase in reached}
    return reached


def diagram(initial: Enum, rows: Sequence[Row]) -> str:
    """Return the table as a mermaid state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {initial.name}"]
    for r in rows:
        guard = f" [{guard_named(r.when)}]" if r.when else ""
        lines.append(f"    {r.phase.name} --> {r.to.name}: {_trigger_name(r.trigger)}{guard}")
    return "\n".join(lines) + "\n"


def guard_named(function: Callable[..., object]) -> str:
    """Return what a guard is called, as a diagram says it."""
    return function.__name__.strip("_").replace("_", " ")
