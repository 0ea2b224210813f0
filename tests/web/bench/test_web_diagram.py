"""The diagrams of the page are the rows of the table, and of the game where it has any."""

from firmware.core.game.game import Game
from firmware.core.games.baccarat import DUE
from firmware.core.games.baccarat import ROWS as DEALING
from firmware.core.state_machine import Row
from firmware.core.table.rows import ROWS
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.phase import Phase
from firmware.shell.config.config import default_table
from firmware.shell.rules.rules import games, open_game
from firmware.web.felt.diagram import WHERE, Edge, Graph, diagram
from tests.kits.offenders import each


def game_of(name: str) -> Game:
    return open_game(name, dict(default_table(name).game_options))


def led(graph: Graph) -> list[tuple[str, str, str, bool]]:
    return [(edge.source, edge.to, edge.on, bool(edge.when)) for edge in graph.edges]


def rowed(rows: tuple[Row, ...]) -> list[tuple[str, str, str, bool]]:
    names = [(row, row.trigger) for row in rows]
    return [
        (
            row.phase.name.lower(),
            row.to.name.lower(),
            on.value if isinstance(on, Key) else on.__name__,
            row.when is not None,
        )
        for row, on in names
    ]


@each("name", games())
def test_every_row_that_can_come_at_a_game_is_drawn_in_its_order_and_no_other(name: str) -> None:
    game = game_of(name)
    unheard = set[str]()
    unheard |= set() if game.decks else {"CardRead", "CutCardSeen"}
    unheard |= set() if game.INSTRUMENT else {"NoMoreBetsSeen", "ResultSeen"}
    unheard |= set() if game.THROWN else {"Idle"}
    expected = [row for row in rowed(ROWS) if row[2] not in unheard]
    assert led(diagram(game).table) == expected


@each("name", games())
def test_every_arrow_joins_phases_that_are_drawn_apart_within_the_drawing(name: str) -> None:
    drawn = diagram(game_of(name))
    for graph in filter(None, (drawn.table, drawn.course)):
        places = {node.name: (node.x, node.y) for node in graph.nodes}
        assert len(set(places.values())) == len(graph.nodes)
        assert all(0 < x < graph.width and 0 < y < graph.height for x, y in places.values())
        assert {end for edge in graph.edges for end in (edge.source, edge.to)} <= places.keys()


def test_every_phase_of_a_table_has_its_place() -> None:
    assert WHERE.keys() == set(Phase)


def test_a_guard_is_told_by_its_name_in_the_program() -> None:
    edges = diagram(game_of("baccarat")).table.edges
    assert Edge("closed", "shoe_change", "confirm", key=True, when="shuffle due") in edges
    assert Edge("closed", "open", "confirm", key=True, when="") in edges


def test_the_course_of_baccara_is_that_of_its_rows_with_the_card_that_each_phase_wants() -> None:
    course = diagram(game_of("baccarat")).course
    assert course is not None
    assert led(course) == rowed(DEALING)
    wanted = {phase.name.lower(): (due.drawn.value, due.nth) for phase, due in DUE.items()}
    assert {node.name: node.due for node in course.nodes} == {**wanted, "finished": None}


@each("name", [name for name in games() if name != "baccarat"])
def test_a_game_that_is_told_as_it_goes_has_no_phases_to_draw(name: str) -> None:
    assert diagram(game_of(name)).course is None
