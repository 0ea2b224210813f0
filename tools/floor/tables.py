"""The tables of `make floor`: their configurations and their devices."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import tomlkit

from firmware.shell.config.defaults import default_document
from firmware.shell.device.directories import simulation_name, state_directory
from firmware.shell.trust.keys import DeviceKey
from tools.floor.enrolled import enrol, floor_section, people_folder
from tools.floor.jackpot import LOT, SHARING, keeper, set_up_lot

GAMES: Final = {
    "baccarat": "baccarat",
    "roulette": "roulette",
    "blackjack": "blackjack",
    "caribbean-1": SHARING,
    "caribbean-2": SHARING,
}


class Table(NamedTuple):
    """A simulated table: its configuration, and its control socket."""

    name: str
    config: Path
    socket: Path

    @property
    def shares(self) -> bool:
        """Whether it plays for the lot."""
        return GAMES[self.name] == SHARING


def set_up(folder: Path, server: str) -> list[Table]:
    """Write what the tables need; keys and devices stay. XDG_STATE_HOME is the folder."""
    set_up_lot(folder)
    return list(_tables(folder, server))


def _tables(folder: Path, server: str) -> Iterator[Table]:
    for name, game in GAMES.items():
        file = folder / f"{name}.toml"
        file.write_text(tomlkit.dumps(_document(folder, name, game, server)), encoding="utf-8")
        state = state_directory(simulation_name(file, None))
        device_key = DeviceKey.enrol(state).public_key
        enrol(folder, name, device=device_key)
        yield Table(name, file, state / f"{name}.sock")


def _document(folder: Path, name: str, game: str, server: str) -> dict[str, Any]:
    document = default_document(game)
    document["table"]["name"] = name
    document["control"] = {"socket": f"{name}.sock"}
    document["floor"] = floor_section(folder, name, [server])
    if game == SHARING:
        document["jackpot"] = {
            "name": LOT,
            "keeper": str(keeper(folder)),
            "people": str(people_folder(folder)),
        }
    return document
