"""The files of a tournament on this machine: its hall's, and those of its tables."""

from pathlib import Path
from typing import Any, Final, NamedTuple

import tomlkit

from firmware.shell.config.defaults import default_document
from tools.floor.enrolled import enrol, floor_section

ROOM: Final = "room"
BLINDS: Final = (
    (25, 50),
    (50, 100),
    (75, 150),
    (100, 200),
    (200, 400),
    (400, 800),
    (800, 1600),
    (1600, 3200),
    (3200, 6400),
    (6400, 12800),
)
LEVEL_S: Final = 1200
BREAK_S: Final = 600
BREAK_AFTER: Final = 3
ENTRY_CENTS: Final = 5000
MANAGERS: Final = 12
"""As many as the tables of four hundred players need (004 11)."""


def name_of(number: int) -> str:
    """Return a table's name on the floor."""
    return f"table-{number}"


class Size(NamedTuple):
    """How large a tournament is: players, places a table, and chips a player."""

    players: int
    seats: int
    chips: int

    @property
    def tables(self) -> range:
        """The numbers of the tables."""
        return range(1, -(-self.players // self.seats) + 1)

    @property
    def prizes(self) -> list[int]:
        """As many prizes as a table has places: the last two tables play hand for hand. The first
        is half at most (004 9).
        """
        each = max(100 // (self.seats + 1), 50 // (self.seats - 1))
        return [100 - each * (self.seats - 1), *[each] * (self.seats - 1)]


def hall_file(file: Path, speed: float, server: str | None, size: Size) -> None:
    """Write the file of a hall whose levels last twenty minutes, at a speed."""
    levels = [{"seconds": _at(LEVEL_S, speed), "blinds": blinds} for blinds in BLINDS]
    levels.insert(BREAK_AFTER, {"seconds": _at(BREAK_S, speed), "break": True})
    options: dict[str, Any] = {
        "entry_cents": ENTRY_CENTS,
        "chips": size.chips,
        "seats": size.seats,
        "prizes": size.prizes,
        "managers": MANAGERS,
        "levels": levels,
        "rebuy": {"cents": ENTRY_CENTS, "chips": size.chips, "until_level": 2},
    }
    document: dict[str, Any] = {
        "tournament": "lions",
        "game": "holdem-tournament",
        "options": options,
    }
    document["tables"] = {name_of(number): number for number in size.tables}
    if server is not None:
        document["floor"] = floor_section(file.parent, ROOM, [server])
        enrol(file.parent, ROOM, "tournament")
        for number in size.tables:
            enrol(file.parent, name_of(number))
    file.write_text(tomlkit.dumps(document), encoding="utf-8")


def table_file(folder: Path, number: int, server: str) -> Path:
    """Write the file of a simulated table in service; return where it is."""
    name = name_of(number)
    document = default_document("holdem-tournament")
    document["table"]["name"] = name
    document["control"] = {"socket": f"{name}.sock"}
    document["tournament"] = {"entry_cents": ENTRY_CENTS, "table": number}
    document["floor"] = floor_section(folder, name, [server])
    file = folder / f"{name}.toml"
    file.write_text(tomlkit.dumps(document), encoding="utf-8")
    return file


def _at(seconds: int, speed: float) -> int:
    return max(1, round(seconds / speed))
