"""The bank of slot machines of `make floor`: that of the example, with a floor."""

from pathlib import Path
from typing import Final

import tomlkit

from tools.floor.enrolled import enrol, floor_section

BANK: Final = "machines"
EXAMPLE: Final = Path(__file__).parents[2] / "examples" / "slots" / "bank.toml"


def set_up_bank(folder: Path, server: str) -> Path:
    """Write the bank's file, and return it."""
    document, file = tomlkit.parse(EXAMPLE.read_text(encoding="utf-8")), folder / f"{BANK}.toml"
    document["floor"] = floor_section(folder, BANK, [server])
    enrol(folder, BANK, "bank")
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return file
