"""The kill campaign runs, and its eyes see what they are there to see."""

import os
from functools import cache

import pytest

from firmware.cli.assembly import seat_table
from firmware.core.events import Key, KeyPressed, Place, PresenceSeen, StackRead
from firmware.core.money import Cents
from firmware.core.panel import Panel
from firmware.core.show import panel
from firmware.shell.config import DEFAULT_TABLE, load
from tests.campaigns.kill import run
from tests.campaigns.lit import PARTS, Explained, Look, Renderer, State, explained
from tests.campaigns.truth import Round, next_hand

CONFIG = load(DEFAULT_TABLE)
EVENTS = (
    KeyPressed(Key.CONFIRM),
    PresenceSeen(Place(2, "banker"), covered=True),
    StackRead(Place(2, "banker"), Cents(2500)),
    KeyPressed(Key.NO_MORE_BETS),
)


@cache
def shown() -> list[State]:
    """Return what a table shows before and after each of EVENTS."""
    table, renderer = seat_table(CONFIG, simulated=True), Renderer(CONFIG)
    panels: list[Panel] = [panel(table)]
    for event in EVENTS:
        table.handle(event, 0)
        panels.append(panel(table))
    return [renderer.state(each) for each in panels]


def look(state: State) -> Look:
    return {part: next(iter(looks)) for part, looks in state.items()}


@pytest.mark.parametrize("last", range(len(EVENTS) + 1))
def test_a_state_of_the_journal_explains_what_is_lit(last: int) -> None:
    found = explained(look(shown()[last]), shown()[: last + 1])
    assert found == Explained(last, last, None)


def test_a_lit_state_that_the_journal_lacks_is_seen() -> None:
    assert explained(look(shown()[-1]), shown()[:-1]) is None


@pytest.mark.parametrize("part", ["lights", "dealer_display", "payout_display"])
def test_a_part_cut_short_stands_between_two_states(part: str) -> None:
    older, newer = look(shown()[-2]), look(shown()[-1])
    for written in range(len(older[part]) + 1):
        cut = {part: (*newer[part][:written], *older[part][written:])}
        before, behind = PARTS[: PARTS.index(part)], PARTS[PARTS.index(part) :]
        seen = {p: newer[p] for p in before} | {p: older[p] for p in behind} | cut
        assert explained(seen, shown()) is not None
        assert (explained(seen, [shown()[-1]]) is None) == (seen != newer)


def test_a_part_ahead_of_the_parts_before_it_is_seen() -> None:
    older, newer = shown()[-2], shown()[-1]
    ahead = look(older) | {"payout_display": look(newer)["payout_display"]}
    assert explained(ahead, [older, newer]) is None


def test_the_reckoning_deals_and_pays_by_itself() -> None:
    really = Round()
    really.locked = {(1, "banker"): 101500, (2, "tie"): 500, (3, "player"): 2500}
    for name in ("4S", "KD", "2H", "7C"):
        really.deal(name)
    assert next_hand(**{hand: really.cards[hand] for hand in ("player", "banker")}) is None
    assert [line[3:] for line in really.lines()] == [
        ("win", 101500, 101500, 5100),
        ("lose", 0, 0, 0),
        ("lose", 0, 0, 0),
    ]


@pytest.mark.skipif(
    "CROUPIER_KILLS" not in os.environ, reason="real time and a free machine: make kill"
)
def test_the_service_comes_back_from_kills(capsys: pytest.CaptureFixture[str]) -> None:
    status = run(kills=3, seed=1)
    assert status == 0, capsys.readouterr().out
