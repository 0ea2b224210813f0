"""The people of a simulated table go home, whatever they wait for."""

from contextlib import closing
from types import SimpleNamespace

import pytest

from firmware.cli.serving.assembly import configured_table
from firmware.cli.serving.simulated_world import SimulatedWorld
from firmware.cli.serving.simulation import Simulation
from firmware.shell.config.defaults import default_table
from sim.wires.far_end_clock import FarEndClock
from tests.kits.sim.played_table import PlayedTable


@pytest.mark.parametrize("idle", [True, False])
def test_people_leave_on_stopped_clock(*, idle: bool) -> None:
    config, held_up = default_table("baccarat"), FarEndClock()
    held_up.end_rest()
    table, seen = configured_table(config, simulated=True), PlayedTable().look()
    world = SimulatedWorld(config, table, 1.0, external_shoe=False)
    simulation = Simulation(world, speed=1.0, seed=1, is_idle=idle)
    with closing(world):
        world._pseudo_terminals["held up"] = SimpleNamespace(own_time=held_up, close=lambda: None)
        simulation.start_people(lambda: seen, table, None)
        simulation.dismiss_people()
    assert simulation._people_thread is not None
    assert not simulation._people_thread.is_alive()
