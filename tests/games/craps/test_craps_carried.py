"""Craps from roll to roll: what carries over, is voided or undone, and that no cent is lost."""

from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.core.games.craps.craps import Craps
from firmware.core.table.checkpoint import Checkpoint
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from tests.kits.examples import examples
from tests.kits.games.craps_table import COME_ODDS, POINT_6, THROWS_2, WORKING, Layout, dice, play
from tests.kits.games.scripts import UNDO, VOID, Step, bet, settled_fields, take
from tests.kits.offenders import each
from tests.kits.quebec import game_rules

RULES = game_rules("craps")


LAID = (*COME_ODDS, bet(1, "buy:9"), bet(2, "lay:5"), bet(1, "hard:4"), WORKING, dice(1, 1))


def test_void_returns_stakes_and_resets_to_come_out() -> None:
    table = play(*LAID)
    stood = dict(table.standing)
    before = len(table.settled)
    table.play([VOID])
    back = settled_fields(table, "on", "stake", "outcome", "returned")[before:]
    assert sorted(back) == sorted((name, cents, "push", cents) for name, cents in stood.items())
    assert (table.game.point_number, table.standing, table.game.working) == (None, {}, [])


def test_95_17_void_refunds_no_commission() -> None:
    table = play(bet(1, "buy:9"), dice(1, 1), bet(2, "lay:5"), VOID)
    assert settled_fields(table, "commission") == [(50,), (34,)]


@each("roll", [("3", "4"), ("4", "4")])
@each("before", [[], [dice(2, 4)]])
def test_void_moves_no_marker_or_dice(roll: tuple[str, str], before: list[Step]) -> None:
    table = play(*THROWS_2, *before, bet(2, "hop:1,1"))
    table._tell(ResultSeen(roll))
    table.play([VOID])
    assert (table.game.point_number, table.game.shooter.spot) == (None, 2)


def test_undo_of_keyed_roll_removes_its_point() -> None:
    table = play(*POINT_6, bet(1, "field"), {"keyed": [3, 4]})
    assert table.game.status_lines() == (Text("told.off"),)
    table.play([UNDO])
    assert table.game.point_number == 6
    assert table.standing == {"pass": 1000}


def test_power_cut_preserves_everything() -> None:
    table = play(*LAID)
    checkpoint = msgspec.json.decode(msgspec.json.encode(table.table.checkpoint()), type=Checkpoint)
    again = Table(Craps(RULES, {}), TableRules(sensed=False))
    again.resume_from(checkpoint)
    assert again.checkpoint() == table.table.checkpoint()
    assert again.state.game.memory == table.game.memory
    assert again.state.game.carried == table.game.carried


LINE_BETS = tuple(name for name in Craps.BETS if name.startswith(("pass", "come", "dont")))
NAMES = st.one_of(st.sampled_from(LINE_BETS), st.sampled_from(Craps.BETS))
STEPS = st.one_of(
    st.builds(lambda *roll: dice(*roll), st.integers(1, 6), st.integers(1, 6)),
    st.builds(
        lambda spot, name, cents, who: bet(spot, name, cents, **({"bettor": who} if who else {})),
        st.integers(1, 3),
        NAMES,
        st.integers(1, 5000),
        st.sampled_from([None, None, "B"]),
    ),
    st.builds(take, st.integers(1, 3), NAMES),
    st.just(WORKING),
)


class Till(Layout):
    """Counts the chips that are laid."""

    laid = 0

    def _bet(self, bet: dict[str, Any]) -> None:
        stack = Place(bet["spot"], bet["on"]), bet.get("bettor")
        before = self.table.state.felt.amount(stack)
        super()._bet(bet)
        self.laid += self.table.state.felt.amount(stack) - before


@settings(max_examples=examples(25, 250))
@given(st.lists(STEPS, max_size=60))
def test_no_cent_is_lost_in_an_evening(steps: list[Step]) -> None:
    table = Till({"game": "craps"})
    table.play([bet(1, "pass"), bet(2, "dont_pass"), dice(2, 4), bet(1, "come"), *steps])
    table.play([dice(1, 3)])
    settled = sum(line["stake"] for line in table.settled)
    assert table.laid == settled + sum(table.game.carried.values())
    for line in table.settled:
        assert line["returned"] <= line["stake"]
        assert line["outcome"] in ("win", "lose", "push")
    felt = {stack: cents for stack, cents in table.table.state.felt.stacks.items() if cents}
    assert felt == table.game.carried
