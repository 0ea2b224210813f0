"""Events that a bus reports together are journaled together, and none is lost at a restart."""

import pytest
from loop_kit import CLOSE, CONFIRM, Kept, bet, cards

from firmware.core.events import Event
from firmware.core.table import Table
from hal.ports import Millis

OPENED: list[list[Event]] = [
    [CONFIRM],
    bet(1, "banker", 2500),
    [CLOSE],
    cards("4S KD 2H 7C"),
    bet(1, "banker", 0),
    [CONFIRM],
]
NEWS: list[Event] = [
    *bet(2, "player", 1000),
    *bet(4, "tie", 1000),
    CLOSE,
    *cards("9S 2D"),
]
"""The first of them keeps the round's opening, which no undo leads before any more."""


def stands(a_table: Table) -> tuple[object, ...]:
    return (a_table.round, a_table.felt.stacks, a_table.bets.locked, a_table.shoe.gone())


@pytest.mark.parametrize("together", range(1, len(NEWS) + 1))
def test_what_was_reported_together_with_the_first_news_of_a_round_is_kept(together: int) -> None:
    kept = Kept()
    loop = kept.loop()
    for batch in (*OPENED, NEWS[:together], bet(7, "tie", 500)):
        loop.take(batch, Millis(0))
    assert stands(kept.loop().table) == stands(loop.table)
