"""The far ends of a simulated table, game by game: their clock runs from the first of them on."""

from contextlib import closing

import pytest

from firmware.cli.serving.assembly import configured_table
from firmware.cli.serving.simulated_world import SimulatedWorld
from firmware.shell.config.defaults import default_table
from tests.kits.quebec import games_in_pack


@pytest.mark.parametrize("game", games_in_pack())
def test_time_passes_in_each_game(game: str) -> None:
    config = default_table(game)
    table = configured_table(config, simulated=True)
    with closing(SimulatedWorld(config, table, 1.0, external_shoe=False)) as world:
        before = world.board.clock.now()
        world.board.clock.wait_for(1)
        assert world.board.clock.now() > before
