"""Writes what is the house's on the card of the emulated Pi: `python -m tools.pi.house DIR`.

The table is examples/baccarat.toml, at the bus of the USB adapter, with a shoe that takes
commands; the chips are those of the simulated people.
"""

import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sim.web.bench.table_dir import Seating, TableDir
from tools.release import TREE

EXAMPLE: Final = TREE / "examples" / "baccarat.toml"
CHANGES: Final = ((r"(?m)^bus = 1\b", "bus = 0"), (r"(?m)^commands = false\b", "commands = true"))


def main(directory: Path) -> None:
    """Write `table.toml` and `chips.csv`."""
    directory.mkdir(parents=True, exist_ok=True)
    text = EXAMPLE.read_text(encoding="utf-8")
    for pattern, replacement in CHANGES:
        text, count = re.subn(pattern, replacement, text)
        if count != 1:
            raise SystemExit(f"{EXAMPLE}: {pattern} is there {count} times")
    (directory / "table.toml").write_text(text, encoding="utf-8")
    with TemporaryDirectory() as folder:
        table = TableDir(Path(folder), Seating(config=EXAMPLE))
        (directory / "chips.csv").write_bytes((table.path / "chips.csv").read_bytes())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
