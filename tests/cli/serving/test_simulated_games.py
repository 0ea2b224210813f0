"""The far ends of a simulated table, game by game: their clock runs from the first of them on."""

from contextlib import closing

import pytest

from firmware.cli.serving.assembly import configured_table
from firmware.cli.serving.simulated_world import SimulatedWorld
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.pack_files import home_pack, program_games


@pytest.mark.parametrize("game", program_games())
def test_time_passes_in_each_game(game: str) -> None:
    config = default_table(game, home_pack(game))
    table = configured_table(config, simulated=True)
    with closing(SimulatedWorld(config, table, 1.0, external_shoe=False)) as world:
        before = world.board.clock.now()
        world.board.clock.wait_for(1)
        assert world.board.clock.now() > before
