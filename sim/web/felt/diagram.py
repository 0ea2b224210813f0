"""The state diagrams of a table: of its own machine, and of a game with phases in rows."""

from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Final

import msgspec

from firmware.core.game.game import Due, Game
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.table import rows as room_rows
from firmware.core.state_machine import Row, guard_named, trigger_name
from firmware.core.table import rows
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, NoMoreBetsSeen, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase

OF_CARDS: Final[tuple[type[Event], ...]] = (CardRead, CutCardSeen)
OF_INSTRUMENTS: Final[tuple[type[Event], ...]] = (NoMoreBetsSeen, ResultSeen)
FAULT: Final = "fault"
"""A box for a stopped deal, which is not a phase but independent of it."""


class Node(msgspec.Struct, frozen=True):
    """A phase and its middle; `due` is the hand and the card that it waits for."""

    name: str
    x: int
    y: int
    due: tuple[str, int] | None = None


class Edge(msgspec.Struct, frozen=True):
    """A row: on a key, or an event of a class, if `when` holds."""

    source: str
    to: str
    on: str
    key: bool
    """Whether `on` is a key of the panel; else it is an event's class."""
    when: str
    """The name of the guard in the program; empty without a guard."""


class Graph(msgspec.Struct, frozen=True):
    """Phases as boxes in a drawing of `width` times `height`, and their transitions."""

    width: int
    height: int
    box: int
    """The width of a box."""
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Diagram(msgspec.Struct, frozen=True):
    """The table's machine, and the course of a round if the game has one in rows."""

    table: Graph
    course: Graph | None


WHERE: Final[Mapping[Phase, tuple[int, int]]] = {
    Phase.CLOSED: (90, 44),
    Phase.OPEN: (340, 44),
    Phase.ROUND: (590, 44),
    Phase.SHOE_CHANGE: (215, 206),
}
"""No two phases on a line with a third, nor with the box of a fault."""
FAULT_AT: Final = (465, 206)
SIZE: Final = (680, 250, 124)
STEP, STAGE, COURSE_Y, COURSE_HEIGHT = 112, 92, 88, 116
"""The distance between phases of a course, their width, and their position."""


def diagram(game: Game) -> Diagram:
    """Return the diagrams of a table at which `game` is played."""
    return Diagram(_of_table(game), _of_course(game))


def _of_table(game: Game) -> Graph:
    unheard = frozenset(_unheard(game))
    table = room_rows if isinstance(game, PokerRoom) else rows
    phases = {row.phase for row in table.GOING}
    nodes = (Node(phase.name.lower(), *at) for phase, at in WHERE.items() if phase in phases)
    heard = _edges(r for r in table.GOING if r.trigger not in unheard)
    over = _edges_of_stopped((r for r in table.STOPPED if r.trigger not in unheard), phases)
    return Graph(*SIZE, (*nodes, Node(FAULT, *FAULT_AT)), (*heard, *over))


def _edges_of_stopped(rows: Iterable[Row], phases: Container[Phase]) -> Iterator[Edge]:
    """Yield how a fault comes and goes in each phase, and each row of a stopped deal once."""
    for phase in (phase for phase in Phase if phase in phases):
        name = phase.name.lower()
        yield Edge(name, FAULT, "Stopped", key=False, when="")
        yield Edge(FAULT, name, "Mended", key=False, when=f"was {name.replace('_', ' ')}")
    yield from dict.fromkeys(map(_over_phases, _edges(rows)))


def _over_phases(edge: Edge) -> Edge:
    """Return a row of a stopped deal as one from the fault's box: its phase stays beneath."""
    to = FAULT if edge.to == edge.source else edge.to
    return msgspec.structs.replace(edge, source=FAULT, to=to)


def _unheard(game: Game) -> Iterator[type[Event]]:
    """Yield the events that never come at this game's tables."""
    if not game.decks:
        yield from OF_CARDS
    if game.INSTRUMENT is None:
        yield from OF_INSTRUMENTS


def _of_course(game: Game) -> Graph | None:
    module = import_module(type(game).__module__)
    rows = getattr(module, "ROWS", None)
    if not isinstance(rows, tuple):
        return None
    dues: Mapping[Enum, Due] = module.DUE
    phases: type[Enum] = type(rows[0].phase)
    nodes = tuple(_in_course(at, phase, dues.get(phase)) for at, phase in enumerate(phases))
    return Graph(STEP * len(nodes), COURSE_HEIGHT, STAGE, nodes, _edges(rows))


def _in_course(at: int, phase: Enum, due: Due | None) -> Node:
    wanted = None if due is None or due.drawn is None else (due.drawn.value, due.nth)
    return Node(phase.name.lower(), STEP * at + STEP // 2, COURSE_Y, wanted)


def _edges(rows: Iterable[Row]) -> tuple[Edge, ...]:
    return tuple(
        Edge(
            r.phase.name.lower(),
            r.to.name.lower(),
            r.trigger.value if isinstance(r.trigger, Key) else trigger_name(r.trigger),
            isinstance(r.trigger, Key),
            guard_named(r.when) if r.when else "",
        )
        for r in rows
    )
