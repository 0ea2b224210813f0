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

from transitions import Machine as Engine

from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key

ALWAYS = "always"
Trigger = type[Event] | Key | str


class Owner(Protocol):
    """The owner of a phase."""

    phase: Any


class Row(NamedTuple):
    """In `phase`, on `trigger`, if `when` holds: `do`, then go to `to`."""

    phase: Enum
    trigger: Trigger
    to: Enum
    when: Callable[..., bool] | None
    do: Callable[..., None] | None


Some = TypeVar("Some")
SomeEvent = TypeVar("SomeEvent", bound=Event)


def row(
    phase: Enum,
    trigger: type[SomeEvent],
    to: Enum,
    *,
    when: Callable[[Some], bool] | Callable[[Some, SomeEvent], bool] | None = None,
    do: Callable[[Some], None] | Callable[[Some, SomeEvent], None] | None = None,
) -> Row:
    """Return the row of an event class; the checker holds guard and action to that class."""
    return Row(phase, trigger, to, when, do)


def on_key(
    phase: Enum,
    key: Key,
    to: Enum,
    *,
    when: Callable[[Some], bool] | Callable[[Some, KeyPressed], bool] | None = None,
    do: Callable[[Some], None] | Callable[[Some, KeyPressed], None] | None = None,
) -> Row:
    """Return the row of a key of the panel."""
    return Row(phase, key, to, when, do)


def always(
    phase: Enum, to: Enum, *, when: Callable[[Some], bool], do: Callable[[Some], None]
) -> Row:
    """Return a row that is run by itself while its guard holds; the action must end that."""
    return Row(phase, ALWAYS, to, when, do)


class _Seat:
    """The library moves this in place of an owner, by names."""

    def __init__(self, state: str) -> None:
        self.state = state


class _Way(NamedTuple):
    """A row made ready."""

    when: Callable[..., bool] | None
    asks_event: bool
    """Whether the guard wants the event too."""
    do: Callable[..., None] | None
    acts_on_event: bool
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
        moves = {(r.phase.name, r.to.name) for r in rows if r.to is not r.phase}
        engine = Engine(
            model=None,
            states=[phase.name for phase in type(rows[0].phase)],
            initial=None,
            transitions=[[to, phase, to] for phase, to in sorted(moves)],
            auto_transitions=False,
        )
        self._ways: dict[tuple[Enum, Trigger], list[_Way]] = {}
        for r in rows:
            self._ways.setdefault((r.phase, r.trigger), []).append(_way(r, engine))

    def fire(self, owner: Owner, event: Event) -> bool:
        """Run the first row whose guard holds; return whether there was one,
        else nothing changed.
        """
        trigger = event.key if isinstance(event, KeyPressed) else type(event)
        return self._run(owner, trigger, event)

    def follow(self, owner: Owner) -> bool:
        """Run the first row that is always there and agrees; return whether one did."""
        return self._run(owner, ALWAYS, None)

    def _run(self, owner: Owner, trigger: Trigger, event: Event | None) -> bool:
        phase = owner.phase
        for way in self._ways.get((phase, trigger), ()):
            when, asks_event, do, acts_on_event, to = way
            if when is None or (when(owner, event) if asks_event else when(owner)):
                if do is not None:
                    do(owner, event) if acts_on_event else do(owner)
                if to is not phase:
                    owner.phase = to
                return True
        return False


def trigger_name(trigger: Trigger) -> str:
    """Return how a trigger is called in a diagram."""
    if isinstance(trigger, Key):
        return f"key_{trigger.value}"
    return trigger if isinstance(trigger, str) else trigger.__name__


def _way(row: Row, engine: Engine) -> _Way:
    to = row.to if row.to is row.phase else _moved(row, engine)
    return _Way(row.when, _wants_event(row.when), row.do, _wants_event(row.do), to)


def _moved(row: Row, engine: Engine) -> Enum:
    """Return the phase to which the library moves from the row's."""
    seat = _Seat(row.phase.name)
    engine.events[row.to.name].trigger(seat)
    return type(row.phase)[seat.state]


def _wants_event(function: Callable[..., object] | None) -> bool:
    return function is not None and len(signature(function).parameters) > 1


def flaws(initial: Enum, rows: Sequence[Row], final: Iterable[Enum] = ()) -> list[str]:
    """Return the mistakes of a table of rows: hidden rows, unreachable phases, dead ends."""
    found, open_ended = [], set()
    for r in rows:
        if (r.phase, r.trigger) in open_ended:
            found.append(f"dead row: {r.phase.name} on {trigger_name(r.trigger)}")
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
        lines.append(f"    {r.phase.name} --> {r.to.name}: {trigger_name(r.trigger)}{guard}")
    return "\n".join(lines) + "\n"


def guard_named(function: Callable[..., object]) -> str:
    """Return a guard's name for a diagram."""
    return function.__name__.strip("_").replace("_", " ")
