"""The diagrams of the page are the rows of the table, and of the game where it has any."""

from collections.abc import Iterable

from firmware.core.game.game import Game
from firmware.core.games.baccarat import DUE_CARDS
from firmware.core.games.baccarat import TRANSITIONS as DEALING
from firmware.core.state_machine import Row, trigger_name
from firmware.core.table.rows import RUNNING_ROWS, STOPPED_ROWS
from firmware.core.vocabulary.events import CardRead, CutCardSeen, NoMoreBetsSeen, ResultSeen
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.shell.config.defaults import default_table
from sim.web.felt.diagram import FAULT_NODE, PHASE_POSITIONS, DiagramEdge, diagram
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack, open_game


def game_of(name: str) -> Game:
    return open_game(name, dict(default_table(name).game_options))


Arrow = tuple[str, str, str, bool]


def led(edges: Iterable[DiagramEdge]) -> list[Arrow]:
    return [(edge.source, edge.to, edge.on, bool(edge.when)) for edge in edges]


def rowed(rows: Iterable[Row]) -> list[Arrow]:
    return [
        (row.phase.name.lower(), row.to.name.lower(), on(row), row.when is not None) for row in rows
    ]


def on(row: Row) -> str:
    return row.trigger.value if isinstance(row.trigger, Key) else trigger_name(row.trigger)


def rows_of_game(rows: Iterable[Row], game: Game) -> list[Row]:
    """Return the rows whose event can come at a game."""
    excluded: set[object] = set()
    excluded |= set() if game.decks else {CardRead, CutCardSeen}
    excluded |= set() if game.INSTRUMENT else {NoMoreBetsSeen, ResultSeen}
    return [row for row in rows if row.trigger not in excluded]


def going_and_stopped(game: Game) -> tuple[list[DiagramEdge], list[DiagramEdge]]:
    edges = diagram(game).table.edges
    apart = [edge for edge in edges if FAULT_NODE in (edge.source, edge.to)]
    return [edge for edge in edges if edge not in apart], apart


@each("name", games_in_pack())
def test_every_row_is_drawn_in_order(name: str) -> None:
    game = game_of(name)
    going, _ = going_and_stopped(game)
    assert led(going) == rowed(rows_of_game(RUNNING_ROWS, game))


@each("name", games_in_pack())
def test_fault_covers_every_phase(name: str) -> None:
    _, stopped = going_and_stopped(game_of(name))
    edges = [edge for edge in stopped if edge.on in ("Stopped", "Mended")]
    assert {(edge.source, edge.to, edge.on) for edge in edges} == {
        *((phase.name.lower(), FAULT_NODE, "Stopped") for phase in Phase),
        *((FAULT_NODE, phase.name.lower(), "Mended") for phase in Phase),
    }


@each("name", games_in_pack())
def test_stopped_deal_is_drawn_once(name: str) -> None:
    game = game_of(name)
    _, stopped = going_and_stopped(game)
    edges = [edge for edge in stopped if edge.on not in ("Stopped", "Mended")]
    assert sorted(edges, key=str) == sorted(set(edges), key=str)
    expected = {
        (
            FAULT_NODE,
            FAULT_NODE if row.to is row.phase else row.to.name.lower(),
            on(row),
            row.when is not None,
        )
        for row in rows_of_game(STOPPED_ROWS, game)
    }
    assert set(led(edges)) == expected


@each("name", games_in_pack())
def test_every_arrow_joins_two_phases(name: str) -> None:
    drawn = diagram(game_of(name))
    for graph in filter(None, (drawn.table, drawn.course)):
        places = {node.name: (node.x, node.y) for node in graph.nodes}
        assert len(set(places.values())) == len(graph.nodes)
        assert all(0 < x < graph.width and 0 < y < graph.height for x, y in places.values())
        assert {end for edge in graph.edges for end in (edge.source, edge.to)} <= places.keys()


def test_every_phase_has_its_place() -> None:
    assert PHASE_POSITIONS.keys() == set(Phase)


def test_guard_has_its_program_name() -> None:
    edges = diagram(game_of("baccarat")).table.edges
    assert DiagramEdge("closed", "shoe_change", "confirm", key=True, when="shuffle due") in edges
    assert DiagramEdge("closed", "open", "confirm", key=True, when="") in edges


def test_baccarat_course_is_complete() -> None:
    course = diagram(game_of("baccarat")).course
    assert course is not None
    assert led(course.edges) == rowed(DEALING)
    wanted = {phase.name.lower(): (due.drawn.value, due.nth) for phase, due in DUE_CARDS.items()}
    assert {node.name: node.due for node in course.nodes} == {**wanted, "finished": None}


@each("name", [name for name in games_in_pack() if name != "baccarat"])
def test_other_games_have_no_course(name: str) -> None:
    assert diagram(game_of(name)).course is None
