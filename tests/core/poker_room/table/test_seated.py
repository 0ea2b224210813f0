"""Which table a game has, and what a table loads."""

import subprocess
import sys

from firmware.cli.serving.assembly import configured_table
from firmware.core.poker_room.table.table import PokerRoomTable
from firmware.core.table.table import Table
from firmware.shell.config.defaults import default_table

SERVES = """
import sys
import firmware.cli.serving.real_time
from firmware.cli.serving.assembly import configured_table
from firmware.core.display.panel import table_panel
from firmware.shell.config.defaults import default_table
table_panel(configured_table(default_table("baccarat"), simulated=True))
print(*(name for name in sys.modules if name.startswith("firmware.core.poker_room.engine.engine")))
"""


def test_among_players_the_table_is_the_poker_room_s() -> None:
    assert type(configured_table(default_table("poker-room"), simulated=True)) is PokerRoomTable
    assert type(configured_table(default_table("red-dog"), simulated=True)) is Table


def test_a_table_of_the_house_does_not_load_the_engine_of_poker() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVES], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
