"""Whoever leaves a table leaves it closed, whatever was in play."""

from collections.abc import Callable

import pytest

from firmware.core.vocabulary.status import Status
from sim.people.table_closure import is_closed, step_to_close
from tests.kits.sim.played_table import PlayedTable, play

STEPS = 12


def with_bets(seen: Status) -> bool:
    return any(spot.bets for spot in seen.spots.values())


def in_round(seen: Status) -> bool:
    return seen.phase == "round"


def close(table: PlayedTable) -> None:
    for _ in range(STEPS):
        if is_closed(table.look()):
            break
        step_to_close(table.croupier.person)
    seen = table.look()
    assert (seen.phase, with_bets(seen)) == ("closed", False)


@pytest.mark.parametrize(
    ("game", "left"),
    [
        ("baccarat", with_bets),
        ("baccarat", in_round),
        ("blackjack", in_round),
        ("craps", with_bets),
    ],
)
def test_bets_returned_and_table_closed(game: str, left: Callable[[Status], bool]) -> None:
    table = PlayedTable(game=game, speed=1000.0, seed=3)
    play(table, left, 3)
    close(table)
    assert not table.croupier.person.player_chips.amounts_on_felt()


def test_returning_people_close_the_round() -> None:
    before = PlayedTable(speed=1000.0, seed=3)
    play(before, in_round, 3)
    before.table.loop.end_service(before.clock.now())
    table = PlayedTable(before.files, speed=1000.0, seed=4)
    table.come_back()
    close(table)
