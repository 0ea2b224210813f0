"""The state diagrams of a table: of its own machine, and of a game with phases in rows."""

from collections.abc import Container, Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Final

import msgspec

from firmware.core.game.game import DueCard, Game
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.table import rows as poker_rows
from firmware.core.state_machine import Row, guard_name, trigger_name
from firmware.core.table import rows
from firmware.core.vocabulary.events import CardRead, CutCardSeen, Event, NoMoreBetsSeen, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase

CARD_EVENTS: Final[tuple[type[Event], ...]] = (CardRead, CutCardSeen)
INSTRUMENT_EVENTS: Final[tuple[type[Event], ...]] = (NoMoreBetsSeen, ResultSeen)
FAULT_NODE: Final = "fault"
"""The box of a stopped deal: a fault is independent of the phase."""


class DiagramNode(msgspec.Struct, frozen=True):
    """A phase and its middle; `due` is the hand and the card that it waits for."""

    name: str
    x: int
    y: int
    due: tuple[str, int] | None = None


class DiagramEdge(msgspec.Struct, frozen=True):
    """A row: on a key, or an event of a class, if `when` holds."""

    source: str
    to: str
    on: str
    key: bool
    """Whether `on` is a key of the panel; else it is an event's class."""
    when: str
    """The name of the guard in the program; empty without a guard."""


class DiagramGraph(msgspec.Struct, frozen=True):
    """Phases as boxes in a drawing of `width` times `height`, and their transitions."""

    width: int
    height: int
    box: int
    """The width of a box."""
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]


class Diagram(msgspec.Struct, frozen=True):
    """The table's machine, and the course of a round if the game has one in rows."""

    table: DiagramGraph
    course: DiagramGraph | None


PHASE_POSITIONS: Final[Mapping[Phase, tuple[int, int]]] = {
    Phase.CLOSED: (90, 44),
    Phase.OPEN: (340, 44),
    Phase.ROUND: (590, 44),
    Phase.SHOE_CHANGE: (215, 206),
}
"""No two phases on a line with a third, nor with the box of a fault."""
FAULT_POSITION: Final = (465, 206)
DIAGRAM_SIZE: Final = (680, 250, 124)
COURSE_STEP, COURSE_BOX_WIDTH, COURSE_Y, COURSE_HEIGHT = 112, 92, 88, 116
"""The distance between phases of a course, their width, and their position."""


def diagram(game: Game) -> Diagram:
    """Return the diagrams of a table at which `game` is played."""
    return Diagram(_table_graph(game), _course_graph(game))


def _table_graph(game: Game) -> DiagramGraph:
    absent_events = frozenset(_absent_events(game))
    table = poker_rows if isinstance(game, PokerRoom) else rows
    phases = {row.phase for row in table.RUNNING_ROWS}
    nodes = (
        DiagramNode(phase.name.lower(), *position)
        for phase, position in PHASE_POSITIONS.items()
        if phase in phases
    )
    shown_edges = _row_edges(
        shown_row for shown_row in table.RUNNING_ROWS if shown_row.trigger not in absent_events
    )
    stopped_edges = _edges_of_stopped(
        (shown_row for shown_row in table.STOPPED_ROWS if shown_row.trigger not in absent_events),
        phases,
    )
    return DiagramGraph(
        *DIAGRAM_SIZE,
        (*nodes, DiagramNode(FAULT_NODE, *FAULT_POSITION)),
        (*shown_edges, *stopped_edges),
    )


def _edges_of_stopped(rows: Iterable[Row], phases: Container[Phase]) -> Iterator[DiagramEdge]:
    """Yield how a fault comes and goes in each phase, and each row of a stopped deal once."""
    for phase in (phase for phase in Phase if phase in phases):
        name = phase.name.lower()
        yield DiagramEdge(name, FAULT_NODE, "Stopped", key=False, when="")
        yield DiagramEdge(
            FAULT_NODE, name, "Mended", key=False, when=f"was {name.replace('_', ' ')}"
        )
    # A row of several phases is the same from the fault's box, and is drawn once.
    yield from dict.fromkeys(map(_over_phases, _row_edges(rows)))


def _over_phases(edge: DiagramEdge) -> DiagramEdge:
    """Return a row of a stopped deal as one from the fault's box: its phase stays beneath."""
    target = FAULT_NODE if edge.to == edge.source else edge.to
    return msgspec.structs.replace(edge, source=FAULT_NODE, to=target)


def _absent_events(game: Game) -> Iterator[type[Event]]:
    """Yield the events that never come at this game's tables."""
    if not game.decks:
        yield from CARD_EVENTS
    if game.INSTRUMENT is None:
        yield from INSTRUMENT_EVENTS


def _course_graph(game: Game) -> DiagramGraph | None:
    module = import_module(type(game).__module__)
    rows = getattr(module, "TRANSITIONS", None)
    if not isinstance(rows, tuple):
        return None
    due_cards: Mapping[Enum, DueCard] = module.DUE_CARDS
    phases: type[Enum] = type(rows[0].phase)
    nodes = tuple(
        _course_node(index, phase, due_cards.get(phase)) for index, phase in enumerate(phases)
    )
    return DiagramGraph(
        COURSE_STEP * len(nodes), COURSE_HEIGHT, COURSE_BOX_WIDTH, nodes, _row_edges(rows)
    )


def _course_node(index: int, phase: Enum, due_card: DueCard | None) -> DiagramNode:
    drawn = due_card and due_card.drawn
    due = (drawn.value, due_card.nth) if due_card and drawn else None
    return DiagramNode(phase.name.lower(), COURSE_STEP * index + COURSE_STEP // 2, COURSE_Y, due)


def _row_edges(rows: Iterable[Row]) -> tuple[DiagramEdge, ...]:
    return tuple(
        DiagramEdge(
            row.phase.name.lower(),
            row.to.name.lower(),
            row.trigger.value if isinstance(row.trigger, Key) else trigger_name(row.trigger),
            isinstance(row.trigger, Key),
            guard_name(row.when) if row.when else "",
        )
        for row in rows
    )
