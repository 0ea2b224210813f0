"""A restart takes the last checkpoint and just the events since: none is lost, none is doubled."""

from firmware.core.table.table import Table
from firmware.core.vocabulary.events import Event, PresenceSeen
from firmware.core.vocabulary.places import Place
from hal.ports import Millis
from tests.kits.offenders import each
from tests.kits.shell.loop_kit import CLOSE, CONFIRM, UNDO, Disks, bet, cards, do

OPENED: list[list[Event]] = [
    [CONFIRM],
    bet(1, "banker", 2500),
    [CLOSE],
    cards("4S KD 2H 7C"),
    bet(1, "banker", 0),
    [CONFIRM],
]
NOTHING = PresenceSeen(Place(7, "tie"), covered=False)
NEWS: list[Event] = [
    *bet(2, "player", 1000),
    *bet(4, "tie", 1000),
    CLOSE,
    *cards("9S 2D"),
]
"""The first of them keeps the round's opening, which no undo leads before any more."""


def stands(a_table: Table) -> tuple[object, ...]:
    return (
        a_table.state.round.number,
        a_table.state.felt.stacks,
        a_table.state.round.bets.locked_bets,
        a_table.state.shoe.memory.gone,
    )


@each("together", range(1, len(NEWS) + 1))
def test_events_of_a_round_start_survive(together: int) -> None:
    disks = Disks()
    loop = disks.loop()
    for batch in (*OPENED, NEWS[:together], bet(7, "tie", 500)):
        loop.handle_and_follow(batch, Millis(0))
    assert stands(disks.loop().table) == stands(loop.table)


UNDONE: list[Event] = [
    *(event for batch in OPENED for event in batch),
    UNDO,
    CONFIRM,
    *bet(2, "player", 1000),
    CLOSE,
    UNDO,
    CLOSE,
    *cards("9S 2D"),
]
"""The first key that is taken back had opened a round."""


@each("so_far", range(1, len(UNDONE) + 1))
def test_second_start_finds_the_same_table(so_far: int) -> None:
    disks = Disks()
    loop = disks.loop()
    do(loop, *UNDONE[:so_far])
    stood = stands(loop.table)
    for _ in range(3):
        again = disks.loop()
        assert stands(again.table) == stood
        do(again, NOTHING)
