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


def test_poker_among_players_has_the_room_s_table() -> None:
    assert type(configured_table(default_table("poker-room"), simulated=True)) is PokerRoomTable
    assert type(configured_table(default_table("red-dog"), simulated=True)) is Table


def test_house_table_loads_no_poker() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVES], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""
