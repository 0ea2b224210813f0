"""Writes what is the house's on the card of the emulated Pi: `python -m tools.pi.house DIR`.

The table is examples/baccarat.toml, or another example, at the bus of the USB adapter, with a shoe
that takes commands if it can; chips and decks are those of the simulated people.
"""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sim.web.bench.table_dir import Seating, TableDir
from tools.make_deb import of_a_real_table
from tools.release import TREE

EXAMPLE: Final = TREE / "examples" / "baccarat.toml"
BUS, NO_COMMANDS = r"(?m)^bus = 1\b", r"(?m)^commands = false\b"


def write_house(directory: Path, example: Path = EXAMPLE) -> None:
    """Write `table.toml`, `chips.csv` and, for tagged cards, the folder `decks`."""
    directory.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        table = TableDir(Path(folder), Seating(config=example))
        shutil.copyfile(table.path / "chips.csv", directory / "chips.csv")
        if table.tags:
            shutil.copytree(table.path / "decks", directory / "decks", dirs_exist_ok=True)
    text, count = re.subn(BUS, "bus = 0", example.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"{example}: {BUS} is there {count} times")
    text = re.sub(NO_COMMANDS, "commands = true", text)
    (directory / "table.toml").write_text(of_a_real_table(text), encoding="utf-8")


if __name__ == "__main__":
    write_house(Path(sys.argv[1]))
