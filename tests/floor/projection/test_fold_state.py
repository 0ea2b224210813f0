"""A fold goes on from its written state as if it had never stopped."""

from collections.abc import Sequence
from random import Random

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.floor.facts import Fact, LanePosition
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.state_rows import decode_state, encode_state
from firmware.floor.projection.table_fold import MAX_OPEN_FACTS, TableFold
from firmware.floor.projection.takings import SettledRound
from tests.kits.examples import examples
from tests.kits.floor.pit_kit import NOW, WholeFold, facts_of, folded
from tests.kits.floor_kit import entries, served
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

HOSTILE = (
    *({"BetSettled": {}}, {"undone": [1]}, {"BetsLocked": {"round": 1, "bets": [1]}}),
    *({"meters": {"bets": {"a": [5, 0, 0, 0, 5, 1, 0]}, "rounds": 1}, "round": 2}, {"x": None}),
    {"meters": {"bets": {"\0": [5, 0, 0, 0, 5, 1, 0]}, "rounds": 9}, "round": 3},
)


def apply(fold: TableFold, facts: Sequence[Fact]) -> None:
    for fact in facts:
        fold.apply_fact(fact.position, msgspec.json.encode(fact.body).decode(), NOW)


def resumed(fold: WholeFold) -> WholeFold:
    """Return a fold that knows of another only its encoded state and rounds."""
    rounds = msgspec.json.encode([*fold.takings.settled_rounds])
    decoded = msgspec.json.decode(rounds, type=list[SettledRound])
    return WholeFold("aa", find_edges, decode_state(encode_state(fold.state)), decoded)


def with_hostile(facts: Sequence[Fact], rng: Random) -> list[Fact]:
    """Return facts with some between them that no program writes, numbered again."""
    bodies = [fact.body for fact in facts]
    for body in HOSTILE:
        bodies.insert(rng.randrange(len(bodies)), body)
    places = (LanePosition(0, number) for number in range(len(bodies)))
    return [Fact(place, place, body) for place, body in zip(places, bodies, strict=True)]


@each("game", games_in_pack())
def test_resumed_fold_goes_on_alike(game: str) -> None:
    rng = Random(game)
    for seed in range(examples(1, 6)):
        facts = facts_of(entries(game, seed))
        for journal in (facts, with_hostile(facts, rng)):
            whole = folded(journal)
            stops = sorted(rng.sample(range(len(journal)), min(4, len(journal))))
            fold, advances, alarms = folded([]), [], dict[str, object]()
            for first, last in zip([0, *stops], [*stops, len(journal)], strict=True):
                apply(fold, journal[first:last])
                advances += fold.takings.take_advances()
                alarms |= {alarm.id: alarm for alarm in fold.take_final_alarms()}
                fold = resumed(fold)
            assert fold.state == whole.state
            assert fold.current_play == whole.current_play
            assert fold.takings.settled_rounds == whole.takings.settled_rounds
            assert advances == whole.takings.hour_advances
            alarms |= {alarm.id: alarm for alarm in fold.current_play.alarms}
            assert alarms == {alarm.id: alarm for alarm in whole.alarms}


FACTS = facts_of(served("baccarat", 3))


@settings(max_examples=examples(30, 300), deadline=None)
@given(st.integers(0, len(FACTS)))
def test_state_survives_its_encoding(count: int) -> None:
    fold = folded(FACTS[:count])
    again = resumed(fold)
    assert again.state == fold.state
    assert again.current_play == fold.current_play
    assert encode_state(again.state) == encode_state(fold.state)


def test_open_round_has_an_end() -> None:
    doors = [{"DoorMoved": {"door": "shoe", "open": bool(n % 2)}} for n in range(3_000)]
    fold = folded([])
    for number, body in enumerate(doors):
        apply(fold, [Fact(LanePosition(0, number), LanePosition(0, number), body)])
        assert sum(map(len, fold.state.open_rounds)) <= 2 * MAX_OPEN_FACTS
    assert len(encode_state(fold.state)) < 300_000
    assert len(fold.alarms) == 1_500
