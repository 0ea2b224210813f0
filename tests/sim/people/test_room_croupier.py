"""People at a poker table: they play on through refusals and alarms, and after a power cut."""

import pytest

from firmware.core.poker_room.engine.betting_line import BET_LINE
from firmware.core.poker_room.engine.game import PokerRoom
from firmware.core.poker_room.engine.rulings import AlarmRaised, PlayerDecided
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import FaultShown, Refused
from firmware.shell.config.config import load_config
from firmware.shell.config.defaults import default_table
from tests.kits.paths import EXAMPLES
from tests.kits.sim.played_table import PlayedTable

FIXED = {"limit": "fixed", "bets": [200, 400]}
STUD = {"poker": "stud", "bring_in": 100, **FIXED}
AT_ONCE = 1000.0


def played(table: PlayedTable, rounds: int) -> PlayedTable:
    """Have people play until so many games are over, or far too many steps were needed."""
    for _ in range(200 * rounds):
        if table.look().round > rounds:
            return table
        table.croupier.step()
    raise AssertionError(f"no end: {table.look().ask}, {table.look().dealer}")


def chips(table: PlayedTable) -> int:
    game = table.core.state.game
    assert isinstance(game, PokerRoom)
    return sum(seat.cents for seat in game.poker_state.seats.values())


@pytest.mark.parametrize("options", [{}, {"poker": "omaha-hi-lo", "limit": "pot"}, FIXED, STUD])
def test_play_agrees_with_the_journal(options: dict[str, object]) -> None:
    config = default_table("poker-room", **options)
    table = played(PlayedTable(config=config, speed=AT_ONCE, seed=3), 3)
    assert table.core.state.meters.rounds == 3
    assert not any(isinstance(said, AlarmRaised | FaultShown) for said in table.rulings)


def test_mistakes_refused_or_corrected() -> None:
    table = PlayedTable(game="poker-room", speed=AT_ONCE, seed=4, mishaps=0.06)
    played(table, 8)
    assert any(isinstance(said, Refused) for said in table.rulings)
    assert any(isinstance(said, AlarmRaised) for said in table.rulings)
    assert not any(isinstance(said, FaultShown) for said in table.rulings)


def test_restarted_game_continues() -> None:
    before = PlayedTable(game="poker-room", speed=AT_ONCE, seed=5)
    while not ((room := before.look().room) and room.board):
        before.croupier.step()
    room = before.look().room
    after = PlayedTable(before.files, game="poker-room", speed=AT_ONCE, seed=6)
    assert after.look().room == room
    assert chips(after) == chips(before)
    played(after, before.look().round)


def test_pushed_chips_are_counted() -> None:
    table = PlayedTable(config=load_config(EXAMPLES / "poker.toml"), speed=AT_ONCE, seed=7)
    played(table, 2)
    assert any(isinstance(said, PlayerDecided) and said.do == "call" for said in table.rulings)
    assert not any(isinstance(said, FaultShown | Refused) for said in table.rulings)


def test_chip_at_an_empty_seat_is_taken_away() -> None:
    table = PlayedTable(config=load_config(EXAMPLES / "poker.toml"), speed=AT_ONCE, seed=7)
    while not ((room := table.look().room) and room.turn):
        table.croupier.step()
    empty = next(spot for spot in range(1, 11) if spot not in room.seats)
    table.croupier.person.player_chips.lay(Place(empty, BET_LINE), Cents(100))
    played(table, 1)
    assert not any(isinstance(said, Refused) for said in table.rulings)
